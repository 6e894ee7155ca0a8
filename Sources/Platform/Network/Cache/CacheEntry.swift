/// The record of a cached picture, stored in a file with one name and value per line.
nonisolated package struct CacheEntry: Hashable, Sendable {
  /// The address of the picture, without user name and password.
  package var address: String
  /// The name of the picture's file in the cache folder.
  package var file: String
  /// The size of the picture in bytes, never negative; 0 when unknown.
  package var length: Int
  /// The media type in lower case; empty when the server did not send one.
  package var contentType: String
  /// The entity tag; empty when there was none.
  package var entityTag: String
  /// The modification date as the server wrote it; empty when there was none.
  package var lastModified: String
  /// The time at which freshness ends, in seconds since 1970. It may be any integer, so sums with
  /// it can overflow.
  package var freshUntil: Int

  /// The maximum size in bytes of the file that describes one cached picture.
  static let maxBytes = 32_768
  private static let firstLine = "pbview web picture 1"

  /// The contents of the record's file.
  package var text: String {
    let values = [
      ("address", address), ("file", file), ("length", "\(length)"), ("type", contentType),
      ("etag", entityTag), ("modified", lastModified), ("fresh", "\(freshUntil)"),
    ]
    return ([Self.firstLine] + values.map { "\($0) \($1)" }).map { $0 + "\n" }.joined()
  }
}

nonisolated extension CacheEntry {
  /// Makes the record of a response.
  init(_ address: WebAddress, file: String, length: Int, _ head: ResponseHead, now: Int) {
    self.init(
      address: address.publicText, file: file, length: length, contentType: head.contentType,
      entityTag: head.entityTag, lastModified: head.lastModified,
      freshUntil: Self.freshUntil(head, now: now))
  }

  /// The freshness in seconds of a response without one: paging back and forth makes no new
  /// request.
  private static let defaultFreshness = 60

  /// The time until which the response counts as fresh, in seconds since 1970.
  static func freshUntil(_ head: ResponseHead, now: Int) -> Int {
    now + (head.maxAge ?? defaultFreshness)
  }

  /// Parses ``text``; nil when it is invalid, or contains values that cannot be sent as header
  /// fields.
  package init?(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.first == Self.firstLine[...], lines.last == "" else { return nil }
    var values: [Substring: String] = [:]
    for line in lines.dropFirst().dropLast() {
      let parts = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { return nil }
      values[parts[0]] = String(parts[1])
    }
    guard let address = values["address"], let file = values["file"], !file.contains("/"),
      let length = values["length"].flatMap({ HeaderNumber.read($0) }),
      let freshUntil = values["fresh"].flatMap({ Int($0) }),
      ["type", "etag", "modified"].allSatisfy({ HeaderText.isVisible(values[$0[...]] ?? "") })
    else { return nil }
    self.init(
      address: address, file: file, length: length, contentType: values["type"] ?? "",
      entityTag: values["etag"] ?? "", lastModified: values["modified"] ?? "",
      freshUntil: freshUntil)
  }

  /// The validator with which parts can be combined; empty when there is none. See
  /// ``ResponseHead/validator``.
  var validator: String {
    !entityTag.isEmpty && !entityTag.hasPrefix("W/") ? entityTag : lastModified
  }
}
