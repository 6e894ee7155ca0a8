import Geometry
import Motion
import RealModule

/// A pinch by two contacts: their distance (span) and their middle (centroid).
struct PinchRecognizer: Sendable {
  private let kind: PointerKind
  private let firstCentroid: Point
  private let firstSpan: Double
  /// The distance of the contacts, in device pixels, that corresponds to scale 1; nil before the
  /// pinch is recognised.
  private var referenceSpan: Double?
  private(set) var centroid: Point
  private var span: Double
  private var centroidTracker = VelocityTracker()
  /// The velocity tracker of the natural logarithm of the span, which is the x component of its
  /// samples.
  private var logSpanTracker = VelocityTracker()

  init(_ a: Contact, _ b: Contact, at time: Timestamp, tuning: GestureTuning) {
    kind = a.key.kind
    centroid = Self.middle(a, b)
    span = Self.span(a, b, tuning)
    firstCentroid = centroid
    firstSpan = span
    recordSample(at: time)
  }

  /// Takes over the positions of both contacts at `time`.
  mutating func move(_ a: Contact, _ b: Contact, at time: Timestamp, tuning: GestureTuning) {
    centroid = Self.middle(a, b)
    span = Self.span(a, b, tuning)
    recordSample(at: time)
  }

  /// Recognises the pinch when the distance of the contacts has changed, or their middle has moved,
  /// beyond the slop; the scale is counted from that moment.
  ///
  /// - Returns: true when the pinch is recognised.
  mutating func recognize(tuning: GestureTuning) -> Bool {
    let change = span - firstSpan
    if abs(change) > tuning.pinchSlop {
      referenceSpan = firstSpan + (change < 0 ? -tuning.pinchSlop : tuning.pinchSlop)
      return true
    }
    guard centroid.distance(to: firstCentroid) > tuning.touchSlop else { return false }
    referenceSpan = span
    return true
  }

  /// Recognises the pinch at once, without slop, because it continues another gesture.
  mutating func recognizeAtOnce() { referenceSpan = span }

  func event(_ phase: GesturePhase, isHandover: Bool = false, at time: Timestamp) -> GestureEvent {
    let isMoving = !isHandover && phase != .cancelled
    return .pinch(
      PinchGesture(
        phase, kind: kind, centroid: centroid, scale: span / (referenceSpan ?? span),
        velocity: isMoving ? velocity(at: time) : .zero,
        scaleVelocity: isMoving ? logSpanTracker.velocity(at: time).dx : 0,
        isHandover: isHandover, time: time))
  }

  /// The velocity of the centroid, in device pixels per second.
  func velocity(at time: Timestamp) -> Vector { centroidTracker.velocity(at: time) }

  private mutating func recordSample(at time: Timestamp) {
    centroidTracker.add(centroid - .zero, at: time)
    logSpanTracker.add(Vector(dx: .log(span), dy: 0), at: time)
  }

  private static func middle(_ a: Contact, _ b: Contact) -> Point {
    a.location + (b.location - a.location) * 0.5
  }

  private static func span(_ a: Contact, _ b: Contact, _ tuning: GestureTuning) -> Double {
    max(a.location.distance(to: b.location), tuning.minSpan)
  }
}
