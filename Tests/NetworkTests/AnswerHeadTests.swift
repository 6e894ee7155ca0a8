import Testing

@testable import Network

struct AnswerHeadTests {
  /// A response head of `lines`; a 200 status line precedes them unless the first is a status line.
  private func head(_ lines: String..., maxBytes: Int = 256_000_000) -> ResponseHead {
    var head = ResponseHead(maxBytes: maxBytes)
    let start = lines.first?.hasPrefix("HTTP/") == true ? [] : ["HTTP/1.1 200 OK"]
    for line in start + lines { head.parse(Array((line + "\r\n").utf8)) }
    return head
  }

  @Test func `header names are case-insensitive`() {
    let head = head(
      "HTTP/1.1 200 OK", "CONTENT-TYPE: Image/JPEG; charset=x", "content-length:  120 ",
      "ETag: \"abc\"", "Last-Modified: Sat, 21 Nov 2026 10:00:00 GMT")
    #expect(head.status == 200)
    #expect(head.contentType == "image/jpeg")
    #expect(head.length == 120)
    #expect(head.entityTag == "\"abc\"")
    #expect(head.validator == "\"abc\"")
  }

  @Test func `a redirect response leaves no fields in the final head`() {
    let head = head("HTTP/1.1 302 Found", "ETag: \"old\"", "Content-Length: 5", "", "HTTP/2 200")
    #expect(head.status == 200)
    #expect(head.entityTag.isEmpty)
    #expect(head.length == nil)
  }

  @Test(arguments: [
    ("bytes 100-199/200", 100, 199, 200), ("bytes 0-9/*", 0, 9, nil), ("Bytes 7-8/9", 7, 8, 9),
  ])
  func `a valid Content-Range is parsed`(value: String, first: Int, last: Int, total: Int?) {
    let range = ContentRange(first: first, last: last, total: total)
    #expect(head("Content-Range: \(value)").range == range)
  }

  @Test(arguments: [
    "100-199/200", "bytes x-9/10", "bytes */200", "bytes", "", "bytes 5-4/10", "bytes 5-10/10",
    "bytes 5-", "bytes 5-*/*", "bytes 5-9/", "bytes +5-9/10", "bytes -5-9/10", "bytes 5-9/10/11",
    "bytes 5-9/-1", "bytes 5--9/10",
  ])
  func `an invalid Content-Range is ignored`(value: String) {
    #expect(head("Content-Range: \(value)").range == nil)
  }

  @Test(arguments: [
    "Content-Length: 1001", "Content-Length: 9223372036854775807",
    "Content-Length: 99999999999999999999", "Content-Range: bytes 0-9/1001",
    "Content-Range: bytes 0-9223372036854775807/*",
    "Content-Range: bytes 0-9/99999999999999999999",
  ])
  func `a length above the limit is refused and not stored`(line: String) {
    let head = head(line, maxBytes: 1000)
    #expect(head.isTooLarge)
    #expect(head.length == nil && head.range == nil)
    #expect(!self.head("Content-Length: 1000", maxBytes: 1000).isTooLarge)
  }

  @Test(arguments: [" ", "\t", "\u{A0}", " \t "])
  func `an obsolete folded line is not a field`(indent: String) {
    let head = head("X-A: b", "\(indent)Content-Length: 5", "\(indent)ETag: \"a\"")
    #expect(head.length == nil)
    #expect(head.entityTag.isEmpty)
  }

  @Test func `trailers and repeated status lines change nothing`() {
    let fields = ["HTTP/1.1 200 OK", "ETag: \"a\"", "HTTP/1.1 206 Partial Content", ""]
    var head = ResponseHead(maxBytes: 1000)
    for line in fields { head.parse(Array((line + "\r\n").utf8)) }
    let before = head
    for line in ["ETag: \"b\"", "Content-Length: 7", "Cache-Control: no-store"] {
      head.parse(Array((line + "\r\n").utf8))
    }
    #expect(head == before)
    #expect(head.status == 200)
  }

  @Test func `Content-Length is ignored with a transfer coding`() {
    #expect(head("Content-Length: 50", "Transfer-Encoding: chunked").length == nil)
  }

  @Test(arguments: [
    (["ETag: \"a\""], true), ([], true), (["ETag: \"b\""], false), (["ETag: W/\"a\""], false),
    (["Last-Modified: Monday"], true), (["Last-Modified: Tuesday"], false),
    (["Content-Length: 50"], true), (["Content-Length: 51"], false),
    (["Content-Encoding: gzip"], false),
  ])
  func `a partial response continues only the same version`(lines: [String], isSame: Bool) throws {
    let known = CacheEntry(
      address: "http://a/", fileName: "k", length: 100, contentType: "", entityTag: "\"a\"",
      lastModified: "Monday", freshUntil: 0)
    var head = ResponseHead(maxBytes: 1000)
    for line in ["HTTP/1.1 206 OK", "Content-Range: bytes 50-99/100"] + lines {
      head.parse(Array((line + "\r\n").utf8))
    }
    #expect(head.continues(known, after: 50) == isSame)
    var unknown = known
    (unknown.entityTag, unknown.lastModified) = ("", "")
    #expect(!head.continues(unknown, after: 50))
    // A date is not sent in If-Range when there is an entity tag.
    unknown = known
    unknown.entityTag = "W/\"a\""
    #expect(!head.continues(unknown, after: 50))
    #expect(!head.continues(known, after: 49))
    var longer = known
    longer.length = 101
    #expect(!head.continues(longer, after: 50))
  }

  @Test(arguments: [
    ("max-age=60", 60, true), ("private, max-age=\"5\"", 5, true), ("no-store", nil, false),
    ("no-cache, max-age=60", 0, true), ("max-age=-3", 0, true), ("max-age=x", nil, true),
    ("max-age=99999999999999", 31_536_000, true),
  ])
  func `Cache-Control sets storability and freshness lifetime`(
    value: String, seconds: Int?, isStorable: Bool
  ) {
    let head = head("Cache-Control: \(value)")
    #expect(head.remainingFreshness == seconds)
    #expect(head.isStorable == isStorable)
  }

  @Test func `Age is subtracted from max-age`() {
    #expect(head("Cache-Control: max-age=60", "Age: 50").remainingFreshness == 10)
    #expect(head("Cache-Control: max-age=60", "Age: 90").remainingFreshness == 0)
    #expect(head("Age: 50", "Cache-Control: max-age=60").remainingFreshness == 10)
    #expect(head("Cache-Control: max-age=60", "Age: 9223372036854775807").remainingFreshness == 0)
    #expect(head("Cache-Control: max-age=60", "Age: -9223372036854775808").remainingFreshness == 60)
  }

  @Test func `only strong validators of unencoded content allow a resumed transfer`() {
    #expect(head("ETag: W/\"a\"").validator.isEmpty)
    #expect(head("ETag: \"a\"", "Content-Encoding: gzip").validator.isEmpty)
    #expect(head("ETag: \"a\"", "Content-Encoding: identity").validator == "\"a\"")
  }

  @Test(arguments: [
    ("Sat, 21 Nov 2026 10:01:00 GMT", true), ("Sun, 22 Nov 2026 00:00:00 GMT", true),
    ("Fri, 01 Jan 2027 00:00:00 GMT", true), ("Sat, 21 Nov 2026 10:00:59 GMT", false),
    ("Fri, 20 Nov 2026 23:59:59 GMT", false), ("Sat, 21 Nov 2026 10:01 GMT", false),
    ("Sunday, 22-Nov-26 10:00:00 GMT", false), ("Sat, 99 Nov 2026 10:00:00 GMT", false),
    ("", false),
  ])
  func `a modification date is a validator if it was a minute old, and there is no entity tag`(
    date: String, isStrong: Bool
  ) {
    let modified = "Sat, 21 Nov 2026 10:00:00 GMT"
    let fields = ["Last-Modified: \(modified)", "Date: \(date)"]
    #expect(head(fields[0], fields[1]).validator == (isStrong ? modified : ""))
    #expect(head(fields[0], fields[1], "ETag: W/\"a\"").validator.isEmpty)
    #expect(head(fields[0], fields[1], "ETag: \"a\"").validator == "\"a\"")
  }

  @Test func `a date of a header field is a number of seconds since 1970`() {
    #expect(HeaderDate.seconds("Thu, 01 Jan 1970 00:00:00 GMT") == 0)
    #expect(HeaderDate.seconds("Sun, 06 Nov 1994 08:49:37 GMT") == 784_111_777)
    #expect(HeaderDate.seconds("Thu, 29 Feb 2024 23:59:59 GMT") == 1_709_251_199)
    #expect(HeaderDate.seconds("Fri, 01 Mar 2024 00:00:00 GMT") == 1_709_251_200)
    #expect(HeaderDate.seconds("Sun Nov  6 08:49:37 1994") == nil)
    #expect(HeaderDate.seconds("Sun, 6 Nov 1994 08:49:37 GMT") == nil)
  }

  @Test func `malformed fields and status codes are ignored`() {
    let head = head(
      "HTTP/1.1 abc", "no colon", ": nothing", "Content-Length: -5", "Content-Length: 9e9",
      "ETag: a\u{1}b", "Last-Modified: " + String(repeating: "x", count: 5000))
    #expect(head == self.head("HTTP/1.1 0"))
    #expect(self.head("HTTP/1.1 99999999999999999999 OK").status == 0)
  }
}
