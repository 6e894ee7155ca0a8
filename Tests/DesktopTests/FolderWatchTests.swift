import Glibc
import TestSupport
import Testing

@testable import Desktop

@MainActor
@Suite struct FolderWatchTests {
  /// The timeout of `poll` in milliseconds. The kernel queues an event before the system call
  /// returns.
  private static let timeout: Int32 = 30_000

  private let folder: TemporaryFolder
  private let watch: FolderWatch
  private var top: [UInt8] { path(folder.path) }

  init() throws {
    folder = try TemporaryFolder()
    watch = try FolderWatch()
  }

  private func at(_ name: String) -> [UInt8] { path(folder.file(name)) }

  /// The changes reported after the descriptor becomes readable and all waiting periods end.
  private func changes() -> [FolderChange] {
    guard waitForEvents(Self.timeout) else { return [] }
    return watch.readChanges(at: 0) + watch.readChanges(at: 10)
  }

  private var isSilent: Bool { !waitForEvents(0) }

  /// Waits until the descriptor is readable; false after the timeout in milliseconds.
  private func waitForEvents(_ timeout: Int32) -> Bool {
    var ready = pollfd(fd: watch.descriptor, events: Int16(POLLIN), revents: 0)
    var count: Int32
    repeat { count = poll(&ready, 1, timeout) } while count < 0 && errno == EINTR
    return count > 0
  }

  @Test func `a written file is reported after close`() throws {
    try watch.watch(top, isRecursive: false)
    try folder.write([1, 2, 3], named: "a.jpg")
    #expect(watch.readChanges(at: 0) == [.appeared(at("a.jpg"))])
    #expect(watch.deadline == nil)
    try folder.write([4], named: "a.jpg")
    #expect(changes() == [.rewritten(at("a.jpg"))])
    #expect(isSilent)
  }

  @Test func `removed and renamed files are reported, also with names that are not UTF-8`() throws {
    let odd = try folder.write([1], named: [0xFF, 0x0A, 0x20])
    try folder.write([1], named: "b")
    try watch.watch(top, isRecursive: false)
    rename(folder.file("b"), folder.file("c"))
    unlink(odd.map(CChar.init(bitPattern:)) + [0])
    #expect(changes() == [.renamed(from: at("b"), to: at("c")), .removed(odd)])
  }

  @Test func `a move between two watched folders is a rename`() throws {
    mkdir(folder.file("x"), 0o755)
    mkdir(folder.file("y"), 0o755)
    try folder.write([1], named: "x/a")
    try watch.watch(at("x"), isRecursive: false)
    try watch.watch(at("y"), isRecursive: false)
    rename(folder.file("x/a"), folder.file("y/a"))
    #expect(changes() == [.renamed(from: at("x/a"), to: at("y/a"))])
  }

  @Test func `new folders and their visible subfolders are watched recursively`() throws {
    let elsewhere = try TemporaryFolder()
    mkdir(elsewhere.file("new"), 0o755)
    mkdir(elsewhere.file("new/deep"), 0o755)
    mkdir(elsewhere.file("new/.hidden"), 0o755)
    try watch.watch(top, isRecursive: true)
    rename(elsewhere.file("new"), folder.file("new"))
    #expect(changes() == [.folderAppeared(at("new")), .folderAppeared(at("new/deep"))])
    try folder.write([1], named: "new/deep/a.jpg")
    #expect(changes() == [.appeared(at("new/deep/a.jpg"))])
  }

  @Test func `new folders are ignored without the recursive option`() throws {
    try watch.watch(top, isRecursive: false)
    mkdir(folder.file("new"), 0o755)
    #expect(changes() == [])
    #expect(watch.watchedFolders == [top])
  }

  @Test func `subfolders are reported on request, also when they are filled later`() throws {
    watch.reportsSubfolders = true
    try watch.watch(top, isRecursive: false)
    mkdir(folder.file("new"), 0o755)
    #expect(changes() == [.subfolderChanged(at("new"))])
    try folder.write([1], named: "new/a.jpg")
    #expect(changes() == [.subfolderChanged(at("new"))])
    mkdir(folder.file("new/deep"), 0o755)
    #expect(changes() == [.subfolderChanged(at("new/deep"))])
    try folder.write([1], named: "new/deep/b.jpg")
    #expect(changes() == [.subfolderChanged(at("new/deep"))])
    rename(folder.file("new"), folder.file("other"))
    #expect(changes() == [.subfolderChanged(at("new")), .subfolderChanged(at("other"))])
    #expect(Set(watch.watchedFolders) == [top, at("other"), at("other/deep")])
    mkdir(folder.file(".hidden"), 0o755)
    #expect(changes() == [])
  }

  @Test func `new subfolders are watched as long as the folder that contains them`() throws {
    watch.reportsSubfolders = true
    try watch.watch(top, isRecursive: false)
    mkdir(folder.file("new"), 0o755)
    #expect(changes() == [.subfolderChanged(at("new"))])
    watch.unwatch { $0 != top }
    #expect(Set(watch.watchedFolders) == [top, at("new")])
    watch.unwatch { $0 == top }
    #expect(watch.watchedFolders == [])
  }

  @Test func `the first of many changes of a subfolder determines the time of the report`() throws {
    watch.reportsSubfolders = true
    try watch.watch(top, isRecursive: false)
    mkdir(folder.file("new"), 0o755)
    #expect(watch.readChanges(at: 1) == [])
    let deadline = try #require(watch.deadline)
    try folder.write([1], named: "new/a.jpg")
    #expect(watch.readChanges(at: (1 + deadline) / 2) == [])
    #expect(watch.deadline == deadline)
    #expect(watch.readChanges(at: deadline) == [.subfolderChanged(at("new"))])
    #expect(watch.deadline == nil)
  }

  @Test func `a folder that is watched again is watched as was said last`() throws {
    try watch.watch(top, isRecursive: false)
    try watch.watch(top, isRecursive: true)
    mkdir(folder.file("new"), 0o755)
    #expect(changes() == [.folderAppeared(at("new"))])
    try watch.watch(top, isRecursive: false)
    mkdir(folder.file("other"), 0o755)
    #expect(changes() == [])
    #expect(Set(watch.watchedFolders) == [top, at("new")])
  }

  @Test func `a renamed folder is reported once as gone and under its new name as new`() throws {
    mkdir(folder.file("sub"), 0o755)
    mkdir(folder.file("sub/deep"), 0o755)
    for name in ["", "/sub", "/sub/deep"] { try watch.watch(top + path(name), isRecursive: true) }
    rename(folder.file("sub"), folder.file("other"))
    #expect(
      changes()
        == [
          .folderGone(at("sub")), .folderAppeared(at("other")), .folderAppeared(at("other/deep")),
        ]
    )
    rmdir(folder.file("other/deep"))
    rmdir(folder.file("other"))
    #expect(changes() == [.folderGone(at("other/deep")), .folderGone(at("other"))])
    #expect(watch.watchedFolders == [top])
  }

  @Test func `a folder that replaces another is reported as gone and new`() throws {
    for name in ["a", "b"] { mkdir(folder.file(name), 0o755) }
    for name in ["", "/a", "/b"] { try watch.watch(top + path(name), isRecursive: true) }
    rename(folder.file("a"), folder.file("b"))
    #expect(changes() == [.folderGone(at("a")), .folderGone(at("b")), .folderAppeared(at("b"))])
    try folder.write([1], named: "b/x.jpg")
    #expect(changes() == [.appeared(at("b/x.jpg"))])
  }

  @Test func `a renamed watched folder is reported as gone`() throws {
    mkdir(folder.file("sub"), 0o755)
    try watch.watch(at("sub"), isRecursive: true)
    rename(folder.file("sub"), folder.file("moved"))
    #expect(changes() == [.folderGone(at("sub"))])
    try folder.write([1], named: "moved/a")
    #expect(isSilent)
    #expect(watch.watchedFolders == [])
  }

  @Test(arguments: [["", "/sub"], ["/sub", ""]])
  func `a folder in one that is left stays watched`(order: [String]) throws {
    mkdir(folder.file("sub"), 0o755)
    for name in order { try watch.watch(top + path(name), isRecursive: false) }
    watch.unwatch { $0 == top }
    #expect(watch.watchedFolders == [at("sub")])
    try folder.write([1], named: "a")
    try folder.write([1], named: "sub/b")
    #expect(changes() == [.appeared(at("sub/b"))])
  }

  @Test func `a discarded result leaves no watch, unless its folder is watched`() throws {
    let result = watch.registrar.addWatch(top)
    watch.discard(result)
    try folder.write([1], named: "a")
    try watch.watch(result, isRecursive: false)
    #expect(!changes().contains(.appeared(at("a"))))
    try watch.watch(top, isRecursive: false)
    watch.discard(watch.registrar.addWatch(top))
    try folder.write([1], named: "b")
    #expect(changes() == [.appeared(at("b"))])
  }

  @Test func `an unwatched folder reports nothing`() throws {
    try watch.watch(top, isRecursive: false)
    watch.unwatch(top)
    try folder.write([1], named: "a")
    #expect(changes() == [])
  }

  @Test func `a missing folder fails with the system's reason`() {
    #expect(
      throws: DesktopError.system(call: "inotify_add_watch", reason: "No such file or directory")
    ) {
      try watch.watch(path("/nowhere/at/all"), isRecursive: true)
    }
  }

  @Test func `an inotify queue overflow is reported as missed`() throws {
    try watch.watch(top, isRecursive: false)
    let files = ["a", "b"].map { creat(folder.file($0), 0o644) }
    defer { for file in files { close(file) } }
    // The writes alternate between two files, because inotify merges equal consecutive events.
    for _ in 0..<10_000 {
      for file in files { write(file, [1], 1) }
    }
    #expect(changes().contains(.eventsLost))
  }
}

@Suite struct NotifyRecordTests {
  @Test func `a buffer is parsed into events and an incomplete record is dropped`() {
    var bytes: [UInt8] = []
    func put(_ value: UInt32) { withUnsafeBytes(of: value) { bytes += $0 } }
    for value: UInt32 in [3, 0x100, 9, 16] { put(value) }
    bytes += path("a.jpg") + [UInt8](repeating: 0, count: 11)
    for value: UInt32 in [.max, 0x4000, 0, 0] { put(value) }
    for value: UInt32 in [3, 0x100, 0, 16] { put(value) }
    bytes += [1, 2]
    #expect(
      bytes.withUnsafeBytes { InotifyEvent.all(in: $0) } == [
        InotifyEvent(watch: 3, mask: 0x100, cookie: 9, name: path("a.jpg")),
        InotifyEvent(watch: -1, mask: 0x4000, cookie: 0, name: []),
      ])
  }
}
