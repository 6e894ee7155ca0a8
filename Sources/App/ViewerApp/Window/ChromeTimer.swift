import Motion

/// The timer of the controls and the pointer: they stay for a while after the last movement.
struct ChromeTimer {
  /// The time that controls and pointer stay, in seconds.
  ///
  /// - Source: Loupe, 3 s.
  static let delay = 3.0
  /// The pointer has to move this far within ``movementTime`` to bring the controls, in points: a
  /// table that shakes or a hand that comes to rest on the mouse must not cover the photo.
  static let minMovement = 16.0
  /// Movements further apart than this are not added up, in seconds.
  static let movementTime = 0.5
  /// How they come and go: within 0.22 s, which looks like the 0.2 s of a curve.
  ///
  /// - Source: Loupe, 200 ms.
  private static let spring = Spring.settling(in: 0.22, damping: 1)
  /// A difference of opacity that cannot be seen.
  private static let tolerance = 0.01

  private var hidesAt: Timestamp?
  private var hidesPointerAt: Timestamp?
  private var opacity = AnimatedValue(1)
  private var movement = 0.0
  private var lastMovement: Timestamp?
  /// True while something keeps the controls: then no time has to pass.
  private var isStaying = false

  /// True while the controls are wanted.
  private(set) var isShown = true
  /// True while the pointer is wanted.
  private(set) var isPointerShown = true

  /// Something asked for controls and pointer.
  mutating func touch(at t: Timestamp) {
    show(true, at: t)
    showPointer(at: t)
  }

  /// The pointer moved by `distance` points: it is seen at once, and brings the controls when it
  /// moves on.
  mutating func pointerMoved(by distance: Double, at t: Timestamp) {
    showPointer(at: t)
    if let lastMovement, t - lastMovement > Self.movementTime { movement = 0 }
    lastMovement = t
    movement += distance
    if isShown || movement >= Self.minMovement { show(true, at: t) }
  }

  /// Forgets how far the pointer moved: a hand that drags does not ask for controls.
  mutating func forgetMovement() {
    movement = 0
    lastMovement = nil
  }

  /// Shows or hides the controls at once; what is shown stays for a while.
  mutating func show(_ shown: Bool, at t: Timestamp) {
    hidesAt = shown ? t + Self.delay : nil
    forgetMovement()
    guard shown != isShown else { return }
    isShown = shown
    opacity.animate(to: shown ? 1 : 0, with: Self.spring, at: t, tolerance: Self.tolerance)
  }

  /// Hides the controls without a fade: there were none.
  mutating func hideAtOnce() {
    isShown = false
    hidesAt = nil
    opacity.set(0)
    forgetMovement()
  }

  private mutating func showPointer(at t: Timestamp) {
    isPointerShown = true
    hidesPointerAt = t + Self.delay
  }

  /// Lets time pass; `stays` keeps everything (the pointer is over a control, a menu is open).
  mutating func advance(to t: Timestamp, stays: Bool) {
    isStaying = stays
    guard !stays else {
      // The delay begins anew when nothing keeps them any more.
      if hidesPointerAt != nil { hidesPointerAt = t + Self.delay }
      if hidesAt != nil { hidesAt = t + Self.delay }
      return
    }
    if let hidesPointerAt, t >= hidesPointerAt {
      isPointerShown = false
      self.hidesPointerAt = nil
    }
    guard let hidesAt, t >= hidesAt else { return }
    show(false, at: t)
  }

  /// How opaque the controls are.
  func alpha(at t: Timestamp) -> Double { min(1, max(0, opacity.value(at: t))) }
  /// True while they come or go.
  func isMoving(at t: Timestamp) -> Bool { !opacity.isSettled(at: t) }
  /// The time of the next change by itself; nil when there is none, as while something keeps them.
  var deadline: Timestamp? {
    isStaying ? nil : [hidesAt, hidesPointerAt].compactMap(\.self).min()
  }
}
