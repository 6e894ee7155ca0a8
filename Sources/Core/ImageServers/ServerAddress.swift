/// An `http` or `https` address, divided into the parts by which addresses in a description are
/// compared and formed.
package struct ServerAddress: Hashable, Sendable {
  /// The scheme, host and port in lower case, such as `https://host:8080`, with the user name and
  /// password as given, if there are any.
  package let origin: String
  /// The path from its first slash on, percent-encoded as given; empty without one.
  package let path: String
  /// The query with its question mark; empty without one.
  package let query: String

  /// The maximum length of an address, in bytes.
  package static let maxBytes = 4000

  /// Parses an address; nil for a text with another scheme than http or https, without a host, with
  /// a backslash after the host, with spaces or control characters, or longer than ``maxBytes``. A
  /// fragment is dropped.
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
    // After a backslash, another parser could find another host behind a later `@`.
    guard tail.first != "\\" else { return nil }
    let host = authority.lastIndex(of: "@").map { authority.index(after: $0) }
    let place = host ?? authority.startIndex
    origin = scheme + String(authority[..<place]) + authority[place...].lowercased()
    path = String(tail.prefix { $0 != "?" })
    query = String(tail.dropFirst(path.count))
  }

  /// The address without its query: origin and path.
  package var textWithoutQuery: String { origin + path }

  /// The whole address as text, without a fragment.
  package var text: String { origin + path + query }

  /// The last component of the path, percent-encoded as given; empty when the path ends with a
  /// slash.
  package var lastComponent: Substring {
    path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
  }

  /// The address without its query and without `suffix` at the end of its path; nil when the path
  /// does not end with `suffix`.
  package func textWithoutQuery(andSuffix suffix: String) -> String? {
    path.hasSuffix(suffix) ? origin + path.dropLast(suffix.count) : nil
  }
}
