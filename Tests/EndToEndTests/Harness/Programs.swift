import Foundation

/// The paths of the programs that the tests start.
enum Programs {
  /// The viewer: `PBVIEW_PROGRAM`, or the product beside the test program.
  static var viewer: String {
    ProcessInfo.processInfo.environment["PBVIEW_PROGRAM"] ?? productsFolder + "/pbview"
  }

  /// The decoder helper, beside the viewer.
  static var decoder: String {
    (viewer as NSString).deletingLastPathComponent + "/pbview-decoder"
  }

  /// A helper that misbehaves like a compromised one, beside the test program.
  static var hostileHelper: String { productsFolder + "/HostileHelper" }

  /// Whether the hostile helper is built.
  static var hasHostileHelper: Bool { access(hostileHelper, X_OK) == 0 }

  /// The path of an example as built by `scripts/examples`, beside the test program.
  static func example(_ name: String) -> String { "\(productsFolder)/\(name)" }

  /// Whether the examples are built.
  static var hasExamples: Bool { access(example("minimal-browser"), X_OK) == 0 }

  /// The player helper, beside the viewer.
  static var player: String {
    (viewer as NSString).deletingLastPathComponent + "/pbview-player"
  }

  /// The path of an installed program; nil if it is missing.
  static func installed(_ name: String) -> String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(
      separator: ":")
    return (folders.map(String.init) + ["/usr/bin", "/usr/lib/xorg"]).map { "\($0)/\(name)" }
      .first { access($0, X_OK) == 0 }
  }

  /// Whether all `names` are installed.
  static func has(_ names: String...) -> Bool { names.allSatisfy { installed($0) != nil } }

  /// Whether Xorg, its dummy video driver and its `inputtest` driver are installed.
  static var hasRig: Bool {
    let drivers = "/usr/lib/xorg/modules"
    return has("Xorg") && access("\(drivers)/input/inputtest_drv.so", R_OK) == 0
      && access("\(drivers)/drivers/dummy_drv.so", R_OK) == 0
  }

  /// Whether libmpv, which plays clips, is installed.
  static var hasPlayer: Bool {
    ["/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib", "/usr/local/lib"]
      .contains { access("\($0)/libmpv.so.2", R_OK) == 0 }
  }

  /// Whether libarchive, which reads archives, is installed.
  static let hasLibarchive: Bool = {
    guard let library = dlopen("libarchive.so.13", RTLD_NOW) else { return false }
    dlclose(library)
    return true
  }()

  private static var productsFolder: String {
    let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return (own as NSString).deletingLastPathComponent
  }
}

/// A temporary folder, deleted with this object. Its path is short enough for socket addresses.
final class ScratchFolder: Sendable {
  /// The absolute path.
  let path: String

  init() throws {
    var template = Array("/tmp/pbview-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw HarnessError("mkdtemp: \(String(cString: strerror(errno)))")
    }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Takes over an existing folder.
  init(at path: String) { self.path = path }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Creates a subfolder and its missing parents. Returns its path.
  func subfolder(_ name: String) throws -> String {
    try FileManager.default.createDirectory(
      atPath: "\(path)/\(name)", withIntermediateDirectories: true)
    return "\(path)/\(name)"
  }

  /// Writes a file whose name may hold any bytes.
  ///
  /// - Returns: the absolute path.
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
