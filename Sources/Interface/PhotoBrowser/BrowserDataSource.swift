public import Pixels

/// The provider of a browser's pages. The browser keeps no data of its own.
public protocol BrowserDataSource: AnyObject {
  /// The number of pages.
  func numberOfItems(in browser: Browser) -> Int
  /// Makes a new, empty cell of the kind that the page at `index` needs. Default: a ``PhotoCell``.
  func browser(_ browser: Browser, makeCellFor index: Int) -> any BrowserCell
  /// The reuse identifier of the kind of cell that the page at `index` needs. A cell is reused only
  /// for pages with the same identifier. Default: "", the same for all pages.
  func browser(_ browser: Browser, kindOfCellFor index: Int) -> String
  /// Fills `cell` with the content of the page at `index`. The cell has its position and size
  /// already. Called once each time a cell is assigned to a page, and for a reload.
  func browser(_ browser: Browser, reload cell: any BrowserCell, at index: Int)
  /// The page at `index` has lost its cell, so that loading for it can be cancelled. Default: does
  /// nothing.
  func browser(_ browser: Browser, didEndShowing index: Int)
  /// The pictures of the pages at `indices` will be needed soon, the most urgent first; those of
  /// other pages need not be kept. Called when the list has changed. Default: does nothing.
  func browser(_ browser: Browser, prefetch indices: [Int])
  /// The picture of the page at `index` is shown at `size`, in device pixels, so that more detail
  /// can be loaded if there is any. Called for every frame. Default: does nothing.
  func browser(_ browser: Browser, page index: Int, isShownAt size: PixelSize)
  /// The user requested another attempt to load the page at `index`. Default: does nothing.
  func browser(_ browser: Browser, retry index: Int)
}

extension BrowserDataSource {
  public func browser(_ browser: Browser, makeCellFor index: Int) -> any BrowserCell {
    PhotoCell()
  }
  /// Returns "": all pages have the same kind of cell.
  public func browser(_ browser: Browser, kindOfCellFor index: Int) -> String { "" }
  public func browser(_ browser: Browser, didEndShowing index: Int) {}
  public func browser(_ browser: Browser, prefetch indices: [Int]) {}
  public func browser(_ browser: Browser, page index: Int, isShownAt size: PixelSize) {}
  public func browser(_ browser: Browser, retry index: Int) {}
}
