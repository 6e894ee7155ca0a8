import BrowserHost
import Desktop
import GalleryCore
import Glibc
import Localization
import Network
import TestSupport
import Testing

@testable import ViewerApp

@Suite struct FilePathTests {
  @Test(arguments: [
    ("/a/b.jpg", "/a", "b.jpg"), ("b.jpg", ".", "b.jpg"), ("/b.jpg", "/", "b.jpg"),
    ("/a/b/", "/a", "b"), ("a//", ".", "a"), ("/", "/", ""), ("./x", ".", "x"),
    ("-x.png", ".", "-x.png"), ("/a//b", "/a/", "b"),
  ])
  func `a path is split into folder and name`(_ given: (String, String, String)) {
    let path = FilePath(given.0)
    #expect(path.folder.display == given.1)
    #expect(path.displayName == given.2)
  }

  @Test func `a name is appended to a folder`() {
    #expect(FilePath("/a").appending(Array("b".utf8)) == FilePath("/a/b"))
    #expect(FilePath("/").appending(Array("b".utf8)) == FilePath("/b"))
    #expect(FilePath(".").appending(Array("b".utf8)) == FilePath("b"))
    let path = FilePath("x/y.png")
    #expect(path.folder.appending(path.name) == path)
  }

  @Test func `an extension is lower case and never the whole name`() {
    #expect(FilePath("/a/B.JPEG").fileExtension == "jpeg")
    #expect(FilePath("/a.png/b").fileExtension == "")
    #expect(FilePath(".png").fileExtension == "")
    #expect(FilePath("a.tar.gz").fileExtension == "gz")
    #expect(FilePath("a.").fileExtension == "")
  }

  @Test func `bytes that cannot be displayed are replaced in displayed names`() {
    #expect(FilePath([0x61, 0xFF, 0x62]).display == "a\u{FFFD}b")
    #expect(FilePath("a\nb\u{1B}[31m").display == "a␊b␛[31m")
    #expect(FilePath("a\u{202E}gpj.exe").display == "a\u{FFFD}gpj.exe")
    #expect(FilePath("/ü/写真 1.jpg").display == "/ü/写真 1.jpg")
  }

  @Test func `a path is cut at a NUL`() {
    #expect(FilePath([0x61, 0, 0x62]).bytes == [0x61])
  }

  @Test(arguments: [
    ("file:///a/b%20c.jpg", "/a/b c.jpg"), ("file://localhost/a", "/a"),
    ("FILE:///a%2Fb", "/a/b"), ("file:///a%2", "/a%2"), ("file:///a%zz", "/a%zz"),
    ("file:///100%25.png", "/100%.png"), ("file:///a%+1b", "/a%+1b"), ("/plain%20x", "/plain%20x"),
    ("a:b", "a:b"), ("file:///a%", "/a%"), ("file:///a%4", "/a%4"), ("file:///a%41", "/aA"),
    ("file:/a/b", "/a/b"), ("./http://x", "./http://x"), ("/tmp/ftp://x", "/tmp/ftp://x"),
  ])
  func `file URIs with percent escapes are decoded to paths`(_ given: (String, String)) {
    #expect(FilePath(argument: Array(given.0.utf8)) == FilePath(given.1))
  }

  @Test func `escapes may be any byte, and names any bytes`() {
    #expect(FilePath(argument: Array("file:///%FF%FE".utf8))?.bytes == [0x2F, 0xFF, 0xFE])
    #expect(FilePath(argument: [0x2F, 0xFF])?.bytes == [0x2F, 0xFF])
    #expect(FilePath(argument: Array("file:///".utf8) + [0xFF])?.bytes == [0x2F, 0xFF])
  }

  @Test func `other machines and other schemes are not files`() {
    for uri in ["http://", "https:///a.png", "file://other/a.png", "sftp://x/y", "file://"] {
      #expect(FilePath(argument: Array(uri.utf8)) == nil, "\(uri)")
    }
  }

  @Test func `a web address is listed among files`() throws {
    let given = "http://ann:secret@example.org/photos/a%20b\u{202E}.jpg?x=1#top"
    let path = try #require(FilePath(argument: Array(given.utf8)))
    #expect(path.webAddress?.host == "example.org")
    #expect(path.displayName == "a b\u{FFFD}.jpg")
    #expect(path.display == "http://example.org/photos/a%20b%E2%80%AE.jpg?x=1")
    #expect(FilePath("./http://example.org/a.jpg").webAddress == nil)
    #expect(FilePath("/tmp/http://example.org/a.jpg").webAddress == nil)
    #expect(FilePath("house.jpg").webAddress == nil)
  }

  @Test func `a path that holds a colon and slashes is still a path`() throws {
    let folder = try TemporaryFolder()
    let odd = "\(folder.path)/http:"
    mkdir(odd, 0o755)
    #expect(FilePath(argument: Array("./http://x".utf8)) != nil)
    #expect(FilePath(argument: Array("\(odd)//x".utf8))?.display == "\(odd)//x")
  }
}

@Suite struct PhotoLibraryTests {
  private func folder(_ names: String...) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for name in names { try folder.write([1], named: name) }
    return folder
  }

  private func names(_ result: [FilePath]) -> [String] { result.map(\.displayName) }

  private func pictures(_ folder: TemporaryFolder, _ order: PictureLister.Order = .init()) throws
    -> [String]
  {
    names(try PictureLister.pictures(in: FilePath(folder.path), order: order).get())
  }

  @Test func `the pictures of a folder are sorted by name`() throws {
    let folder = try folder("10.jpg", "2.PNG", "note.txt", ".hidden.jpg", "b.webp", "A.jxl")
    #expect(try pictures(folder) == ["2.PNG", "10.jpg", "A.jxl", "b.webp"])
    #expect(
      try pictures(folder, .init(isReversed: true)) == ["b.webp", "A.jxl", "10.jpg", "2.PNG"])
  }

  @Test func `the newest and the largest come first`() throws {
    let folder = try folder("a.png", "b.png", "c.png")
    try folder.write([1, 2, 3], named: "b.png")
    for (name, time) in [("a.png", 3000), ("b.png", 1000), ("c.png", 2000)] {
      let times = [timeval(tv_sec: time, tv_usec: 0), timeval(tv_sec: time, tv_usec: 0)]
      utimes(folder.file(name), times)
    }
    #expect(try pictures(folder, .init(order: .date)) == ["a.png", "c.png", "b.png"])
    #expect(try pictures(folder, .init(order: .size)) == ["b.png", "a.png", "c.png"])
    #expect(try pictures(folder, .init(order: .none)).count == 3)
  }

  @Test func `subfolders are read only on request`() throws {
    let folder = try folder("a.png")
    mkdir(folder.file("sub"), 0o755)
    mkdir(folder.file("x.png"), 0o755)
    try folder.write([1], named: "sub/b.png")
    symlink("..", folder.file("sub/up"))
    #expect(try pictures(folder) == ["a.png"])
    #expect(try pictures(folder, .init(isRecursive: true)) == ["a.png", "b.png"])
  }

  @Test func `an unreadable folder gives the reason`() throws {
    let missing = FilePath("/nowhere/at all")
    guard case .failure(let failure) = PictureLister.pictures(in: missing, order: .init()) else {
      Issue.record("there is no such folder")
      return
    }
    #expect(failure.reason == "No such file or directory")
    let catalogue = TextCatalogue(numbers: .standard) { message in
      message.text == "Permission denied" ? "Keine Berechtigung" : nil
    }
    TextCatalogue.$testOverride.withValue(catalogue) {
      #expect(ScanError(reason: "Permission denied").reason == "Keine Berechtigung")
      let error = DesktopError.unwritable(file: "a", reason: "Permission denied")
      #expect("\(error)" == "a: Keine Berechtigung" && error.reason == "Keine Berechtigung")
    }
  }

  @Test func `a given file is listed with its folder's pictures whatever its extension`() throws {
    let folder = try folder("a.png", "c.png", "b.dat")
    let odd = FilePath(folder.file("b.dat"))
    #expect(
      names(PictureLister.siblings(of: odd, order: .init())) == ["a.png", "b.dat", "c.png"])
    // The path as given is kept, so that the page already shown stays the same file.
    let given = FilePath(folder.path + "/./c.png")
    let found = PictureLister.siblings(of: given, order: .init())
    #expect(found.contains(given) && found.count == 2)
    let gone = FilePath("/nowhere/at/all.png")
    #expect(PictureLister.siblings(of: gone, order: .init()) == [gone])
  }

  @Test func `folders in a list are expanded in place`() throws {
    let folder = try folder("a.png", "b.png")
    let empty = try TemporaryFolder()
    let list = ["/z.png", folder.path, empty.path, "/a.png"].map { FilePath($0) }
    let found = PictureLister.expanded(list, order: .init()) { Issue.record("\($0): \($1)") }
    #expect(names(found) == ["z.png", "a.png", "b.png", "a.png"])
  }

  @Test(.enabled(if: geteuid() != 0, "the superuser can read every folder"))
  func `an unreadable folder is reported, and the others are listed`() throws {
    let outer = try folder("a.png")
    mkdir(outer.file("locked"), 0)
    let locked = FilePath(outer.file("locked"))
    var reported: [FilePath] = []
    let listed = PictureLister.expanded([locked, FilePath("/z.png")], order: .init()) { folder, _ in
      reported.append(folder)
    }
    #expect(names(listed) == ["z.png"])
    let below = PictureLister.pictures(
      in: FilePath(outer.path), order: .init(isRecursive: true)
    ) { folder, _ in reported.append(folder) }
    #expect(names(try below.get()) == ["a.png"])
    #expect(reported == [locked, locked])
  }

  @Test func `names may be any bytes`() throws {
    let folder = try TemporaryFolder()
    let odd: [[UInt8]] = [
      [0xFF] + Array(".png".utf8), Array("-x.png".utf8), Array("a\nb.png".utf8),
      Array(" .png".utf8),
    ]
    for name in odd { try folder.write([1], named: name) }
    let found = try PictureLister.pictures(in: FilePath(folder.path), order: .init()).get()
    #expect(Set(found.map(\.name)) == Set(odd))
    for path in found {
      guard case .file = FileStatus(path) else {
        Issue.record("\(path.display) is not found again")
        continue
      }
    }
  }
}

@Suite struct ListReaderTests {
  private func entries(_ text: String, nul: Bool = false) -> [String] {
    PathListReader.entries(Array(text.utf8), isNulSeparated: nul)
      .map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `each line is a name, and empty lines are ignored`() {
    #expect(entries("a\nb c\n\n\nd") == ["a", "b c", "d"])
    #expect(entries("a\r\nb\r\n\r\n") == ["a", "b"])
    #expect(entries("") == [])
    #expect(entries("\n\r\n") == [])
  }

  @Test func `names separated by NUL may hold any other byte`() {
    #expect(entries("a\nb\0c\r\0\0d", nul: true) == ["a\nb", "c\r", "d"])
  }

  @Test func `a pipe is read to its end`() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    let text = Array("a.png\n".utf8)
    write(ends[1], text, text.count)
    close(ends[1])
    #expect(try PathListReader.readAll(ends[0]).get() == text)
    close(ends[0])
    guard case .failure(let failure) = PathListReader.readAll(-1) else {
      Issue.record("a closed descriptor was read")
      return
    }
    #expect(failure.reason == "Bad file descriptor")
  }

  @Test func `a list that is too large is refused, and the reason is given`() throws {
    func read(maxBytes: Int) throws -> Result<[UInt8], ScanError> {
      var ends: [Int32] = [0, 0]
      try #require(pipe(&ends) == 0)
      let text = Array("a.png\n".utf8)
      write(ends[1], text, text.count)
      close(ends[1])
      defer { close(ends[0]) }
      return PathListReader.readAll(ends[0], maxBytes: maxBytes)
    }
    #expect(try read(maxBytes: 6).get().count == 6)
    guard case .failure(let failure) = try read(maxBytes: 5) else {
      Issue.record("more than 5 bytes were read")
      return
    }
    #expect(failure.reason == "this has more than 5 bytes")
  }
}
