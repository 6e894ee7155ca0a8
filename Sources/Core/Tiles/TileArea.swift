/// A rectangle of tiles of one level; empty when there is no column or no row.
public struct TileArea: Hashable, Sendable {
  /// 0 for the picture's own pixels.
  public let level: Int
  /// Which columns.
  public let columns: Range<Int>
  /// Which rows.
  public let rows: Range<Int>

  /// Makes an area.
  public init(level: Int, columns: Range<Int>, rows: Range<Int>) {
    self.level = level
    self.columns = columns
    self.rows = rows
  }

  /// How many tiles it has.
  public var count: Int { columns.count * rows.count }

  /// True when the tile is one of its own.
  public func contains(column: Int, row: Int) -> Bool {
    columns.contains(column) && rows.contains(row)
  }

  /// True when the two have a tile in common.
  public func touches(_ run: TileRun) -> Bool {
    level == run.level && rows.contains(run.row) && columns.overlaps(run.columns)
  }
}

/// Tiles beside each other: they are decoded, kept and dropped as one. To reach one of them a decoder
/// passes all that lies before it in its rows, so that several cost little more.
public struct TileRun: Hashable, Sendable {
  /// 0 for the picture's own pixels.
  public let level: Int
  /// Which row.
  public let row: Int
  /// Which columns.
  public let columns: Range<Int>

  /// Makes a run.
  public init(level: Int, row: Int, columns: Range<Int>) {
    self.level = level
    self.row = row
    self.columns = columns
  }
}
