import Glibc
import TestSupport
import Testing

@testable import Desktop

/// Trash folders made by hand, as the standard describes them: the person's own one is left alone.
/// Throwing away itself is shown end to end.
@Suite struct TrashTests {
  private let folder: TemporaryFolder
  private let trash: TrashFolder

  init() throws {
    folder = try TemporaryFolder()
    for name in ["trash", "trash/files", "trash/info", "album"] { mkdir(folder.file(name), 0o755) }
    trash = TrashFolder(path: Array(folder.file("trash").utf8), top: Array(folder.path.utf8))
  }

  /// Puts a file into the trash under a name, with a slip that says `place`.
  private func throwIn(
    _ name: [UInt8], from place: String, contents: [UInt8] = [1]
  ) throws {
    try folder.write(contents, named: Array("trash/files/".utf8) + name)
    let slip = "[Trash Info]\nPath=\(place)\nDeletionDate=2024-05-06T07:08:09\n"
    try folder.write(
      Array(slip.utf8), named: Array("trash/info/".utf8) + name + Array(".trashinfo".utf8))
  }

  private func path(_ name: String) -> [UInt8] { Array(folder.file(name).utf8) }

  private func exists(_ path: [UInt8]) -> Bool { contents(path) != nil }

  private func contents(_ path: [UInt8]) -> [UInt8]? {
    let descriptor = path.withCString { open($0, O_RDONLY) }
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = read(descriptor, &bytes, bytes.count)
    return count < 0 ? nil : Array(bytes[..<count])
  }

  @Test(
    arguments: [
      ("a.jpg", "a.jpg"), ("b c.tar.gz", "b%20c.tar.gz"), ("ä", "%C3%A4"), (".hidden", ".hidden"),
      ("100%.png", "100%25.png"),
    ])
  func `the slip of a file is found by where it was, and it comes back`(
    name: String, escaped: String
  ) throws {
    try throwIn(Array(name.utf8), from: "album/" + escaped, contents: [1, 2])
    let place = path("album/" + name)
    let found = try #require(trash.slip(of: place))
    #expect(found.original == place && contents(found.file) == [1, 2])
    try Trash.restore(found)
    #expect(contents(place) == [1, 2])
    #expect(!exists(found.file) && !exists(found.slip))
    #expect(throws: DesktopError.self, "it is not there twice") { try Trash.restore(found) }
  }

  @Test func `a name that is no text is found, too`() throws {
    let name: [UInt8] = [0x61, 0xFF, 0x2E, 0x6A]
    try throwIn(name, from: "album/a%FF.j")
    let place = path("album").appending(name: name)
    try Trash.restore(try #require(trash.slip(of: place)))
    #expect(exists(place))
  }

  @Test func `a whole path on a slip is taken as it is`() throws {
    try throwIn(Array("x.jpg".utf8), from: folder.file("album/x.jpg"))
    #expect(trash.slip(of: path("album/x.jpg")) != nil)
    #expect(trash.slip(of: path("x.jpg")) == nil)
  }

  @Test func `files of one name are told apart, and of one place the last is taken`() throws {
    try throwIn(Array("x.jpg".utf8), from: "album/x.jpg", contents: [1])
    try throwIn(Array("x.2.jpg".utf8), from: "other/x.jpg", contents: [2])
    try throwIn(Array("x.3.jpg".utf8), from: "album/x.jpg", contents: [3])
    // The first was thrown in an hour before the others.
    var times = [timeval(tv_sec: time(nil) - 3600, tv_usec: 0), timeval()]
    times[1] = times[0]
    utimes(folder.file("trash/info/x.jpg.trashinfo"), times)
    let found = try #require(trash.slip(of: path("album/x.jpg")))
    #expect(contents(found.file) == [3])
    #expect(try contents(#require(trash.slip(of: path("other/x.jpg"))).file) == [2])
  }

  @Test func `what has come to its place since is never overwritten`() throws {
    try throwIn(Array("x.jpg".utf8), from: "album/x.jpg", contents: [1])
    let found = try #require(trash.slip(of: path("album/x.jpg")))
    try folder.write([9], named: "album/x.jpg")
    #expect(throws: DesktopError.self) { try Trash.restore(found) }
    #expect(contents(path("album/x.jpg")) == [9] && exists(found.file) && exists(found.slip))
  }

  @Test func `slips that are damaged mean nothing`() throws {
    try folder.write([], named: "trash/info/x.jpg.trashinfo")
    try folder.write(Array("[Trash Info]\nPath=%ZZ\n".utf8), named: "trash/info/x.2.jpg.trashinfo")
    try folder.write(
      Array("[Other]\nPath=album/x.jpg\n".utf8), named: "trash/info/x.3.jpg.trashinfo")
    #expect(trash.slip(of: path("album/x.jpg")) == nil)
    #expect(TrashFolder(path: path("none"), top: []).slip(of: path("album/x.jpg")) == nil)
  }

  @Test func `the trash of every disk a file may lie on is looked at`() {
    let user = getuid()
    let folders = TrashFolder.all(for: Array("/media/card/dcim/a.jpg".utf8)).map {
      String(decoding: $0.path, as: UTF8.self)
    }
    #expect(folders.contains("/media/card/.Trash-\(user)"))
    #expect(folders.contains("/media/card/.Trash/\(user)"))
    #expect(folders.contains("/.Trash-\(user)"))
    #expect(folders.first?.hasSuffix("/Trash") == true, "the person's own comes first")
  }

  @Test func `links on the way to a file are followed, the file itself may be one`() throws {
    let other = try TemporaryFolder()
    mkdir(other.file("deep"), 0o755)
    symlink(other.file("deep"), folder.file("way"))
    symlink("nowhere", other.file("l.jpg"))
    // As text this would be a file in this folder.
    let found = try Trash.resolved(path("way/../l.jpg"))
    #expect(found == Array(other.file("l.jpg").utf8))
    #expect(throws: DesktopError.self) { try Trash.resolved(path("none/l.jpg")) }
  }

  @Test func `what is deleted for good is gone, and only that`() throws {
    for name in ["a.jpg", "b.jpg"] { try folder.write([2], named: "album/" + name) }
    try Trash.delete(path("album/a.jpg"))
    #expect(!exists(path("album/a.jpg")) && exists(path("album/b.jpg")))
    #expect(throws: DesktopError.self, "a folder with something in it") {
      try Trash.delete(path("album"))
    }
    do { try Trash.delete(path("none.jpg")) } catch { #expect("\(error)".contains("none.jpg")) }
  }
}
