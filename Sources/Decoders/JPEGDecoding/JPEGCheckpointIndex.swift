import DecodingSupport
import Pixels

/// An index of decoder checkpoints: the state at every n-th MCU of each MCU row, up to the last MCU
/// that was parsed.
///
/// The first access to the end of a picture parses all of its entropy-coded data, which takes as
/// long as decoding it at 1/8 scale (100 megapixels: 150 ms). Later accesses start at a checkpoint.
final class JPEGCheckpointIndex {
  /// Minimum distance of two checkpoints in MCUs. For every MCU row of a region, fewer MCUs than
  /// that are parsed between the checkpoint and the region.
  private static let minCheckpointSpacing = 32
  /// Maximum number of checkpoints, of 40 bytes each.
  private static let maxCheckpoints = 1 << 18

  let scan: JPEGScan
  private let parser: JPEGScanParser
  private let checkpointSpacing: Int
  private let checkpointsPerRow: Int
  private var checkpoints: [JPEGCheckpoint]
  /// The state behind the last MCU that was parsed.
  private var furthestCheckpoint: JPEGCheckpoint

  /// Makes an index with no checkpoints, whose parser is at the beginning of the scan.
  ///
  /// - Parameter bytes: the file; it must outlive this object.
  init(_ scan: JPEGScan, _ bytes: PictureBytes) {
    self.scan = scan
    parser = JPEGScanParser(scan, bytes)
    let size = scan.sizeInMCUs
    checkpointSpacing = max(Self.minCheckpointSpacing, (size.area ?? 0) / Self.maxCheckpoints)
    checkpointsPerRow = (size.width + checkpointSpacing - 1) / checkpointSpacing
    checkpoints = []
    furthestCheckpoint = JPEGCheckpoint(scan)
  }

  /// Size of the checkpoints in bytes.
  var byteCount: Int { checkpoints.count * MemoryLayout<JPEGCheckpoint>.stride }

  /// Writes the MCUs at `columns` and `rows` as a JPEG of their own.
  ///
  /// - Returns: false when some of the MCUs are missing in the file.
  func writeExcerpt(columns: Range<Int>, rows: Range<Int>, to writer: inout JPEGBitWriter) -> Bool {
    // Every MCU row becomes a restart interval.
    JPEGExcerpt.writeHeader(scan, columns, rows, interval: columns.count, to: &writer)
    var isWhole = true
    for row in rows {
      var checkpoint = checkpoint(row: row, column: columns.lowerBound)
      isWhole = parser.copyMCUs(columns.count, &checkpoint, to: &writer) && isWhole
      writer.align()
      if row + 1 < rows.upperBound {
        writer.append([0xFF, 0xD0 + UInt8((row - rows.lowerBound) & 7)])
      }
    }
    writer.append([0xFF, 0xD9])
    return isWhole
  }

  private func checkpoint(row: Int, column: Int) -> JPEGCheckpoint {
    let index = row * checkpointsPerRow + column / checkpointSpacing
    while checkpoints.count <= index { extendByOneCheckpoint() }
    var checkpoint = checkpoints[index]
    parser.skipMCUs(column % checkpointSpacing, &checkpoint)
    return checkpoint
  }

  private func extendByOneCheckpoint() {
    checkpoints.append(furthestCheckpoint)
    let column = (checkpoints.count - 1) % checkpointsPerRow * checkpointSpacing
    parser.skipMCUs(min(checkpointSpacing, scan.sizeInMCUs.width - column), &furthestCheckpoint)
  }
}
