package import Geometry

/// The layout of the pages: a row along one axis, with gaps between the pages.
///
/// A position is measured in pages: 0 is the first page, 1.5 half-way between the second and third.
/// A whole position is a *slot*: page k lies in slot k. In a looping album of n pages, page k also
/// lies in every slot k + i·n, and positions continue beyond both ends.
package struct PageLayout: Hashable, Sendable {
  /// The size of the visible area, in device pixels; also the size of a page.
  package var viewport: Size
  /// The gap between two pages, in device pixels. Default 30.
  package var spacing: Double
  /// The axis along which the pages lie. Default horizontal.
  package var axis: Axis
  package var count: Int
  /// True when the page after another lies to its left; for horizontal paging only. Default false.
  package var isRightToLeft: Bool
  /// True when the first page follows the last one, in an album of more than one page. Default
  /// false.
  package var isLooping: Bool
  /// The UI scale: the number of device pixels in a point. Default 1.
  package var uiScale = 1.0

  /// The default gap between two pages, in points.
  ///
  /// - Source: JXPhotoBrowser.
  package static let defaultSpacing = 30.0
  /// The limit of scrolling in a looping album, in pages: up to it the precision of a position is
  /// finer than a pixel.
  private static let maxScroll = 1e9

  /// Creates a layout; a negative or non-finite spacing becomes 0, a negative count 0.
  package init(
    viewport: Size, spacing: Double = PageLayout.defaultSpacing, axis: Axis = .horizontal,
    count: Int, isRightToLeft: Bool = false, isLooping: Bool = false
  ) {
    self.viewport = viewport
    self.spacing = spacing.isFinite ? max(0, spacing) : 0
    self.axis = axis
    self.count = max(0, count)
    self.isRightToLeft = isRightToLeft
    self.isLooping = isLooping
  }

  /// The distance from the start of one page to the start of the next, in device pixels; at least
  /// 1.
  package var pitch: Double { max(1, viewport[axis] + spacing) }

  /// The viewport's extent along the axis divided by the pitch: a page that is less than this
  /// number of pages away is visible.
  package var viewportExtentInPages: Double { viewport[axis] / pitch }

  /// −1 when the page after another lies to its left, otherwise 1.
  package var axisSign: Double { isRightToLeft && axis == .horizontal ? -1 : 1 }

  /// True when the album loops, and so has neither a first nor a last page.
  package var isEndless: Bool { isLooping && count > 1 }

  /// The index of the last page; 0 in an empty album.
  package var lastIndex: Int { max(0, count - 1) }

  /// The index limited to those of the pages; 0 in an empty album.
  package func clamped(_ index: Int) -> Int { min(max(0, index), lastIndex) }

  /// The range of positions at which the scroll can come to rest, in pages.
  package var scrollRange: ClosedRange<Double> {
    isEndless ? -Self.maxScroll...Self.maxScroll : 0...Double(lastIndex)
  }

  // MARK: Slots

  /// The slot nearest to `position`, which is measured in pages, that holds a page.
  package func slot(at position: Double) -> Int {
    guard position.isFinite else { return 0 }
    return Int(min(max(position, scrollRange.lowerBound), scrollRange.upperBound).rounded())
  }

  /// True when a page lies in `slot`.
  package func contains(slot: Int) -> Bool { isEndless || slot >= 0 && slot < count }

  /// The index of the page in `slot`; beyond the ends of the album, that of the first or last page.
  package func page(in slot: Int) -> Int {
    guard isEndless else { return clamped(slot) }
    let rest = slot % count
    return rest < 0 ? rest + count : rest
  }

  /// The slot of the page `index` that is nearest to `position`, in pages; the later of two equally
  /// near ones.
  package func slot(of index: Int, near position: Double) -> Int {
    guard isEndless, position.isFinite else { return index }
    let rounds = (position - Double(index)) / Double(count)
    return index + Int((rounds + 0.5).rounded(.down)) * count
  }

  /// The signed distance from one page to another along the shortest path, in pages; negative for
  /// backwards.
  package func distance(from start: Int, to end: Int) -> Int {
    slot(of: end, near: Double(start)) - start
  }

  /// The index of the current page at the scroll position `position`, in pages; it changes half-way
  /// between two pages.
  package func index(at position: Double) -> Int { page(in: slot(at: position)) }

  // MARK: Positions

  /// The rectangle in the viewport, in device pixels, of a page at a signed distance from it, in
  /// pages.
  package func frame(atDistance distance: Double) -> Rect {
    var origin = Point.zero
    origin[axis] = distance * pitch * axisSign
    return Rect(origin: origin, size: viewport)
  }

  /// The rectangle of the page `index` in the viewport, in device pixels, at the scroll position
  /// `position`, in pages.
  package func frame(of index: Int, at position: Double) -> Rect {
    frame(atDistance: Double(slot(of: index, near: position)) - position)
  }
}
