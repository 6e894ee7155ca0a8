public import Geometry

/// How far a picture of some shown size may be moved in its viewport.
public struct PanBounds: Hashable, Sendable {
  /// A picture larger by less than this has nothing to show by moving, in points.
  private static let leastRoom = 0.5
  /// Nearer to an edge than this is at the edge, in points.
  static let nearEdge = 1.0

  private var x: ClosedRange<Double>
  private var y: ClosedRange<Double>

  /// Computes the bounds: centred along an axis with slack, else no gap at either edge.
  public init(shown: Size, viewport: Size) {
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

  /// Where the top left corner may be along `axis`.
  public subscript(axis: Axis) -> ClosedRange<Double> { axis == .horizontal ? x : y }

  /// `origin` moved to the nearest allowed place.
  public func clamped(_ origin: Point) -> Point {
    Point(
      x: min(max(origin.x, x.lowerBound), x.upperBound),
      y: min(max(origin.y, y.lowerBound), y.upperBound))
  }

  /// True when the picture is larger than the viewport along `axis`, by more than half a point.
  public func canMove(along axis: Axis) -> Bool {
    self[axis].upperBound - self[axis].lowerBound > Self.leastRoom
  }

  /// True when a picture at `origin` can still follow a hand moving in `direction` (−1 or 1).
  public func hasRoom(for direction: Double, from origin: Point, along axis: Axis) -> Bool {
    guard canMove(along: axis) else { return false }
    return direction > 0
      ? origin[axis] < self[axis].upperBound - Self.nearEdge
      : origin[axis] > self[axis].lowerBound + Self.nearEdge
  }
}
