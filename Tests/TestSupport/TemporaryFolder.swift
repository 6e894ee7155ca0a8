import Glibc

/// A temporary folder, removed with its contents on deinitialisation.
public final class TemporaryFolder: Sendable {
  /// The path of the folder, absolute if `TMPDIR` is.
  public let path: String

  /// Creates a folder under `TMPDIR`, by default `/tmp`.
  public init() throws {
    let parent = Self.environment("TMPDIR") ?? "/tmp"
    var template = Array("\(parent)/pbview-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw SystemFailure(call: "mkdtemp", errno: errno) }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { Self.removeAll(in: open(path, O_RDONLY | O_DIRECTORY), named: path) }

  /// The path of the file `name` in the folder.
  public func file(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes a file and returns its path. The name may hold any bytes except `/` and 0.
  @discardableResult
  public func write(_ contents: [UInt8], named name: [UInt8]) throws -> [UInt8] {
    let full = Array(path.utf8) + [UInt8(ascii: "/")] + name
    let handle = (full + [0]).withUnsafeBufferPointer { bytes in
      bytes.withMemoryRebound(to: CChar.self) { chars in
        chars.baseAddress.map { open($0, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644) } ?? -1
      }
    }
    guard handle >= 0 else { throw SystemFailure(call: "open", errno: errno) }
    defer { close(handle) }
    var rest = contents[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(handle, $0.baseAddress, $0.count) }
      guard count > 0 else { throw SystemFailure(call: "write", errno: errno) }
      rest = rest.dropFirst(count)
    }
    return full
  }

  /// Writes a file and returns its path.
  @discardableResult
  public func write(_ contents: [UInt8], named name: String) throws -> String {
    try write(contents, named: Array(name.utf8))
    return file(name)
  }

  /// The contents of the file `name` in the folder.
  public func read(_ name: String) throws -> [UInt8] {
    let handle = open(file(name), O_RDONLY | O_CLOEXEC)
    guard handle >= 0 else { throw SystemFailure(call: "open", errno: errno) }
    defer { close(handle) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(handle, &buffer, buffer.count)
      guard count >= 0 else { throw SystemFailure(call: "read", errno: errno) }
      guard count > 0 else { return bytes }
      bytes += buffer[..<count]
    }
  }

  /// An environment variable; nil when unset or empty.
  public static func environment(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }

  private static func removeAll(in folder: Int32, named path: String) {
    guard folder >= 0, let list = fdopendir(folder) else { return }
    while let entry = readdir(list) {
      withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        tuple.withMemoryRebound(to: CChar.self, capacity: 256) { name in
          guard strcmp(name, ".") != 0, strcmp(name, "..") != 0 else { return }
          guard unlinkat(folder, name, 0) != 0 else { return }
          let inner = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
          removeAll(in: inner, named: "")
          unlinkat(folder, name, AT_REMOVEDIR)
        }
      }
    }
    closedir(list)
    if !path.isEmpty { rmdir(path) }
  }
}

/// A failed system call in the test support code.
public struct SystemFailure: Error, CustomStringConvertible {
  /// The name of the system call.
  public let call: String
  public let errno: Int32

  public init(call: String, errno: Int32) {
    self.call = call
    self.errno = errno
  }

  public var description: String { "\(call): errno \(errno)" }
}
