import ArchiveWire
import Archives
import BrowserHost
import Foundation
import HelperProcesses
import Motion
import Recordings
import TestSupport
import Testing

@testable import ViewerApp

/// Archives in recordings and replays.
@MainActor struct RecordedArchiveTests {
  private static let names = ["beach 10.jpg", "beach 2.jpg", "more/secret.png", "more/note.txt"]

  /// A recording file in a temporary folder, and the archive that is recorded.
  private struct Rig {
    let folder: TemporaryFolder
    let place: FilePath
    let file: RecordingFile
    let archive: FilePath
    let report: ArchiveReport

    init(_ name: String, _ names: [String], failure: ArchiveFailure? = nil) throws {
      let folder = try TemporaryFolder()
      let place = FilePath("\(folder.path)/out.recording")
      file = try #require(RecordingFile(place, keepsNames: false))
      self.folder = folder
      self.place = place
      archive = FilePath("\(folder.path)/\(name)")
      report = ArchiveReport(
        modified: 1, size: 2,
        files: names.enumerated().map { index, name in
          ArchiveListing.File(
            entryIndex: index, path: Array(name.utf8), size: index + 5, modifiedSeconds: 7)
        }, failure: failure)
    }

    /// Ends the recording and reads it.
    func lines() throws -> [RecordedLine] {
      file.begin([
        .start(
          .init(
            version: "1", wallClock: 1, time: .init(seconds: 1), width: 2, height: 3,
            containsFileNames: false))
      ])
      file.close()
      let bytes = try #require(WholeFile.read(place, maxBytes: 1 << 20))
      return try Recording(parsing: bytes).lines
    }
  }

  private static func members(_ lines: [RecordedLine]) -> [String] {
    lines.compactMap { line -> String? in
      guard case .archive(.member(let path, _, _)) = line else { return nil }
      return String(decoding: path, as: UTF8.self)
    }
  }

  // MARK: Recording

  @Test func `an archive is recorded once, with numbers in the order of the names`() throws {
    let rig = try Rig("summer.cbz", Self.names)
    for _ in 0..<2 { rig.file.didList(rig.archive.bytes, rig.report) }
    for _ in 0..<2 {
      rig.file.didOpen(
        rig.report.files[1], of: rig.archive.bytes, .failure(ArchiveFailure(.encrypted)))
    }
    let lines = try rig.lines()
    let members = Self.members(lines)
    #expect(members.count == Self.names.count)
    let text = lines.map { String(decoding: $0.bytes, as: UTF8.self) }.joined(separator: "\n")
    for word in ["summer", "beach", "more", "secret", "note"] { #expect(!text.contains(word)) }
    let numbers = members.map { $0.split { !$0.isNumber }.compactMap { Int($0) } }
    #expect(numbers[1][0] < numbers[0][0] && numbers[0][0] < numbers[2][0])
    #expect(numbers[2][0] == numbers[3][0] && numbers[3][1] < numbers[2][1])
    #expect(members[0].hasSuffix(".jpg") && members[2].hasSuffix(".png"))
    #expect(members[3].last?.isNumber ?? false)
    let refusals = lines.compactMap { line -> String? in
      guard case .archive(.entryFailure(let path, 0)) = line else { return nil }
      return String(decoding: path, as: UTF8.self)
    }
    #expect(refusals.count == 1 && refusals[0].hasSuffix(".cbz/\(members[1])"))
  }

  @Test func `another list of an archive is recorded again`() throws {
    let rig = try Rig("a.zip", ["1.jpg"])
    rig.file.didList(rig.archive.bytes, rig.report)
    var later = rig.report
    later.modified += 1
    later.failure = ArchiveFailure(.damaged)
    rig.file.didList(rig.archive.bytes, later)
    let failures = try rig.lines().compactMap { line -> UInt8?? in
      if case .archive(.list(_, let failure)) = line { .some(failure) } else { nil }
    }
    #expect(failures == [nil, ArchiveFailure.Kind.damaged.rawValue])
  }

  @Test func `the pages of a document keep their names, from which their numbers are read`()
    throws
  {
    let rig = try Rig("secret.pdf", ["Page 1.pdf", "Page 2.pdf"])
    rig.file.didList(rig.archive.bytes, rig.report)
    #expect(Self.members(try rig.lines()) == ["Page 1.pdf", "Page 2.pdf"])
  }

  @Test func `a file that was unpacked is recognised by its descriptor`() throws {
    let rig = try Rig("a.cbz", ["1.jpg"])
    defer { rig.file.close() }
    let path = "\(rig.folder.path)/unpacked"
    try rig.folder.write([1, 2, 3], named: "unpacked")
    let descriptor = OwnedDescriptor(open(path, O_RDONLY | O_CLOEXEC))
    rig.file.didOpen(rig.report.files[0], of: rig.archive.bytes, .success(descriptor))
    #expect(
      rig.file.archiveMemberPath(of: descriptor.number) == nil, "a file with a name is no such file"
    )
    unlink(path)
    rig.file.didOpen(rig.report.files[0], of: rig.archive.bytes, .success(descriptor))
    #expect(
      rig.file.archiveMemberPath(of: descriptor.number)
        == rig.archive.appending(Array("1.jpg".utf8)))
  }

  // MARK: Replay

  /// The files of a replay, and the reader of their archives.
  @MainActor private struct Replay {
    let tree: ReplayedTree
    let files = ArchiveFiles()

    init(_ lines: [RecordedLine]) throws {
      tree = try #require(ReplayedTree())
      for case .archive(.list(let path, _)) in lines {
        tree.apply(.file(path: path, size: 2, modifiedNanoseconds: 1))
      }
      tree.archives.adoptFirstLists(lines)
      let archives = tree.archives
      files.setSource(.recorded { archives.recordedContents(of: $0) })
    }
  }

  @Test func `a replay has the recorded files of an archive, without content`() throws {
    let rig = try Rig("summer.cbz", Self.names)
    rig.file.didList(rig.archive.bytes, rig.report)
    rig.file.didOpen(
      rig.report.files[2], of: rig.archive.bytes, .failure(ArchiveFailure(.encrypted)))
    let recorded = Self.names.map {
      rig.file.pseudonym(of: rig.archive.appending(Array($0.utf8)))
    }
    let book = rig.file.pseudonym(of: rig.archive)
    let replay = try Replay(rig.lines())
    let (tree, files) = (replay.tree, replay.files)
    defer { tree.remove() }
    let contents = try #require(try files.contents(of: tree.replayPath(book).bytes))
    #expect(contents.files.map { $0.path } == recorded.prefix(2).map { tree.replayPath($0).bytes })
    #expect(contents.files.map { $0.status.size } == [5, 6] && contents.folders.count == 1)
    #expect(contents.failure == nil)
    for (index, path) in recorded.enumerated() where index != 2 {
      let opened = try #require(try files.open(tree.replayPath(path).bytes)?.descriptor)
      let place = try #require(FilePath(descriptor: opened.number))
      #expect(tree.recordedPath(place) == path)
      #expect(FileStamp.read(place)?.stamp.size == Int64(index + 5))
    }
    let refused = tree.replayPath(recorded[2]).bytes
    let failure = #expect(throws: ArchiveFailure.self) { _ = try files.open(refused) }
    #expect(failure?.kind == .encrypted)
  }

  @Test func `a replay reads no archive that is not recorded`() throws {
    let replay = try Replay([])
    defer { replay.tree.remove() }
    replay.tree.apply(.file(path: Array("/1.cbz".utf8), size: 2, modifiedNanoseconds: 1))
    let path = replay.tree.replayPath(Array("/1.cbz".utf8)).bytes
    let failure = #expect(throws: ArchiveFailure.self) { _ = try replay.files.contents(of: path) }
    #expect(failure?.kind == .unreadable)
  }

  @Test func `a hostile recording has a limited number of archives`() {
    let archives = ReplayedArchives(root: FilePath("/root"), in: FilePath("/files"))
    let paths = (0..<ReplayedArchives.maxArchives + 5).map { "/\($0).cbz" }
    let lines = paths.map { path in
      RecordedLine.archive(.list(path: Array(path.utf8), failureCode: nil))
    }
    archives.adoptFirstLists(lines)
    for case .archive(let line) in lines { archives.apply(line) }
    let known = paths.filter { archives.recordedContents(of: Array("/root\($0)".utf8)) != nil }
    #expect(known == Array(paths.prefix(ReplayedArchives.maxArchives)))
  }

  @Test func `another list of an archive replaces the former one, after work that had begun`()
    throws
  {
    let list = RecordedLine.Archive.list(path: Array("/1.cbz".utf8), failureCode: nil)
    func member(_ name: String) -> RecordedLine.Archive {
      .member(path: Array(name.utf8), size: 1, modifiedSeconds: 0)
    }
    let damaged = RecordedLine.Archive.list(path: Array("/1.cbz".utf8), failureCode: 1)
    let lines = [list, member("1.jpg"), list, member("2.jpg"), member("3.jpg"), damaged]
    let replay = try Replay(lines.map { .archive($0) })
    defer { replay.tree.remove() }
    var warnings = 0
    replay.tree.willChangeFile = { warnings += 1 }
    let path = replay.tree.replayPath(Array("/1.cbz".utf8)).bytes
    func count() throws -> Int? { try replay.files.contents(of: path)?.files.count }
    #expect(try count() == 1, "the first list is known before its time")
    for line in lines[..<2] { replay.tree.apply(.archive(line)) }
    #expect(try count() == 1 && warnings == 0)
    for line in lines[2..<5] { replay.tree.apply(.archive(line)) }
    #expect(try count() == 2 && warnings == 1)
    replay.tree.apply(.archive(damaged))
    let failure = #expect(throws: ArchiveFailure.self) { _ = try count() }
    #expect(failure?.kind == .damaged)
  }
}
