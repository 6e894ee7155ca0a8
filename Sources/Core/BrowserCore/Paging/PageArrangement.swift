import Geometry

/// The positions of the pages at one instant, which result from the scroll position and from the
/// gaps that are still closing.
struct PageArrangement {
  /// The maximum number of pages that are visible, or have a cell, at the same time.
  static let maxVisiblePages = 3

  /// A closing gap between two pages and its current excess width, in pages.
  struct ClosingGap {
    let gap: PageGap
    let excessWidth: Double
  }

  let layout: PageLayout
  /// The scroll position, in pages from the first one.
  let scrollPosition: Double
  let closingGaps: [ClosingGap]
  /// The index of the current page as last reported.
  let reportedIndex: Int

  /// The signed distance of the page in `slot` from the viewport, in pages; 0 when the page fills
  /// the viewport.
  func signedDistance(of slot: Int) -> Double { Double(slot) + distanceMinusSlotNumber(of: slot) }

  /// The number that is added to `slot` for its signed distance from the viewport, in pages.
  private func distanceMinusSlotNumber(of slot: Int) -> Double {
    gapDisplacement(of: slot) - scrollPosition
  }

  /// The displacement of the page in `slot` by closing gaps, in pages.
  func gapDisplacement(of slot: Int) -> Double {
    closingGaps.reduce(0) { $0 + $1.gap.displacementSign(of: slot) * $1.excessWidth }
  }

  /// The slot of the page `index` that is nearest to the viewport; in a looping album a page has
  /// many slots.
  func slot(of index: Int) -> Int {
    let nearest = layout.slot(of: index, near: scrollPosition)
    guard !closingGaps.isEmpty, layout.isEndless else { return nearest }
    let rounds = [nearest, nearest - layout.count, nearest + layout.count]
    return rounds.min { abs(signedDistance(of: $0)) < abs(signedDistance(of: $1)) } ?? nearest
  }

  /// The rectangle of the page `index` in the viewport, in device pixels.
  func frame(of index: Int) -> Rect {
    layout.frame(atDistance: signedDistance(of: slot(of: index)))
  }

  /// The rectangle of the page `index` in the viewport, moved to the nearest whole device pixel;
  /// its size is never rounded.
  func snappedFrame(of index: Int) -> Rect {
    let frame = frame(of: index)
    return Rect(
      origin: Point(x: (frame.minX + 0.5).rounded(.down), y: (frame.minY + 0.5).rounded(.down)),
      size: frame.size)
  }

  /// The index of the page in the middle of the viewport; it changes when two pages are equally far
  /// away. If no page is visible, because one page slides in for another, the result is the page
  /// last reported.
  var currentPage: Int {
    guard !closingGaps.isEmpty else { return layout.index(at: scrollPosition) }
    return visibleSlots.first.map(layout.page) ?? reportedIndex
  }

  /// The indices of the visible pages, the one nearest to the middle first; never empty unless the
  /// album is.
  var visiblePages: [Int] {
    guard layout.count > 0, scrollPosition.isFinite else { return [] }
    var pages: [Int] = []
    for page in visibleSlots.map(layout.page) where !pages.contains(page) { pages.append(page) }
    return pages.isEmpty ? [currentPage] : Array(pages.prefix(Self.maxVisiblePages))
  }

  /// The slots of the visible pages, the nearest first.
  private var visibleSlots: [Int] {
    let reach = layout.viewportExtentInPages
    return slots(within: reach).filter { abs(signedDistance(of: $0)) < reach }
  }

  /// The slots that hold pages and are at most `reach` pages away from the viewport, the nearest
  /// first.
  ///
  /// All slots between two gaps have the same displacement, so each such interval is searched
  /// separately.
  private func slots(within reach: Double) -> [Int] {
    guard layout.count > 0 else { return [] }
    let edges = closingGaps.map(\.gap.firstSlotAfter).sorted()
    let lowest = layout.slot(at: -.greatestFiniteMagnitude)
    let highest = layout.slot(at: .greatestFiniteMagnitude)
    var found: [Int] = []
    for (first, end) in zip([lowest] + edges, edges + [highest + 1]) where first < end {
      let shift = distanceMinusSlotNumber(of: first)
      let low = max(Double(max(first, lowest)), (-reach - shift).rounded(.up))
      let high = min(Double(min(end - 1, highest)), (reach - shift).rounded(.down))
      if low <= high { found += Int(low)...Int(high) }
    }
    return found.sorted { abs(signedDistance(of: $0)) < abs(signedDistance(of: $1)) }
  }
}
