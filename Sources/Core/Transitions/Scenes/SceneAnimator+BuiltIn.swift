public import Geometry

/// The type that makes the built-in scene animators available by name, as in `container.animator =
/// .shrink`; it has no values.
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
  /// The animator with which both scenes slide side by side, moved by a spring: the default of a
  /// container of tabs.
  ///
  /// - Source: the default animator of objc.io 12.
  public static var slide: any SceneAnimator { SlideSceneAnimator() }

  /// The animator with which the new scene slides over the old one, or the old one off the new one:
  /// the default of a stack of scenes.
  public static var cover: any SceneAnimator { CoverSceneAnimator() }

  /// The animator with which the old scene shrinks about its middle while the new one fades in over
  /// it.
  ///
  /// - Source: the sample animator of objc.io 5 and 12.
  public static var shrink: any SceneAnimator { ShrinkSceneAnimator() }

  /// The animator with which the new scene grows out of the rectangle `origin` of the old one, in
  /// the container's coordinates; backwards, the scene shrinks into that rectangle. It is meant for
  /// a stack of scenes.
  public static func grow(from origin: Rect) -> any SceneAnimator {
    GrowSceneAnimator(from: origin)
  }

  /// The animator of a cut from one scene to the other, without animation.
  public static var immediate: any SceneAnimator { ImmediateSceneAnimator() }
}
