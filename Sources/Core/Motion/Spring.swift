import RealModule

/// A damped spring towards a target, in closed form: displacement and velocity at any time, without
/// stepwise integration.
///
/// Mass is 1; `frequency` is the undamped angular frequency ω, `damping` the damping ratio ζ.
/// - Source: the solution of x″ + 2ζω·x′ + ω²·x = 0.
package struct Spring: Hashable, Sendable {
  /// Undamped angular frequency, in radians per second; positive.
  package var frequency: Double
  /// Damping ratio, positive; 1 is critical damping, below 1 overshoots.
  package var damping: Double

  package init(frequency: Double, damping: Double = 1) {
    precondition(frequency > 0 && damping > 0, "spring \(frequency), \(damping)")
    self.frequency = frequency
    self.damping = damping
  }

  /// The displacement from the target and the velocity, `t` seconds after the spring had the
  /// displacement `x0` and the velocity `v0`.
  package func state(displacement x0: Double, velocity v0: Double, at t: Double) -> (
    displacement: Double, velocity: Double
  ) {
    guard t > 0 else { return (x0, v0) }
    let w = frequency
    let z = damping
    if z < 1 {
      let wd = w * (1 - z * z).squareRoot()
      let b = (v0 + z * w * x0) / wd
      let e = Double.exp(-z * w * t)
      let c = Double.cos(wd * t)
      let s = Double.sin(wd * t)
      return (
        e * (x0 * c + b * s),
        e * ((b * wd - z * w * x0) * c - (x0 * wd + z * w * b) * s)
      )
    }
    if z == 1 {
      let b = v0 + w * x0
      let e = Double.exp(-w * t)
      return (e * (x0 + b * t), e * (b - w * (x0 + b * t)))
    }
    let r = (z * z - 1).squareRoot()
    let r1 = -w * (z - r)
    let r2 = -w * (z + r)
    let c2 = (v0 - r1 * x0) / (r2 - r1)
    let c1 = x0 - c2
    let e1 = c1 * Double.exp(r1 * t)
    let e2 = c2 * Double.exp(r2 * t)
    return (e1 + e2, r1 * e1 + r2 * e2)
  }

  /// The time in seconds after which the displacement stays below `tolerance`: an upper bound close
  /// to the exact time.
  ///
  /// - Source: |x(t)| ≤ (|x0| + |v0 + ζω·x0|·min(t, T))·e^(−λt), because sin(at)/a ≤ min(t, 1/a)
  ///   and sinh(at)/a ≤ min(t, 1/2a)·e^(at); the bound rises to one peak and then decreases
  ///   monotonically.
  package func settlingTime(displacement x0: Double, velocity v0: Double, tolerance: Double)
    -> Double
  {
    precondition(tolerance > 0, "tolerance \(tolerance)")
    let w = frequency
    let z = damping
    let a = w * abs(1 - z * z).squareRoot()
    let rate = z > 1 ? w / (z + (z * z - 1).squareRoot()) : z * w
    let longest = z == 1 ? Double.infinity : z < 1 ? 1 / a : 1 / (2 * a)
    let start = abs(x0)
    let slope = abs(v0 + z * w * x0)
    func bound(_ t: Double) -> Double {
      (start + slope * min(t, longest)) * Double.exp(-rate * t)
    }
    var low = slope > 0 ? min(max(0, 1 / rate - start / slope), longest) : 0
    guard bound(low) > tolerance else { return 0 }
    var high = low + 1 / rate
    while bound(high) > tolerance { high += high - low }
    // Thirty bisections of an interval of a few time constants are much more precise than the
    // duration of a frame.
    for _ in 0..<30 {
      let middle = (low + high) / 2
      if bound(middle) > tolerance { low = middle } else { high = middle }
    }
    return high
  }

  /// The spring whose envelope falls to 0.001 of the initial displacement after `duration` seconds.
  ///
  /// - Source: springs given by damping ratio and duration, as on iOS; the frequency follows.
  package static func settling(in duration: Double, damping: Double) -> Spring {
    let restFraction = 0.001
    if damping < 1 {
      // Envelope: e^(−ζωT)/√(1−ζ²) = 0.001
      let w =
        -Double.log(restFraction * (1 - damping * damping).squareRoot()) / (damping * duration)
      return Spring(frequency: w, damping: damping)
    }
    // Time scales inversely with the frequency: the settling time at frequency 1 gives the
    // frequency.
    let time = Spring(frequency: 1, damping: damping)
      .settlingTime(displacement: 1, velocity: 0, tolerance: restFraction)
    return Spring(frequency: time / duration, damping: damping)
  }
}
