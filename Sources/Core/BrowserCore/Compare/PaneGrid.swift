package import Geometry

/// The grid of the panes of a comparison, all of the same size, in rows and columns.
package struct PaneGrid: Hashable, Sendable {
  package let count: Int
  package let columns: Int
  /// The area that all panes share, in device pixels.
  package let area: Rect
  /// The gap between two panes, in device pixels.
  package let gap: Double

  package var rows: Int { (count + columns - 1) / columns }

  /// Creates the grid with the number of columns in which the photos are shown largest.
  ///
  /// - Parameters:
  ///   - aspectRatio: the typical ratio of width to height of the photos.
  ///   - taken: the width and height of a pane that its photo cannot use, in device pixels.
  package init(count: Int, in area: Rect, gap: Double, aspectRatio: Double, taken: Size) {
    let all = max(1, count)
    let ratio = aspectRatio.isFinite && aspectRatio > 0 ? aspectRatio : 1
    func side(_ columns: Int) -> Double {
      let pane = Self.size(count: all, columns: columns, in: area, gap: gap)
      return min((pane.width - taken.width) / ratio, pane.height - taken.height)
    }
    // If several numbers of columns give the same size, `max` returns the smallest of them.
    let best = (1...all).max { side($0) < side($1) }
    self.init(count: all, columns: best ?? 1, in: area, gap: gap)
  }

  package init(count: Int, columns: Int, in area: Rect, gap: Double) {
    self.count = max(1, count)
    self.columns = min(max(1, columns), max(1, count))
    self.area = area
    self.gap = gap
  }

  private static func size(count: Int, columns: Int, in area: Rect, gap: Double) -> Size {
    let rows = (count + columns - 1) / columns
    return Size(
      width: max(0, ((area.width - Double(columns - 1) * gap) / Double(columns)).rounded(.down)),
      height: max(0, ((area.height - Double(rows - 1) * gap) / Double(rows)).rounded(.down)))
  }

  /// The size of every pane, in whole device pixels.
  package var paneSize: Size {
    Self.size(count: count, columns: columns, in: area, gap: gap)
  }

  /// The frame of the pane at an index in reading order, in device pixels, in the coordinates of
  /// ``area``; an incomplete last row is centred.
  package func frame(at index: Int) -> Rect {
    let (row, column) = (index / columns, index % columns)
    let size = paneSize
    let inRow = min(columns, count - row * columns)
    let width = Double(inRow) * size.width + Double(inRow - 1) * gap
    return Rect(
      x: area.minX + ((area.width - width) / 2).rounded() + Double(column) * (size.width + gap),
      y: area.minY + Double(row) * (size.height + gap), width: size.width, height: size.height)
  }

  /// The index of the pane that is nearest to the pane at `index` in `direction`, a unit vector
  /// along one axis; nil when no pane lies in that direction.
  package func index(from index: Int, towards direction: Vector) -> Int? {
    let origin = frame(at: index).center
    return (0..<count).filter { other in
      let offset = frame(at: other).center - origin
      return offset.dx * direction.dx + offset.dy * direction.dy > 1
        && (direction.dy != 0 || abs(offset.dy) < 1)
    }.min {
      frame(at: $0).center.distance(to: origin) < frame(at: $1).center.distance(to: origin)
    }
  }
}
