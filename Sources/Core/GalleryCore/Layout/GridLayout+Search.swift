public import Geometry

extension GridLayout {
  /// The section at the content coordinate `y`, in device pixels: the first section for a point
  /// above all sections, the last one for a point below; nil when the layout has no section.
  ///
  /// - Complexity: O(log sections).
  public func section(atY y: Double) -> Int? {
    guard !sectionTops.isEmpty else { return nil }
    return max(0, sectionTops.partitionPoint { $0 > y } - 1)
  }

  /// The indices of the items of all rows of cells that intersect the vertical range of `rect`, in
  /// content coordinates; empty when `rect` has no height.
  ///
  /// - Complexity: O(log sections).
  public func items(in rect: Rect) -> Range<Int> {
    guard rect.minY < rect.maxY, let first = section(atY: rect.minY),
      let last = section(atY: rect.maxY)
    else { return 0..<0 }
    let above = rowCount(endingAbove: rect.minY, in: first)
    let below = rowCount(beginningAbove: rect.maxY, in: last)
    let start = item(row: above, in: first)
    return start..<max(start, item(row: below, in: last))
  }

  /// The index of the first item in a row of a section; the end index of the section for a row
  /// after its last one.
  private func item(row: Int, in section: Int) -> Int {
    let items = sections.items(in: section)
    return min(items.lowerBound + row * columns, items.upperBound)
  }

  private func rowCount(endingAbove y: Double, in section: Int) -> Int {
    // A row whose cells end exactly at `y` is not visible, nor is the gap below it.
    clampedRowCount((y - cellsTop(ofSection: section) + metrics.gap) / rowPitch, in: section)
  }

  private func rowCount(beginningAbove y: Double, in section: Int) -> Int {
    clampedRowCount(((y - cellsTop(ofSection: section)) / rowPitch).rounded(.up), in: section)
  }

  private func clampedRowCount(_ number: Double, in section: Int) -> Int {
    let rows = Self.rowCount(items: sections.items(in: section).count, columns: columns)
    return Int(min(max(0, number.rounded(.down)), Double(rows)))
  }

  /// The column at a distance from the edge at which rows begin, in device pixels; −1 before the
  /// first column, `columns` after the last one.
  func column(atDistance distance: Double) -> Int {
    guard distance.isFinite else { return distance > 0 ? columns : -1 }
    let guess = ((distance - margin) / columnPitch).rounded(.down)
    var column = Int(min(max(-1, guess), Double(columns)))
    // Column edges are rounded: one correction step suffices.
    if column < columns, distance >= distanceToStart(ofColumn: column + 1) { column += 1 }
    if column >= 0, distance < distanceToStart(ofColumn: column) { column -= 1 }
    return column
  }

  /// The item whose cell contains a point in content coordinates; nil in gaps, margins and headers.
  ///
  /// - Complexity: O(log sections).
  public func item(at point: Point) -> Int? {
    guard point.isFinite, let section = section(atY: point.y) else { return nil }
    let row = ((point.y - cellsTop(ofSection: section)) / rowPitch).rounded(.down)
    let items = sections.items(in: section)
    let column = column(atDistance: distanceFromRowStart(ofX: point.x))
    guard row >= 0, column >= 0, column < columns,
      row < Double(Self.rowCount(items: items.count, columns: columns))
    else { return nil }
    let item = items.lowerBound + Int(row) * columns + column
    guard items.contains(item), frame(ofItem: item).contains(point) else { return nil }
    return item
  }

  /// The item whose cell is near a point in content coordinates, in the section at that height: in
  /// the nearest row and column. In a section without items, the next item; nil when the layout has
  /// no items.
  ///
  /// - Complexity: O(log sections).
  public func nearestItem(to point: Point) -> Int? {
    guard point.isFinite, !sections.isEmpty, let found = section(atY: point.y) else { return nil }
    let items = sections.items(in: found)
    if items.isEmpty { return min(items.lowerBound, itemCount - 1) }
    let rows = Self.rowCount(items: items.count, columns: columns)
    let row = ((point.y - cellsTop(ofSection: found) + metrics.gap / 2) / rowPitch).rounded(.down)
    let nearest = column(atDistance: distanceFromRowStart(ofX: point.x) + metrics.gap / 2)
    let column = min(max(0, nearest), columns - 1)
    let start = items.lowerBound + Int(min(max(0, row), Double(rows - 1))) * columns
    return min(start + column, items.upperBound - 1)
  }

  // MARK: Rows

  /// The item in `column` of the row that is `rows` rows below the row of `item` (negative: above),
  /// counted across sections. In a row without that column, its last item. The first and the last
  /// row are the limits; `item` itself when it is in that row already.
  ///
  /// - Complexity: O(sections passed + log sections).
  public func item(_ rows: Int, below item: Int, column: Int) -> Int {
    var (section, row, _) = position(ofItem: item)
    let start = (section, row)
    var left = rows
    while left != 0 {
      let lastRow = Self.rowCount(items: sections.items(in: section).count, columns: columns) - 1
      let here = min(max(-row, left), lastRow - row)
      row += here
      left -= here
      guard left != 0 else { break }
      let items = sections.items(in: section)
      let next = left > 0 ? items.upperBound : items.lowerBound - 1
      guard next >= 0, next < itemCount else { break }
      let there = position(ofItem: next)
      section = there.section
      row = there.row
      left -= left.signum()
    }
    guard (section, row) != start else { return item }
    let items = sections.items(in: section)
    return min(items.lowerBound + row * columns + max(0, column), items.upperBound - 1)
  }
}
