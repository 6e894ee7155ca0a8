public import Geometry

/// What a recognised pan is going to do. Decided once; a gesture keeps its role until release.
public enum PanIntent: Hashable, Sendable {
  /// Turns the page.
  case page
  /// Moves the zoomed or long picture.
  case move
  /// Pulls the picture down to close.
  case pull

  /// What the decision depends on.
  public struct Situation: Hashable, Sendable {
    /// How the hand moved until recognition, in points.
    public var direction: Vector
    /// How far the picture may be moved.
    public var bounds: PanBounds
    /// Where the picture's top left corner is in its page.
    public var corner: Point
    /// The direction of paging.
    public var axis: Axis
    /// True when the picture is larger than fit.
    public var isZoomed: Bool
    /// The laws in force.
    public var profile: DismissProfile
    /// False when the host switched pulling off.
    public var isPullEnabled: Bool

    /// Makes a situation.
    public init(
      direction: Vector, bounds: PanBounds, corner: Point, axis: Axis, isZoomed: Bool,
      profile: DismissProfile, isPullEnabled: Bool
    ) {
      self.direction = direction
      self.bounds = bounds
      self.corner = corner
      self.axis = axis
      self.isZoomed = isZoomed
      self.profile = profile
      self.isPullEnabled = isPullEnabled
    }
  }

  /// Decides: a drag that can still move the picture moves it; one that began at the edge, or that
  /// the picture cannot follow, turns the page; a downward one with the top in view pulls.
  ///
  /// - Source: PhotoSwipe's edge-started rule; JXPhotoBrowser's start conditions of the pull.
  public init(_ s: Situation) {
    let along = s.direction[s.axis]
    let across = s.direction[s.axis.cross]
    let isAlong = abs(along) > abs(across)
    if isAlong {
      self = s.bounds.hasRoom(for: along, from: s.corner, along: s.axis) ? .move : .page
      return
    }
    // The picture's top is in view when its corner is at the upper bound.
    let showsTop = !s.bounds.hasRoom(for: 1, from: s.corner, along: .vertical)
    let mayPull =
      s.isPullEnabled && s.axis == .horizontal && s.direction.dy >= 0 && showsTop
      && (!s.isZoomed || s.profile.allowsZoomed)
    if mayPull {
      self = .pull
    } else {
      self =
        s.bounds.canMove(along: .vertical) || s.bounds.canMove(along: .horizontal)
        ? .move : .page
    }
  }
}
