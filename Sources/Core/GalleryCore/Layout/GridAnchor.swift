import Geometry

/// A point of an item's cell, and where in the viewport it stays while everything around changes.
struct GridAnchor: Hashable, Sendable {
  var item: Int
  /// As fractions of the cell's width and height; outside 0…1 for a point beside it.
  var fraction: Point
  /// In the viewport.
  var place: Point

  /// What is at a point of the content, staying at `place`; nil when there is no item.
  init?(content: Point, place: Point, in layout: GridLayout) {
    guard let item = layout.nearestItem(to: content) else { return nil }
    let frame = layout.frame(ofItem: item)
    self.item = item
    self.place = place
    fraction = Point(
      x: (content.x - frame.minX) / frame.width, y: (content.y - frame.minY) / frame.height)
  }

  /// The top left corner of an item, where it is when scrolled to `offset`.
  init(item: Int, offset: Double, in layout: GridLayout) {
    let frame = layout.frame(ofItem: item)
    self.item = item
    fraction = .zero
    place = Point(x: frame.minX, y: frame.minY - offset)
  }

  /// The point in the content of a layout.
  func content(in layout: GridLayout) -> Point {
    layout.frame(ofItem: item).point(atX: fraction.x, y: fraction.y)
  }

  /// How far `layout` is to be scrolled for the point to stay where it is.
  func offset(in layout: GridLayout) -> Double { content(in: layout).y - place.y }

  /// The same point of another item, at the same place.
  func moved(to item: Int) -> GridAnchor {
    var result = self
    result.item = item
    return result
  }
}
