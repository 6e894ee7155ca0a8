import Geometry
import Motion
import RealModule

/// The drag or pinch that holds a picture, if any.
struct PictureGrip: Hashable, Sendable {
  enum Hold: Hashable, Sendable {
    case none
    case pan(PictureDrag)
    case pinch(PicturePinch)
  }
  private(set) var hold = Hold.none

  /// True when neither a drag nor a pinch is in progress.
  var isFree: Bool { if case .none = hold { true } else { false } }
  /// The drag in progress; nil when there is none.
  var pan: PictureDrag? { if case .pan(let pan) = hold { pan } else { nil } }
  /// The pinch in progress; nil when there is none.
  var pinch: PicturePinch? { if case .pinch(let pinch) = hold { pinch } else { nil } }

  /// Begins a drag, or replaces the one in progress by its next state.
  mutating func set(_ pan: PictureDrag) { hold = .pan(pan) }
  /// Begins a pinch, or replaces the one in progress by its next state.
  mutating func set(_ pinch: PicturePinch) { hold = .pinch(pinch) }
  /// Ends the drag or pinch.
  mutating func end() { hold = .none }
}

/// A drag of a picture in its viewport; positions are those of the anchor, in device pixels.
struct PictureDrag: Hashable, Sendable {
  /// The position of the anchor without resistance.
  private(set) var raw: Point
  /// The translation of the drag.
  private(set) var translation = Vector.zero
  /// The offset of the shown position from the resisted one: for a picture caught beyond the range
  /// of the rubber band.
  private var residue = Vector.zero
  /// The edges of the picture beyond which the drag scrolls the pages instead of the picture; nil for
  /// none.
  private(set) var passing: EdgePaging?

  /// Makes a drag that begins with the anchor at `raw`, without resistance.
  init(raw: Point) { self.raw = raw }

  /// The length of the rubber band along `axis` in a viewport.
  static func reach(along axis: Axis, in viewport: Size) -> Double { max(1, viewport[axis]) }

  /// The shown top left corner of the picture, which without resistance is `corner`.
  func resisted(_ corner: Point, in bounds: PanBounds, viewport: Size) -> Point {
    var corner = corner
    for axis in Axis.allCases {
      let clamped = min(max(corner[axis], bounds[axis].lowerBound), bounds[axis].upperBound)
      if let passing, passing.axis == axis, passing.passes(corner[axis] - clamped) {
        corner[axis] = clamped
      } else {
        corner[axis] = RubberBand.clamp(
          corner[axis], to: bounds[axis], length: Self.reach(along: axis, in: viewport))
      }
    }
    return corner + residue
  }

  /// Displaces the shown picture by `offset`.
  mutating func displace(by offset: Vector) { residue = residue + offset }

  /// Moves the anchor to `translation` device pixels from the start of the drag, along the axes on
  /// which the picture can move.
  mutating func move(translation: Vector, in bounds: PanBounds) {
    for axis in Axis.allCases where bounds.canMove(along: axis) {
      raw[axis] += translation[axis] - self.translation[axis]
    }
    self.translation = translation
  }

  /// Moves the anchor along `axis` by a part of the drag that counts differently from now on.
  mutating func shift(by distance: Double, along axis: Axis) { raw[axis] += distance }

  /// Makes the picture stop at `edges`; nil for no edge.
  mutating func stop(at edges: EdgePaging?) { passing = edges }

  /// Counts the translation from the start of `earlier`, which this drag continues.
  mutating func takeOver(_ earlier: PictureDrag) { translation = earlier.translation }
}

/// A pinch of a picture.
struct PicturePinch: Hashable, Sendable {
  /// The logarithm of the scale without resistance, at the start of the pinch.
  private(set) var logScale: Double
  /// The offset of the shown scale from the resisted one, as a difference of logarithms.
  let residue: Double
  /// The target scale before the pinch.
  private(set) var goal: Double

  init(logScale: Double, residue: Double, goal: Double) {
    self.logScale = logScale
    self.residue = residue
    self.goal = goal
  }

  /// Makes later factors relative to `factor`.
  mutating func rebase(factor: Double) { logScale -= Double.log(factor) }

  /// Adapts to a picture of `factor` times the resolution, which looks the same on the screen.
  mutating func changeResolution(by factor: Double) {
    logScale -= Double.log(factor)
    goal /= factor
  }
}
