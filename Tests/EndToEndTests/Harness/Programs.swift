import Foundation

/// Where the programs are that the tests start.
enum Programs {
  /// The viewer: named by `PBVIEW_PROGRAM`, or beside the test program in the products folder.
  static var viewer: String {
    ProcessInfo.processInfo.environment["PBVIEW_PROGRAM"] ?? productsFolder + "/pbview"
  }

  /// The helper, beside the viewer.
  static var decoder: String {
    (viewer as NSString).deletingLastPathComponent + "/pbview-decoder"
  }

  /// A helper as an attacker would have it, beside the test program.
  static var hostileHelper: String { productsFolder + "/HostileHelper" }

  /// True when that has been built.
  static var hasHostileHelper: Bool { access(hostileHelper, X_OK) == 0 }

  /// The package of the examples.
  private static let examples = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Examples").path

  /// An example as `scripts/test` builds it.
  static func example(_ name: String) -> String { "\(examples)/.build/debug/\(name)" }

  /// True when the examples have been built.
  static var hasExamples: Bool { access(example("minimal-browser"), X_OK) == 0 }

  /// What plays clips, beside the viewer.
  static var player: String {
    (viewer as NSString).deletingLastPathComponent + "/pbview-player"
  }

  /// The path of an installed program, or nil.
  static func installed(_ name: String) -> String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(
      separator: ":")
    return (folders.map(String.init) + ["/usr/bin", "/usr/lib/xorg"]).map { "\($0)/\(name)" }
      .first { access($0, X_OK) == 0 }
  }

  /// True when every one of `names` is installed.
  static func has(_ names: String...) -> Bool { names.allSatisfy { installed($0) != nil } }

  /// True when Xorg, its dummy video driver and its test input driver are installed.
  static var hasRig: Bool {
    let drivers = "/usr/lib/xorg/modules"
    return has("Xorg") && access("\(drivers)/input/inputtest_drv.so", R_OK) == 0
      && access("\(drivers)/drivers/dummy_drv.so", R_OK) == 0
  }

  /// True when clips can be played.
  static var hasPlayer: Bool {
    ["/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib", "/usr/local/lib"]
      .contains { access("\($0)/libmpv.so.2", R_OK) == 0 }
  }

  private static var productsFolder: String {
    let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return (own as NSString).deletingLastPathComponent
  }
}

/// A folder that lives as long as its owner, with a path short enough for sockets.
final class ScratchFolder: Sendable {
  /// Its absolute path.
  let path: String

  init() throws {
    var template = Array("/tmp/pbview-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw HarnessError("mkdtemp: \(String(cString: strerror(errno)))")
    }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Makes a folder inside.
  func subfolder(_ name: String) throws -> String {
    try FileManager.default.createDirectory(
      atPath: "\(path)/\(name)", withIntermediateDirectories: true)
    return "\(path)/\(name)"
  }

  /// Writes a file whose name may hold any bytes.
  ///
  /// - Returns: its absolute path.
  @discardableResult
  func write(_ bytes: [UInt8], to name: RawName) throws -> RawName {
    let file = path / name
    let descriptor = file.withCString { open($0, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644) }
    guard descriptor >= 0 else { throw HarnessError("open: \(String(cString: strerror(errno)))") }
    defer { close(descriptor) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else { throw HarnessError("write: \(String(cString: strerror(errno)))") }
      rest = rest.dropFirst(count)
    }
    return file
  }
}
