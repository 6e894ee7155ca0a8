import Network
import Testing

struct WebAddressTests {
  @Test(arguments: [
    "file:///etc/passwd", "ftp://example.org/a.jpg", "http:/example.org/a.jpg", "a.jpg", "http://",
    "https:///a.jpg", "http://user@/a.jpg", "http://exa mple.org/a.jpg",
    "http://example.org\u{1}/a.jpg", "javascript:alert(1)//http://a", "",
    "http://example.org\\@evil.example/a.jpg",
  ])
  func `only valid HTTP and HTTPS addresses are accepted`(text: String) {
    #expect(WebAddress(text) == nil)
  }

  @Test(arguments: [
    ("http://example.org/a.jpg", "http://example.org/a.jpg"),
    ("HTTPS://Example.org/a.jpg#top", "HTTPS://Example.org/a.jpg"),
    ("http://example.org/a b.jpg?q=ü", "http://example.org/a%20b.jpg?q=%C3%BC"),
    ("http://example.org/a\r\nHost: evil", "http://example.org/a%0D%0AHost:%20evil"),
    ("http://example.org", "http://example.org"),
    ("http://example.org/%41.jpg", "http://example.org/%41.jpg"),
  ])
  func `invalid characters are percent-encoded and fragments dropped`(text: String, asked: String) {
    #expect(WebAddress(text)?.text == asked)
  }

  @Test(arguments: [
    ("http://example.org/photos/a%20b.jpg?size=3#x", "a b.jpg"),
    ("http://example.org/photos/", "photos"), ("http://example.org/", "example.org"),
    ("http://example.org?a/b.jpg", "example.org"),
    ("http://example.org/%FF%2F.png", "\u{FFFD}/.png"),
    ("http://example.org/100%.png", "100%.png"),
  ])
  func `the name is the decoded last path component, or the host`(text: String, name: String) {
    #expect(WebAddress(text)?.name == name)
  }

  @Test func `user name and password are only in the request address`() throws {
    let address = try #require(WebAddress("https://ann:secret@example.org:8080/a@b.jpg"))
    #expect(address.publicText == "https://example.org:8080/a@b.jpg")
    #expect(address.text == "https://ann:secret@example.org:8080/a@b.jpg")
    #expect(address.host == "example.org")
    #expect(WebAddress("http://[::1]:80/a.jpg")?.host == "[::1]")
  }

  @Test(arguments: [
    ("http://example.org/a.JPG", "jpg"), ("http://example.org/a", ""),
    ("http://example.org/", ""), ("http://example.org/a.j%2Fg", ""),
    ("http://example.org/a.photograph", ""),
  ])
  func `the file extension is short and alphanumeric, or empty`(text: String, ending: String) {
    #expect(WebAddress(text)?.fileExtension == ending)
  }
}
