import Desktop
import Glibc
import TestSupport
import Testing

@Suite struct FileCopyTests {
  private let folder: TemporaryFolder
  private let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
  private let source: [UInt8]

  init() throws {
    folder = try TemporaryFolder()
    source = Array(try folder.write(bytes, named: "original.jpg").utf8)
  }

  private func path(_ name: String) -> [UInt8] { Array("\(folder.path)/\(name)".utf8) }

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

  @Test func `a copy has the contents, permissions and modification time of its source`() throws {
    chmod("\(folder.path)/original.jpg", 0o640)
    var times = [timespec(tv_sec: 1_000_000, tv_nsec: 5), timespec(tv_sec: 2_000_000, tv_nsec: 7)]
    utimensat(AT_FDCWD, "\(folder.path)/original.jpg", &times, 0)
    var shares: [Double] = []
    try FileCopy.copy(source, to: path("copy.jpg")) {
      shares.append($0)
      return true
    }
    #expect(try folder.read("copy.jpg") == bytes)
    var info = stat()
    #expect(stat("\(folder.path)/copy.jpg", &info) == 0)
    #expect(info.st_mode & 0o777 == 0o640)
    #expect(info.st_mtim.tv_sec == 2_000_000 && info.st_mtim.tv_nsec == 7)
    #expect(shares == shares.sorted() && shares.last == 1 && shares.count > 1)
    #expect(names() == ["copy.jpg", "original.jpg"])
  }

  /// A file whose size is stated as 4096 bytes, and that ends after a few.
  private static let shortFile = "/sys/kernel/uevent_seqnum"

  @Test(.enabled(if: access(shortFile, R_OK) == 0))
  func `a file that ends before its stated size is not copied in part`() {
    #expect(throws: FileCopyError.self) {
      try FileCopy.copy(Array(Self.shortFile.utf8), to: path("copy"))
    }
    #expect(names() == ["original.jpg"])
  }

  @Test func `a copy replaces an existing file only when the caller permits it`() throws {
    try folder.write([1, 2, 3], named: "there.jpg")
    #expect(throws: FileCopyError.exists) { try FileCopy.copy(source, to: path("there.jpg")) }
    #expect(try folder.read("there.jpg") == [1, 2, 3])
    try FileCopy.copy(source, to: path("there.jpg"), replaces: true)
    #expect(try folder.read("there.jpg") == bytes)
    #expect(names() == ["original.jpg", "there.jpg"])
  }

  @Test func `a file is never copied onto itself`() throws {
    for replaces in [false, true] {
      #expect(throws: FileCopyError.targetIsSource) {
        try FileCopy.copy(source, to: source, replaces: replaces)
      }
    }
    link("\(folder.path)/original.jpg", "\(folder.path)/same.jpg")
    #expect(throws: FileCopyError.targetIsSource) {
      try FileCopy.copy(source, to: path("same.jpg"), replaces: true)
    }
    #expect(try folder.read("original.jpg") == bytes)
  }

  @Test func `a cancelled or failed copy leaves no file`() throws {
    #expect(throws: FileCopyError.cancelled) {
      try FileCopy.copy(source, to: path("half.jpg")) { _ in false }
    }
    #expect(throws: FileCopyError.self) { try FileCopy.copy(source, to: path("no/where.jpg")) }
    #expect(throws: FileCopyError.self) { try FileCopy.copy(path("none.jpg"), to: path("a.jpg")) }
    mkdir("\(folder.path)/sub", 0o755)
    #expect(throws: FileCopyError.unwritable(reason: "it is a folder")) {
      try FileCopy.copy(source, to: path("sub"), replaces: true)
    }
    #expect(names() == ["original.jpg", "sub"])
  }

  @Test func `a source that is not a regular file fails without blocking`() throws {
    #expect(mkfifo("\(folder.path)/pipe.jpg", 0o600) == 0)
    #expect(throws: FileCopyError.unreadable(reason: "it is not a regular file")) {
      try FileCopy.copy(path("pipe.jpg"), to: path("copy.jpg"))
    }
    #expect(throws: FileCopyError.unreadable(reason: "it is not a regular file")) {
      try FileCopy.copy(Array("/dev/null".utf8), to: path("copy.jpg"))
    }
    #expect(names() == ["original.jpg", "pipe.jpg"])
  }

  @Test func `a temporary file of a killed program does not prevent a copy`() throws {
    try folder.write([9], named: ".pbview-\(getpid()).part")
    try FileCopy.copy(source, to: path("copy.jpg"))
    #expect(try folder.read("copy.jpg") == bytes)
    try FileCopy.copy(source, to: path("copy.jpg"), replaces: true)
    #expect(names() == [".pbview-\(getpid()).part", "copy.jpg", "original.jpg"])
  }

  @Test func `a file that grows while it is copied is not copied`() throws {
    let folder = try TemporaryFolder()
    try folder.write([UInt8](repeating: 1, count: 10), named: "a")
    #expect(throws: FileCopyError.unreadable(reason: "it changed while it was copied")) {
      try FileCopy.copy(Array(folder.file("a").utf8), to: Array(folder.file("b").utf8)) { _ in
        (try? folder.write([UInt8](repeating: 2, count: 20), named: "a")) != nil
      }
    }
    #expect(access(folder.file("b"), F_OK) != 0)
  }

  @Test func `a copy has the permissions of its source also under a strict umask`() throws {
    let folder = try TemporaryFolder()
    try folder.write([1], named: "a")
    #expect(chmod(folder.file("a"), 0o666) == 0)
    try FileCopy.copy(Array(folder.file("a").utf8), to: Array(folder.file("b").utf8))
    var info = stat()
    #expect(stat(folder.file("b"), &info) == 0 && info.st_mode & 0o777 == 0o666)
  }

  @Test func `only temporary files of ended processes are swept`() throws {
    let folder = try TemporaryFolder()
    // No process has the largest number.
    for name in [".pbview-2147483647-a.part", ".pbview-\(getpid())-a.part", ".pbview-a", "b.part"] {
      try folder.write([1], named: name)
    }
    AbandonedTemporaryFiles.deleteAll(in: Array(folder.path.utf8))
    #expect(access(folder.file(".pbview-2147483647-a.part"), F_OK) != 0)
    for name in [".pbview-\(getpid())-a.part", ".pbview-a", "b.part"] {
      #expect(access(folder.file(name), F_OK) == 0)
    }
  }
}
