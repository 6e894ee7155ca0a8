import DecodingSupport
import Testing

/// The messages of libraries as details of failures.
struct LibraryMessageTests {
  @Test(arguments: [
    ("No supported brands.\n", "No supported brands."),
    ("first\r\n\tsecond  third \u{7F}", "first second third"), (" \n", ""), ("", ""),
  ])
  func isOneLine(message: String, line: String) {
    #expect(LibraryMessage.line(message) == line)
  }

  @Test func isEmptyWithoutText() {
    #expect(LibraryMessage.line(nil).isEmpty)
  }
}
