/// The status line and the header fields of an HTTP response, parsed line by line.
///
/// Every length is between 0 and the maximum size of a picture, so that sums with file sizes cannot
/// overflow.
///
/// - Source: RFC 9110, 9111 and 9112.
nonisolated package struct ResponseHead: Hashable, Sendable {
  /// The status code of the response; 0 before the status line.
  package private(set) var status = 0
  /// The media type of the body in lower case, such as `image/jpeg`; "" when the server sends none.
  private(set) var contentType = ""
  /// The range of bytes in a partial response; nil when the server sends none or an invalid one.
  package private(set) var range: ContentRange?
  /// The entity tag, with its quotes and `W/`; "" when the server sends none.
  package private(set) var entityTag = ""
  /// The date of the last change, as the server wrote it; "" when the server sends none.
  package private(set) var lastModified = ""
  /// The address that the response came from, without user name and password, when the server has
  /// redirected the request; empty otherwise. It is not part of the response itself.
  package var redirection = ""
  /// Whether the body has a content coding, so that its length is not that of the picture, and
  /// ranges of the picture cannot be requested.
  private(set) var isEncoded = false
  /// Whether the response may be stored: it has no `no-store`.
  private(set) var isStorable = true
  /// Whether the server announced a length above the limit, so that the picture is refused.
  package private(set) var isTooLarge = false

  private let maxBytes: Int
  private var contentLength: Int?
  private var hasTransferCoding = false
  private var freshnessLifetime: Int?
  private var mustRevalidate = false
  private var age = 0
  /// The time at which the server made the response, in seconds since 1970; nil when unknown.
  private var date: Int?
  /// Whether the head is complete: true before the first status line, and after the empty line that
  /// ends the header fields. Lines after that are trailers of a body, except for a status line.
  private var isComplete = true

  /// The maximum length of a header line in bytes; longer lines are ignored.
  private static let maxLineBytes = 1024
  /// The maximum time, in seconds, for which a response is fresh: a year.
  ///
  /// - Source: RFC 2616, section 14.21, the last specification with a limit.
  package static let maxFreshnessLifetime = 31_536_000
  /// The minimum time, in seconds, from the modification date to the date of the response, with
  /// which the modification date is a strong validator: the picture did not change twice in one
  /// second.
  ///
  /// - Source: RFC 9110, section 8.8.2.2, demands one second of one clock; a minute, as in RFC
  ///   7232, section 2.2.2, allows for two clocks that differ.
  private static let minStrongValidatorAge = 60

  /// Makes the head of a response whose first line has not arrived yet.
  ///
  /// - Parameter maxBytes: the maximum size of a picture in bytes.
  package init(maxBytes: Int) { self.maxBytes = maxBytes }

  /// The length of the body in bytes; nil when the server does not send the length, or a coding
  /// changes it.
  package var length: Int? { isEncoded || hasTransferCoding ? nil : contentLength }

  /// The time, in seconds, for which the response is still fresh; nil when the server states none.
  package var remainingFreshness: Int? {
    if mustRevalidate { return 0 }
    return freshnessLifetime.map { max(0, $0 - age) }
  }

  /// The validator by which parts of the representation may be combined, and which may be sent in
  /// `If-Range`: a strong entity tag, or a modification date that is a strong validator if the
  /// response has no entity tag; empty otherwise, and when the body has a content coding.
  ///
  /// - Source: RFC 9110, sections 13.1.5 and 8.8.2.2.
  package var validator: String {
    if isEncoded { return "" }
    if !entityTag.isEmpty { return entityTag.hasPrefix("W/") ? "" : entityTag }
    guard let date, let modified = HeaderDate.seconds(lastModified),
      date - modified >= Self.minStrongValidatorAge
    else { return "" }
    return lastModified
  }

  /// Whether this partial response continues the first `count` bytes of the cached representation
  /// `known`, whose validator the request has sent in `If-Range`; false when `known` has none.
  ///
  /// A validator that both have must be the same. A response without validators continues `known`,
  /// too: a server sends a partial response to a request with `If-Range` only if the validator
  /// there is still that of the representation.
  ///
  /// - Source: RFC 9110, sections 13.1.5, 15.3.7 and 15.3.7.3.
  package func continues(_ known: CacheEntry, after count: Int) -> Bool {
    guard status == 206, !isEncoded, !known.validator.isEmpty, let range, range.first == count
    else { return false }
    // The differences cannot overflow, because all lengths and offsets are between 0 and the
    // maximum size of a picture.
    if let length, length - 1 != range.last - range.first { return false }
    if let total = range.total, known.length > 0, total != known.length { return false }
    func agree(_ a: String, _ b: String) -> Bool { a.isEmpty || b.isEmpty || a == b }
    return agree(entityTag, known.entityTag) && agree(lastModified, known.lastModified)
  }

  // MARK: Lines

  /// Parses one line, with or without its line end. A status line begins a new head, because
  /// redirects and interim responses precede the final one. Continuation lines are ignored.
  package mutating func parse(_ line: some Collection<UInt8>) {
    let text = HeaderText.withoutLineEnd(line)
    if isComplete {
      guard text.starts(with: "HTTP/".utf8) else { return }
      self = ResponseHead(maxBytes: maxBytes)
      isComplete = false
      let words = text.prefix(Self.maxLineBytes).split(separator: UInt8(ascii: " "))
      let code = words.dropFirst().first.flatMap { HeaderText.printableText($0) }
      let number = code.flatMap { HeaderNumber.read($0) } ?? 0
      status = 100...999 ~= number ? number : 0
    } else if text.isEmpty {
      isComplete = true
    } else if text.count <= Self.maxLineBytes, let field = HeaderText.field(text) {
      storeField(field.name, field.value)
    }
  }

  private mutating func storeField(_ name: String, _ value: String) {
    switch name {
    case "content-type":
      contentType = HeaderText.trimmed(value.prefix { $0 != ";" }).lowercased()
    case "content-length": contentLength = HeaderNumber.read(value).flatMap { checkedLength($0) }
    case "content-range":
      range = ContentRange(value).flatMap { range in
        checkedLength(max(range.last, range.total ?? 0)).map { _ in range }
      }
    case "content-encoding": isEncoded = !value.isEmpty && value.lowercased() != "identity"
    case "transfer-encoding": hasTransferCoding = true
    case "etag": entityTag = value
    case "last-modified": lastModified = value
    case "cache-control": for part in value.split(separator: ",") { parseCacheControl(part) }
    case "date": date = HeaderDate.seconds(value)
    case "age": age = min(HeaderNumber.read(value) ?? 0, Self.maxFreshnessLifetime)
    default: break
    }
  }

  /// `length` if it is at most the maximum size of a picture; otherwise nil, and the response
  /// counts as too large.
  private mutating func checkedLength(_ length: Int) -> Int? {
    guard length > maxBytes else { return length }
    isTooLarge = true
    return nil
  }

  private mutating func parseCacheControl(_ directive: Substring) {
    let parts = HeaderText.trimmed(directive).lowercased().split(separator: "=", maxSplits: 1)
    switch parts.first {
    case "no-store": isStorable = false
    case "no-cache": mustRevalidate = true
    case "max-age":
      let seconds = parts.last.map { $0.filter { $0 != "\"" } } ?? ""
      if seconds.hasPrefix("-") {
        freshnessLifetime = 0
      } else if let seconds = HeaderNumber.read(seconds) {
        freshnessLifetime = min(seconds, Self.maxFreshnessLifetime)
      }
    default: break
    }
  }
}

/// The parser of lines and values of HTTP header fields.
nonisolated enum HeaderText {
  private static let space = UInt8(ascii: " ")
  private static let tab = UInt8(ascii: "\t")

  /// The line without CR and LF at its end.
  static func withoutLineEnd(_ line: some Collection<UInt8>) -> ArraySlice<UInt8> {
    let all = Array(line)
    let end = all.lastIndex { $0 != UInt8(ascii: "\r") && $0 != UInt8(ascii: "\n") }
    return all[..<(end.map { $0 + 1 } ?? 0)]
  }

  /// The name, in lower case, and the value of a header field; nil for a line that is no field,
  /// such as a continuation line.
  static func field(_ line: ArraySlice<UInt8>) -> (name: String, value: String)? {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let name = line[..<colon]
    // A field name is a token: white space before or after the name makes it invalid.
    guard !name.isEmpty, name.allSatisfy({ 0x21...0x7E ~= $0 }),
      let value = printableText(line[(colon + 1)...])
    else { return nil }
    return (String(decoding: name, as: UTF8.self).lowercased(), value)
  }

  /// The bytes as text without spaces and tabs around it; nil when not all of them are printable
  /// ASCII.
  static func printableText(_ bytes: ArraySlice<UInt8>) -> String? {
    let isBlank = { (byte: UInt8) in byte == space || byte == tab }
    guard let start = bytes.firstIndex(where: { !isBlank($0) }),
      let end = bytes.lastIndex(where: { !isBlank($0) })
    else { return "" }
    let text = bytes[start...end]
    guard text.allSatisfy({ 0x20...0x7E ~= $0 }) else { return nil }
    return String(decoding: text, as: UTF8.self)
  }

  /// The text without spaces and tabs around it; "" when not all of it is printable ASCII.
  static func trimmed(_ text: Substring) -> String {
    printableText(ArraySlice(text.utf8)) ?? ""
  }

  /// Whether all characters of a text are printable ASCII.
  static func isPrintableASCII(_ text: String) -> Bool {
    text.utf8.allSatisfy { 0x20...0x7E ~= $0 }
  }
}
