import PercentCoding

/// The URL of a picture, with the scheme `http` or `https`.
///
/// - Source: RFC 3986; invalid characters are percent-encoded as browsers do.
nonisolated public struct WebAddress: Hashable, Sendable {
  /// The URL as it is requested, without fragment, spaces or control characters.
  public let text: String
  /// The host without user name, password and port, as given; a name in any script or an address.
  public let host: String
  private let path: [UInt8]

  /// The maximum length of a URL in bytes; servers refuse longer ones.
  private static let maxLength = 8000

  /// Parses a URL in UTF-8; nil for other schemes, for more than 8000 bytes, without a host, with
  /// spaces or control characters in the host or the user name, or with a backslash after the host.
  public init?(_ bytes: [UInt8]) {
    guard bytes.count <= Self.maxLength, let rest = Self.afterScheme(bytes) else { return nil }
    let whole = rest.prefix { $0 != UInt8(ascii: "#") }
    let authority = whole.prefix { !"/?\\".utf8.contains($0) }
    guard authority.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else { return nil }
    let hostAndPort = authority.lastIndex(of: UInt8(ascii: "@")).map { authority[($0 + 1)...] }
    host = Self.host(in: hostAndPort ?? authority)
    guard !host.isEmpty else { return nil }
    let tail = whole.dropFirst(authority.count)
    // A backslash ends the host in browsers and in ``host``, but libcurl would take the text
    // before a later `@` as user name and password.
    guard tail.first != UInt8(ascii: "\\") else { return nil }
    path = Array(tail.prefix { $0 != UInt8(ascii: "?") })
    let scheme = bytes.prefix(rest.startIndex)
    text = String(decoding: scheme + authority, as: UTF8.self) + Self.escaped(tail)
  }

  /// Parses a URL; nil in the same cases as for a URL in bytes.
  public init?(_ text: String) { self.init(Array(text.utf8)) }

  /// The URL without user name and password. The text may contain characters that are not safe to
  /// write to a terminal.
  public var publicText: String {
    guard let start = text.indexAfterFirst("://") else { return text }
    let end = text[start...].firstIndex { $0 == "/" || $0 == "?" } ?? text.endIndex
    guard let at = text[start..<end].lastIndex(of: "@") else { return text }
    return String(text[..<start] + text[text.index(after: at)...])
  }

  /// Whether the URL contains a user name or a password.
  var hasCredentials: Bool { publicText != text }

  /// The file name in the URL: the last component of the path, percent-decoded, or else the host.
  /// The text may contain characters that are not safe to write to a terminal.
  public var name: String {
    let last = path.split(separator: UInt8(ascii: "/")).last.map(Array.init) ?? []
    return last.isEmpty ? host : String(decoding: PercentEncoding.decoded(last), as: UTF8.self)
  }

  /// The file extension of ``name`` in lower case; empty unless it has one to five letters and
  /// digits.
  public var fileExtension: String {
    let name = name
    guard let dot = name.lastIndex(of: "."), name != host else { return "" }
    let ending = name[name.index(after: dot)...].lowercased()
    let isPlain = ending.utf8.allSatisfy {
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
    }
    return isPlain && ending.utf8.count <= 5 ? ending : ""
  }

  // MARK: Parsing

  private static func afterScheme(_ bytes: [UInt8]) -> ArraySlice<UInt8>? {
    for scheme in ["https://", "http://"] where bytes.count > scheme.utf8.count {
      let start = bytes.prefix(scheme.utf8.count)
      if String(decoding: start, as: UTF8.self).lowercased() == scheme {
        return bytes.dropFirst(scheme.utf8.count)
      }
    }
    return nil
  }

  private static func host(in authority: ArraySlice<UInt8>) -> String {
    if authority.first == UInt8(ascii: "["), let end = authority.firstIndex(of: UInt8(ascii: "]")) {
      return String(decoding: authority[...end], as: UTF8.self)
    }
    return String(decoding: authority.prefix { $0 != UInt8(ascii: ":") }, as: UTF8.self)
  }

  /// Percent-encodes the bytes that are not allowed in a URL.
  private static func escaped(_ bytes: ArraySlice<UInt8>) -> String {
    PercentEncoding.encoded(bytes) { byte in
      byte > 0x20 && byte < 0x7F && !"\"<>\\^`{|}".utf8.contains(byte)
    }
  }
}

nonisolated extension String {
  /// The index after the first occurrence of `mark`; nil without one.
  fileprivate func indexAfterFirst(_ mark: String) -> Index? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(mark) { return index(start, offsetBy: mark.count) }
      start = index(after: start)
    }
    return nil
  }
}
