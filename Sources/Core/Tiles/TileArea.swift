/// A rectangle of tiles of one level of a picture; empty without columns or rows.
public struct TileArea: Hashable, Sendable {
  /// The pyramid level; 0 has the full resolution of the picture.
  public let level: Int
  /// The range of the columns of tiles in their level.
  public let columns: Range<Int>
  /// The range of the rows of tiles in their level.
  public let rows: Range<Int>

  public init(level: Int, columns: Range<Int>, rows: Range<Int>) {
    self.level = level
    self.columns = columns
    self.rows = rows
  }

  /// The number of tiles in the area.
  public var count: Int { columns.count * rows.count }

  /// Whether the area contains the tile in `column` and `row` of its level.
  public func contains(column: Int, row: Int) -> Bool {
    columns.contains(column) && rows.contains(row)
  }

  /// Whether the area and the run of tiles have a tile in common.
  public func touches(_ run: TileRun) -> Bool {
    level == run.level && rows.contains(run.row) && columns.overlaps(run.columns)
  }
}

/// A run of adjacent tiles in one row of a level, which are decoded, cached and evicted together.
/// To reach a tile, a decoder has to pass everything before it in its rows, so that several
/// adjacent tiles cost little more than one.
public struct TileRun: Hashable, Sendable {
  /// The pyramid level; 0 has the full resolution of the picture.
  public let level: Int
  /// The row of the tiles in their level.
  public let row: Int
  /// The range of the tiles' columns in their level.
  public let columns: Range<Int>

  public init(level: Int, row: Int, columns: Range<Int>) {
    self.level = level
    self.row = row
    self.columns = columns
  }
}
