import Glibc
import TestSupport
import Testing

@testable import Desktop

@Suite struct FileMoveTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func path(_ name: String) -> [UInt8] { Array(folder.file(name).utf8) }

  @Test func `a file is moved, and never over another one`() throws {
    try folder.write([1, 2], named: "a")
    try folder.write([3], named: "b")
    #expect(throws: FileCopyError.exists) { try FileMove.move(path("a"), to: path("b")) }
    #expect(try folder.read("a") == [1, 2] && folder.read("b") == [3])
    try FileMove.move(path("a"), to: path("c"))
    #expect(try folder.read("c") == [1, 2])
    #expect(access(folder.file("a"), F_OK) != 0)
  }

  @Test func `a missing file and a missing folder are errors`() throws {
    #expect(throws: FileCopyError.self) { try FileMove.move(path("none"), to: path("c")) }
    try folder.write([1], named: "a")
    #expect(throws: FileCopyError.self) { try FileMove.move(path("a"), to: path("no/a")) }
    #expect(try folder.read("a") == [1])
  }

  /// Whether `/dev/shm` is another device than the temporary folder.
  private static var hasOtherDevice: Bool {
    var (one, two) = (stat(), stat())
    return stat("/tmp", &one) == 0 && stat("/dev/shm", &two) == 0 && one.st_dev != two.st_dev
  }

  @Test(.enabled(if: hasOtherDevice)) func `a file is moved to another device`() throws {
    try folder.write([UInt8](repeating: 7, count: 2_000_000), named: "a")
    let target = "/dev/shm/pbview-move-\(getpid())"
    defer { unlink(target) }
    var shares: [Double] = []
    try FileMove.move(path("a"), to: Array(target.utf8)) {
      shares.append($0)
      return true
    }
    #expect(shares.last == 1 && access(folder.file("a"), F_OK) != 0)
    var info = stat()
    #expect(stat(target, &info) == 0 && info.st_size == 2_000_000)
    // A cancelled move leaves the source unchanged, and no file at the target.
    try folder.write([UInt8](repeating: 7, count: 2_000_000), named: "b")
    unlink(target)
    #expect(throws: FileCopyError.cancelled) {
      try FileMove.move(path("b"), to: Array(target.utf8)) { _ in false }
    }
    #expect(access(target, F_OK) != 0 && access(folder.file("b"), F_OK) == 0)
  }

  @Test(.enabled(if: hasOtherDevice))
  func `a file that is replaced while it is moved to another device stays`() throws {
    try folder.write([UInt8](repeating: 7, count: 100), named: "a")
    let target = "/dev/shm/pbview-move-replaced-\(getpid())"
    defer { unlink(target) }
    #expect(throws: FileCopyError.self) {
      try FileMove.move(path("a"), to: Array(target.utf8)) { [folder] _ in
        (try? folder.write([8], named: "new")) != nil
          && rename(folder.file("new"), folder.file("a")) == 0
      }
    }
    #expect(try folder.read("a") == [8])
    #expect(access(target, F_OK) != 0)
  }

  @Test func `a copy is taken back unless another program has replaced it`() throws {
    var known = stat()
    for isReplaced in [false, true] {
      try folder.write([1], named: "copy")
      #expect(lstat(folder.file("copy"), &known) == 0)
      if isReplaced {
        try folder.write([2], named: "other")
        #expect(rename(folder.file("other"), folder.file("copy")) == 0)
      }
      FileMove.delete(path("copy"), ifStill: known)
      #expect((access(folder.file("copy"), F_OK) == 0) == isReplaced)
    }
  }

  @Test(.enabled(if: hasOtherDevice))
  func `a symbolic link stays one on another device`() throws {
    try folder.write([1], named: "a")
    #expect(symlink(folder.file("a"), folder.file("link")) == 0)
    let target = "/dev/shm/pbview-move-link-\(getpid())"
    defer { unlink(target) }
    try FileMove.move(path("link"), to: Array(target.utf8))
    var info = stat()
    #expect(lstat(target, &info) == 0 && info.st_mode & S_IFMT == S_IFLNK)
    #expect(try folder.read("a") == [1] && access(folder.file("link"), F_OK) != 0)
  }
}
