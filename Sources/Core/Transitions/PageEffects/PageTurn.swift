public import Geometry

/// The parameters of a page turn on which a page effect may depend.
public struct PageTurn: Hashable, Sendable {
  /// The direction of a page turn.
  package enum Direction: Hashable, Sendable, CaseIterable {
    /// A turn to the page after the current one.
    case next
    /// A turn to the page before the current one.
    case previous
  }

  /// The size of both pages, in device pixels.
  public var viewport: Size
  /// The direction of the turn. Default: to the next page.
  package var direction: Direction
  /// The axis along which the pages lie. Default: horizontal.
  public var axis: Axis
  /// True when the page after the current one lies to the left of it. Default: false.
  public var isRightToLeft: Bool
  /// Whether the turn has a new page; a drag beyond the ends of an album has none. Default: true.
  public var hasTarget: Bool

  /// The larger of the extents of the pictures on the two pages along the paging axis, in device
  /// pixels; nil for pictures that fill their pages. Default: nil.
  public var pictureExtent: Double?

  package init(
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

  /// The extent of a page along the paging axis, in device pixels.
  public var extent: Double { viewport[axis] }

  /// The side on which the new page lies: 1 on the right or below, −1 on the left or above.
  public var newPageSide: Double {
    let forwards: Double = direction == .next ? 1 : -1
    return isRightToLeft && axis == .horizontal ? -forwards : forwards
  }

  /// The rectangle of a page moved by `distance` device pixels along the paging axis.
  func page(movedBy distance: Double) -> Rect {
    var origin = Point.zero
    origin[axis] = distance
    return Rect(origin: origin, size: viewport)
  }
}
