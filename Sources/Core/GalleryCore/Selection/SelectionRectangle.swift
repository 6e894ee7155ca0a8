public import Geometry

/// A selection rectangle that is dragged over a grid. The rectangle reaches from a fixed point of
/// the content to a point of the viewport, so that scrolling enlarges it.
struct SelectionRectangle: Hashable, Sendable {
  /// The autoscroll speed, in heights of the edge zone per second, where the dragged corner is at
  /// the viewport edge. The speed grows with the square of the distance from the inner edge of the
  /// zone, from 0 to four times this value one zone height beyond the viewport: slow enough to aim,
  /// fast enough for long lists.
  static let scrollRateAtEdge = 25.0
  /// The distance from the inner edge of the edge zone, in zone heights, beyond which the
  /// autoscroll speed does not increase.
  private static let maxDepthInZones = 2.0

  /// The fixed corner of the selection rectangle, in content coordinates.
  private var fixedContentCorner: Point
  /// The dragged corner of the selection rectangle, in viewport coordinates.
  private var draggedViewportCorner: Point
  /// The items that stay selected besides those in the rectangle.
  private var keptSelection: GallerySelection
  /// The selection before the drag, which is restored when the drag is cancelled.
  private(set) var initialSelection: GallerySelection

  /// Begins a selection rectangle at a point of the viewport, at the scroll offset `offset`.
  ///
  /// - Parameters:
  ///   - selection: the selection before the drag.
  ///   - adds: whether that selection is kept besides the items in the rectangle.
  init(at point: Point, offset: Double, selection: GallerySelection, adds: Bool) {
    fixedContentCorner = point + Vector(dx: 0, dy: offset)
    draggedViewportCorner = point
    keptSelection = adds ? selection : GallerySelection()
    initialSelection = selection
  }

  /// Moves the dragged corner of the selection rectangle to a point of the viewport.
  mutating func move(to point: Point) { draggedViewportCorner = point }

  /// Adds `delta` device pixels to the y coordinate of the fixed corner, because the content
  /// coordinates changed with the layout.
  mutating func shiftOrigin(by delta: Double) { fixedContentCorner.y += delta }

  mutating func adapt(to change: GalleryChange) {
    keptSelection = keptSelection.adapted(to: change)
    initialSelection = initialSelection.adapted(to: change)
  }

  /// The selection rectangle in content coordinates at the scroll offset `offset`.
  func rect(offset: Double) -> Rect {
    let end = Point(x: draggedViewportCorner.x, y: draggedViewportCorner.y + offset)
    return Rect(
      x: min(fixedContentCorner.x, end.x), y: min(fixedContentCorner.y, end.y),
      width: abs(end.x - fixedContentCorner.x),
      height: abs(end.y - fixedContentCorner.y))
  }

  /// The selection that results from the rectangle at the scroll offset `offset`, together with the
  /// items that stay selected besides those in the rectangle.
  ///
  /// - Complexity: O(rows touched).
  func selection(in layout: GridLayout, offset: Double) -> GallerySelection {
    keptSelection.union(layout.selection(touching: rect(offset: offset)))
  }

  /// The autoscroll velocity while the dragged corner is near the top or bottom edge of the
  /// viewport, in device pixels per second; negative is up, 0 elsewhere. `zone` is the height of
  /// the edge zone in device pixels.
  func scrollVelocity(viewport: Size, zone: Double) -> Double {
    let zone = min(max(1, zone), max(1, viewport.height / 3))
    let above = min((zone - draggedViewportCorner.y) / zone, Self.maxDepthInZones)
    let below = min((draggedViewportCorner.y - viewport.height + zone) / zone, Self.maxDepthInZones)
    let speed = Self.scrollRateAtEdge * zone
    if above > 0 { return -above * above * speed }
    return below > 0 ? below * below * speed : 0
  }
}

extension GridLayout {
  /// The items whose cells intersect `rect`, in content coordinates.
  ///
  /// - Complexity: O(rows touched · log sections); O(log sections) when the rectangle spans all
  ///   columns.
  public func selection(touching rect: Rect) -> GallerySelection {
    var selection = GallerySelection()
    let sides = [distanceFromRowStart(ofX: rect.minX), distanceFromRowStart(ofX: rect.maxX)]
    let first = max(0, firstColumn(after: min(sides[0], sides[1])))
    let last = min(columns - 1, column(atDistance: max(sides[0], sides[1])))
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

  /// The first column that does not end before a distance, in device pixels, from the edge at which
  /// rows begin.
  private func firstColumn(after distance: Double) -> Int {
    let column = column(atDistance: distance)
    guard column >= 0, column < columns else { return column }
    return distance >= distanceToStart(ofColumn: column + 1) - metrics.gap ? column + 1 : column
  }
}
