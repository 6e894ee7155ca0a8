import Motion

/// The recovery of backdrop and overlay after a pull-down that another motion has interrupted.
struct PullDownRecovery: Hashable, Sendable {
  /// The largest invisible difference of an opacity: a quarter of one step of 8 bits.
  private static let tolerance = 0.001

  /// The scale of a pulled-down picture at which the overlay has disappeared.
  private static let overlayHiddenScale = 0.9

  private var backdropMotion = AnimatedValue(1)
  private var overlayMotion = AnimatedValue(1)

  /// The backdrop's opacity at `t`, 0…1: that of the pull-down `pull`, multiplied by the recovered
  /// share after an earlier pull-down.
  func backdrop(under pull: PullDownMotion?, at t: Timestamp) -> Double {
    (pull?.backdrop(at: t) ?? 1) * min(1, max(0, backdropMotion.value(at: t)))
  }

  /// The overlay's opacity at `t`, 0…1: that of the pull-down `pull`, multiplied by the recovered
  /// share after an earlier pull-down.
  func overlay(under pull: PullDownMotion?, at t: Timestamp) -> Double {
    let recovered = min(1, max(0, overlayMotion.value(at: t)))
    guard let pull else { return recovered }
    let share =
      (pull.scaleByProfile(at: t) - Self.overlayHiddenScale) / (1 - Self.overlayHiddenScale)
    return min(1, max(0, share)) * pull.opacity(at: t) * recovered
  }

  func isSettled(at t: Timestamp) -> Bool {
    backdropMotion.isSettled(at: t) && overlayMotion.isSettled(at: t)
  }

  /// Starts the recovery from the opacities that backdrop and overlay had under `pull`, which has
  /// ended.
  mutating func begin(after pull: PullDownMotion, at t: Timestamp) {
    let opacity = (backdrop: backdrop(under: pull, at: t), overlay: overlay(under: pull, at: t))
    Self.recover(&backdropMotion, from: opacity.backdrop, at: t)
    Self.recover(&overlayMotion, from: opacity.overlay, at: t)
  }

  private static func recover(_ motion: inout AnimatedValue, from value: Double, at t: Timestamp) {
    motion.set(value)
    motion.animate(to: 1, with: PullDownMotion.returnSpring, at: t, tolerance: tolerance)
  }

  /// Completes the recovery at once: backdrop and overlay are opaque.
  mutating func jumpToEnd() {
    backdropMotion.set(1)
    overlayMotion.set(1)
  }

  /// Delays the recovery of backdrop and overlay by `seconds`.
  mutating func postpone(by seconds: Double) {
    backdropMotion.postpone(by: seconds)
    overlayMotion.postpone(by: seconds)
  }
}
