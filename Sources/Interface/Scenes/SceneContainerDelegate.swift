public import Geometry
public import Gestures
public import Transitions

extension SceneContainer {
  /// The receiver of the changes of a scene container, which may also choose their animation. All
  /// methods have defaults.
  public protocol Delegate: AnyObject {
    /// Called when the user has selected the tab at `index`: by its button, also that of the
    /// selected tab, by a key, or by a finished swipe. It is not called when the program selects a
    /// tab.
    func container(_ container: SceneContainer, didSelect index: Int)
    /// The animator of the change from the tab at `index` to the one at `other`. Default: nil for
    /// the container's animator.
    func container(
      _ container: SceneContainer, animatorFrom index: Int, to other: Int
    ) -> (any SceneAnimator)?
    /// The object that drives the progress of a change with an animator of the delegate. Default:
    /// nil for a change that runs by itself. It is not called for a swipe.
    func container(
      _ container: SceneContainer, interactionFor animator: any SceneAnimator
    ) -> (any SceneInteraction)?
    /// Whether a drag that began at `point`, in the container's coordinates, may change the scene.
    /// Default: true.
    func container(
      _ container: SceneContainer, allowsSwipeFrom point: Point, by kind: PointerKind
    ) -> Bool
    /// Called when a change to the tab at `index` has ended; with `isComplete` false, the former
    /// tab is selected again.
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
