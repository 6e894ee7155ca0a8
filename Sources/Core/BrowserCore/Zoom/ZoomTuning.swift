package import Geometry
package import Motion
import RealModule

/// Constants of zooming and panning: springs, decelerations, limits.
package enum ZoomTuning {
  /// The spring of an animated zoom, which settles in about 0.25 s.
  ///
  /// - Source: 200 ms in Loupe, 0.3 s on phones.
  package static let zoomSpring = Spring(frequency: 34)
  /// The spring of a zoom by a single wheel notch, which settles in about 0.2 s.
  ///
  /// - Source: 200 ms in Loupe. Two notches 50 ms apart are both followed in full, see
  ///   ``maxWheelVelocity``.
  package static let wheelSpring = Spring(frequency: 50)
  /// The maximum interval between two notches of one spin, in seconds: twice the interval in a slow
  /// spin.
  package static let wheelSpinGap = 0.12
  /// The time from the last notch of a spin until the picture is at rest, in seconds: four frames,
  /// below the 100 ms at which a response is felt to be late.
  package static let wheelArrivalTime = 0.07
  /// The maximum velocity of a zoom by the wheel, as a change of the scale's logarithm per second:
  /// 10 % a frame at 60 frames per second. Larger steps are visible as steps.
  package static let maxWheelVelocity = 60 * Double.log(1.1)
  /// The maximum change of the scale's natural logarithm that ``wheelSpring`` makes from rest
  /// without exceeding ``maxWheelVelocity``.
  ///
  /// - Source: the peak velocity of a critically damped spring, distance · frequency / e.
  package static let maxLogChangeByWheelSpring =
    maxWheelVelocity * Double.exp(1) / wheelSpring.frequency
  /// The maximum excess of a zoom over a scale limit that is taken into account, as a difference of
  /// logarithms. With ``limitSpring`` the push beyond the limit begins just below
  /// ``maxWheelVelocity``.
  package static let maxLogOvershoot = Double.log(1.2)
  /// The spring that returns a scale beyond a limit after a push; a picture of 2000 device pixels
  /// is at rest after 0.26 s.
  package static let limitSpring = Spring(frequency: 37)
  /// The deceleration of a picture after a fling: 0.995 per millisecond.
  ///
  /// - Source: PhotoSwipe 5.
  package static let flingDecay = Decay(factorPerMillisecond: 0.995)
  /// The spring whose initial deceleration equals ``flingDecay``: ω = 1/τ with τ = 0.2 s.
  package static let flingSpring = Spring(frequency: 5)
  /// The deceleration of a strip of pages after a fling, with a time constant of 0.325 s: a strip
  /// is scrolled farther than a zoomed picture.
  ///
  /// - Source: A. Hidayat, “Flick List with its Momentum Scrolling and Deceleration”.
  package static let stripFlingDecay = Decay(factorPerMillisecond: Double.exp(-1 / 325))
  /// The spring whose initial deceleration equals ``stripFlingDecay``.
  package static let stripFlingSpring = Spring(frequency: 1 / 0.325)
  /// The spring of a turn to another page of a strip, which settles in about 0.3 s.
  package static let stripTurnSpring = Spring(frequency: 24)
  /// The spring of a fling that reaches an edge of the picture: a slight bounce.
  ///
  /// - Source: PhotoSwipe 5, frequency 12, damping 0.82.
  package static let bounceSpring = Spring(frequency: 14, damping: 0.82)
  /// The spring that returns a picture from a position beyond its edge.
  package static let returnSpring = Spring(frequency: 18)
  /// The exponent of the resistance of a scale beyond its limit: a pinch to r times the limit is
  /// shown as r^0.3 times the limit, at most ``elasticLimit``.
  ///
  /// - Source: Loupe.
  package static let elasticExponent = 0.3
  /// The maximum factor by which a scale is shown beyond its limit.
  package static let elasticLimit = 2.0
  /// The time in seconds for which a pinch continues after its release: the logarithm of the scale
  /// changes by the relative growth per second multiplied by this time.
  package static let pinchCoastTime = 0.05
  /// The ratio of a scale to fit up to which a picture counts as not zoomed.
  ///
  /// - Source: JXPhotoBrowser 3.x, double tap below 1.1 zooms in.
  package static let maxUnzoomedRatioToFit = 1.1
  /// The largest distance from the resting position that cannot be seen, in device pixels.
  package static let tolerance = 0.2
  /// The value to which a contact's velocity is limited along each axis, in device pixels per
  /// second; a larger one is an error of the device.
  package static let maxContactSpeed = 12_000.0
  /// The maximum accepted growth of a pinch, as relative change of scale per second.
  package static let maxPinchGrowth = 12.0

  /// `velocity` limited to ``maxContactSpeed`` along each axis; zero when not finite.
  package static func capped(_ velocity: Vector) -> Vector {
    guard velocity.isFinite else { return .zero }
    return Vector(
      dx: min(max(velocity.dx, -maxContactSpeed), maxContactSpeed),
      dy: min(max(velocity.dy, -maxContactSpeed), maxContactSpeed))
  }
}
