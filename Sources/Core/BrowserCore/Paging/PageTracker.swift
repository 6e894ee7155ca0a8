/// The state last reported to the host: the window of live pages, and the page on which the scroll
/// has come to rest.
struct PageTracker: Hashable, Sendable {
  /// The indices of the pages that have a cell, and of those whose pictures are prefetched, as last
  /// reported.
  private(set) var window: PageWindow
  private var settledPage: Int?

  /// Creates the tracker of a scroll at rest on the page with the index `page`.
  init(page: Int, in layout: PageLayout) {
    window = PageWindow(current: page, visible: [], direction: 1, in: layout)
    settledPage = page
  }

  /// Forces a `windowChanged` effect in the next step, even if the page indices are the same as
  /// before.
  mutating func invalidateWindow() { window = .none }

  /// Forces a `pageSettled` effect as soon as the scroll is at rest again.
  mutating func forgetSettledPage() { settledPage = nil }

  /// Forces a `pageSettled` effect unless the last one was reported for `page`.
  mutating func forgetSettledPage(unlessOn page: Int) {
    if settledPage != page { settledPage = nil }
  }

  /// Renumbers the reported pages. The report that the scroll has come to rest on a page is
  /// forgotten if that page is removed.
  mutating func renumber(_ change: PageRenumbering) {
    if case .removed(let page) = change, settledPage == page { settledPage = nil }
    settledPage = settledPage.map { change($0) }
    invalidateWindow()
  }

  /// The effects that report the changes of window and settled page since the last call.
  mutating func report(
    page: Int, window next: PageWindow, isSettled: Bool
  ) -> [BrowserEffect] {
    var effects: [BrowserEffect] = []
    if next != window {
      window = next
      effects.append(.windowChanged(next))
    }
    if !isSettled {
      settledPage = nil
    } else if settledPage != page {
      settledPage = page
      effects.append(.pageSettled(page))
    }
    return effects
  }
}
