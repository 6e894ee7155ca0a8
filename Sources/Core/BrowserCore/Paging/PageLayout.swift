public import Geometry

/// Where the pages lie: side by side along one axis, a gap between them.
///
/// A position is measured in pages: 0 is the first page, 1.5 half-way between the second and third.
/// A whole position is a *slot*: page k lies in slot k. Pages that follow each other in a circle lie
/// in every n-th slot besides, and positions go on beyond both ends.
public struct PageLayout: Hashable, Sendable {
  /// The visible area, in points.
  public var viewport: Size
  /// The gap between two pages, in points. Default 30.
  public var spacing: Double
  /// The direction in which pages follow each other.
  public var axis: Axis
  /// How many pages there are.
  public var count: Int
  /// True when the next page lies to the left.
  public var isRightToLeft: Bool
  /// True when the first page follows the last one, if there is more than one.
  public var isLooping: Bool

  /// The gap unless another is asked for, in points.
  ///
  /// - Source: JXPhotoBrowser.
  public static let defaultSpacing = 30.0
  /// So far from the beginning an endless album can be scrolled, in pages: as far as a position
  /// tells pages and their pixels apart.
  private static let farthest = 1e9

  /// Makes a layout; negative or non-finite spacing becomes 0.
  public init(
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

  /// The distance from one page to the next, in points; at least 1.
  public var pitch: Double { max(1, viewport[axis] + spacing) }

  /// The viewport's share of the pitch: pages nearer than this are seen.
  public var reach: Double { viewport[axis] / pitch }

  /// −1 where the next page lies to the left, else 1.
  public var direction: Double { isRightToLeft && axis == .horizontal ? -1 : 1 }

  /// True when there is no first and no last page.
  public var isEndless: Bool { isLooping && count > 1 }

  /// The last page's index; 0 when there are none.
  public var lastIndex: Int { max(0, count - 1) }

  /// `index` moved into 0…n−1.
  public func clamped(_ index: Int) -> Int { min(max(0, index), lastIndex) }

  /// Where the scroll can come to rest, in pages.
  public var range: ClosedRange<Double> {
    isEndless ? -Self.farthest...Self.farthest : 0...Double(lastIndex)
  }

  // MARK: Slots

  /// The slot that is nearest to `position` and holds a page.
  public func slot(at position: Double) -> Int {
    guard position.isFinite else { return 0 }
    return Int(min(max(position, range.lowerBound), range.upperBound).rounded())
  }

  /// True when a page lies in `slot`.
  package func holds(slot: Int) -> Bool { isEndless || slot >= 0 && slot < count }

  /// The page that lies in `slot`; the nearest one beyond the ends.
  public func page(in slot: Int) -> Int {
    guard isEndless else { return clamped(slot) }
    let rest = slot % count
    return rest < 0 ? rest + count : rest
  }

  /// The slot of page `index` that is nearest to `position`; of two the later one.
  public func slot(of index: Int, near position: Double) -> Int {
    guard isEndless, position.isFinite else { return index }
    let rounds = (position - Double(index)) / Double(count)
    return index + Int((rounds + 0.5).rounded(.down)) * count
  }

  /// The shortest way from one page to another, in pages; negative for backwards.
  public func way(from start: Int, to end: Int) -> Int {
    slot(of: end, near: Double(start)) - start
  }

  /// The page that is current at `position`: it changes at the half-way point.
  public func index(at position: Double) -> Int { page(in: slot(at: position)) }

  // MARK: Places

  /// The viewport's rectangle so many pages further, in points.
  public func frame(atDistance distance: Double) -> Rect {
    var origin = Point.zero
    origin[axis] = distance * pitch * direction
    return Rect(origin: origin, size: viewport)
  }

  /// The rectangle of page `index` in the viewport when scrolled to `position`, in points.
  public func frame(of index: Int, at position: Double) -> Rect {
    frame(atDistance: Double(slot(of: index, near: position)) - position)
  }
}
