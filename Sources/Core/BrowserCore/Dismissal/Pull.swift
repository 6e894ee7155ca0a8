package import Geometry
import Motion

/// A pull-down, and the gesture that holds it. It is held exactly as long as it has a gesture.
package struct Pull: Hashable, Sendable {
  /// The gesture that holds a picture out of its page.
  package enum Gesture: Hashable, Sendable {
    /// A drag that began at a point.
    case drag(from: Point)
    /// A pinch that closes.
    case pinch
  }

  package private(set) var motion: PullMotion
  /// The gesture in progress; nil while the picture returns or leaves.
  package private(set) var gesture: Gesture?

  /// Creates a pull-down that nothing holds yet.
  init(_ motion: PullMotion) { self.motion = motion }

  /// Begins `gesture` at `point`, in any phase of the motion.
  mutating func grab(_ gesture: Gesture, at point: Point, time t: Timestamp) {
    self.gesture = gesture
    motion.grab(at: point, time: t)
  }

  /// Continues a drag, `translation` from its start.
  mutating func drag(translation: Vector) {
    if case .drag(let origin) = gesture { motion.drag(to: origin + translation) }
  }

  /// Continues a pinch.
  mutating func pinch(factor: Double, centroid: Point) {
    if gesture == .pinch { motion.pinch(factor: factor, centroid: centroid) }
  }

  /// Starts the return of the picture, with the velocity of the gesture.
  mutating func returnToRest(velocity: Vector, growth: Double?, at t: Timestamp) {
    gesture = nil
    motion.returnToRest(velocity: velocity, growth: growth, at: t)
  }

  /// Starts the departure of the picture, with the velocity of the gesture.
  mutating func leave(velocity: Vector, growth: Double?, at t: Timestamp) {
    gesture = nil
    motion.leave(velocity: velocity, growth: growth, at: t)
  }

  /// Changes the picture point that is held, in fractions of the picture.
  mutating func moveAnchor(_ change: (Point) -> Point) { motion.moveAnchor(change) }

  /// Changes the resting rectangle.
  mutating func retarget(rest: Rect, isSamePicture: Bool, at t: Timestamp) {
    motion.retarget(rest: rest, isSamePicture: isSamePicture, at: t)
  }
}
