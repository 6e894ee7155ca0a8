import Geometry

/// A point of a grid cell, with the position in the viewport that it keeps while the layout
/// changes.
struct GridAnchor: Hashable, Sendable {
  var item: Int
  /// The anchored point as fractions of the width and height of the cell; outside 0…1 for a point
  /// beside the cell.
  var fraction: Point
  /// The point in the viewport, in device pixels, at which the anchored point of the cell is kept.
  var viewportPoint: Point

  /// Makes the anchor that keeps a point of the content at `viewportPoint`, relative to the nearest
  /// cell; nil when the layout has no item.
  init?(content: Point, viewportPoint: Point, in layout: GridLayout) {
    guard let item = layout.nearestItem(to: content) else { return nil }
    let frame = layout.frame(ofItem: item)
    self.item = item
    self.viewportPoint = viewportPoint
    fraction = Point(
      x: (content.x - frame.minX) / frame.width, y: (content.y - frame.minY) / frame.height)
  }

  /// Makes the anchor that keeps the top left corner of an item's cell where it is in the viewport
  /// at the vertical scroll offset `offset`.
  init(item: Int, offset: Double, in layout: GridLayout) {
    let frame = layout.frame(ofItem: item)
    self.item = item
    fraction = .zero
    viewportPoint = Point(x: frame.minX, y: frame.minY - offset)
  }

  /// The content coordinates of the anchored point in `layout`.
  func contentPoint(in layout: GridLayout) -> Point {
    layout.frame(ofItem: item).point(atX: fraction.x, y: fraction.y)
  }

  /// The vertical scroll offset at which the anchored point is at ``viewportPoint`` in `layout`.
  func scrollOffset(in layout: GridLayout) -> Double {
    contentPoint(in: layout).y - viewportPoint.y
  }

  /// This anchor with the cell of another item: the same fractions of its size, and the same
  /// position in the viewport.
  func moved(to item: Int) -> GridAnchor {
    var result = self
    result.item = item
    return result
  }
}
