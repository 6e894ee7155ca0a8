public import Geometry

/// One page gives way to the next or the one before: what an effect has to know of it.
public struct PageTurn: Hashable, Sendable {
  /// Which page comes.
  public enum Direction: Hashable, Sendable, CaseIterable {
    /// The one after.
    case next
    /// The one before.
    case previous
  }

  /// The size of both pages, in points.
  public var viewport: Size
  /// Which page comes. Default: the next one.
  public var direction: Direction
  /// The direction in which pages follow each other. Default: horizontal.
  public var axis: Axis
  /// True when the next page lies to the left. Default: false.
  public var isRightToLeft: Bool
  /// False at the ends of an album, where a hand pulls and nothing comes. Default: true.
  public var hasTarget: Bool

  /// The length along the axis of the longer of the two pictures on the pages, in points; nil for
  /// pictures that fill their pages. Default: nil.
  public var pictureExtent: Double?

  /// Makes a turn.
  public init(
    viewport: Size, direction: Direction = .next, axis: Axis = .horizontal,
    isRightToLeft: Bool = false, hasTarget: Bool = true, pictureExtent: Double? = nil
  ) {
    self.viewport = viewport
    self.direction = direction
    self.axis = axis
    self.isRightToLeft = isRightToLeft
    self.hasTarget = hasTarget
    self.pictureExtent = pictureExtent
  }

  /// The length of a page along the axis, in points.
  public var extent: Double { viewport[axis] }

  /// 1 when what comes lies to the right or below, −1 when it lies to the left or above.
  public var side: Double {
    let forwards: Double = direction == .next ? 1 : -1
    return isRightToLeft && axis == .horizontal ? -forwards : forwards
  }

  /// The page's rectangle moved by `distance` points along the axis.
  func page(movedBy distance: Double) -> Rect {
    var origin = Point.zero
    origin[axis] = distance
    return Rect(origin: origin, size: viewport)
  }
}
