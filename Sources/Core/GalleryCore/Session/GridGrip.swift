import Geometry

/// The drag or pinch that holds a grid in another way than scrolling it; there is at most one.
enum GridGrip: Hashable, Sendable {
  case none
  case band(SelectionBand)
  case pinch(GridPinch)
  /// A drag of the scroll bar's thumb; the payload is the distance of the dragged point below the
  /// top of the thumb, in pixels.
  case thumb(below: Double)

  var isFree: Bool {
    if case .none = self { true } else { false }
  }

  var band: SelectionBand? {
    if case .band(let band) = self { band } else { nil }
  }

  var pinch: GridPinch? {
    if case .pinch(let pinch) = self { pinch } else { nil }
  }

  /// The distance of the dragged point below the top of the scroll bar's thumb; nil when the thumb
  /// is not dragged.
  var thumb: Double? {
    if case .thumb(let below) = self { below } else { nil }
  }
}

/// A pinch in progress.
struct GridPinch: Hashable, Sendable {
  /// The cell side at the beginning of the pinch, in device pixels, without resistance.
  let side: Double
  /// The point of the content under the centroid of the pinch.
  let anchor: GridAnchor
}
