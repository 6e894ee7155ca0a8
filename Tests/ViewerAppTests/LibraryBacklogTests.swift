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

  @Test func `changes are given to one job`() {
    var backlog = LibraryBacklog()
    #expect(backlog.isEmpty)
    backlog.deliveries.append([.removed(Array("/a.jpg".utf8))])
    backlog.newMarks[FilePath("/b.jpg")] = PhotoMarks()
    let taken = backlog.take()
    #expect(taken.changesPhotos && taken.newMarks.count == 1)
    #expect(backlog.isEmpty && !backlog.changesPhotos)
  }
}
