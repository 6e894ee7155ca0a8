public import Pixels

/// Where a browser's pages come from. The browser keeps no data: it asks.
public protocol BrowserDataSource: AnyObject {
  /// How many pages there are.
  func numberOfItems(in browser: Browser) -> Int
  /// A new, empty cell of the kind page `index` needs. Default: a ``PhotoCell``.
  func browser(_ browser: Browser, makeCellFor index: Int) -> any BrowserCell
  /// What kind of cell page `index` needs: one that showed another page is used again only for the
  /// same kind. Default: all pages are of one kind.
  func browser(_ browser: Browser, kindOfCellFor index: Int) -> String
  /// Fill `cell`, which has its place and size. Called once each time a cell begins to show `index`.
  func browser(_ browser: Browser, reload cell: any BrowserCell, at index: Int)
  /// Page `index` is alive no more: whatever its cell was waiting for is not wanted now.
  func browser(_ browser: Browser, didEndShowing index: Int)
  /// The pictures of these pages will be wanted soon, most urgent first. Default: nothing.
  func browser(_ browser: Browser, prefetch indices: [Int])
  /// Page `index` is shown at `size` device pixels: fetch more detail if there is any.
  func browser(_ browser: Browser, page index: Int, isShownAt size: PixelSize)
  /// The person asked to try page `index` again.
  func browser(_ browser: Browser, retry index: Int)
}

extension BrowserDataSource {
  /// A photo cell.
  public func browser(_ browser: Browser, makeCellFor index: Int) -> any BrowserCell {
    PhotoCell()
  }
  /// One kind.
  public func browser(_ browser: Browser, kindOfCellFor index: Int) -> String { "" }
  /// Does nothing.
  public func browser(_ browser: Browser, didEndShowing index: Int) {}
  /// Does nothing.
  public func browser(_ browser: Browser, prefetch indices: [Int]) {}
  /// Does nothing.
  public func browser(_ browser: Browser, page index: Int, isShownAt size: PixelSize) {}
  /// Does nothing.
  public func browser(_ browser: Browser, retry index: Int) {}
}
