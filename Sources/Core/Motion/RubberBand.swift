/// Resistance past an end: the further one pulls, the less follows.
///
/// - Source: the shape phones use, shown = (1 − 1/(pulled·c/L + 1))·L with c = 0.55.
public enum RubberBand {
  /// How stiff the band is; 0.55 is the phone's own value. Larger follows more.
  public static let stiffness = 0.55

  /// The shown distance for a pulled one, with the same sign; at most `length`.
  public static func shown(pulled: Double, length: Double) -> Double {
    guard length > 0 else { return 0 }
    let d = abs(pulled)
    let shown = (1 - 1 / (d * stiffness / length + 1)) * length
    return pulled < 0 ? -shown : shown
  }

  /// The pulled distance that shows as `shown`: the inverse, for catching a band in mid-flight.
  public static func pulled(shown: Double, length: Double) -> Double {
    guard length > 0 else { return 0 }
    let s = min(abs(shown), length * 0.999)
    let d = (1 / (1 - s / length) - 1) * length / stiffness
    return shown < 0 ? -d : d
  }

  /// `value` with what lies outside `range` replaced by its shown distance.
  public static func clamp(_ value: Double, to range: ClosedRange<Double>, length: Double) -> Double
  {
    if value < range.lowerBound {
      return range.lowerBound + shown(pulled: value - range.lowerBound, length: length)
    }
    if value > range.upperBound {
      return range.upperBound + shown(pulled: value - range.upperBound, length: length)
    }
    return value
  }

  /// The inverse of ``clamp(_:to:length:)``.
  public static func unclamp(_ value: Double, from range: ClosedRange<Double>, length: Double)
    -> Double
  {
    if value < range.lowerBound {
      return range.lowerBound + pulled(shown: value - range.lowerBound, length: length)
    }
    if value > range.upperBound {
      return range.upperBound + pulled(shown: value - range.upperBound, length: length)
    }
    return value
  }

  /// How much of a hand's movement is followed at the unresisted `value`; 1 inside `range`.
  public static func slope(at value: Double, range: ClosedRange<Double>, length: Double) -> Double {
    let h = length / 2000
    guard h > 0 else { return 1 }
    return
      (clamp(value + h, to: range, length: length)
      - clamp(value - h, to: range, length: length)) / (2 * h)
  }
}
