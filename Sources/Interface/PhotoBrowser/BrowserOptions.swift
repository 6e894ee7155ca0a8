public import BrowserCore
public import Drawing

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

  /// Makes the defaults.
  public init() {}
}
