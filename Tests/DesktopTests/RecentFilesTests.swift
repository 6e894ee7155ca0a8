import CLinux
import Desktop
import Glibc
import TestSupport
import Testing

@Suite struct RecentFilesTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func bookmark(
    _ uri: String, type: String = "image/jpeg", modified: Int, visited: Int, isPrivate: Bool = false
  ) -> String {
    """
    <bookmark href="\(uri)" added="2020-01-01T00:00:00Z" modified="2021-01-\(10 + modified)T00:00:00Z" \
    visited="2021-01-\(10 + visited)T00:00:00Z"><info><metadata owner="http://freedesktop.org">
    <mime:mime-type type="\(type)"/>\(isPrivate ? "<bookmark:private/>" : "")
    <bookmark:applications><bookmark:application name="x" exec="x" \
    modified="2021-01-01T00:00:00Z" count="1"/></bookmark:applications>
    </metadata></info></bookmark>
    """
  }

  private func list(_ bookmarks: String...) throws -> [UInt8] {
    let text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <xbel version="1.0" xmlns:bookmark="http://www.freedesktop.org/standards/desktop-bookmarks"
        xmlns:mime="http://www.freedesktop.org/standards/shared-mime-info">
      \(bookmarks.joined(separator: "\n"))
      </xbel>
      """
    return Array(try folder.write(Array(text.utf8), named: "recently-used.xbel").utf8)
  }

  private func names(_ files: [RecentFile]) -> [String] {
    files.map { String(decoding: $0.path.dropFirst(folder.path.utf8.count + 1), as: UTF8.self) }
  }

  @Test func `pictures are sorted by the later of modified and visited`() throws {
    for name in ["a.jpg", "b c.jpg", "d.png"] { try folder.write([1], named: name) }
    let top = "file://\(folder.path)"
    let list = try list(
      bookmark("\(top)/a.jpg", modified: 1, visited: 1),
      bookmark("\(top)/b%20c.jpg", modified: 2, visited: 5),
      bookmark("\(top)/d.png", type: "image/png", modified: 4, visited: 3))
    let found = try RecentFiles.pictures(in: list)
    #expect(names(found) == ["b c.jpg", "d.png", "a.jpg"])
    // 15, 14 and 11 January 2021, 00:00 UTC.
    #expect(found.map(\.lastUse) == [1_610_668_800, 1_610_582_400, 1_610_323_200])
    #expect(names(try RecentFiles.pictures(in: list, limit: 2)) == ["b c.jpg", "d.png"])
  }

  @Test func `only existing local public pictures are listed`() throws {
    for name in ["a.jpg", "b.txt", "c.jpg"] { try folder.write([1], named: name) }
    mkdir(folder.file("d.jpg"), 0o755)
    let top = "file://\(folder.path)"
    let list = try list(
      bookmark("\(top)/a.jpg", modified: 1, visited: 1),
      bookmark("\(top)/b.txt", type: "text/plain", modified: 2, visited: 2),
      bookmark("\(top)/c.jpg", modified: 3, visited: 3, isPrivate: true),
      bookmark("\(top)/d.jpg", modified: 4, visited: 4),
      bookmark("\(top)/gone.jpg", modified: 5, visited: 5),
      bookmark("sftp://x\(folder.path)/a.jpg", modified: 6, visited: 6),
      bookmark("file://elsewhere\(folder.path)/a.jpg", modified: 7, visited: 7))
    #expect(names(try RecentFiles.pictures(in: list)) == ["a.jpg"])
  }

  @Test func `an added file is listed first and other entries stay`() throws {
    for name in ["a.jpg", "b ü.png"] { try folder.write([1], named: name) }
    let list = try list(bookmark("file://\(folder.path)/a.jpg", modified: 1, visited: 1))
    let added = Array(folder.file("b ü.png").utf8)
    let program = (name: "pbview", command: "pbview %u")
    try RecentFiles.add([(added, "image/png")], program: program, in: list)
    #expect(names(try RecentFiles.pictures(in: list)) == ["b ü.png", "a.jpg"])
    try RecentFiles.add(
      [(Array(folder.file("a.jpg").utf8), "image/jpeg")], program: program, in: list)
    #expect(Set(names(try RecentFiles.pictures(in: list))) == ["b ü.png", "a.jpg"])
    let text = String(decoding: try folder.read("recently-used.xbel"), as: UTF8.self)
    #expect(text.contains("name=\"pbview\"") && text.contains("name=\"x\""))
  }

  @Test func `the first file creates the list and an invalid list is not changed`() throws {
    let fresh = Array(folder.file("fresh.xbel").utf8)
    let picture = try folder.write([1], named: "a.jpg")
    let files = [(path: Array(picture.utf8), type: "image/jpeg")]
    try RecentFiles.add(files, program: ("pbview", "pbview %u"), in: fresh)
    #expect(names(try RecentFiles.pictures(in: fresh)) == ["a.jpg"])
    let broken = try folder.write(Array("<xbel".utf8), named: "broken")
    #expect(throws: DesktopError.self) {
      try RecentFiles.add(files, program: ("pbview", "pbview %u"), in: Array(broken.utf8))
    }
    #expect(try folder.read("broken") == Array("<xbel".utf8))
  }

  @Test func `a list that is written can be read by its user only`() throws {
    let picture = try folder.write([1], named: "a.jpg")
    let list = try list(bookmark("file://\(picture)", modified: 1, visited: 1))
    try RecentFiles.add(
      [(path: Array(picture.utf8), type: "image/jpeg")], program: ("pbview", "pbview %u"), in: list)
    var info = stat()
    #expect(stat(folder.file("recently-used.xbel"), &info) == 0)
    #expect(info.st_mode & 0o777 == 0o600)
  }

  @Test func `missing folders of the list are created`() throws {
    let list = Array(folder.file(".local/share/recently-used.xbel").utf8)
    let picture = try folder.write([1], named: "a.jpg")
    try RecentFiles.add(
      [(path: Array(picture.utf8), type: "image/jpeg")], program: ("pbview", "pbview %u"), in: list)
    #expect(names(try RecentFiles.pictures(in: list)) == ["a.jpg"])
  }

  @Test func `a missing list is empty and an invalid list is an error`() throws {
    #expect(try RecentFiles.pictures(in: Array("/nowhere/at/all".utf8)) == [])
    let broken = Array(try folder.write(Array("<xbel".utf8), named: "broken").utf8)
    #expect(throws: DesktopError.self) { try RecentFiles.pictures(in: broken) }
  }

  @Test func `a list that is a pipe, or far too large, is an error`() throws {
    #expect(mkfifo(folder.file("pipe"), 0o600) == 0)
    try folder.write([], named: "large")
    #expect(truncate(folder.file("large"), 1 << 33) == 0)
    for name in ["pipe", "large"] {
      let list = Array(folder.file(name).utf8)
      #expect(throws: DesktopError.self) { try RecentFiles.pictures(in: list) }
    }
  }
}
