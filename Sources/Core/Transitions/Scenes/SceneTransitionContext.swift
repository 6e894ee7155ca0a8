public import Geometry

extension SceneTransitionPlan {
  /// The positions of two scenes before and after a change: all that an animator needs to know.
  ///
  /// An animator that uses nothing else works in every container.
  ///
  /// - Source: the transition context of objc.io 12, custom container transitions.
  public struct Context: Hashable, Sendable {
    /// The area of both scenes, in the container's coordinates in device pixels.
    public var bounds: Rect
    /// The frame of the old scene at the start, in the container's coordinates.
    public var initialFrameOfFrom: Rect
    /// The frame of the old scene at the end, in the container's coordinates.
    public var finalFrameOfFrom: Rect
    /// The frame of the new scene at the start, in the container's coordinates.
    public var initialFrameOfTo: Rect
    /// The frame of the new scene at the end, in the container's coordinates.
    public var finalFrameOfTo: Rect
    /// True when the new scene enters from the right: it lies to the right of the old one, or is
    /// put over it on a stack.
    public var entersFromRight: Bool
    /// Whether the change of scenes is animated; otherwise it happens at once. Default true.
    public var isAnimated: Bool
    /// True when a drag drives the change of scenes. Default false.
    public var isInteractive: Bool
    /// The scale of the user interface: 1 on a monitor of 96 dots per inch. Default 1.
    public var uiScale: Double

    /// Creates the context of a change within `bounds`. If `entersFromRight`, both scenes move to
    /// the left; otherwise they move to the right.
    public init(
      bounds: Rect, entersFromRight: Bool, isAnimated: Bool = true, isInteractive: Bool = false,
      uiScale: Double = 1
    ) {
      self.bounds = bounds
      self.entersFromRight = entersFromRight
      self.isAnimated = isAnimated
      self.isInteractive = isInteractive
      self.uiScale = uiScale
      let travel = Vector(dx: entersFromRight ? -bounds.width : bounds.width, dy: 0)
      initialFrameOfFrom = bounds
      finalFrameOfFrom = bounds.offset(by: travel)
      initialFrameOfTo = bounds.offset(by: -travel)
      finalFrameOfTo = bounds
    }

    /// The horizontal displacement of both scenes during the change, in device pixels: the width of
    /// their area, negative to the left.
    public var travel: Double { entersFromRight ? -bounds.width : bounds.width }

    /// True when the new scene moves to the right, according to its frames; false when its frames
    /// at the start and at the end are equal, as from a host that gives none.
    public var newSceneMovesRight: Bool { initialFrameOfTo.minX < finalFrameOfTo.minX }
  }
}
