import Geometry

/// The drag or pinch in progress on a grid, other than a scrolling drag; at most one at a time.
enum GridGesture: Hashable, Sendable {
  case none
  case selectionRectangle(SelectionRectangle)
  case pinch(GridPinch)
  /// A drag of the scroll bar's thumb; `grabOffset` is the distance of the dragged point from the
  /// top of the thumb, in device pixels.
  case thumb(grabOffset: Double)

  var isNone: Bool {
    if case .none = self { true } else { false }
  }

  var selectionRectangle: SelectionRectangle? {
    if case .selectionRectangle(let rectangle) = self { rectangle } else { nil }
  }

  var pinch: GridPinch? {
    if case .pinch(let pinch) = self { pinch } else { nil }
  }

  /// The distance of the dragged point from the top of the scroll bar's thumb, in device pixels;
  /// nil when the thumb is not dragged.
  var thumbGrabOffset: Double? {
    if case .thumb(let grabOffset) = self { grabOffset } else { nil }
  }
}

/// A pinch in progress on a grid.
struct GridPinch: Hashable, Sendable {
  /// The cell width at the beginning of the pinch, in device pixels, without the resistance beyond
  /// the permitted sizes.
  let initialSide: Double
  /// The point of the content that stays under the centroid of the pinch.
  let anchor: GridAnchor
}
