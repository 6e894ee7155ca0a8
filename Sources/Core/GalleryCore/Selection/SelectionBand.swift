public import Geometry

/// A rectangle drawn over the grid to select what it touches. It begins at a place of the content
/// and ends at one of the viewport: scrolling makes it grow.
struct SelectionBand: Hashable, Sendable {
  /// The speed at the beginning of an edge's zone grows to this many zones per second at the edge,
  /// and to four times as much one zone beyond: slow enough to aim, fast enough for long lists.
  static let scrollRate = 25.0
  /// Further than this many zones beyond the edge does not scroll faster.
  private static let deepest = 2.0

  /// Where it began, in the content.
  var origin: Point
  /// The moving corner, in the viewport.
  var corner: Point
  /// What is selected beside it.
  var base: GallerySelection
  /// What was selected before, for taking it back.
  var before: GallerySelection

  /// The rectangle in the content, scrolled to `offset`.
  func rect(offset: Double) -> Rect {
    let end = Point(x: corner.x, y: corner.y + offset)
    return Rect(
      x: min(origin.x, end.x), y: min(origin.y, end.y), width: abs(end.x - origin.x),
      height: abs(end.y - origin.y))
  }

  /// What is selected when scrolled to `offset`.
  ///
  /// - Complexity: O(rows touched).
  func selection(in layout: GridLayout, offset: Double) -> GallerySelection {
    base.union(layout.selection(touching: rect(offset: offset)))
  }

  /// How fast the grid scrolls because the corner is near an edge, in pixels per second.
  func scrollVelocity(viewport: Size, zone: Double) -> Double {
    let zone = min(max(1, zone), max(1, viewport.height / 3))
    let above = min((zone - corner.y) / zone, Self.deepest)
    let below = min((corner.y - viewport.height + zone) / zone, Self.deepest)
    let speed = Self.scrollRate * zone
    if above > 0 { return -above * above * speed }
    return below > 0 ? below * below * speed : 0
  }
}

extension GridLayout {
  /// The items whose cells a rectangle of the content touches.
  ///
  /// - Complexity: O(rows touched · log sections); O(log sections) when it spans all columns.
  public func selection(touching rect: Rect) -> GallerySelection {
    var selection = GallerySelection()
    let first = max(0, firstColumn(rightOf: rect.minX))
    let last = min(columns - 1, column(atX: rect.maxX))
    guard first <= last else { return selection }
    let rows = items(in: Rect(x: 0, y: rect.minY, width: 1, height: max(1e-6, rect.height)))
    if first == 0, last == columns - 1 { return GallerySelection(rows) }
    var item = rows.lowerBound
    while item < rows.upperBound {
      let end = sections.items(in: sections.section(of: item)).upperBound
      while item < min(end, rows.upperBound) {
        selection.insert(min(item + first, end)..<min(item + last + 1, end))
        item = min(item + columns, end)
      }
    }
    return selection
  }

  /// The first column whose cells do not end left of `x`.
  private func firstColumn(rightOf x: Double) -> Int {
    let column = column(atX: x)
    guard column >= 0, column < columns else { return column }
    return x >= left(ofColumn: column + 1) - metrics.gap ? column + 1 : column
  }
}
