/// Exponential deceleration: the velocity is multiplied by a constant factor every millisecond.
package struct Decay: Hashable, Sendable {
  /// The factor by which the velocity is multiplied every millisecond, above 0 and below 1.
  package var factorPerMillisecond: Double

  package init(factorPerMillisecond: Double) {
    precondition(
      factorPerMillisecond > 0 && factorPerMillisecond < 1, "decay \(factorPerMillisecond)")
    self.factorPerMillisecond = factorPerMillisecond
  }

  /// The deceleration of a freely scrolled view on iOS.
  package static let normal = Decay(factorPerMillisecond: 0.998)
  /// The deceleration of a paged view on iOS.
  package static let fast = Decay(factorPerMillisecond: 0.99)

  /// The distance that a motion with the initial velocity `velocity`, in units per second, covers
  /// before it stops, in the same units.
  ///
  /// - Source: the geometric sum v·r/(1−r) with v in units per millisecond and r the factor.
  package func distance(velocity: Double) -> Double {
    velocity / 1000 * factorPerMillisecond / (1 - factorPerMillisecond)
  }
}
