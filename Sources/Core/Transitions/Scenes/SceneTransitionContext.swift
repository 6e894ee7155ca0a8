public import Geometry

/// Where two scenes are before and after one takes the other's place: all an animator needs to know.
///
/// An animator that uses nothing else works in every container.
///
/// - Source: the transition context of objc.io 12, custom container transitions.
public struct SceneTransitionContext: Hashable, Sendable {
  /// The area both scenes share, in its own points.
  public var bounds: Rect
  /// Where the scene that goes is at first.
  public var initialFrameOfFrom: Rect
  /// Where the scene that goes would be in the end.
  public var finalFrameOfFrom: Rect
  /// Where the scene that comes would be at first.
  public var initialFrameOfTo: Rect
  /// Where the scene that comes is in the end.
  public var finalFrameOfTo: Rect
  /// True when the one that comes lies to the right of the one that goes, or over it.
  public var isGoingRight: Bool
  /// False when it is to happen at once. Default true.
  public var isAnimated: Bool
  /// True when a hand drives it. Default false.
  public var isInteractive: Bool
  /// The size of chrome: 1 on an ordinary monitor. Default 1.
  public var uiScale: Double

  /// Makes the context of a change within `bounds`: going right, the old scene leaves to the left
  /// and the new one comes from the right.
  public init(
    bounds: Rect, isGoingRight: Bool, isAnimated: Bool = true, isInteractive: Bool = false,
    uiScale: Double = 1
  ) {
    self.bounds = bounds
    self.isGoingRight = isGoingRight
    self.isAnimated = isAnimated
    self.isInteractive = isInteractive
    self.uiScale = uiScale
    let travel = Vector(dx: isGoingRight ? -bounds.width : bounds.width, dy: 0)
    initialFrameOfFrom = bounds
    finalFrameOfFrom = bounds.offset(by: travel)
    initialFrameOfTo = bounds.offset(by: -travel)
    finalFrameOfTo = bounds
  }

  /// How far scenes move: the width of the area, negative to the left.
  public var travel: Double { isGoingRight ? -bounds.width : bounds.width }

  /// True when the frames say that what comes moves to the right.
  ///
  /// Equal frames, from a host that gives none, always move to the left.
  public var movesRight: Bool { initialFrameOfTo.minX < finalFrameOfTo.minX }
}
