public import BrowserCore
public import Drawing
public import Transitions

/// The appearance of a browser, and the meaning of its gestures.
nonisolated public struct BrowserOptions: Sendable {
  /// The action of a click or tap on a page.
  public enum ClickAction: String, Sendable, CaseIterable {
    /// Shows or hides the browser's controls (see ``Browser/showsControls``), and reports the
    /// click.
    case controls
    /// Closes the browser, as on a phone.
    case close
    /// Changes nothing; the click is only reported to the delegate and the hooks.
    case report
  }
  /// The action of the wheel without Ctrl on a picture at fit. On a zoomed picture, `page` and
  /// `pan` both pan.
  public enum WheelProfile: String, Sendable, CaseIterable {
    /// Turns one page per notch.
    case page
    /// Zooms at the pointer.
    case zoom
    /// Pans the picture.
    case pan
  }
  /// The background behind a picture with transparent areas.
  public enum TransparencyStyle: String, Sendable, CaseIterable {
    /// A checkerboard of light and dark squares.
    case checkerboard
    /// No background of its own: the backdrop is visible through transparent areas.
    case background
    /// A light gray, on which dark drawings are visible.
    case light
    /// A dark gray, on which light drawings are visible.
    case dark
  }
  /// The filter for pictures that are enlarged on the screen.
  public enum MagnificationFilter: String, Sendable, CaseIterable {
    /// Bilinear filtering below a scale of 300 %; from there on the nearest pixel, so that single
    /// pixels are seen as squares.
    case automatic
    /// Bilinear filtering at every scale.
    case bilinear
    /// The nearest pixel at every scale above 100 %, so that pixels are seen as squares.
    case nearest
  }

  /// The parameters of motion. Default: `BrowserTuning()`.
  public var tuning = BrowserTuning()
  /// The action of a click or tap. Default: shows or hides the controls.
  public var clickAction = ClickAction.controls
  /// Whether a double click zooms. If false, a click acts immediately, without waiting for a second
  /// one. Default: true.
  public var isDoubleClickEnabled = true
  /// The action of the wheel. Default: turns pages.
  public var wheelProfile = WheelProfile.page
  /// The background behind a picture with transparent areas. Default: a checkerboard.
  public var transparency = TransparencyStyle.checkerboard
  /// The filter for pictures that are enlarged on the screen. Default: automatic.
  public var magnificationFilter = MagnificationFilter.automatic
  /// The colour of the backdrop, opaque. Default: black.
  public var background = Color.black
  /// The colour behind a fading backdrop through which neither a scene nor the desktop shows.
  /// Default: dark grey.
  public var underlay = Color(red: 0.11, green: 0.11, blue: 0.12)
  /// The animator of the transition between thumbnails and pages, the same as
  /// `tuning.transition.animator`: one of the library's or of the host's, or one by name from
  /// ``TransitionAnimators/make(_:)``. Default: `.morph`.
  public var animator: any TransitionAnimator {
    get { tuning.transition.animator }
    set { tuning.transition.animator = newValue }
  }
  /// The duration of the opening transition, in seconds; nil for that of the animator. The same as
  /// `tuning.transition.showDuration`. Default: nil.
  public var showDuration: Double? {
    get { tuning.transition.showDuration }
    set { tuning.transition.showDuration = newValue }
  }
  /// The duration of the closing transition, in seconds; nil for that of the animator. The same as
  /// `tuning.transition.dismissDuration`. Default: nil.
  public var dismissDuration: Double? {
    get { tuning.transition.dismissDuration }
    set { tuning.transition.dismissDuration = newValue }
  }
  /// The closing animation of a picture whose thumbnail is not on the screen. The same as
  /// `tuning.transition.offscreen`. Default: the picture fades.
  public var offscreenStyle: TransitionStyle.Offscreen {
    get { tuning.transition.offscreen }
    set { tuning.transition.offscreen = newValue }
  }
  /// Whether the host gets an event to hide the thumbnail of a picture that is in flight or on its
  /// page. Default: true.
  public var hidesThumbnail = true

  /// The page effect: one of the library's or of the host's, or one by name from
  /// ``PageEffects/make(_:)``. Default: nil, which slides pages with a gap between them.
  public var pageEffect: (any PageEffect)?
  /// The duration in seconds of a page turn with an effect by key, button or wheel. Default: 1.
  ///
  /// - Source: JunPhotoBrowseDemo.
  public var pageEffectDuration = 1.0

  public init() {}
}
