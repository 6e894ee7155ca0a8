package import Geometry
import Motion

/// A pull-down of a picture, and the gesture that holds the picture; without a gesture, the picture
/// returns or leaves.
package struct PullDown: Hashable, Sendable {
  /// The gesture that holds a picture out of its page.
  package enum Gesture: Hashable, Sendable {
    /// A drag that began at a point of the viewport, in device pixels.
    case drag(from: Point)
    /// A pinch below fit, which can close the browser.
    case pinch
  }

  package private(set) var motion: PullDownMotion
  /// The gesture that holds the picture; nil while the picture returns or leaves.
  package private(set) var gesture: Gesture?

  /// Creates a pull-down that no gesture holds yet.
  init(_ motion: PullDownMotion) { self.motion = motion }

  /// Begins a drag or pinch of the picture at `point`, in any phase of the motion.
  mutating func grab(_ gesture: Gesture, at point: Point, time t: Timestamp) {
    self.gesture = gesture
    motion.grab(at: point, time: t)
  }

  /// Continues the drag; `translation` is the movement since its start, in device pixels.
  mutating func drag(translation: Vector) {
    if case .drag(let origin) = gesture { motion.drag(to: origin + translation) }
  }

  /// Continues the pinch: the fingers are `factor` times as far apart as at its start, around
  /// `centroid`, a point of the viewport in device pixels.
  mutating func pinch(factor: Double, centroid: Point) {
    if gesture == .pinch { motion.pinch(factor: factor, centroid: centroid) }
  }

  /// Makes `factor` the pinch factor at the scale where the pinch began to hold the picture.
  mutating func rebasePinch(factor: Double) { motion.rebasePinch(factor: factor) }

  /// Starts the return of the picture to its page, with the velocity of the gesture.
  ///
  /// - Parameter growth: relative growth per second, for a pinch; nil for a drag.
  mutating func returnToRest(velocity: Vector, growth: Double?, at t: Timestamp) {
    gesture = nil
    motion.returnToRest(velocity: velocity, growth: growth, at: t)
  }

  /// Makes the picture leave in order to close, with the velocity of the gesture.
  ///
  /// - Parameter growth: relative growth per second, for a pinch; nil for a drag.
  mutating func leave(velocity: Vector, growth: Double?, at t: Timestamp) {
    gesture = nil
    motion.leave(velocity: velocity, growth: growth, at: t)
  }

  /// Changes the held point of the picture, as fractions of the picture's width and height.
  mutating func changeHeldPoint(_ change: (Point) -> Point) { motion.changeHeldPoint(change) }

  /// Changes the rectangle of the picture at rest in its page, in the viewport's coordinates.
  ///
  /// - Parameter isSamePicture: whether the shown size is kept and animated to the new one;
  ///   otherwise the shown size changes at once.
  mutating func retarget(rest: Rect, isSamePicture: Bool, at t: Timestamp) {
    motion.retarget(rest: rest, isSamePicture: isSamePicture, at: t)
  }
}
