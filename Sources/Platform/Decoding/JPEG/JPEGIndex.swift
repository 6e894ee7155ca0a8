import Pixels

/// Where in the file the units of a picture are: every n-th of a row, as far as anyone has looked.
///
/// The first look at the end of a picture walks over all of it, which takes as long as decoding it to
/// an eighth does (100 megapixels: 150 ms); every other one finds the place at once.
final class JPEGIndex {
  /// Units between places: what is walked in vain on the way to a part is less than this, a row.
  private static let leastSpacing = 32
  /// Most places that are remembered, some 48 bytes each.
  private static let mostPlaces = 1 << 18

  let scan: JPEGScan
  private let walker: JPEGWalker
  private let spacing: Int
  private let perRow: Int
  private var places: [JPEGPlace]
  /// Behind the last unit that was walked over.
  private var frontier: JPEGPlace

  /// - Parameter bytes: the file, which outlives this.
  init(_ scan: JPEGScan, _ bytes: PictureBytes) {
    self.scan = scan
    walker = JPEGWalker(scan, bytes)
    let units = scan.units
    spacing = max(Self.leastSpacing, (units.area ?? 0) / Self.mostPlaces)
    perRow = (units.width + spacing - 1) / spacing
    places = []
    frontier = JPEGPlace(scan)
  }

  /// Bytes that are remembered.
  var byteCount: Int { places.count * MemoryLayout<JPEGPlace>.stride }

  /// Writes a JPEG of the units in `columns` of `rows`.
  ///
  /// - Returns: false when not all of them are in the file.
  func write(columns: Range<Int>, rows: Range<Int>, to writer: inout JPEGBitWriter) -> Bool {
    // Every row of units is a restart interval.
    JPEGExcerpt.begin(scan, columns, rows, interval: columns.count, to: &writer)
    var isWhole = true
    for row in rows {
      var place = place(row: row, column: columns.lowerBound)
      isWhole = walker.copy(columns.count, &place, to: &writer) && isWhole
      writer.align()
      if row + 1 < rows.upperBound {
        writer.append([0xFF, 0xD0 + UInt8((row - rows.lowerBound) & 7)])
      }
    }
    writer.append([0xFF, 0xD9])
    return isWhole
  }

  private func place(row: Int, column: Int) -> JPEGPlace {
    let index = row * perRow + column / spacing
    while places.count <= index { addPlace() }
    var place = places[index]
    walker.skip(column % spacing, &place)
    return place
  }

  private func addPlace() {
    places.append(frontier)
    let column = (places.count - 1) % perRow * spacing
    walker.skip(min(spacing, scan.units.width - column), &frontier)
  }
}
