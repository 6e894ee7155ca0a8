import Testing

@testable import Network

struct AnswerHeadTests {
  private func head(_ lines: String...) -> AnswerHead {
    var head = AnswerHead()
    for line in lines { head.take(Array((line + "\r\n").utf8)) }
    return head
  }

  @Test func `a head is read whatever the letters are`() {
    let head = head(
      "HTTP/1.1 200 OK", "CONTENT-TYPE: Image/JPEG; charset=x", "content-length:  120 ",
      "ETag: \"abc\"", "Last-Modified: Sat, 21 Nov 2026 10:00:00 GMT")
    #expect(head.status == 200)
    #expect(head.contentType == "image/jpeg")
    #expect(head.length == 120)
    #expect(head.entityTag == "\"abc\"")
    #expect(head.validator == "\"abc\"")
  }

  @Test func `what one was sent on by is forgotten`() {
    let head = head("HTTP/1.1 302 Found", "ETag: \"old\"", "Content-Length: 5", "HTTP/2 200")
    #expect(head.status == 200)
    #expect(head.entityTag.isEmpty)
    #expect(head.length == nil)
  }

  @Test(arguments: [
    ("bytes 100-199/200", 100, 200), ("bytes 0-9/*", 0, nil), ("Bytes 7-8/9", 7, 9),
  ])
  func `a range says where it begins and how long the whole is`(
    value: String, start: Int, total: Int?
  ) {
    #expect(head("Content-Range: \(value)").range == AnswerHead.Range(start: start, total: total))
  }

  @Test(arguments: ["100-199/200", "bytes x-9/10", "bytes */200", "bytes", ""])
  func `a range that is none is none`(value: String) {
    #expect(head("Content-Range: \(value)").range == nil)
  }

  @Test(arguments: [
    ("max-age=60", 60, true), ("private, max-age=\"5\"", 5, true), ("no-store", nil, false),
    ("no-cache, max-age=60", 0, true), ("max-age=-3", 0, true), ("max-age=x", nil, true),
    ("max-age=99999999999999", 31_536_000, true),
  ])
  func `a server says how long its picture may be kept`(
    value: String, seconds: Int?, isStorable: Bool
  ) {
    let head = head("Cache-Control: \(value)")
    #expect(head.maxAge == seconds)
    #expect(head.isStorable == isStorable)
  }

  @Test func `the time a picture lay elsewhere counts`() {
    #expect(head("Cache-Control: max-age=60", "Age: 50").maxAge == 10)
    #expect(head("Cache-Control: max-age=60", "Age: 90").maxAge == 0)
  }

  @Test func `parts are put together only by what says they belong together`() {
    #expect(head("ETag: W/\"a\"").validator.isEmpty)
    #expect(head("ETag: W/\"a\"", "Last-Modified: yesterday").validator == "yesterday")
    #expect(head("ETag: \"a\"", "Content-Encoding: gzip").validator.isEmpty)
    #expect(head("ETag: \"a\"", "Content-Encoding: identity").validator == "\"a\"")
  }

  @Test func `nonsense is skipped`() {
    let head = head(
      "HTTP/1.1 abc", "no colon", ": nothing", "Content-Length: -5", "Content-Length: 9e9",
      "ETag: a\u{1}b", "Last-Modified: " + String(repeating: "x", count: 5000))
    #expect(head == self.head("HTTP/1.1 0"))
  }
}
