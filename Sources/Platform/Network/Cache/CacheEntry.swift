/// The record of a cached picture, stored in a file with a name and a value on each line.
nonisolated package struct CacheEntry: Hashable, Sendable {
  /// The address of the picture on the web, without user name and password.
  package var address: String
  /// The name of the picture's file in the cache folder.
  package var fileName: String
  /// The size of the picture in bytes, never negative; 0 if unknown.
  package var length: Int
  /// The media type of the picture in lower case; empty when the server sent none.
  package var contentType: String
  /// The entity tag of the picture with its quotes; empty when the server sent none.
  package var entityTag: String
  /// The modification date of the picture as the server wrote it; empty when the server sent none.
  package var lastModified: String
  /// The time until which the cached picture is fresh, in seconds since 1970. A damaged record may
  /// have any integer here, so that sums can overflow.
  package var freshUntil: Int
  /// The address from which the picture came in the end, without user name and password, when the
  /// server redirected the request; empty otherwise.
  package var redirection = ""

  /// The maximum size in bytes of the file with the record of one cached picture.
  static let maxBytes = 32_768
  private static let firstLine = "pbview web picture 1"

  /// The contents of the file with the record.
  package var text: String {
    var values = [
      ("address", address), ("file", fileName), ("length", "\(length)"), ("type", contentType),
      ("etag", entityTag), ("modified", lastModified), ("fresh", "\(freshUntil)"),
    ]
    if !redirection.isEmpty { values.append(("redirection", redirection)) }
    return ([Self.firstLine] + values.map { "\($0) \($1)" }).map { $0 + "\n" }.joined()
  }
}

nonisolated extension CacheEntry {
  /// Makes the record of a picture whose response has the head `head`; `now` is the time in seconds
  /// since 1970.
  init(_ address: WebAddress, fileName: String, length: Int, _ head: ResponseHead, now: Int) {
    self.init(
      address: address.publicText, fileName: fileName, length: length,
      contentType: head.contentType,
      entityTag: head.entityTag, lastModified: head.lastModified,
      freshUntil: Self.freshUntil(head, now: now), redirection: head.redirection)
  }

  /// The time, in seconds, for which a response is fresh when its server states none: long enough
  /// that paging back and forth makes no new request.
  private static let defaultFreshness = 60

  /// The time until which a response that arrived at `now` is fresh; both in seconds since 1970.
  static func freshUntil(_ head: ResponseHead, now: Int) -> Int {
    now + (head.remainingFreshness ?? defaultFreshness)
  }

  /// Parses the contents ``text`` of a record's file; nil when they are invalid, or contain values
  /// that cannot be sent in header fields.
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
      ["type", "etag", "modified", "redirection"].allSatisfy({
        HeaderText.isPrintableASCII(values[$0[...]] ?? "")
      })
    else { return nil }
    self.init(
      address: address, fileName: file, length: length, contentType: values["type"] ?? "",
      entityTag: values["etag"] ?? "", lastModified: values["modified"] ?? "",
      freshUntil: freshUntil, redirection: values["redirection"] ?? "")
  }

  /// The validator of an interrupted download, by which parts of the picture may be combined; empty
  /// without one. Such a download is recorded only if the response had a
  /// ``ResponseHead/validator``, so that a modification date without an entity tag is a strong
  /// validator.
  var validator: String {
    if entityTag.isEmpty { return lastModified }
    return entityTag.hasPrefix("W/") ? "" : entityTag
  }
}
