import CLinux
import Glibc
import TestSupport
import Testing

@testable import Desktop

/// Trash folders built by the test according to the FreeDesktop.org Trash specification; the user's
/// own trash is not touched. The end-to-end tests cover moving files into the trash.
@Suite struct TrashTests {
  private let folder: TemporaryFolder
  private let trash: TrashFolder

  init() throws {
    folder = try TemporaryFolder()
    for name in ["trash", "trash/files", "trash/info", "album"] { mkdir(folder.file(name), 0o755) }
    trash = TrashFolder(path: Array(folder.file("trash").utf8), topFolder: Array(folder.path.utf8))
  }

  /// Puts a file into the trash as `name`, with a `.trashinfo` file whose `Path` is `album`.
  private func throwIn(
    _ name: [UInt8], from album: String, contents: [UInt8] = [1]
  ) throws {
    try folder.write(contents, named: Array("trash/files/".utf8) + name)
    let infoFile = "[Trash Info]\nPath=\(album)\nDeletionDate=2024-05-06T07:08:09\n"
    try folder.write(
      Array(infoFile.utf8), named: Array("trash/info/".utf8) + name + Array(".trashinfo".utf8))
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

  @Test func `the local file system outlives a release by gvfs`() throws {
    let gio = try GioLibrary.shared.get()
    let files = try #require(gio.localVFS())
    gio.unref(files)
    defer { _ = gio.retain(files) }
    let file = try #require(gio.makeFile(gio.localVFS(), folder.file("a.jpg")))
    gio.unref(file)
  }

  @Test(
    arguments: [
      ("a.jpg", "a.jpg"), ("b c.tar.gz", "b%20c.tar.gz"), ("ä", "%C3%A4"), (".hidden", ".hidden"),
      ("100%.png", "100%25.png"),
    ])
  func `a file is found by its original path and restored`(
    name: String, escaped: String
  ) throws {
    try throwIn(Array(name.utf8), from: "album/" + escaped, contents: [1, 2])
    let original = path("album/" + name)
    let found = try #require(trash.trashedFile(of: original))
    #expect(found.original == original && contents(found.file) == [1, 2])
    try Trash.restore(found)
    #expect(contents(original) == [1, 2])
    #expect(!exists(found.file) && !exists(found.infoFile))
    #expect(throws: DesktopError.self, "a file is restored once") { try Trash.restore(found) }
  }

  @Test func `a name that is not UTF-8 is found and restored`() throws {
    let name: [UInt8] = [0x61, 0xFF, 0x2E, 0x6A]
    try throwIn(name, from: "album/a%FF.j")
    let original = path("album").appending(name: name)
    try Trash.restore(try #require(trash.trashedFile(of: original)))
    #expect(exists(original))
  }

  @Test func `an absolute Path of a trashinfo file is used unchanged`() throws {
    try throwIn(Array("x.jpg".utf8), from: folder.file("album/x.jpg"))
    #expect(trash.trashedFile(of: path("album/x.jpg")) != nil)
    #expect(trash.trashedFile(of: path("x.jpg")) == nil)
  }

  @Test func `files of one name are distinguished by path, and the latest deletion wins`() throws {
    try throwIn(Array("x.jpg".utf8), from: "album/x.jpg", contents: [1])
    try throwIn(Array("x.2.jpg".utf8), from: "other/x.jpg", contents: [2])
    try throwIn(Array("x.3.jpg".utf8), from: "album/x.jpg", contents: [3])
    // The first file was deleted an hour before the others.
    var times = [timeval(tv_sec: time(nil) - 3600, tv_usec: 0), timeval()]
    times[1] = times[0]
    utimes(folder.file("trash/info/x.jpg.trashinfo"), times)
    let found = try #require(trash.trashedFile(of: path("album/x.jpg")))
    #expect(contents(found.file) == [3])
    #expect(try contents(#require(trash.trashedFile(of: path("other/x.jpg"))).file) == [2])
  }

  @Test func `a file dated in the future is found only without another one`() throws {
    try throwIn(Array("x.jpg".utf8), from: "album/x.jpg", contents: [1])
    try throwIn(Array("x.2.jpg".utf8), from: "album/x.jpg", contents: [2])
    var times = [timeval(tv_sec: time(nil) + 10 * 86_400, tv_usec: 0), timeval()]
    times[1] = times[0]
    utimes(folder.file("trash/info/x.2.jpg.trashinfo"), times)
    let found = try #require(trash.trashedFile(of: path("album/x.jpg")))
    #expect(contents(found.file) == [1])
    try Trash.restore(found)
    #expect(try contents(#require(trash.trashedFile(of: path("album/x.jpg"))).file) == [2])
  }

  @Test func `restoring never overwrites an existing file`() throws {
    try throwIn(Array("x.jpg".utf8), from: "album/x.jpg", contents: [1])
    let found = try #require(trash.trashedFile(of: path("album/x.jpg")))
    try folder.write([9], named: "album/x.jpg")
    #expect(throws: DesktopError.self) { try Trash.restore(found) }
    #expect(contents(path("album/x.jpg")) == [9] && exists(found.file) && exists(found.infoFile))
  }

  @Test func `invalid trashinfo files are ignored`() throws {
    try folder.write([], named: "trash/info/x.jpg.trashinfo")
    try folder.write(Array("[Trash Info]\nPath=%ZZ\n".utf8), named: "trash/info/x.2.jpg.trashinfo")
    try folder.write(
      Array("[Other]\nPath=album/x.jpg\n".utf8), named: "trash/info/x.3.jpg.trashinfo")
    #expect(trash.trashedFile(of: path("album/x.jpg")) == nil)
    #expect(
      TrashFolder(path: path("none"), topFolder: []).trashedFile(of: path("album/x.jpg")) == nil)
  }

  @Test func `the home trash and the trash folders of all parent folders are searched`() {
    let user = getuid()
    let folders = TrashFolder.all(for: Array("/media/card/dcim/a.jpg".utf8)).map {
      String(decoding: $0.path, as: UTF8.self)
    }
    #expect(folders.contains("/media/card/.Trash-\(user)"))
    #expect(folders.contains("/media/card/.Trash/\(user)"))
    #expect(folders.contains("/.Trash-\(user)"))
    #expect(folders.first?.hasSuffix("/Trash") == true, "the home trash comes first")
  }

  @Test func `symbolic links in parent folders are resolved, the last component is not`() throws {
    let other = try TemporaryFolder()
    mkdir(other.file("deep"), 0o755)
    symlink(other.file("deep"), folder.file("way"))
    symlink("nowhere", other.file("l.jpg"))
    // Without resolving the link, the path would mean a file in this folder.
    let found = try Trash.resolved(path("way/../l.jpg"))
    #expect(found == Array(other.file("l.jpg").utf8))
    #expect(throws: DesktopError.self) { try Trash.resolved(path("none/l.jpg")) }
  }

  @Test(
    arguments: [
      ("Unable to trash file /p/a: b.jpg: Permission denied", "Permission denied"),
      ("ファイル /p/a: b.jpg をゴミ箱に移動できません：許可がありません", "許可がありません"),
      ("Unable to trash file /p/other.jpg: Permission denied", nil),
      ("Trashing on system internal mounts is not supported", nil),
      ("No such file: /p/a: b.jpg", nil),
    ] as [(String, String?)])
  func `the reason of GIO does not repeat the path of the file`(message: String, reason: String?) {
    let found = Trash.reason(in: message, about: Array("/p/a: b.jpg".utf8))
    #expect(found == reason ?? message)
  }

  @Test func `permanent deletion removes one file and refuses a folder that is not empty`() throws {
    for name in ["a.jpg", "b.jpg"] { try folder.write([2], named: "album/" + name) }
    try Trash.delete(path("album/a.jpg"))
    #expect(!exists(path("album/a.jpg")) && exists(path("album/b.jpg")))
    #expect(throws: DesktopError.self, "a folder that is not empty") {
      try Trash.delete(path("album"))
    }
    let error = #expect(throws: DesktopError.self) { try Trash.delete(path("none.jpg")) }
    #expect(error.map { "\($0)" }?.contains("none.jpg") ?? false)
  }
}
