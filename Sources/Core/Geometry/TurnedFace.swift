/// A flat page rotated in space about an axis perpendicular to `axis`, seen in perspective from
/// straight ahead.
///
/// Coordinates have their origin in the middle of the page; `u` is the coordinate on the page along
/// `axis`, in device pixels. No part of the page may be in front of the screen plane, so the
/// projection is never larger than the page.
public struct TurnedFace: Hashable, Sendable {
  /// A linear function of a coordinate on a page, in device pixels from the middle of the page.
  public struct Ramp: Hashable, Sendable {
    /// The function's value in the middle of the page.
    public var middle: Double
    /// The increase of the function's value per device pixel on the page.
    public var slope: Double

    public init(middle: Double, slope: Double) {
      self.middle = middle
      self.slope = slope
    }

    public func value(at u: Double) -> Double { middle + slope * u }
  }

  /// The axis along which the rotated page is foreshortened: horizontal for a vertical axis of
  /// rotation.
  public var axis: Axis
  /// The coordinate along `axis` of each point of the page after the rotation and before
  /// perspective, in device pixels from the middle of the page.
  public var rotatedCoordinate: Ramp
  /// The distance of each point of the page behind the screen plane, in device pixels, at least 0.
  public var depth: Ramp
  /// The brightness of each point of the page, 0…1; at 1 the page is drawn unchanged.
  public var brightness: Ramp
  /// The distance of the eye in front of the screen plane, in device pixels.
  public var eye: Double

  public init(axis: Axis, rotatedCoordinate: Ramp, depth: Ramp, brightness: Ramp, eye: Double) {
    self.axis = axis
    self.rotatedCoordinate = rotatedCoordinate
    self.depth = depth
    self.brightness = brightness
    self.eye = eye
  }

  /// The perspective reduction at the page coordinate `u`: the length on the page per length on the
  /// screen; at least 1.
  public func reduction(at u: Double) -> Double { (eye + depth.value(at: u)) / eye }

  /// The coordinate at which the page coordinate `u` is seen on the screen, in device pixels from
  /// the middle of the page.
  public func screenCoordinate(of u: Double) -> Double {
    rotatedCoordinate.value(at: u) / reduction(at: u)
  }

  /// The page coordinate, in device pixels from the middle of the page, that is seen at screen
  /// coordinate `x`; nil when the page is seen edge-on or from behind there. The coordinate may lie
  /// beyond the ends of the page.
  ///
  /// - Source: x·(e + d₀ + d₁·u) = e·(a₀ + a₁·u), solved for u.
  public func pageCoordinate(seenAt x: Double) -> Double? {
    let below = eye * rotatedCoordinate.slope - x * depth.slope
    guard below > 0 else { return nil }
    let u = (x * (eye + depth.middle) - eye * rotatedCoordinate.middle) / below
    return u.isFinite ? u : nil
  }

  /// True when all numbers of the page are finite and the eye is in front of the screen plane.
  public var isFinite: Bool {
    eye.isFinite && eye > 0
      && [rotatedCoordinate, depth, brightness].allSatisfy {
        $0.middle.isFinite && $0.slope.isFinite
      }
  }
}
