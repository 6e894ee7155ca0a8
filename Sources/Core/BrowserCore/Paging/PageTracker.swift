/// The state last reported to the host: the window of live pages, and the page on which the scroll
/// has come to rest.
struct PageTracker: Hashable, Sendable {
  /// The indices of the pages that have a cell, and of those whose pictures are prefetched, as last
  /// reported.
  private(set) var reportedWindow: PageWindow
  private var reportedSettledPage: Int?

  /// Creates the tracker of a scroll at rest on the page with the index `page`.
  init(page: Int, in layout: PageLayout) {
    reportedWindow = PageWindow(current: page, visible: [], direction: 1, in: layout)
    reportedSettledPage = page
  }

  /// Forces a `windowChanged` effect in the next step, even if the page indices are the same as
  /// before.
  mutating func invalidateWindow() { reportedWindow = .none }

  /// Forces a `pageSettled` effect as soon as the scroll is at rest again.
  mutating func forgetSettledPage() { reportedSettledPage = nil }

  /// Forces a `pageSettled` effect unless the last one was reported for `page`.
  mutating func forgetSettledPage(unlessOn page: Int) {
    if reportedSettledPage != page { reportedSettledPage = nil }
  }

  /// Renumbers the reported pages. The report that the scroll has come to rest on a page is
  /// forgotten if that page is removed.
  mutating func renumber(_ change: PageRenumbering) {
    if case .removed(let page) = change, reportedSettledPage == page { reportedSettledPage = nil }
    reportedSettledPage = reportedSettledPage.map { change($0) }
    invalidateWindow()
  }

  /// The effects that report the changes of window and settled page since the last call.
  mutating func recordReturningEffects(
    page: Int, window next: PageWindow, isSettled: Bool
  ) -> [BrowserEffect] {
    var effects: [BrowserEffect] = []
    if next != reportedWindow {
      reportedWindow = next
      effects.append(.windowChanged(next))
    }
    if !isSettled {
      reportedSettledPage = nil
    } else if reportedSettledPage != page {
      reportedSettledPage = page
      effects.append(.pageSettled(page))
    }
    return effects
  }
}
