import BrowserHost
import Glibc
import TestSupport
import Testing

@testable import ViewerApp

@Suite struct SiblingFoldersTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for name in ["a1", "a2", "a10", "b", "b/deep", ".hidden", "empty"] {
      mkdir(folder.file(name), 0o755)
    }
    for name in ["a1/x.png", "a2/x.png", "a10/x.png", "b/deep/x.png", ".hidden/x.png", "x.png"] {
      try folder.write([1], named: name)
    }
  }

  private func nearest(to name: String, _ step: Int, deep: Bool = false) throws -> String? {
    try SiblingFolders.nearest(
      to: FilePath(folder.file(name)), step: step, includesSubfolders: deep
    ).get().map(\.displayName)
  }

  @Test func `folders with pictures follow each other in natural order`() throws {
    #expect(try nearest(to: "a1", 1) == "a2")
    #expect(try nearest(to: "a2", 1) == "a10")
    #expect(try nearest(to: "a10", -1) == "a2")
    #expect(try nearest(to: "a1", -1) == nil)
  }

  @Test func `pictures in subfolders count only where they are shown`() throws {
    #expect(try nearest(to: "a10", 1) == nil)
    #expect(try nearest(to: "a10", 1, deep: true) == "b")
    #expect(try nearest(to: "empty", -1, deep: true) == "b")
  }

  @Test func `a folder that is gone keeps its place`() throws {
    #expect(try nearest(to: "a3", 1) == "a10")
    #expect(try nearest(to: "a3", -1) == "a2")
  }

  @Test func `the root has no siblings, and an unreadable parent gives the reason`() throws {
    #expect(
      try SiblingFolders.nearest(to: FilePath("/"), step: 1, includesSubfolders: true).get() == nil)
    #expect(throws: ScanError.self) { try nearest(to: "gone/x", 1) }
  }
}
