/// A page that is to be filled: its cell, which has its place and size, and what there is to know
/// of it.
public struct PageContext {
  /// The browser that asks.
  public let browser: Browser
  /// What shows the page.
  public let cell: any BrowserCell
  /// Which page it is.
  public let index: Int

  /// The current page: the one that is seen, or will be first.
  public var currentIndex: Int { browser.pageIndex }
  /// True when it is this one.
  public var isCurrent: Bool { index == currentIndex }
  /// The cell of an ordinary page; nil for a cell of one's own.
  public var photo: PhotoCell? { cell as? PhotoCell }
}
