import Geometry
import Motion
import RealModule

/// The drag or pinch that holds a picture in its page, if one is in progress.
struct PictureGrip: Hashable, Sendable {
  enum Gesture: Hashable, Sendable {
    case none
    case pan(PictureDrag)
    case pinch(PicturePinch)
  }
  private(set) var gesture = Gesture.none

  /// True when neither a drag nor a pinch holds the picture.
  var isFree: Bool { if case .none = gesture { true } else { false } }
  /// The drag in progress; nil when none is.
  var pan: PictureDrag? { if case .pan(let pan) = gesture { pan } else { nil } }
  /// The pinch in progress; nil when none is.
  var pinch: PicturePinch? { if case .pinch(let pinch) = gesture { pinch } else { nil } }

  /// Begins a drag, or replaces the one in progress by its next state.
  mutating func set(_ pan: PictureDrag) { gesture = .pan(pan) }
  /// Begins a pinch, or replaces the one in progress by its next state.
  mutating func set(_ pinch: PicturePinch) { gesture = .pinch(pinch) }
  /// Ends the drag or pinch.
  mutating func end() { gesture = .none }
}

/// A drag of a picture in its viewport; positions are those of the anchor, in device pixels.
struct PictureDrag: Hashable, Sendable {
  /// The position of the dragged picture point in the viewport, before the resistance beyond edges.
  private(set) var unresistedPosition: Point
  /// The movement of the drag since its start, in device pixels.
  private(set) var translation = Vector.zero
  /// The offset of the shown position from the one that results with resistance, in device pixels,
  /// for a picture that was caught beyond the range of the rubber band.
  private var shownOffset = Vector.zero
  /// The rule by which the drag scrolls the pages instead of the picture beyond the edges of the
  /// picture; nil when it does not.
  private(set) var edgePaging: EdgePaging?

  /// Makes a drag that begins with the dragged picture point at `unresistedPosition` of the
  /// viewport.
  init(unresistedPosition: Point) { self.unresistedPosition = unresistedPosition }

  /// The length of the rubber band along `axis` in a viewport, in device pixels: its extent, at
  /// least 1.
  static func rubberBandLength(along axis: Axis, in viewport: Size) -> Double {
    max(1, viewport[axis])
  }

  /// The shown position of the picture's top left corner, which would be at `corner` without
  /// resistance.
  func resisted(_ corner: Point, in bounds: PanBounds, viewport: Size) -> Point {
    var corner = corner
    for axis in Axis.allCases {
      let clamped = min(max(corner[axis], bounds[axis].lowerBound), bounds[axis].upperBound)
      if let edgePaging, edgePaging.axis == axis, edgePaging.scrollsPages(corner[axis] - clamped) {
        corner[axis] = clamped
      } else {
        corner[axis] = RubberBand.resisted(
          corner[axis], to: bounds[axis], length: Self.rubberBandLength(along: axis, in: viewport))
      }
    }
    return corner + shownOffset
  }

  /// Displaces the shown picture by `offset`, in device pixels.
  mutating func addOffset(_ offset: Vector) { shownOffset = shownOffset + offset }

  /// Continues the drag, whose movement since its start is `translation`, in device pixels, along
  /// the axes on which the picture can move.
  mutating func move(translation: Vector, in bounds: PanBounds) {
    for axis in Axis.allCases where bounds.canMove(along: axis) {
      unresistedPosition[axis] += translation[axis] - self.translation[axis]
    }
    self.translation = translation
  }

  /// Moves the dragged point along `axis` by `distance` device pixels, which are counted as a part
  /// of the drag from now on.
  mutating func shift(by distance: Double, along axis: Axis) {
    unresistedPosition[axis] += distance
  }

  /// Makes the picture stop at the edges beyond which the pages are scrolled by the rule `edges`;
  /// nil for no edge.
  mutating func setEdgePaging(_ edges: EdgePaging?) { edgePaging = edges }

  /// Takes over the movement of the drag `earlier`, which this drag continues.
  mutating func adoptTranslation(of earlier: PictureDrag) { translation = earlier.translation }
}

/// A pinch of a picture in its page.
struct PicturePinch: Hashable, Sendable {
  /// The natural logarithm of the scale at the start of the pinch, before the resistance beyond
  /// limits.
  private(set) var logScale: Double
  /// The offset of the shown scale from the one that results with resistance, as a difference of
  /// logarithms.
  let logScaleOffset: Double
  /// The target scale before the pinch, in device pixels per picture pixel.
  private(set) var scaleBeforePinch: Double

  init(logScale: Double, logScaleOffset: Double, scaleBeforePinch: Double) {
    self.logScale = logScale
    self.logScaleOffset = logScaleOffset
    self.scaleBeforePinch = scaleBeforePinch
  }

  /// Makes `factor` the pinch factor at the scale where the pinch began.
  mutating func rebase(factor: Double) { logScale -= Double.log(factor) }

  /// Adapts to a picture of `factor` times the resolution, which looks the same on the screen.
  mutating func changeResolution(by factor: Double) {
    logScale -= Double.log(factor)
    scaleBeforePinch /= factor
  }
}
