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

  @Test func `documents are archives of their pages`() {
    for name in ["a.pdf", "/x/b.PDF", "c.djvu", "d.djv"] {
      #expect(ArchiveName.isArchive(Array(name.utf8)) && ArchiveName.isDocument(Array(name.utf8)))
    }
    #expect(!ArchiveName.isDocument(Array("a.cbz".utf8)))
    for (index, count, name) in [(0, 9, "Page 1.pdf"), (6, 120, "Page 007.pdf")] {
      let page = ArchiveName.pageName(index, of: count, suffix: "pdf")
      #expect(String(decoding: page, as: UTF8.self) == name)
      #expect(ArchiveName.pageIndex(of: Array("/x/a.pdf/".utf8) + page) == index)
    }
  }

  @Test(arguments: [
    "a.pdf", "/x/Page 1.pdf", "a.zip/Page 1.pdf", "a.pdf/Page 0.pdf", "a.pdf/Page .pdf",
    "a.pdf/Page 1", "a.pdf/x/Page 1.pdf", "a.pdf/page 1.pdf", "a.pdf/Page 1x.pdf",
    "a.pdf/Page 99999999999999999999.pdf", "a.pdf/Page 10001.pdf", "a.pdf/Page -1.pdf", "",
  ])
  func `other paths are not those of pages`(_ path: String) {
    #expect(ArchiveName.pageIndex(of: Array(path.utf8)) == nil)
  }

  @Test func `a picture in a picture file has a path that names no other file`() {
    let path = ArchiveName.leafPath(2, of: Array("/x/scan.tif".utf8))
    #expect(String(decoding: path, as: UTF8.self) == "/x/scan.tif/#3")
    #expect(ArchiveName.leafIndex(of: path) == 2)
    #expect(ArchiveName.file(ofLeaf: path) == Array("/x/scan.tif".utf8))
    #expect(ArchiveName.archivePrefixEnds(of: path) == [11])
    #expect(ArchiveName.archivePrefixEnds(of: Array("/a.zip/scan.tif/#3".utf8)) == [6, 15])
    for other in ["/x/#3", "scan.tif/#0", "scan.tif/#", "scan.tif/#1x", "scan.tif/3", "#1", ""] {
      #expect(ArchiveName.leafIndex(of: Array(other.utf8)) == nil)
    }
  }

  @Test func `comic books are distinguished from other archives`() {
    #expect(ArchiveName.isComicBook(Array("a.cbz".utf8)))
    #expect(!ArchiveName.isComicBook(Array("a.zip".utf8)))
  }

  @Test func `each archive on the way of a path is found`() {
    let path = Array("/a.zip/b/c.cbz/d.png".utf8)
    let found = ArchiveName.archivePrefixEnds(of: path).map {
      String(decoding: path[..<$0], as: UTF8.self)
    }
    #expect(found == ["/a.zip", "/a.zip/b/c.cbz"])
  }

  @Test(arguments: [
    ("a/b.png", "a/b.png"), ("/etc/passwd", "etc/passwd"), ("../../x.png", "x.png"),
    ("a/./b//c.png", "a/b/c.png"), ("a/../../b.png", "a/b.png"),
  ])
  func `no name leads out of the archive`(_ name: String, _ harmless: String) {
    let parts = ArchiveName.safeComponents(of: Array(name.utf8))
    let joined = parts.map { $0.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "/") }
    #expect(joined == harmless)
  }

  @Test func `impossible names are left out`() {
    let long = [UInt8](repeating: 0x61, count: 256)
    let deep = [[UInt8]](repeating: [0x61], count: 33).joined(separator: [UInt8(ascii: "/")])
    for name in [[], Array("..".utf8), Array("/".utf8), [0x61, 0], long, Array(deep)] {
      #expect(ArchiveName.safeComponents(of: name) == nil)
    }
  }
}
