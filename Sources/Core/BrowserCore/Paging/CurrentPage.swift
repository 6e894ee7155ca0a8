/// The choice of the current page: its index, and the page that a command has asked for.
struct CurrentPage: Hashable, Sendable {
  /// The index of the current page, which is on the current group.
  private(set) var index: Int
  /// The page that a command has asked for: it is the current one as soon as its group is, and in a
  /// strip until the strip is scrolled by hand. nil leaves the choice to the group.
  private(set) var wanted: Int?

  init(index: Int, wanted: Int?) {
    self.index = index
    self.wanted = wanted
  }

  /// The page of a group of `pages` that is current when the group is.
  func page(in pages: Range<Int>) -> Int {
    if let wanted, pages.contains(wanted) { return wanted }
    return pages.contains(index) ? index : pages.first ?? index
  }

  /// Makes `page` the current one.
  mutating func turn(to page: Int) { index = page }

  /// Sets the page that a command asks for.
  mutating func want(_ page: Int?) { wanted = page }
}
