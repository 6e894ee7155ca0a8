public import Geometry

/// Where the pages lie: side by side along one axis, a gap between them.
///
/// A position is measured in pages: 0 is the first page, 1.5 half-way between the second and third.
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

  /// The gap unless another is asked for, in points.
  ///
  /// - Source: JXPhotoBrowser.
  public static let defaultSpacing = 30.0

  /// Makes a layout; negative or non-finite spacing becomes 0.
  public init(
    viewport: Size, spacing: Double = PageLayout.defaultSpacing, axis: Axis = .horizontal,
    count: Int, isRightToLeft: Bool = false
  ) {
    self.viewport = viewport
    self.spacing = spacing.isFinite ? max(0, spacing) : 0
    self.axis = axis
    self.count = max(0, count)
    self.isRightToLeft = isRightToLeft
  }

  /// The distance from one page to the next, in points; at least 1.
  public var pitch: Double { max(1, viewport[axis] + spacing) }

  /// −1 where the next page lies to the left, else 1.
  public var direction: Double { isRightToLeft && axis == .horizontal ? -1 : 1 }

  /// The last page's index; 0 when there are none.
  public var lastIndex: Int { max(0, count - 1) }

  /// `index` moved into 0…n−1.
  public func clamped(_ index: Int) -> Int { min(max(0, index), lastIndex) }

  /// The page that is current at `position`: it changes at the half-way point.
  public func index(at position: Double) -> Int {
    guard position.isFinite else { return 0 }
    return clamped(Int(min(max(position, 0), Double(lastIndex)).rounded()))
  }

  /// The rectangle of page `index` in the viewport when scrolled to `position`, in points.
  public func frame(of index: Int, at position: Double) -> Rect {
    var origin = Point.zero
    origin[axis] = (Double(index) - position) * pitch * direction
    return Rect(origin: origin, size: viewport)
  }

  /// The same rectangle at the nearest whole point; its size is never rounded.
  public func snappedFrame(of index: Int, at position: Double) -> Rect {
    let frame = frame(of: index, at: position)
    return Rect(
      origin: Point(x: (frame.minX + 0.5).rounded(.down), y: (frame.minY + 0.5).rounded(.down)),
      size: frame.size)
  }

  /// The pages of which something is visible at `position`, nil when there are none.
  public func visible(at position: Double) -> ClosedRange<Int>? {
    guard count > 0, position.isFinite else { return nil }
    let reach = viewport[axis] / pitch
    // A page is visible while its distance is smaller than the viewport's share of the pitch.
    let first = Int((position - reach).rounded(.down)) + 1
    let last = Int((position + reach).rounded(.up)) - 1
    let low = clamped(first)
    let high = clamped(last)
    return min(low, high)...max(low, high)
  }
}
