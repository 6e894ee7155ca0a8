import BrowserHost
import Desktop
import PhotoGrid
import Testing

@testable import ViewerApp

@Suite struct LibraryBacklogTests {
  @Test func `folder cards are read by the job after the one that reads the folders`() {
    var backlog = LibraryBacklog(needsScan: true, needsCards: true)
    let first = backlog.take()
    #expect(first.needsScan && !first.readsCards)
    #expect(!backlog.isEmpty)
    let second = backlog.take()
    #expect(!second.needsScan && second.readsCards)
    #expect(backlog.isEmpty)
  }

  @Test func `the folders of changed files are known from version to version`() {
    func change(_ changes: FolderChange...) -> LibraryBacklog {
      LibraryBacklog(fileChangeBatches: [changes])
    }
    func bytes(_ path: String) -> [UInt8] { Array(path.utf8) }
    var versions = FolderVersions()
    func folders(since version: Int) -> [String] {
      (versions.folders(changedSince: version) ?? []).map(\.display).sorted()
    }
    versions.recordJob(LibraryBacklog(needsScan: true))
    let read = versions.currentVersion
    versions.recordJob(change(.rewritten(bytes("/p/a.jpg.xmp"))))
    let rewritten = versions.currentVersion
    versions.recordJob(
      change(
        .renamed(from: bytes("/p/a.jpg"), to: bytes("/q/a.jpg")), .folderAppeared(bytes("/r"))))
    versions.recordJob(LibraryBacklog(needsCards: true))
    #expect(rewritten == read + 1 && versions.currentVersion == read + 2, "cards are no files")
    #expect(folders(since: read) == ["/p", "/q", "/r"])
    #expect(folders(since: rewritten) == ["/p", "/q", "/r"])
    versions.recordJob(change(.removed(bytes("/s/a.jpg"))))
    #expect(folders(since: read + 2) == ["/s"])
    #expect(folders(since: versions.currentVersion).isEmpty)
    versions.recordJob(LibraryBacklog(needsScan: true))
    #expect(versions.folders(changedSince: read) == nil, "all folders were read again")
  }

  @Test func `changes are given to one job`() {
    var backlog = LibraryBacklog()
    #expect(backlog.isEmpty)
    backlog.fileChangeBatches.append([.removed(Array("/a.jpg".utf8))])
    backlog.newMarks[FilePath("/b.jpg")] = PhotoMarks()
    let taken = backlog.take()
    #expect(taken.changesPhotos && taken.newMarks.count == 1)
    #expect(backlog.isEmpty && !backlog.changesPhotos)
  }
}
