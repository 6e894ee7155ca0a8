/// The last reports to the host about the current page: its window of live pages, and whether the
/// scroll has come to rest on it.
struct PageTracker: Hashable, Sendable {
  /// The pages that have a cell, and the pictures to be prefetched.
  private(set) var window: PageWindow
  private var settledPage: Int?

  /// Creates the tracker of a scroll at rest on `page`.
  init(page: Int, in layout: PageLayout) {
    window = PageWindow(current: page, visible: [], direction: 1, in: layout)
    settledPage = page
  }

  /// Forces a `windowChanged` effect in the next step, even if the page numbers are the same as
  /// before.
  mutating func invalidateWindow() { window = .none }

  /// Forces a `pageSettled` effect as soon as the scroll is at rest again.
  mutating func unsettle() { settledPage = nil }

  /// Forces a `pageSettled` effect unless the last one was reported for `page`.
  mutating func unsettle(unlessOn page: Int) { if settledPage != page { settledPage = nil } }

  /// Renumbers the pages. The report that the scroll has come to rest on a removed page is
  /// forgotten.
  mutating func renumber(_ change: PageRenumbering) {
    if case .removed(let page) = change, settledPage == page { settledPage = nil }
    settledPage = settledPage.map { change($0) }
    invalidateWindow()
  }

  /// Reports what has changed since the last step.
  mutating func follow(
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
