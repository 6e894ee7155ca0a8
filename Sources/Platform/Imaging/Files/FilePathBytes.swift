import ArchiveWire
import CLinux

/// A file path as the kernel knows it: any bytes but NUL, not necessarily UTF-8.
public struct FilePathBytes: Hashable, Sendable {
  /// The bytes of the path, without a terminating NUL.
  public let bytes: [UInt8]

  public init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Makes a path from the UTF-8 bytes of `text`.
  public init(_ text: String) { self.init(Array(text.utf8)) }

  /// The last path component for display; invalid bytes become replacement characters.
  public var name: String { String(decoding: nameBytes, as: UTF8.self) }

  /// The characters after the last dot of the file name, with ASCII letters in lower case; "" when
  /// there is no dot.
  public var fileExtension: String {
    guard let dot = nameBytes.lastIndex(of: UInt8(ascii: ".")) else { return "" }
    let lowered = nameBytes[(dot + 1)...].map { (65...90).contains($0) ? $0 + 32 : $0 }
    return String(decoding: lowered, as: UTF8.self)
  }

  /// The index, from 0, of the picture that the path itself names within its file: a page of a
  /// document, or one of several pictures in a picture file. 0 for an ordinary path.
  var ownLeaf: Int { ArchiveName.pageIndex(of: bytes) ?? ArchiveName.leafIndex(of: bytes) ?? 0 }

  /// The path that names the picture with the given index, from 0, in this file of several
  /// pictures.
  package func path(ofLeaf index: Int) -> FilePathBytes {
    FilePathBytes(ArchiveName.leafPath(index, of: bytes))
  }

  /// The absolute path. A relative path is appended to the working directory, and returned
  /// unchanged when the working directory was deleted.
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

  /// Calls `body` with the path as a C string and returns its result; nil when the path contains a
  /// NUL.
  func withCString<R>(_ body: (UnsafePointer<CChar>) -> R) -> R? {
    guard !bytes.contains(0) else { return nil }
    return (bytes + [0]).withUnsafeBufferPointer { buffer in
      buffer.withMemoryRebound(to: CChar.self) { $0.baseAddress.map(body) }
    }
  }
}
