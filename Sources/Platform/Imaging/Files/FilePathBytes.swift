import CLinux

/// The name of a file as the kernel knows it: any bytes but NUL, not necessarily UTF-8.
public struct FilePathBytes: Hashable, Sendable {
  /// The bytes, without a terminating NUL.
  public let bytes: [UInt8]

  /// Makes a path from raw bytes.
  public init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Makes a path from text, as UTF-8.
  public init(_ text: String) { self.init(Array(text.utf8)) }

  /// What follows the last slash, for people; invalid bytes become replacement characters.
  public var name: String { String(decoding: nameBytes, as: UTF8.self) }

  /// What follows the last dot of the name, in lower case ASCII; "" when there is none.
  public var fileExtension: String {
    guard let dot = nameBytes.lastIndex(of: UInt8(ascii: ".")) else { return "" }
    let lowered = nameBytes[(dot + 1)...].map { (65...90).contains($0) ? $0 + 32 : $0 }
    return String(decoding: lowered, as: UTF8.self)
  }

  /// The same from the root; one that begins elsewhere is meant from the working folder. As it is
  /// where there is none any more.
  var absolute: FilePathBytes {
    guard bytes.first != UInt8(ascii: "/"), let folder = getcwd(nil, 0) else { return self }
    defer { free(folder) }
    let start = UnsafeRawBufferPointer(start: folder, count: strlen(folder))
    return FilePathBytes(Array(start) + [UInt8(ascii: "/")] + bytes)
  }

  private var nameBytes: ArraySlice<UInt8> {
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return bytes[...] }
    return bytes[(slash + 1)...]
  }

  /// Calls `body` with the path as a C string; nil when it cannot be one, having a NUL inside.
  func withCString<R>(_ body: (UnsafePointer<CChar>) -> R) -> R? {
    guard !bytes.contains(0) else { return nil }
    return (bytes + [0]).withUnsafeBufferPointer { buffer in
      buffer.withMemoryRebound(to: CChar.self) { $0.baseAddress.map(body) }
    }
  }
}
