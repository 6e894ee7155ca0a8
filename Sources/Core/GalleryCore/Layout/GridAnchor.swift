import Geometry

/// A point of a cell, with the viewport position that it keeps while the layout changes.
struct GridAnchor: Hashable, Sendable {
  var item: Int
  /// The point as fractions of the width and height of the cell; outside 0…1 for a point beside the
  /// cell.
  var fraction: Point
  /// The point in the viewport at which the anchor is kept.
  var viewportPoint: Point

  /// Makes the anchor of a content point that is kept at `viewportPoint`; nil when
  /// there is no item.
  init?(content: Point, viewportPoint: Point, in layout: GridLayout) {
    guard let item = layout.nearestItem(to: content) else { return nil }
    let frame = layout.frame(ofItem: item)
    self.item = item
    self.viewportPoint = viewportPoint
    fraction = Point(
      x: (content.x - frame.minX) / frame.width, y: (content.y - frame.minY) / frame.height)
  }

  /// Makes an anchor that keeps the top left corner of an item at the viewport position that it has
  /// at the scroll offset `offset`.
  init(item: Int, offset: Double, in layout: GridLayout) {
    let frame = layout.frame(ofItem: item)
    self.item = item
    fraction = .zero
    viewportPoint = Point(x: frame.minX, y: frame.minY - offset)
  }

  /// The content coordinates that the anchored point has in a layout.
  func content(in layout: GridLayout) -> Point {
    layout.frame(ofItem: item).point(atX: fraction.x, y: fraction.y)
  }

  /// The scroll offset at which the anchored point of `layout` is at its kept viewport position.
  func offset(in layout: GridLayout) -> Double { content(in: layout).y - viewportPoint.y }

  /// The anchor of the same relative point in the cell of another item, with the same viewport
  /// position.
  func moved(to item: Int) -> GridAnchor {
    var result = self
    result.item = item
    return result
  }
}
