/// The record of a cached picture, kept in a file as lines of a name and a value.
nonisolated package struct CacheEntry: Hashable, Sendable {
  /// The address it came from, without user name and password.
  package var address: String
  /// The name of the file with its bytes, in the cache's folder.
  package var file: String
  /// The number of its bytes, never negative; 0 when it is not known.
  package var length: Int
  /// The media type in lower case; "" when the server did not say.
  package var contentType: String
  /// The entity tag; "" when there was none.
  package var entityTag: String
  /// The date of the last change as the server wrote it; "" when there was none.
  package var lastModified: String
  /// The end of its freshness, in seconds since 1970. Any number: compare it, do not add to it.
  package var freshUntil: Int

  /// Longer files are none of ours, in bytes.
  static let longest = 32_768
  private static let firstLine = "pbview web picture 1"

  /// The text of its file.
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
  init(_ address: WebAddress, file: String, length: Int, _ head: AnswerHead, now: Int) {
    self.init(
      address: address.publicText, file: file, length: length, contentType: head.contentType,
      entityTag: head.entityTag, lastModified: head.lastModified,
      freshUntil: Self.freshUntil(head, now: now))
  }

  /// What servers do not say is not asked again within this time, in seconds: paging to and fro.
  private static let unsaid = 60

  /// Until when what was answered now is taken for unchanged.
  static func freshUntil(_ head: AnswerHead, now: Int) -> Int { now + (head.maxAge ?? unsaid) }

  /// Reads what ``text`` wrote; nil when it is anything else, or holds what could not be sent to a
  /// server as a header field.
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

  /// What parts of it can be put together by; "" for nothing. See ``AnswerHead/validator``.
  var validator: String {
    !entityTag.isEmpty && !entityTag.hasPrefix("W/") ? entityTag : lastModified
  }
}
