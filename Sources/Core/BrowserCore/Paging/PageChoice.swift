/// The choice of the current page: its index, and the page to which a command has asked to go.
struct PageChoice: Hashable, Sendable {
  /// The index of the current page, one of the current group of pages.
  private(set) var index: Int
  /// The index of the page to which a command has asked to go; nil when no command decides. The
  /// page becomes the current one as soon as its group of pages is current; in a strip, it stays
  /// the current one until the user scrolls the strip.
  private(set) var requestedPage: Int?

  init(index: Int, requested: Int?) {
    self.index = index
    self.requestedPage = requested
  }

  /// The index of the page that is current when the group of pages with the indices `pages` is.
  func currentPage(in pages: Range<Int>) -> Int {
    if let requestedPage, pages.contains(requestedPage) { return requestedPage }
    return pages.contains(index) ? index : pages.first ?? index
  }

  /// Makes `page` the current one.
  mutating func setCurrent(to page: Int) { index = page }

  /// Sets the page to which a command asks to go; nil for none.
  mutating func request(_ page: Int?) { requestedPage = page }
}
