public import Geometry
public import Gestures
public import Transitions

extension SceneContainer {
  /// The observer of the changes of a scene container, which may customise their animation.
  public protocol Delegate: AnyObject {
    /// Called when the user has selected a scene: by its button (also the button of the current
    /// scene), by a key, or by a finished swipe. Not called when the program selects a scene.
    func container(_ container: SceneContainer, didSelect index: Int)
    /// The animator of the change from one scene to another. Default: nil for the container's
    /// animator.
    func container(
      _ container: SceneContainer, animatorFrom index: Int, to other: Int
    ) -> (any SceneAnimator)?
    /// The interaction that drives a change with an animator of the delegate. Default: nil for a
    /// change that runs freely. Not called for a swipe.
    func container(
      _ container: SceneContainer, interactionFor animator: any SceneAnimator
    ) -> (any SceneInteraction)?
    /// Whether a drag that began at `point`, in the container's coordinates, may change the scene.
    /// Default: true.
    func container(
      _ container: SceneContainer, allowsSwipeFrom point: Point, by kind: PointerKind
    ) -> Bool
    /// Called when a change has ended, on the scene at `index` if complete, otherwise on the former
    /// scene.
    func container(_ container: SceneContainer, didFinish isComplete: Bool, to index: Int)
  }
}

extension SceneContainer.Delegate {
  public func container(_ container: SceneContainer, didSelect index: Int) {}
  public func container(
    _ container: SceneContainer, animatorFrom index: Int, to other: Int
  ) -> (any SceneAnimator)? { nil }
  public func container(
    _ container: SceneContainer, interactionFor animator: any SceneAnimator
  ) -> (any SceneInteraction)? { nil }
  public func container(
    _ container: SceneContainer, allowsSwipeFrom point: Point, by kind: PointerKind
  ) -> Bool { true }
  public func container(_ container: SceneContainer, didFinish isComplete: Bool, to index: Int) {}
}
