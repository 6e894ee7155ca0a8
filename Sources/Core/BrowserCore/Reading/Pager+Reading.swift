import Geometry
import Motion

/// Spreads and strips: the pages that are shown together, and among them the current, visible and
/// live ones.
extension Pager {
  /// True when both pages are in the same spread or strip, or are the same page.
  func areInSameGroup(_ page: Int, _ other: Int) -> Bool {
    groups.group(of: page) == groups.group(of: other)
  }

  /// The visible pages of the spread or strip with the number `group`, whose content is in its
  /// page.
  ///
  /// - Parameter frame: the rectangle of the group in the viewport, in device pixels.
  func visiblePages(of group: Int, frame: Rect, at t: Timestamp) -> [BrowserFrame.Page] {
    let zoom = zooms[group]
    let rect = zooms.hasContent(group) ? zoom.rect(at: t).offset(by: frame.origin - .zero) : .zero
    return groupFrames.visiblePages(
      of: group, at: rect, scale: zoom.scale(at: t), frame: frame,
      placement: zoom.isScaleSettled(at: t) && (groups.isStrip || zoom.isSettled(at: t))
        ? .still : .moving)
  }

  /// The scroll position in pages, also for spreads and strips; in a strip, the index of the
  /// current page.
  func positionInPages(at t: Timestamp) -> Double {
    let position = scroll.position(at: t)
    guard !groups.hasSinglePages else { return position }
    guard !groups.isStrip, groups.pageCount > 0 else { return Double(index) }
    let groupLayout = row.layout
    let before = groupLayout.page(in: Int(position.rounded(.down)))
    let after = groupLayout.page(in: Int(position.rounded(.up)))
    let share = position - position.rounded(.down)
    return Double(currentPage(ofGroup: before)) * (1 - share) + Double(currentPage(ofGroup: after))
      * share
  }

  // MARK: Reading

  /// The index of the page of the group `group` that is current when that group is.
  func currentPage(ofGroup group: Int) -> Int {
    pageChoice.currentPage(in: groups.pages(in: group))
  }

  /// The index of the page of a strip that is `step` pages after the one at the top of the
  /// viewport, or after the one to which a command has asked to go; nil beyond the ends. A step
  /// back from a page whose top lies above the viewport leads to the top of that page.
  func stripPage(after step: Int) -> Int? {
    let zoom = currentZoom
    let top = -zoom.targetRect.minY / zoom.targetScale
    let first = groups.page(atHeight: top + Self.topTolerance / zoom.targetScale)
    let isCut = top - groups.frame(of: first).minY > Self.topTolerance / zoom.targetScale
    if step > 0, index == layout.lastIndex, zoom.readingScroll(1, share: 1) == nil { return nil }
    let base = requestedPage ?? first
    let page = base + step + (requestedPage == nil && isCut && step < 0 ? 1 : 0)
    let clamped = layout.clamped(page)
    return clamped == base && (requestedPage != nil || !isCut || step > 0) ? nil : clamped
  }

  /// The distance between the top of a page and that of the viewport, in device pixels, up to which
  /// they count as equal.
  private static let topTolerance = 2.0

  /// Scrolls a strip until the top of `page` is at the top of the viewport.
  mutating func scrollStrip(to page: Int, animated: Bool, at t: Timestamp) {
    requestPage(page)
    let corner = currentZoom.corner(showing: groups.frame(of: page).minY)
    currentZoom.scroll(corner: corner, animated: animated && !tuning.reducesMotion, at: t)
  }

  /// The index of the page that is current at `t`.
  func currentPage(at t: Timestamp) -> Int {
    if groups.hasSinglePages { return row.index }
    if groups.isStrip, requestedPage == nil, groups.pageCount > 0, !currentZoom.content.isEmpty {
      return groups.page(atHeight: currentZoom.readingLine(at: t))
    }
    return currentPage(ofGroup: row.index)
  }

  /// The indices of the visible pages of spreads or of a strip.
  ///
  /// - Parameter seen: the numbers of the visible groups, in whose order the pages are listed.
  func visiblePages(on seen: [Int], at t: Timestamp) -> [Int] {
    guard groups.isStrip else { return seen.flatMap { Array(groups.pages(in: $0)) } }
    guard groups.pageCount > 0, !currentZoom.content.isEmpty else { return [index] }
    let pages = groups.pages(within: currentZoom.visibleHeights(at: t))
    return Array(pages.prefix(PageWindow.maxGroupedLivePages))
  }

  /// The window of live and prefetched pages around the visible ones.
  ///
  /// - Parameters:
  ///   - visible: the indices of the visible pages.
  ///   - seen: the numbers of the visible groups of pages.
  func window(visible: [Int], seen: [Int]) -> PageWindow {
    guard !groups.hasSinglePages, groups.pageCount > 0 else {
      return PageWindow(current: index, visible: visible, direction: lastTurnDirection, in: layout)
    }
    let ahead = lastTurnDirection < 0 ? -1 : 1
    if groups.isStrip {
      let first = visible.min() ?? index
      let last = visible.max() ?? index
      func pages(_ distances: ClosedRange<Int>, _ step: Int) -> [Int] {
        distances.map { (step > 0 ? last : first) + $0 * step }
      }
      return PageWindow(
        live: [index] + visible + pages(1...PageWindow.stripLiveDepth, ahead)
          + pages(1...1, -ahead),
        prefetch: pages(
          PageWindow.stripLiveDepth + 1...PageWindow.stripLiveDepth + PageWindow.stripPrefetchDepth,
          ahead),
        count: groups.pageCount)
    }
    func neighbours(_ distance: Int) -> [Int] {
      let slot = row.index + distance
      guard row.layout.contains(slot: slot) else { return [] }
      return Array(groups.pages(in: row.layout.page(in: slot)))
    }
    return PageWindow(
      live: [index] + Array(groups.pages(in: row.index)) + visible + neighbours(ahead)
        + neighbours(-ahead),
      prefetch: neighbours(2 * ahead), count: groups.pageCount)
  }
}
