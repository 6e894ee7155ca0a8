import Testing

@testable import Imaging

struct CanonicalURITests {
  /// Paths and their URIs as `g_file_get_uri` of GLib 2.74 returns them.
  static let known: [(String, String)] = [
    ("/", "file:///"), ("/a", "file:///a"), ("/tmp/plain name.jpg", "file:///tmp/plain%20name.jpg"),
    ("/ü/日本.png", "file:///%C3%BC/%E6%97%A5%E6%9C%AC.png"),
    ("/a//b/./c/../d", "file:///a/b/d"), ("/a/b/", "file:///a/b"), ("/../x", "file:///x"),
    ("/..", "file:///"), ("//x", "file:////x"), ("///x", "file:///x"), ("/x/..", "file:///"),
    ("/...", "file:///..."), ("/a/.b", "file:///a/.b"),
  ]

  @Test(arguments: known)
  func `a path has the same URI as in GLib`(path: String, uri: String) throws {
    let got = try #require(CanonicalURI(FilePathBytes(path)))
    #expect(String(decoding: got.bytes, as: UTF8.self) == uri)
  }

  @Test func `every byte is escaped as in GLib`() throws {
    let lower = Array(1...46) as [UInt8]
    let upper = Array(48...255) as [UInt8]
    let got = try #require(CanonicalURI(FilePathBytes([47] + lower + [47] + upper)))
    let high = (128...255).map { "%" + String($0, radix: 16, uppercase: true) }.joined()
    let low = "%01%02%03%04%05%06%07%08%09%0A%0B%0C%0D%0E%0F%10%11%12%13%14%15%16%17%18%19%1A%1B"
    let want =
      "file:///\(low)%1C%1D%1E%1F%20!%22%23$%25&'()*+,-./0123456789:%3B%3C=%3E%3F@"
      + "ABCDEFGHIJKLMNOPQRSTUVWXYZ%5B%5C%5D%5E_%60abcdefghijklmnopqrstuvwxyz%7B%7C%7D~%7F\(high)"
    #expect(String(decoding: got.bytes, as: UTF8.self) == want)
  }

  @Test func `a relative path has no URI`() {
    #expect(CanonicalURI(FilePathBytes("a/b")) == nil)
    #expect(CanonicalURI(FilePathBytes("")) == nil)
  }
}
