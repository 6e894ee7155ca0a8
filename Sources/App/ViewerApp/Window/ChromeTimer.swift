import Motion

/// When the controls come and go: they stay for a while after the last movement of the pointer.
struct ChromeTimer {
  /// How long controls stay, in seconds.
  ///
  /// - Source: Loupe, 3 s.
  static let patience = 3.0
  /// How they come and go: within 0.22 s, which looks like the 0.2 s of a curve.
  ///
  /// - Source: Loupe, 200 ms.
  private static let spring = Spring.settling(in: 0.22, damping: 1)
  /// A difference of opacity that cannot be seen.
  private static let tolerance = 0.01

  private var hidesAt: Timestamp?
  private var opacity = AnimatedValue(1)

  /// True while the controls are wanted.
  private(set) var isShown = true

  /// The pointer moved, or a key asked for the controls.
  mutating func touch(at t: Timestamp) { show(true, at: t) }

  /// Shows or hides at once; what is shown stays for a while.
  mutating func show(_ shown: Bool, at t: Timestamp) {
    hidesAt = shown ? t + Self.patience : nil
    guard shown != isShown else { return }
    isShown = shown
    opacity.animate(to: shown ? 1 : 0, with: Self.spring, at: t, tolerance: Self.tolerance)
  }

  /// Lets time pass; `stays` keeps the controls (the pointer is over them, a menu is open).
  mutating func advance(to t: Timestamp, stays: Bool) {
    guard let hidesAt, t >= hidesAt else { return }
    if stays {
      self.hidesAt = t + Self.patience
    } else {
      show(false, at: t)
    }
  }

  /// How opaque the controls are.
  func alpha(at t: Timestamp) -> Double { min(1, max(0, opacity.value(at: t))) }
  /// True while they come or go.
  func isMoving(at t: Timestamp) -> Bool { !opacity.isSettled(at: t) }
  /// When something happens next.
  var deadline: Timestamp? { hidesAt }
}
