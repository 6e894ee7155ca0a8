import Motion

/// When a scroll bar is seen, and where a hand has hold of it.
struct ScrollBarState: Hashable, Sendable {
  /// How long it stays when nothing scrolls any more, in seconds: long enough to reach for it.
  static let stay = 1.0
  /// Shows it at once, nearly.
  private static let showing = Spring(frequency: 30)
  /// Fades it out, unhurried.
  private static let hiding = Spring(frequency: 10)
  /// A difference of opacity that cannot be seen.
  private static let tolerance = 0.004

  /// How far below the thumb's top it is held; nil when it is not.
  var grip: Double?
  /// True while the pointer is near.
  var isHovered = false
  private var opacity = AnimatedValue(0)
  /// When it begins to fade.
  private(set) var deadline: Timestamp?

  func alpha(at t: Timestamp) -> Double { min(1, max(0, opacity.value(at: t))) }
  func isSettled(at t: Timestamp) -> Bool { opacity.isSettled(at: t) }

  /// Something scrolls at `t`, or does not.
  mutating func note(isActive: Bool, animated: Bool, at t: Timestamp) {
    if isActive || isHovered || grip != nil {
      deadline = nil
      fade(to: 1, with: Self.showing, animated: animated, at: t)
    } else if opacity.target > 0, let end = deadline {
      guard t >= end else { return }
      deadline = nil
      fade(to: 0, with: Self.hiding, animated: animated, at: t)
    } else if opacity.target > 0 {
      deadline = t + Self.stay
    }
  }

  private mutating func fade(
    to alpha: Double, with spring: Spring, animated: Bool, at t: Timestamp
  ) {
    guard opacity.target != alpha else { return }
    if animated {
      opacity.animate(to: alpha, with: spring, at: t, tolerance: Self.tolerance)
    } else {
      opacity.set(alpha)
    }
  }
}
