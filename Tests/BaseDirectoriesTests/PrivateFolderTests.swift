import BaseDirectories
import Glibc
import TestSupport
import Testing

@Suite struct PrivateFolderTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func mode(_ name: String) -> mode_t? {
    var info = stat()
    return stat(folder.file(name), &info) == 0 ? info.st_mode & 0o7777 : nil
  }

  private func make(_ name: String) -> Int32 { PrivateFolder.make(Array(folder.file(name).utf8)) }

  @Test func `a folder is made with its parents, for the user only`() {
    #expect(make("a/b/c") == 0)
    for name in ["a", "a/b", "a/b/c"] { #expect(mode(name) == 0o700) }
  }

  @Test func `a folder that exists keeps its permissions`() throws {
    try #require(mkdir(folder.file("open"), 0o755) == 0)
    try #require(chmod(folder.file("open"), 0o755) == 0)
    #expect(make("open") == 0 && make("open/below/") == 0)
    #expect(mode("open") == 0o755 && mode("open/below") == 0o700)
  }

  @Test func `a file in place of a parent is an error`() throws {
    _ = try folder.write([1], named: "file")
    #expect(make("file/below") == ENOTDIR)
    #expect(make("file/below/deeper") == ENOTDIR)
  }
}
