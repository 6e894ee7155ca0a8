public import Pixels

/// The provider of a browser's pages. The browser keeps no data of its own.
public protocol BrowserDataSource: AnyObject {
  /// The number of pages.
  func numberOfItems(in browser: Browser) -> Int
  /// Makes a new, empty cell of the kind that page `index` needs. Default: a ``PhotoCell``.
  func browser(_ browser: Browser, makeCellFor index: Int) -> any BrowserCell
  /// The reuse identifier of the kind of cell that page `index` needs. A cell is reused only for
  /// pages with the same identifier. Default: "", the same for all pages.
  func browser(_ browser: Browser, kindOfCellFor index: Int) -> String
  /// Fills `cell`, which has its position and size already. Called once each time a cell begins to
  /// show page `index`.
  func browser(_ browser: Browser, reload cell: any BrowserCell, at index: Int)
  /// Page `index` has lost its cell: loading for it can be cancelled. Default: does nothing.
  func browser(_ browser: Browser, didEndShowing index: Int)
  /// The pictures of these pages will be needed soon, most urgent first; those of other pages need
  /// not be kept. Called when the list has changed. Default: does nothing.
  func browser(_ browser: Browser, prefetch indices: [Int])
  /// Page `index` is shown at `size`, in device pixels: more detail can be loaded if there is any.
  /// Called for every frame. Default: does nothing.
  func browser(_ browser: Browser, page index: Int, isShownAt size: PixelSize)
  /// The user requested another attempt to load page `index`. Default: does nothing.
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
