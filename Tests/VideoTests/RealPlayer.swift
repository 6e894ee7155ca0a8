import Glibc
import TestSupport

@testable import Video

/// The built pbview-player and information from /proc about its processes.
enum RealPlayer {
  /// Whether the player is built beside the tests and libmpv is installed.
  static let isThere: Bool = {
    guard let path, let library = dlopen("libmpv.so.2", RTLD_LAZY) else { return false }
    dlclose(library)
    setenv("PBVIEW_PLAYER", path, 1)
    return true
  }()

  private static let path: String? = {
    var buffer = [CChar](repeating: 0, count: 4096)
    let length = readlink("/proc/self/exe", &buffer, buffer.count - 1)
    guard length > 0 else { return nil }
    var folder = String(decoding: buffer[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    // The test program may be in a bundle folder beside the products.
    for _ in 0..<4 {
      guard let slash = folder.lastIndex(of: "/"), slash != folder.startIndex else { return nil }
      folder = String(folder[..<slash])
      if access(folder + "/pbview-player", X_OK) == 0 { return folder + "/pbview-player" }
    }
    return nil
  }()

  /// The player processes that are children of this process, including zombies.
  static func children() -> [pid_t] {
    names(in: "/proc").compactMap { pid_t($0) }.filter { pid in
      let stat = text(of: "/proc/\(pid)/stat")
      return stat.contains("(pbview-player)")
        && stat.split(separator: " ").dropFirst(3).first
          == "\(getpid())"
    }
  }

  /// The contents of /proc/PID/task/TID/status for each thread.
  static func threads(of pid: pid_t) -> [String] {
    names(in: "/proc/\(pid)/task").map { text(of: "/proc/\(pid)/task/\($0)/status") }
      .filter { !$0.isEmpty }
  }

  private static func names(in folder: String) -> [String] {
    guard let handle = opendir(folder) else { return [] }
    defer { closedir(handle) }
    var names: [String] = []
    while let entry = readdir(handle) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names
  }

  private static func text(of path: String) -> String {
    let handle = open(path, O_RDONLY)
    guard handle >= 0 else { return "" }
    defer { close(handle) }
    var bytes = [UInt8](repeating: 0, count: 8192)
    let count = read(handle, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }
}
