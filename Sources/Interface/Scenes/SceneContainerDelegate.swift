public import Geometry
public import Gestures
public import Transitions

/// Hears of changes in a container of scenes, and may do them its own way.
public protocol SceneContainerDelegate: AnyObject {
  /// A person chose a scene: by its button, also when it is the one that is shown, by a key, or by
  /// a swipe that was finished. Never called for what the program selects.
  func container(_ container: SceneContainer, didSelect index: Int)
  /// How the change from one scene to another is to be animated; nil for the container's own way.
  func container(
    _ container: SceneContainer, animatorFrom index: Int, to other: Int
  ) -> (any SceneAnimator)?
  /// What drives a change with an animator of the delegate's; nil to let it run by itself. Not
  /// asked when a hand drives it.
  func container(
    _ container: SceneContainer, interactionFor animator: any SceneAnimator
  ) -> (any SceneInteraction)?
  /// True when a drag that began at `point`, in the container's points, may change the scene.
  func container(
    _ container: SceneContainer, allowsSwipeFrom point: Point, by kind: PointerKind
  ) -> Bool
  /// A change has ended, with the scene that was to come or, cancelled, with the one before.
  func container(_ container: SceneContainer, didFinish isComplete: Bool, to index: Int)
}

extension SceneContainerDelegate {
  /// Does nothing.
  public func container(_ container: SceneContainer, didSelect index: Int) {}
  /// The container's own way.
  public func container(
    _ container: SceneContainer, animatorFrom index: Int, to other: Int
  ) -> (any SceneAnimator)? { nil }
  /// Nothing.
  public func container(
    _ container: SceneContainer, interactionFor animator: any SceneAnimator
  ) -> (any SceneInteraction)? { nil }
  /// Always.
  public func container(
    _ container: SceneContainer, allowsSwipeFrom point: Point, by kind: PointerKind
  ) -> Bool { true }
  /// Does nothing.
  public func container(_ container: SceneContainer, didFinish isComplete: Bool, to index: Int) {}
}
