extension PageList {
  /// A page that is to be filled: its index, and its cell, which has its position and size already.
  public struct Context {
    /// The browser that shows the page.
    public let browser: Browser
    /// The cell of the page.
    public let cell: any BrowserCell
    /// The index of the page.
    public let index: Int

    /// Makes the context of a page, for a data source of the host.
    public init(browser: Browser, cell: any BrowserCell, index: Int) {
      self.browser = browser
      self.cell = cell
      self.index = index
    }

    /// The index of the current page of the browser.
    public var currentIndex: Int { browser.pageIndex }
    /// Whether this page is the current one.
    public var isCurrent: Bool { index == currentIndex }
    /// The cell as a photo cell; nil for a cell of another kind.
    public var photo: PhotoCell? { cell as? PhotoCell }
  }
}
