/// What a server says before it sends a picture, taken line by line.
///
/// - Source: RFC 9110 and 9111.
nonisolated struct AnswerHead: Hashable, Sendable {
  /// Where the bytes belong that follow.
  struct Range: Hashable, Sendable {
    var start: Int
    /// The length of the whole; nil when the server does not know.
    var total: Int?
  }

  /// The number of the answer; 0 before there is one.
  private(set) var status = 0
  /// What is said to follow, in lower case: `image/jpeg`. "" when nothing is said.
  private(set) var contentType = ""
  /// How many bytes follow; nil when the server does not say.
  private(set) var length: Int?
  private(set) var range: Range?
  /// Names this very version of the picture; quotes and a `W/` belong to it.
  private(set) var entityTag = ""
  /// When it changed last, in the server's own words.
  private(set) var lastModified = ""
  /// True when the bytes are packed on their way: their number says nothing then, and none of them
  /// can be asked for alone.
  private(set) var isEncoded = false
  /// For how many seconds the picture may be taken for unchanged; nil when the server does not say.
  private(set) var maxAge: Int?
  /// False when it may not be kept.
  private(set) var isStorable = true

  /// Longer values are nobody's, in bytes.
  private static let longestValue = 1024
  /// A year, in seconds: nothing is promised for longer.
  static let longestAge = 31_536_000

  /// Nothing yet.
  init() {}

  /// Takes one line, its end included or not. The first line of an answer begins a new head:
  /// before the picture come the answers of those who send one on.
  mutating func take(_ line: some Collection<UInt8>) {
    let text = String(decoding: line, as: UTF8.self).trimmed
    if text.hasPrefix("HTTP/") {
      self = AnswerHead()
      status = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
      return
    }
    guard let colon = text.firstIndex(of: ":"), line.count <= Self.longestValue else { return }
    let value = String(text[text.index(after: colon)...]).trimmed
    guard value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else { return }
    take(text[..<colon].lowercased(), value)
  }

  private mutating func take(_ name: String, _ value: String) {
    switch name {
    case "content-type":
      contentType = String(value.prefix { $0 != ";" }).trimmed.lowercased()
    case "content-length": length = Int(value).flatMap { $0 >= 0 ? $0 : nil }
    case "content-range": range = Range(value)
    case "content-encoding": isEncoded = !value.isEmpty && value.lowercased() != "identity"
    case "etag": entityTag = value
    case "last-modified": lastModified = value
    case "cache-control": for part in value.split(separator: ",") { control(String(part).trimmed) }
    case "age": if let maxAge, let age = Int(value), age > 0 { self.maxAge = max(0, maxAge - age) }
    default: break
    }
  }

  private mutating func control(_ directive: String) {
    let parts = directive.lowercased().split(separator: "=", maxSplits: 1).map(String.init)
    switch parts.first {
    case "no-store": isStorable = false
    case "no-cache": maxAge = 0
    case "max-age":
      let seconds = parts.last.map { $0.filter { $0 != "\"" } }.flatMap { Int($0) }
      if let seconds, maxAge != 0 { maxAge = min(max(0, seconds), Self.longestAge) }
    default: break
    }
  }

  /// What says that a part belongs to the same version: a strong tag, or else a date. "" for
  /// neither: then parts cannot be put together.
  var validator: String {
    if isEncoded { return "" }
    return !entityTag.isEmpty && !entityTag.hasPrefix("W/") ? entityTag : lastModified
  }
}

nonisolated extension AnswerHead.Range {
  /// Reads `bytes 100-199/200`.
  fileprivate init?(_ value: String) {
    let parts = value.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, parts[0].lowercased() == "bytes" else { return nil }
    let halves = parts[1].split(separator: "/", maxSplits: 1)
    guard let start = halves.first?.split(separator: "-").first.flatMap({ Int($0) }), start >= 0
    else { return nil }
    self.start = start
    total = halves.count == 2 ? Int(halves[1]) : nil
  }
}

nonisolated extension String {
  /// Without white space at its ends.
  fileprivate var trimmed: String {
    let isSpace = { (c: Character) in c.isWhitespace || c.isNewline }
    let start = drop(while: isSpace)
    return String(start.reversed().drop(while: isSpace).reversed())
  }
}
