import Motion

/// The detector of a spin of the wheel: notches that follow each other with short pauses.
struct WheelSpinDetector: Hashable, Sendable {
  /// The time of the last notch that zoomed; nil before the first one.
  private var lastNotch: Timestamp?

  /// Records a notch of the wheel.
  ///
  /// - Parameter isFine: true for a fraction of a notch, which always belongs to a spin.
  /// - Returns: true when the notch belongs to a spin.
  mutating func recordNotchDetectingSpin(isFine: Bool, at t: Timestamp) -> Bool {
    let isSpin = isFine || lastNotch.map { t - $0 < ZoomTuning.wheelSpinGap } ?? false
    lastNotch = t
    return isSpin
  }
}
