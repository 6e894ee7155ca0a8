import Imaging
import ImagingTestSupport
import PhotoBrowser
import TestSupport
import Testing

@testable import BrowserHost

/// Pages of several kinds in one list.
@MainActor @Suite struct MixedPagesTests {
  private final class NoteCell: View, BrowserCell {
    var note = ""
  }

  @Test func `Pictures, contents and cells of the host are pages of one list`() throws {
    let host = HostRig(count: 2)
    let note = PageList.CellKind(NoteCell.self) { NoteCell() }
    func own(_ text: String) -> MixedPages.Page {
      .cell(note) { page in (page.cell as? NoteCell)?.note = "\(text), page \(page.index)" }
    }
    let drawing = DrawingContent(size: Size(width: 60, height: 40)) { _, _ in }
    let pages = MixedPages(
      [.picture(host.pictures[0]), own("first"), .content(drawing), own("second")],
      by: host.window.pictures)
    host.browser.dataSource = pages
    host.window.show(host.browser)
    host.rig.settle()
    let first = try #require(host.browser.visibleCell as? PhotoCell)
    #expect(first.contentSize == Size(width: 240, height: 160))
    host.browser.scrollToPage(1, animated: false)
    host.rig.settle()
    #expect((host.browser.visibleCell as? NoteCell)?.note == "first, page 1")
    host.browser.scrollToPage(2, animated: false)
    host.rig.settle()
    #expect((host.browser.visibleCell as? PhotoCell)?.contentSize == Size(width: 60, height: 40))
    pages.pages.remove(at: 0)
    host.browser.removeItem(at: 0)
    host.rig.settle()
    #expect(host.browser.pageIndex == 1 && host.browser.pageCount == 3)
    pages.pages.append(.file("/fjord.jpg"))
    #expect(pages.paths.last == "/fjord.jpg" && pages.paths[0].isEmpty)
  }

  @Test func `new paths replace all pages by files`() {
    let host = HostRig(count: 1)
    let pages = MixedPages([.picture(host.pictures[0])], by: host.window.pictures)
    pages.paths = ["/fjord.jpg", "/lake.jpg"]
    let files: [String] = pages.pages.compactMap { page in
      if case .file(let path) = page { path } else { nil }
    }
    #expect(files == ["/fjord.jpg", "/lake.jpg"])
    #expect(pages.paths == files && pages.numberOfItems(in: host.browser) == 2)
  }

  @Test func `a file that is replaced by a picture is not loaded any more`() throws {
    let host = HostRig(count: 1)
    let folder = try TemporaryFolder()
    let file = try folder.write([1], named: "a.jpg")
    let pages = MixedPages(
      [.file(file)], by: FilePages.Loader(pipeline: .silent(), loop: StillLoop()))
    host.browser.dataSource = pages
    host.window.show(host.browser)
    host.rig.frame()
    #expect(pages.page(at: 0) != nil)
    pages.pages = [.picture(host.pictures[0])]
    host.browser.reloadItem(at: 0)
    #expect(pages.page(at: 0) == nil)
    let cell = try #require(host.browser.visibleCell as? PhotoCell)
    #expect(cell.stillPicture?.naturalSize == host.pictures[0].naturalSize)
  }
}
