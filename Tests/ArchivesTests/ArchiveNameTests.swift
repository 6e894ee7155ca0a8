import ArchiveWire
import Testing

struct ArchiveNameTests {
  @Test(arguments: [
    "a.cbz", "a.CBR", "/x/b.cb7", "b.zip", "c.tar", "c.tar.gz", "c.TAR.zst", "c.tgz", "d.rar",
    "e.7z", "x.y.cbt",
  ])
  func `an archive is recognised by its extension`(_ name: String) {
    #expect(ArchiveName.isArchive(Array(name.utf8)))
  }

  @Test(arguments: [
    "a.jpg", "zip", ".zip", "/x/.cbz", "a.gz", "a.zip/", "a.zip/b.png", "tar.gz", "",
  ])
  func `other names are not those of archives`(_ name: String) {
    #expect(!ArchiveName.isArchive(Array(name.utf8)))
  }

  @Test func `comic books are told from other archives`() {
    #expect(ArchiveName.isBook(Array("a.cbz".utf8)))
    #expect(!ArchiveName.isBook(Array("a.zip".utf8)))
  }

  @Test func `each archive on the way of a path is found`() {
    let path = Array("/a.zip/b/c.cbz/d.png".utf8)
    let found = ArchiveName.prefixes(of: path).map { String(decoding: path[..<$0], as: UTF8.self) }
    #expect(found == ["/a.zip", "/a.zip/b/c.cbz"])
  }

  @Test(arguments: [
    ("a/b.png", "a/b.png"), ("/etc/passwd", "etc/passwd"), ("../../x.png", "x.png"),
    ("a/./b//c.png", "a/b/c.png"), ("a/../../b.png", "a/b.png"),
  ])
  func `no name leads out of the archive`(_ name: String, _ harmless: String) {
    let parts = ArchiveName.components(of: Array(name.utf8))
    let joined = parts.map { $0.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "/") }
    #expect(joined == harmless)
  }

  @Test func `impossible names are left out`() {
    let long = [UInt8](repeating: 0x61, count: 256)
    let deep = [[UInt8]](repeating: [0x61], count: 33).joined(separator: [UInt8(ascii: "/")])
    for name in [[], Array("..".utf8), Array("/".utf8), [0x61, 0], long, Array(deep)] {
      #expect(ArchiveName.components(of: name) == nil)
    }
  }
}
