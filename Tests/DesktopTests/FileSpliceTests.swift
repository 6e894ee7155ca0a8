import CLinux
import Desktop
import Glibc
import TestSupport
import Testing

@Suite struct FileSpliceTests {
  private let folder: TemporaryFolder
  private let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }

  init() throws { folder = try TemporaryFolder() }

  private func state(_ name: String) -> FileSplice.Stamp {
    var info = stat()
    _ = stat(folder.file(name), &info)
    return FileSplice.Stamp(
      size: Int64(info.st_size),
      modified: Int64(info.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(info.st_mtim.tv_nsec))
  }

  private func replace(
    _ parts: [FileSplice.Replacement], expecting state: FileSplice.Stamp, modified: Int64? = nil
  ) throws -> FileSplice.SpliceOutcome {
    try FileSplice.replace(
      parts, in: Array(folder.file("a").utf8), expecting: state, modified: modified)
  }

  @Test func `parts are replaced, and the inverse restores every byte and the time`() throws {
    let file = try folder.write(bytes, named: "a")
    chmod(file, 0o640)
    let before = state("a")
    let parts = [
      FileSplice.Replacement(offset: 0, removedCount: 2, bytes: [1, 2, 3]),
      FileSplice.Replacement(offset: 1_500_000, removedCount: 0, bytes: [9]),
      FileSplice.Replacement(offset: 2_999_999, removedCount: 1, bytes: []),
      FileSplice.Replacement(offset: 3_000_000, removedCount: 0, bytes: [7, 7]),
    ]
    let result = try replace(parts, expecting: before)
    let expected = [1, 2, 3] + bytes[2..<1_500_000] + [9] + bytes[1_500_000..<2_999_999] + [7, 7]
    #expect(try folder.read("a") == Array(expected))
    #expect(result.state == state("a"))
    var info = stat()
    #expect(stat(file, &info) == 0 && info.st_mode & 0o777 == 0o640)
    _ = try replace(result.inverse, expecting: result.state, modified: before.modified)
    #expect(try folder.read("a") == bytes)
    #expect(state("a").modified == before.modified && state("a").size == before.size)
  }

  @Test(arguments: [-1000, 10_413_792_000])
  func `a file from before 1970 gets its time back, and one from after 2262 is replaced`(
    _ seconds: Int
  ) throws {
    let file = try folder.write([1, 2, 3], named: "a")
    let time = timespec(tv_sec: seconds, tv_nsec: 500_000_000)
    var times = [time, time]
    #expect(utimensat(AT_FDCWD, file, &times, 0) == 0)
    let before = state("a")
    let part = FileSplice.Replacement(offset: 1, removedCount: 1, bytes: [9])
    let result = try replace([part], expecting: before)
    #expect(try folder.read("a") == [1, 9, 3])
    _ = try replace(result.inverse, expecting: result.state, modified: before.modified)
    #expect(try folder.read("a") == [1, 2, 3])
    if seconds < 0 { #expect(state("a") == before) }
  }

  @Test func `a changed file and parts that do not fit are refused`() throws {
    try folder.write([1, 2, 3], named: "a")
    var other = state("a")
    other.modified += 1
    let part = FileSplice.Replacement(offset: 1, removedCount: 1, bytes: [9])
    #expect(throws: FileReplacementError.changed) { try replace([part], expecting: other) }
    for part in [
      FileSplice.Replacement(offset: 4, removedCount: 0, bytes: []),
      FileSplice.Replacement(offset: 2, removedCount: 2, bytes: []),
      FileSplice.Replacement(offset: -1, removedCount: 0, bytes: []),
      FileSplice.Replacement(offset: 0, removedCount: -1, bytes: []),
      FileSplice.Replacement(offset: .max, removedCount: .max, bytes: []),
    ] {
      #expect(throws: FileReplacementError.changed) {
        try replace([part], expecting: state("a"))
      }
    }
    #expect(throws: FileReplacementError.changed) {
      try replace([part, part], expecting: state("a"))
    }
    #expect(try folder.read("a") == [1, 2, 3])
  }
}
