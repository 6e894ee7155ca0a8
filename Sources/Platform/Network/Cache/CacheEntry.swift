/// What is known of a kept picture: lines of a name and a value.
nonisolated struct CacheEntry: Hashable, Sendable {
  /// The address it came from.
  var address: String
  /// The name of the file with its bytes, in the cache's folder.
  var file: String
  /// Their number; 0 when it is not known.
  var length: Int
  var contentType: String
  var entityTag: String
  var lastModified: String
  /// Until when it is taken for unchanged, in seconds since 1970.
  var freshUntil: Int

  /// Longer files are none of ours, in bytes.
  static let longest = 32_768
  private static let firstLine = "pbview web picture 1"

  /// As it is written.
  var text: String {
    let values = [
      ("address", address), ("file", file), ("length", "\(length)"), ("type", contentType),
      ("etag", entityTag), ("modified", lastModified), ("fresh", "\(freshUntil)"),
    ]
    return ([Self.firstLine] + values.map { "\($0) \($1)" }).map { $0 + "\n" }.joined()
  }
}

nonisolated extension CacheEntry {
  /// Makes one from what the server said.
  init(_ address: WebAddress, file: String, length: Int, _ head: AnswerHead, now: Int) {
    self.init(
      address: address.text, file: file, length: length, contentType: head.contentType,
      entityTag: head.entityTag, lastModified: head.lastModified,
      freshUntil: Self.freshUntil(head, now: now))
  }

  /// What servers do not say is not asked again within this time, in seconds: paging to and fro.
  private static let unsaid = 60

  /// Until when what was answered now is taken for unchanged.
  static func freshUntil(_ head: AnswerHead, now: Int) -> Int { now + (head.maxAge ?? unsaid) }

  /// Reads what ``text`` wrote; nil when it is anything else.
  init?(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.first == Self.firstLine[...], lines.last == "" else { return nil }
    var values: [Substring: String] = [:]
    for line in lines.dropFirst().dropLast() {
      let parts = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { return nil }
      values[parts[0]] = String(parts[1])
    }
    guard let address = values["address"], let file = values["file"], !file.contains("/"),
      let length = values["length"].flatMap({ Int($0) }), length >= 0,
      let freshUntil = values["fresh"].flatMap({ Int($0) })
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
