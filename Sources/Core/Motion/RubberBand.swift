/// The resistance of overscroll: the further a drag goes beyond a limit, the smaller the share of
/// the drag that is shown.
///
/// - Source: the formula of iOS, shown = (1 − 1/(pulled·c/L + 1))·L with c = 0.55.
package enum RubberBand {
  /// The constant c of the rubber band formula, which is the share of a drag shown directly at the
  /// limit; a larger value makes the content follow the drag further.
  package static let stiffness = 0.55

  /// The overscroll shown for a drag of `pulled` beyond the limit, in the same unit and with the
  /// same sign; its magnitude is less than `length`, the extent of the view.
  package static func shown(pulled: Double, length: Double) -> Double {
    guard length > 0 else { return 0 }
    let d = abs(pulled)
    let shown = (1 - 1 / (d * stiffness / length + 1)) * length
    return pulled < 0 ? -shown : shown
  }

  /// The inverse of ``shown(pulled:length:)``: the drag that shows as `shown`. Used to catch an
  /// overscrolled view in motion.
  package static func pulled(shown: Double, length: Double) -> Double {
    guard length > 0 else { return 0 }
    let s = min(abs(shown), length * 0.999)
    let d = (1 / (1 - s / length) - 1) * length / stiffness
    return shown < 0 ? -d : d
  }

  /// `value`, with its excess beyond `range` replaced by the smaller overscroll that is shown for
  /// it; `length` is the extent of the view, in the same unit.
  package static func resisted(_ value: Double, to range: ClosedRange<Double>, length: Double)
    -> Double
  {
    if value < range.lowerBound {
      return range.lowerBound + shown(pulled: value - range.lowerBound, length: length)
    }
    if value > range.upperBound {
      return range.upperBound + shown(pulled: value - range.upperBound, length: length)
    }
    return value
  }

  /// The inverse of ``resisted(_:to:length:)``: the value before the resistance of the rubber band.
  package static func unresisted(_ value: Double, from range: ClosedRange<Double>, length: Double)
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

  /// The share of a drag's speed with which the content moves when the drag, without resistance,
  /// has reached `value`; 1 inside `range`.
  package static func slope(at value: Double, range: ClosedRange<Double>, length: Double) -> Double
  {
    let h = length / 2000
    guard h > 0 else { return 1 }
    return
      (resisted(value + h, to: range, length: length)
      - resisted(value - h, to: range, length: length)) / (2 * h)
  }
}
