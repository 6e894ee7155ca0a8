import Network
import Testing

struct WebAddressTests {
  @Test(arguments: [
    "file:///etc/passwd", "ftp://example.org/a.jpg", "http:/example.org/a.jpg", "a.jpg", "http://",
    "https:///a.jpg", "http://user@/a.jpg", "http://exa mple.org/a.jpg",
    "http://example.org\u{1}/a.jpg", "javascript:alert(1)//http://a", "",
  ])
  func `only the web is the web`(text: String) {
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
  func `what may not stand in an address is written in hexadecimal`(text: String, asked: String) {
    #expect(WebAddress(text)?.text == asked)
  }

  @Test(arguments: [
    ("http://example.org/photos/a%20b.jpg?size=3#x", "a b.jpg"),
    ("http://example.org/photos/", "photos"), ("http://example.org/", "example.org"),
    ("http://example.org?a/b.jpg", "example.org"),
    ("http://example.org/%FF%2F.png", "\u{FFFD}/.png"),
    ("http://example.org/100%.png", "100%.png"),
  ])
  func `a picture is called what its path ends with`(text: String, name: String) {
    #expect(WebAddress(text)?.name == name)
  }

  @Test func `name and password are for the server only`() throws {
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
  func `an ending is plain or none`(text: String, ending: String) {
    #expect(WebAddress(text)?.fileExtension == ending)
  }
}
