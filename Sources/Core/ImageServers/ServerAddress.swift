/// The parts of an `http` or `https` address that descriptions of pictures are resolved against.
package struct ServerAddress: Hashable, Sendable {
  /// The scheme, host and port in lower case, such as `https://host:8080`; with the user name and
  /// password as given, if there are any.
  package let origin: String
  /// The path, from its first slash, not decoded.
  package let path: String
  /// The query with its question mark; empty without one.
  package let query: String

  /// The maximum length of an address in bytes.
  package static let maxBytes = 4000

  /// Parses an address of http or https; nil for a text with another scheme, without a host, or
  /// with spaces or control characters. A fragment is dropped.
  package init?(_ text: String) {
    guard text.utf8.count <= Self.maxBytes, text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F })
    else { return nil }
    let whole = text.prefix { $0 != "#" }
    guard
      let scheme = ["https://", "http://"].first(where: {
        whole.prefix($0.count).lowercased() == $0
      })
    else { return nil }
    let rest = whole.dropFirst(scheme.count)
    let authority = rest.prefix { !"/?\\".contains($0) }
    guard !authority.isEmpty else { return nil }
    let tail = rest.dropFirst(authority.count)
    let host = authority.lastIndex(of: "@").map { authority.index(after: $0) }
    let place = host ?? authority.startIndex
    origin = scheme + String(authority[..<place]) + authority[place...].lowercased()
    path = String(tail.prefix { $0 != "?" })
    query = String(tail.dropFirst(path.count))
  }

  /// The address without its query.
  package var base: String { origin + path }

  /// The address as text.
  package var text: String { origin + path + query }

  /// The last component of the path, not decoded.
  package var lastComponent: Substring {
    path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
  }

  /// The address without `suffix` at the end of its path, without a query; nil when the path ends
  /// otherwise.
  package func base(without suffix: String) -> String? {
    path.hasSuffix(suffix) ? origin + path.dropLast(suffix.count) : nil
  }
}
