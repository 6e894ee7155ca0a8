import Motion

/// The state of the controls and the pointer of a window, which are hidden some time after the last
/// movement of the pointer.
struct ControlsVisibility {
  /// The time for which controls and pointer stay visible, in seconds.
  ///
  /// - Source: Loupe, 3 s.
  static let hideDelay = 3.0
  /// The distance that the pointer has to move to show the controls, in points: a shaking table or
  /// a touch of the mouse must not cover the photo. Distances are added up while the pauses between
  /// movements are at most ``maxMovementPause``.
  static let minMovement = 16.0
  /// The maximum pause between movements that are added up, in seconds.
  static let maxMovementPause = 0.5
  /// The spring of the fade. It settles in 0.22 s, which looks like an eased fade of 0.2 s.
  ///
  /// - Source: Loupe, 200 ms.
  private static let fadeSpring = Spring.settling(in: 0.22, damping: 1)
  /// The difference of opacity below which the fade has settled, because it is invisible.
  private static let opacityTolerance = 0.01

  private var hideTime: Timestamp?
  private var pointerHideTime: Timestamp?
  private var opacity = AnimatedValue(1)
  private var movedDistance = 0.0
  private var lastMovement: Timestamp?
  /// Whether the controls stay visible, for example during an open menu; the timer is then stopped.
  private var staysVisible = false

  /// Whether the controls are visible or fading in.
  private(set) var isShown = true
  private(set) var isPointerShown = true

  /// Shows the controls and the pointer, and restarts the timer.
  mutating func reveal(at t: Timestamp) {
    setShown(true, at: t)
    showPointer(at: t)
  }

  /// Shows the pointer after it moved by `distance` points, and the controls when the movements add
  /// up to ``minMovement``.
  mutating func pointerMoved(by distance: Double, at t: Timestamp) {
    showPointer(at: t)
    if let lastMovement, t - lastMovement > Self.maxMovementPause { movedDistance = 0 }
    lastMovement = t
    movedDistance += distance
    if isShown || movedDistance >= Self.minMovement { setShown(true, at: t) }
  }

  /// Resets the sum of pointer movements, so that a drag does not show the controls.
  mutating func resetMovement() {
    movedDistance = 0
    lastMovement = nil
  }

  /// Begins to fade the controls in or out. Controls that fade in are hidden again after
  /// ``hideDelay``.
  mutating func setShown(_ shown: Bool, at t: Timestamp) {
    hideTime = shown ? t + Self.hideDelay : nil
    resetMovement()
    guard shown != isShown else { return }
    isShown = shown
    opacity.animate(
      to: shown ? 1 : 0, with: Self.fadeSpring, at: t, tolerance: Self.opacityTolerance)
  }

  /// Begins to fade the controls out, and hides the pointer at once.
  mutating func hide(at t: Timestamp) {
    setShown(false, at: t)
    isPointerShown = false
    pointerHideTime = nil
  }

  /// Hides the controls without a fade, for a window that opens in fullscreen.
  mutating func hideAtOnce() {
    isShown = false
    hideTime = nil
    opacity.set(0)
    resetMovement()
  }

  private mutating func showPointer(at t: Timestamp) {
    isPointerShown = true
    pointerHideTime = t + Self.hideDelay
  }

  /// Advances the timer to `t`. If `keepsVisible`, the controls and the pointer stay visible,
  /// because the pointer is over a control or a menu is open.
  mutating func advance(to t: Timestamp, keepsVisible: Bool) {
    staysVisible = keepsVisible
    guard !keepsVisible else {
      // The delay counts from the end of the time in which `keepsVisible` is true.
      if pointerHideTime != nil { pointerHideTime = t + Self.hideDelay }
      if hideTime != nil { hideTime = t + Self.hideDelay }
      return
    }
    if let pointerHideTime, t >= pointerHideTime {
      isPointerShown = false
      self.pointerHideTime = nil
    }
    guard let hideTime, t >= hideTime else { return }
    setShown(false, at: t)
  }

  /// The opacity of the controls at a time, from 0 to 1.
  func alpha(at t: Timestamp) -> Double { min(1, max(0, opacity.value(at: t))) }
  /// Whether the controls are fading in or out at a time.
  func isMoving(at t: Timestamp) -> Bool { !opacity.isSettled(at: t) }
  /// The time at which the controls or the pointer will be hidden; nil when neither is scheduled.
  var nextHideTime: Timestamp? {
    staysVisible ? nil : [hideTime, pointerHideTime].compactMap(\.self).min()
  }
}
