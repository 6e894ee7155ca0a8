import Geometry

/// The positions of the pages at one instant: the scroll position and the gaps that are still
/// closing.
struct PageArrangement {
  /// The maximum number of pages that are drawn or have a cell.
  static let maxPages = 3

  /// A gap between two pages and its current width, in pages.
  struct Joint {
    let gap: PageGap
    let width: Double
  }

  let layout: PageLayout
  /// The scroll position, in pages.
  let position: Double
  let joints: [Joint]
  /// The current page as last reported.
  let index: Int

  /// The distance of the page in `slot` from the middle of the viewport, in pages.
  func distance(of slot: Int) -> Double { Double(slot) + shift(of: slot) }

  /// The difference between a slot's number and its distance from the viewport, in pages.
  private func shift(of slot: Int) -> Double { displacement(of: slot) - position }

  /// The displacement of the page in `slot` by gaps, in pages.
  func displacement(of slot: Int) -> Double {
    joints.reduce(0) { $0 + $1.gap.sign(of: slot) * $1.width }
  }

  /// The slot of page `index` that is nearest to the viewport.
  func slot(of index: Int) -> Int {
    let nearest = layout.slot(of: index, near: position)
    guard !joints.isEmpty, layout.isEndless else { return nearest }
    let rounds = [nearest, nearest - layout.count, nearest + layout.count]
    return rounds.min { abs(distance(of: $0)) < abs(distance(of: $1)) } ?? nearest
  }

  /// The rectangle of page `index` in the viewport, in device pixels.
  func frame(of index: Int) -> Rect {
    layout.frame(atDistance: distance(of: slot(of: index)))
  }

  /// The rectangle of page `index` in the viewport, moved to the nearest whole device pixel; its
  /// size is never rounded.
  func snappedFrame(of index: Int) -> Rect {
    let frame = frame(of: index)
    return Rect(
      origin: Point(x: (frame.minX + 0.5).rounded(.down), y: (frame.minY + 0.5).rounded(.down)),
      size: frame.size)
  }

  /// The page in the middle of the viewport; it changes at the half-way point. If no page is
  /// visible, because one page is sliding in for another, it is the last reported one.
  var current: Int {
    guard !joints.isEmpty else { return layout.index(at: position) }
    return seen.first.map(layout.page) ?? index
  }

  /// The visible pages, the nearest first; never empty unless there are no pages.
  var visible: [Int] {
    guard layout.count > 0, position.isFinite else { return [] }
    var pages: [Int] = []
    for page in seen.map(layout.page) where !pages.contains(page) { pages.append(page) }
    return pages.isEmpty ? [current] : Array(pages.prefix(Self.maxPages))
  }

  /// The visible slots, the nearest first.
  private var seen: [Int] {
    slots(within: layout.reach).filter { abs(distance(of: $0)) < layout.reach }
  }

  /// The slots that hold pages and are at most `reach` pages away, the nearest first.
  ///
  /// All slots between two gaps have the same displacement, so each interval is searched
  /// separately.
  private func slots(within reach: Double) -> [Int] {
    guard layout.count > 0 else { return [] }
    let edges = joints.map(\.gap.edge).sorted()
    let lowest = layout.slot(at: -.greatestFiniteMagnitude)
    let highest = layout.slot(at: .greatestFiniteMagnitude)
    var found: [Int] = []
    for (first, end) in zip([lowest] + edges, edges + [highest + 1]) where first < end {
      let shift = shift(of: first)
      let low = max(Double(max(first, lowest)), (-reach - shift).rounded(.up))
      let high = min(Double(min(end - 1, highest)), (reach - shift).rounded(.down))
      if low <= high { found += Int(low)...Int(high) }
    }
    return found.sorted { abs(distance(of: $0)) < abs(distance(of: $1)) }
  }
}
