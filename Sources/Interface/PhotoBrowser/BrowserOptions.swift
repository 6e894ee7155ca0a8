public import BrowserCore
public import Drawing
public import Transitions

/// How a browser looks and what its gestures mean.
nonisolated public struct BrowserOptions: Sendable {
  /// What a click does.
  public enum ClickAction: String, Sendable, CaseIterable {
    /// Shows or hides the host's controls.
    case controls
    /// Closes, as on a phone.
    case close
  }
  /// What a wheel without Ctrl does at fit. A zoomed picture is always panned, except by `zoom`.
  public enum WheelProfile: String, Sendable, CaseIterable {
    /// One page a detent.
    case page
    /// Zooms at the pointer.
    case zoom
    /// Moves the picture.
    case pan
  }
  /// What is seen behind a transparent picture.
  public enum TransparencyStyle: String, Sendable, CaseIterable {
    /// Light and dark squares.
    case checkerboard
    /// The backdrop.
    case background
  }
  /// How enlarged pictures are drawn.
  public enum Magnification: String, Sendable, CaseIterable {
    /// Smooth, pixels as squares above 300 %.
    case auto
    /// Always smooth.
    case smooth
    /// Always squares.
    case pixels
  }

  /// The laws of motion. Default: those of JXPhotoBrowser 3.
  public var tuning = BrowserTuning()
  /// What a click does. Default: controls.
  public var clickAction = ClickAction.controls
  /// False makes a click act at once, without waiting for a second one. Default: true.
  public var isDoubleClickEnabled = true
  /// What a wheel does. Default: pages.
  public var wheelProfile = WheelProfile.page
  /// What is behind a transparent picture. Default: a checkerboard.
  public var transparency = TransparencyStyle.checkerboard
  /// How enlarged pictures are drawn. Default: auto.
  public var magnification = Magnification.auto
  /// The backdrop's colour, opaque. Default: black.
  public var background = Color.black
  /// The colour behind the backdrop where nothing can shine through. Default: a dark grey.
  public var underlay = Color(red: 0.11, green: 0.11, blue: 0.12)
  /// How pictures fly between their thumbnails and their pages: a name of ``TransitionAnimators``;
  /// an unknown one is the default. Default: morph.
  public var animator = TransitionAnimators.standard
  /// How long showing takes, in seconds; nil for the animator's own time. Default: nil.
  public var showDuration: Double?
  /// How long dismissing takes, in seconds; nil for the animator's own time. Default: nil.
  public var dismissDuration: Double?
  /// What becomes of a picture whose thumbnail is not on the screen. Default: it fades.
  public var offscreenStyle = OffscreenStyle.fadeInPlace
  /// True leaves the slot of a picture that is away empty. Default: true.
  public var hidesSource = true

  /// The effect that turns pages, by its name; nil slides them, a gap between. Default: nil.
  public var pageEffect: String?
  /// How long a turn by key, button or wheel takes with an effect, in seconds. Default: 1.
  ///
  /// - Source: JunPhotoBrowseDemo.
  public var pageEffectDuration = 1.0
  /// The effects that can be named. Default: those that come with the library.
  public var pageEffects = PageEffects.standard

  /// Makes the defaults.
  public init() {}
}
