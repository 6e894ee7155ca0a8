/// A cubic Bézier timing curve from (0,0) to (1,1): progress as a function of the elapsed fraction
/// of the duration.
package struct TimingCurve: Hashable, Sendable {
  private let x1: Double
  private let y1: Double
  private let x2: Double
  private let y2: Double

  /// Creates a curve from its two control points; the x coordinates are clamped to 0…1.
  package init(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
    self.x1 = min(max(x1, 0), 1)
    self.y1 = y1
    self.x2 = min(max(x2, 0), 1)
    self.y2 = y2
  }

  /// A curve of constant speed: no easing.
  package static let linear = TimingCurve(0, 0, 1, 1)
  /// A curve that is slow at both ends; the default of iOS and `ease-in-out` of CSS.
  package static let easeInOut = TimingCurve(0.42, 0, 0.58, 1)
  /// A curve that is fast at the start and slow at the end; `ease-out` of CSS.
  package static let easeOut = TimingCurve(0, 0, 0.58, 1)

  /// The progress when the fraction `t` of the duration has elapsed; exactly 0 up to the start and
  /// 1 from the end on.
  package func value(at t: Double) -> Double {
    guard t > 0 else { return 0 }
    guard t < 1 else { return 1 }
    return Self.bezier(y1, y2, parameter(at: t))
  }

  /// The derivative of the progress with respect to the elapsed fraction `t` of the duration; 0 at
  /// the ends and beyond.
  package func slope(at t: Double) -> Double {
    guard t > 0, t < 1 else { return 0 }
    let s = parameter(at: t)
    // The curve is vertical at a point with the derivative zero; the minimum of the divisor avoids
    // a division by zero.
    return Self.bezierSlope(y1, y2, s) / max(Self.bezierSlope(x1, x2, s), 1e-9)
  }

  private func parameter(at t: Double) -> Double {
    var low = 0.0
    var high = 1.0
    // x is monotonic in the parameter, so bisection always converges; 40 steps reach 1e-12.
    for _ in 0..<40 {
      let mid = (low + high) / 2
      if Self.bezier(x1, x2, mid) < t { low = mid } else { high = mid }
    }
    return (low + high) / 2
  }

  private static func bezier(_ a: Double, _ b: Double, _ s: Double) -> Double {
    let r = 1 - s
    return 3 * r * r * s * a + 3 * r * s * s * b + s * s * s
  }
  private static func bezierSlope(_ a: Double, _ b: Double, _ s: Double) -> Double {
    let r = 1 - s
    return 3 * r * r * a + 6 * r * s * (b - a) + 3 * s * s * (1 - b)
  }
}
