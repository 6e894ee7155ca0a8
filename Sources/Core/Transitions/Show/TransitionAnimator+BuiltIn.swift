/// The type that makes the built-in animators of flights available by name, as in `options.animator
/// = .zoom`; it has no values.
@_documentation(visibility: internal)
extension Never: TransitionAnimator {
  public func plan(_ context: TransitionPlan.Context) -> TransitionPlan? { switch self {} }
}

extension TransitionAnimator where Self == Never {
  /// The animator of one picture that grows out of its thumbnail, never stretched. The default.
  ///
  /// It needs a bitmap of the page or of the thumbnail.
  public static var morph: any TransitionAnimator { MorphAnimator() }

  /// The animator of one picture that grows out of its thumbnail, never stretched, with a timing
  /// other than the default.
  public static func morph(_ timing: TransitionTiming) -> any TransitionAnimator {
    MorphAnimator(timing: timing)
  }

  /// The animator of a cross-fade of the thumbnail and the page's picture in one moving frame. It
  /// needs both bitmaps.
  ///
  /// - Source: JXPhotoBrowser 3.1.5.
  public static var zoom: any TransitionAnimator { ZoomAnimator() }

  /// The animator of a flying view that the host provides, which grows to the page's whole picture.
  /// Without such a view, its substitute is used.
  ///
  /// - Source: JXPhotoBrowser 3.1.5; its successor recommends it for long pictures.
  public static var smoothZoom: any TransitionAnimator { SmoothZoomAnimator() }

  /// The animator of one picture that grows out of its thumbnail on a spring of half a second,
  /// which overshoots a little.
  public static var spring: any TransitionAnimator { SpringAnimator() }

  /// The animator of a page that fades in and out in place. It needs no picture.
  public static var fade: any TransitionAnimator { FadeAnimator() }

  /// The animator of a cut: the flight is at its end at once, without animation.
  public static var immediate: any TransitionAnimator { ImmediateAnimator() }
}
