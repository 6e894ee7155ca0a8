public import Geometry

/// A type without values, in which the built-in animators are looked up:
/// `container.animator = .shrink`.
@_documentation(visibility: internal)
extension Never: SceneAnimator {
  public func timing(in context: SceneTransitionPlan.Context) -> TransitionTiming {
    switch self {}
  }
  public func plan(_ context: SceneTransitionPlan.Context) -> SceneTransitionPlan? {
    switch self {}
  }
}

extension SceneAnimator where Self == Never {
  /// The animator with which both scenes slide side by side, moved by a spring. The default of a
  /// container.
  ///
  /// - Source: the default animator of objc.io 12.
  public static var slide: any SceneAnimator { SlideSceneAnimator() }

  /// The animator with which the new scene slides over the old one, or off it again. The default of
  /// a stack.
  public static var cover: any SceneAnimator { CoverSceneAnimator() }

  /// The animator with which the old scene shrinks about its middle while the new one fades in over
  /// it.
  ///
  /// - Source: the sample animator of objc.io 5 and 12.
  public static var shrink: any SceneAnimator { ShrinkSceneAnimator() }

  /// The animator with which the new scene grows out of a rectangle of the old one, in the
  /// container's coordinates; backwards, it shrinks into that rectangle. For a stack.
  public static func grow(from origin: Rect) -> any SceneAnimator {
    GrowSceneAnimator(from: origin)
  }

  /// The animator of a cut from one scene to the other, without animation.
  public static var immediate: any SceneAnimator { ImmediateSceneAnimator() }
}
