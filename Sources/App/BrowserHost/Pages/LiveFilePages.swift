import PhotoBrowser
import Pixels

/// The live pages of files in a browser, by cell, index or file.
final class LiveFilePages {
  /// The browser that shows the pages; nil until it first asks the data source.
  weak var browser: Browser?
  /// The box in device pixels for which the pictures of the pages are decoded.
  var box = PixelSize.zero
  private var pages = LivePageValues<FilePage>()

  /// All pages with cells, in no particular order.
  var all: [FilePage] { pages.values }

  /// The live pages of the browser, in the order of its window of live pages.
  var ordered: [FilePage] {
    browser.map { browser in browser.state.pageWindow.live.compactMap { page(at: $0) } } ?? []
  }

  /// The page that a cell shows; nil when there is none.
  func page(in cell: PhotoCell) -> FilePage? { pages[cell] }

  /// The page that a cell shows; nil when the cell shows no page, or one of another file.
  func page(of path: FilePath, in cell: PhotoCell) -> FilePage? {
    pages[cell].flatMap { $0.path == path ? $0 : nil }
  }

  /// The page at an index; nil when it is not alive.
  func page(at index: Int) -> FilePage? { browser?.cell(at: index).flatMap { pages[$0] } }

  /// The live page of a file; nil when there is none.
  func page(of path: FilePath) -> FilePage? { ordered.first { $0.path == path } }

  /// The index of a page in the browser; nil when the page is not alive any more.
  func index(of page: FilePage) -> Int? {
    pages[page.cell] === page ? browser?.liveIndex(of: page.cell) : nil
  }

  /// Adds a page, in place of the page that its cell showed before.
  func add(_ page: FilePage) { pages[page.cell] = page }

  /// Removes the page that a cell shows, and returns it; nil when there is none.
  func remove(in cell: PhotoCell) -> FilePage? {
    defer { pages[cell] = nil }
    return pages[cell]
  }

  /// Removes the pages whose cells the browser has put out of use, and returns these pages.
  func removeUnused() -> [FilePage] { browser.map { pages.removeUnused(in: $0) } ?? [] }
}
