import Motion

/// The visibility of the scroll bar of a grid: the bar fades out some time after the last scroll.
struct ScrollBarState: Hashable, Sendable {
  /// The time, in seconds, from the last scroll until the scroll bar fades out: long enough to
  /// reach for the thumb.
  static let visibleDuration = 1.0
  /// The opacity spring of the fade-in of the scroll bar.
  private static let fadeInSpring = Spring(frequency: 30)
  /// The opacity spring of the fade-out of the scroll bar.
  private static let fadeOutSpring = Spring(frequency: 10)
  /// The largest difference of opacity, of 0…1, that is invisible.
  private static let tolerance = 0.004

  /// Whether the pointer is near the scroll bar, which stays visible meanwhile.
  private var isHovered = false
  private var opacity = AnimatedValue(0)
  /// The time at which the fade-out of the scroll bar begins; nil when none is pending.
  private(set) var deadline: Timestamp?

  func alpha(at t: Timestamp) -> Double { min(1, max(0, opacity.value(at: t))) }
  func isSettled(at t: Timestamp) -> Bool { opacity.isSettled(at: t) }

  mutating func setHovered(_ isNear: Bool) { isHovered = isNear }

  /// Starts the fade-in or fade-out that is due at `t`; `isActive` is true while the grid scrolls
  /// or the thumb is dragged.
  mutating func update(isActive: Bool, animated: Bool, at t: Timestamp) {
    if isActive || isHovered {
      deadline = nil
      fade(to: 1, with: Self.fadeInSpring, animated: animated, at: t)
    } else if opacity.target > 0, let end = deadline {
      guard t >= end else { return }
      deadline = nil
      fade(to: 0, with: Self.fadeOutSpring, animated: animated, at: t)
    } else if opacity.target > 0 {
      deadline = t + Self.visibleDuration
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
