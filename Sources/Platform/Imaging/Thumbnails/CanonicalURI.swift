import PercentCoding

/// The URI of a file, spelt as other desktop programs spell it, so that its thumbnail has the same
/// name in the shared thumbnail cache.
///
/// - Source: `g_filename_to_uri` and `g_file_get_uri` of GLib.
public struct CanonicalURI: Hashable, Sendable {
  /// The bytes of the URI, all of them ASCII.
  public let bytes: [UInt8]

  /// Makes the URI of the file at an absolute path; nil for a relative path.
  public init?(_ path: FilePathBytes) {
    guard path.bytes.first == UInt8(ascii: "/") else { return nil }
    var result = Array("file://".utf8)
    // POSIX: exactly two leading slashes are distinct from the root; one, or three and more, are
    // the root.
    let hasTwoSlashes = path.bytes.starts(with: "//".utf8) && !path.bytes.starts(with: "///".utf8)
    if hasTwoSlashes { result.append(UInt8(ascii: "/")) }
    for part in Self.parts(path) {
      result.append(UInt8(ascii: "/"))
      for byte in part { Self.append(byte, to: &result) }
    }
    if result.count == 7 { result.append(UInt8(ascii: "/")) }
    bytes = result
  }

  /// The components of `path` after removal of `.`, `..` and empty ones. Symbolic links are not
  /// resolved.
  private static func parts(_ path: FilePathBytes) -> [ArraySlice<UInt8>] {
    var parts: [ArraySlice<UInt8>] = []
    for part in path.bytes.split(separator: UInt8(ascii: "/")) {
      switch part.elementsEqual("..".utf8) {
      case true: _ = parts.popLast()
      case false: if !part.elementsEqual(".".utf8) { parts.append(part) }
      }
    }
    return parts
  }

  private static let unescapedBytes = Set(
    Array("!$&'()*+,-.0123456789:=@ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz~".utf8))

  private static func append(_ byte: UInt8, to result: inout [UInt8]) {
    if unescapedBytes.contains(byte) {
      result.append(byte)
    } else {
      PercentEncoding.appendEscape(of: byte, to: &result)
    }
  }
}
