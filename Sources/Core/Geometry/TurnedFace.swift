/// A flat page turned in space about a line that lies across `axis`, seen from straight ahead.
///
/// Everything is counted from the middle of the page: `u` runs along `axis`, in points. Nothing of
/// it may come nearer than the screen, so what is seen is never larger than the page.
public struct TurnedFace: Hashable, Sendable {
  /// A number that grows evenly along the page.
  public struct Ramp: Hashable, Sendable {
    /// The number in the middle of the page.
    public var middle: Double
    /// How much it grows with each point.
    public var slope: Double

    /// Makes a ramp.
    public init(middle: Double, slope: Double) {
      self.middle = middle
      self.slope = slope
    }

    /// The number at `u`.
    public func value(at u: Double) -> Double { middle + slope * u }
  }

  /// The direction of the page that turns away: horizontal for an upright turning line.
  public var axis: Axis
  /// Where the points of the page are along `axis`, before perspective.
  public var across: Ramp
  /// How far they are behind the screen, in points, at least 0.
  public var depth: Ramp
  /// How much light falls on them, 0…1.
  public var brightness: Ramp
  /// How far before the screen the eye is, in points.
  public var eye: Double

  /// Makes a face.
  public init(axis: Axis, across: Ramp, depth: Ramp, brightness: Ramp, eye: Double) {
    self.axis = axis
    self.across = across
    self.depth = depth
    self.brightness = brightness
    self.eye = eye
  }

  /// How many points of the page there are in one of the screen at `u`; at least 1.
  public func reduction(at u: Double) -> Double { (eye + depth.value(at: u)) / eye }

  /// Where `u` is seen, from the middle of the screen.
  public func place(of u: Double) -> Double { across.value(at: u) / reduction(at: u) }

  /// What is seen at `x` from the middle of the screen; nil where the page is seen from its edge or
  /// from behind.
  ///
  /// - Source: x·(e + d₀ + d₁·u) = e·(a₀ + a₁·u), solved for u.
  public func position(seenAt x: Double) -> Double? {
    let below = eye * across.slope - x * depth.slope
    guard below > 0 else { return nil }
    let u = (x * (eye + depth.middle) - eye * across.middle) / below
    return u.isFinite ? u : nil
  }

  /// True when every number is finite and the eye is before the screen.
  public var isFinite: Bool {
    eye.isFinite && eye > 0
      && [across, depth, brightness].allSatisfy { $0.middle.isFinite && $0.slope.isFinite }
  }
}
