public import Geometry
public import Motion
import RealModule

/// The feel of zooming and panning.
public enum ZoomTuning {
  /// The spring of an animated zoom; settles in about 0.25 s.
  ///
  /// - Source: 200 ms in Loupe, 0.3 s on phones.
  public static let zoomSpring = Spring(frequency: 34)
  /// The spring of a zoom by one notch of the wheel that follows no other; settles in about 0.2 s.
  ///
  /// - Source: 200 ms in Loupe. Two notches 50 ms apart are followed wholly, see
  ///   ``maxWheelVelocity``.
  public static let wheelSpring = Spring(frequency: 50)
  /// Notches that follow each other within this time are a spin, in seconds: twice the time
  /// between the notches of a slow one.
  public static let wheelSpinGap = 0.12
  /// The time after the last notch of a spin until the picture rests, in seconds: four frames,
  /// below the 100 ms at which an answer is felt to be late.
  public static let wheelArrival = 0.07
  /// The fastest zoom by the wheel, as a change of the scale's logarithm per second: 10 % a frame at
  /// 60 frames per second. Larger steps look like a staircase.
  public static let maxWheelVelocity = 60 * Double.log(1.1)
  /// The largest excess that a push against a limit expresses: one notch of the wheel. Key presses
  /// ask for more, and would throw the picture.
  public static let maxPush = Double.log(1.25)
  /// The spring by which a scale beyond a limit returns after a push.
  public static let limitSpring = Spring(frequency: 30)
  /// Deceleration of a thrown picture: 0.995 per millisecond.
  ///
  /// - Source: PhotoSwipe 5.
  public static let throwDecay = Decay(perMillisecond: 0.995)
  /// The spring whose initial deceleration equals ``throwDecay``: ω = 1/τ with τ = 0.2 s.
  public static let throwSpring = Spring(frequency: 5)
  /// The spring of a throw that hits an edge: a slight bounce.
  ///
  /// - Source: PhotoSwipe 5, frequency 12, damping 0.82.
  public static let bounceSpring = Spring(frequency: 14, damping: 0.82)
  /// The spring that brings back what was pulled beyond an edge.
  public static let returnSpring = Spring(frequency: 18)
  /// How much of an overshoot in scale is shown: ratio^0.3, never more than a factor 2.
  ///
  /// - Source: Loupe.
  public static let elasticExponent = 0.3
  /// The largest shown factor beyond a limit.
  public static let elasticLimit = 2.0
  /// How long a pinch goes on by itself after release, in seconds of its velocity.
  public static let pinchGlide = 0.05
  /// Zoomed by less than this factor counts as fit.
  ///
  /// - Source: JXPhotoBrowser 3.x, double tap below 1.1 zooms in.
  public static let zoomedFactor = 1.1
  /// Distance from rest that cannot be seen, in points.
  public static let tolerance = 0.2
  /// The fastest hand that counts, in points per second; what is faster is a glitch of a device.
  public static let maximumSpeed = 12_000.0
  /// The fastest growth of a pinch that counts, relative change per second.
  public static let maximumGrowth = 12.0

  /// `velocity` without glitches: at most ``maximumSpeed`` along each axis, zero when not finite.
  public static func capped(_ velocity: Vector) -> Vector {
    guard velocity.isFinite else { return .zero }
    return Vector(
      dx: min(max(velocity.dx, -maximumSpeed), maximumSpeed),
      dy: min(max(velocity.dy, -maximumSpeed), maximumSpeed))
  }
}
