import Glibc
import TestSupport
import Testing

@testable import Imaging

/// Files of the shared cache that appear atomically.
struct CacheFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `an existing file is replaced, whatever a killed process has left`() throws {
    try folder.write([1], named: "a.png")
    try folder.write([2], named: ".pbview-\(getpid())-a.png")
    let file = try CacheFile(in: folder.path)
    try file.write([3])
    #expect(!file.link(to: "a.png"))
    try file.makeTemporaryName()
    let temporary = try #require(file.temporaryPath)
    try file.rename(to: "a.png")
    #expect(try folder.read("a.png") == [3])
    #expect(access(temporary, F_OK) != 0 && file.temporaryPath == nil)
  }

  @Test func `a file that is given up leaves nothing`() throws {
    var file: CacheFile? = try CacheFile(in: folder.path)
    try file?.makeTemporaryName()
    let temporary = try #require(file?.temporaryPath)
    #expect(access(temporary, F_OK) == 0)
    file = nil
    #expect(access(temporary, F_OK) != 0)
  }
}
