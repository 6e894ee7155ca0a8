/// A rectangle of tiles of one level; empty without columns or rows.
public struct TileArea: Hashable, Sendable {
  /// The pyramid level; 0 has the full resolution of the picture.
  public let level: Int
  /// The range of tile columns.
  public let columns: Range<Int>
  /// The range of tile rows.
  public let rows: Range<Int>

  public init(level: Int, columns: Range<Int>, rows: Range<Int>) {
    self.level = level
    self.columns = columns
    self.rows = rows
  }

  /// The number of tiles.
  public var count: Int { columns.count * rows.count }

  /// Whether the area contains the tile.
  public func contains(column: Int, row: Int) -> Bool {
    columns.contains(column) && rows.contains(row)
  }

  /// Whether the area and the run have a tile in common.
  public func touches(_ run: TileRun) -> Bool {
    level == run.level && rows.contains(run.row) && columns.overlaps(run.columns)
  }
}

/// Adjacent tiles of one row, which are decoded, cached and evicted together as one run. To reach a
/// tile, a decoder has to pass everything before it in its rows, so that several adjacent tiles
/// cost little more than one.
public struct TileRun: Hashable, Sendable {
  /// The pyramid level; 0 has the full resolution of the picture.
  public let level: Int
  /// The tile row.
  public let row: Int
  /// The range of tile columns.
  public let columns: Range<Int>

  public init(level: Int, row: Int, columns: Range<Int>) {
    self.level = level
    self.row = row
    self.columns = columns
  }
}
