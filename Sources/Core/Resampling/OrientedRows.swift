import Geometry
import Pixels

/// A writer that takes rows of pixels in the order in which the file stores them, and writes them
/// upright into a buffer.
///
/// With a rotation by 90°, a stored row becomes a column, and writing single columns uses one cache
/// line per pixel. Rows are therefore collected until they fill cache lines.
struct OrientedRows {
  private static let pixelsPerCacheLine = 16

  let destination: PixelBuffer
  let orientation: Orientation
  /// The size in pixels of the destination before the orientation is applied.
  let storedSize: PixelSize
  /// The memory for collected rows: `pixelsPerCacheLine` rows of `storedSize.width` pixels.
  private let scratch: UnsafeMutablePointer<UInt32>
  private var collectedRowCount = 0
  private var firstCollectedRow = 0

  init(_ destination: PixelBuffer, _ orientation: Orientation) {
    self.destination = destination
    self.orientation = orientation
    storedSize = orientation.swapsAxes ? destination.size.transposed : destination.size
    scratch = .allocate(capacity: max(1, storedSize.width) * Self.pixelsPerCacheLine)
  }

  /// The address at which the pixels of stored row `y` are to be written, before ``finishRow(_:)``
  /// is called for that row.
  func address(for y: Int) -> UnsafeMutableRawPointer {
    switch orientation {
    case .up, .upMirrored: destination.bytes + y * destination.stride
    case .down, .downMirrored:
      destination.bytes + (storedSize.height - 1 - y) * destination.stride
    case .leftMirrored, .right, .rightMirrored, .left:
      UnsafeMutableRawPointer(scratch + collectedRowCount * storedSize.width)
    }
  }

  /// Writes the stored row `y` upright into the destination, at once or with later rows. Rows must
  /// come in ascending order.
  mutating func finishRow(_ y: Int) {
    switch orientation {
    case .up, .downMirrored: return
    case .upMirrored, .down:
      var row = UnsafeMutableBufferPointer(
        start: address(for: y).assumingMemoryBound(to: UInt32.self), count: storedSize.width
      )
      row.reverse()
    case .leftMirrored, .right, .rightMirrored, .left:
      if collectedRowCount == 0 { firstCollectedRow = y }
      collectedRowCount += 1
      if collectedRowCount == Self.pixelsPerCacheLine { flush() }
    }
  }

  /// Writes the rows still collected and frees the memory. Must be called after the last row.
  mutating func close() {
    flush()
    scratch.deallocate()
  }

  private mutating func flush() {
    guard collectedRowCount > 0 else { return }
    // Stored column x becomes upright row x or width−1−x, stored row y becomes column y or
    // height−1−y.
    let rowsReversed = orientation == .left || orientation == .rightMirrored
    let columnsReversed = orientation == .right || orientation == .rightMirrored
    for x in 0..<storedSize.width {
      let row = rowsReversed ? storedSize.width - 1 - x : x
      let line = (destination.bytes + row * destination.stride)
        .assumingMemoryBound(to: UInt32.self)
      if columnsReversed {
        let last = storedSize.height - 1 - firstCollectedRow
        for i in 0..<collectedRowCount { line[last - i] = scratch[i * storedSize.width + x] }
      } else {
        for i in 0..<collectedRowCount {
          line[firstCollectedRow + i] = scratch[i * storedSize.width + x]
        }
      }
    }
    collectedRowCount = 0
  }
}
