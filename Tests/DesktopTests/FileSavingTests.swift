import Desktop
import Glibc
import TestSupport
import Testing

/// The saving of the bytes of an open file under a new name.
@Suite struct FileSavingTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Saves the first `count` bytes of a file with the bytes 1, 2 and 3.
  private func save(count: Int) throws {
    let source = open(try folder.write([1, 2, 3], named: "source"), O_RDONLY | O_CLOEXEC)
    try #require(source >= 0)
    defer { close(source) }
    try FileSaving.save(source, count: count, to: Array(folder.file("saved").utf8))
  }

  private func names() -> [String] {
    var found: [String] = []
    guard let directory = opendir(folder.path) else { return [] }
    defer { closedir(directory) }
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { found.append(name) }
    }
    return found.sorted()
  }

  @Test func `the first bytes of a file are saved`() throws {
    try save(count: 2)
    #expect(try folder.read("saved") == [1, 2])
  }

  @Test func `a file that is shorter than stated is not saved, and the error says so`() throws {
    let expected = FileCopyError.unwritable(reason: "it became shorter while it was read")
    #expect(throws: expected) { try save(count: 4) }
    #expect(names() == ["source"])
  }

  @Test func `a cancelled saving leaves no file`() throws {
    let source = open(try folder.write([1, 2, 3], named: "source"), O_RDONLY | O_CLOEXEC)
    try #require(source >= 0)
    defer { close(source) }
    #expect(throws: FileCopyError.cancelled) {
      try FileSaving.save(source, count: 3, to: Array(folder.file("saved").utf8)) { _ in false }
    }
    #expect(names() == ["source"])
  }
}
