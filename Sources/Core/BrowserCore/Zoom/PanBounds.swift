package import Geometry

/// The allowed positions of a picture of a given shown size in its viewport.
package struct PanBounds: Hashable, Sendable {
  /// The minimum excess of the picture over the viewport, in device pixels, with which it can be
  /// panned.
  private static let minMovableLength = 0.5
  /// The distance between the picture's edge and that of the viewport, in device pixels, below
  /// which they count as equal.
  static let edgeTolerance = 1.0

  private var x: ClosedRange<Double>
  private var y: ClosedRange<Double>

  /// Computes the allowed positions of a picture shown at the size `shown`: centred along an axis
  /// on which it is smaller than the viewport, otherwise without a gap at either edge.
  package init(shown: Size, viewport: Size) {
    func range(_ shown: Double, _ box: Double) -> ClosedRange<Double> {
      if shown <= box {
        let middle = (box - shown) / 2
        return middle...middle
      }
      return (box - shown)...0
    }
    x = range(shown.width, viewport.width)
    y = range(shown.height, viewport.height)
  }

  /// The allowed range of the coordinate of the picture's top left corner along `axis`, in device
  /// pixels of the viewport.
  package subscript(axis: Axis) -> ClosedRange<Double> { axis == .horizontal ? x : y }

  /// The allowed position of the picture's top left corner nearest to `origin`.
  package func clamped(_ origin: Point) -> Point {
    Point(
      x: min(max(origin.x, x.lowerBound), x.upperBound),
      y: min(max(origin.y, y.lowerBound), y.upperBound))
  }

  /// True when the picture is larger than the viewport along `axis`, by more than half a device
  /// pixel.
  package func canMove(along axis: Axis) -> Bool {
    self[axis].upperBound - self[axis].lowerBound > Self.minMovableLength
  }

  /// True when a picture with its top left corner at `origin` can be panned further along `axis`,
  /// in `direction`: 1 to the right or down, −1 to the left or up.
  package func hasRoom(for direction: Double, from origin: Point, along axis: Axis) -> Bool {
    guard canMove(along: axis) else { return false }
    return direction > 0
      ? origin[axis] < self[axis].upperBound - Self.edgeTolerance
      : origin[axis] > self[axis].lowerBound + Self.edgeTolerance
  }
}
