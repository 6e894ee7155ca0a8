import Geometry
import Pixels

/// Takes rows as they are stored and puts them upright into the destination.
///
/// A turned row is a column there, and columns written singly waste a cache line a pixel: rows are
/// collected until a line's worth is there.
struct OrientedRows {
  private static let pixelsInLine = 16

  let destination: PixelBuffer
  let orientation: Orientation
  /// Stored pixels across and down, of the whole destination.
  let stored: PixelSize
  /// Where the rows that are being collected start: `pixelsInLine` rows of `stored.width` pixels.
  private let scratch: UnsafeMutablePointer<UInt32>
  private var collected = 0
  private var firstCollected = 0

  init(_ destination: PixelBuffer, _ orientation: Orientation) {
    self.destination = destination
    self.orientation = orientation
    stored = orientation.swapsAxes ? destination.size.transposed : destination.size
    scratch = .allocate(capacity: max(1, stored.width) * Self.pixelsInLine)
  }

  /// Where stored row `y` is to be written before ``finish(_:)`` is called for it.
  func place(for y: Int) -> UnsafeMutableRawPointer {
    switch orientation {
    case .up, .upMirrored: destination.bytes + y * destination.stride
    case .down, .downMirrored:
      destination.bytes + (stored.height - 1 - y) * destination.stride
    case .leftMirrored, .right, .rightMirrored, .left:
      UnsafeMutableRawPointer(scratch + collected * stored.width)
    }
  }

  /// The row is complete. Rows must come in ascending order.
  mutating func finish(_ y: Int) {
    switch orientation {
    case .up, .downMirrored: return
    case .upMirrored, .down:
      var row = UnsafeMutableBufferPointer(
        start: place(for: y).assumingMemoryBound(to: UInt32.self), count: stored.width
      )
      row.reverse()
    case .leftMirrored, .right, .rightMirrored, .left:
      if collected == 0 { firstCollected = y }
      collected += 1
      if collected == Self.pixelsInLine { flush() }
    }
  }

  /// Writes what is collected. Call it after the last row.
  mutating func close() {
    flush()
    scratch.deallocate()
  }

  private mutating func flush() {
    guard collected > 0 else { return }
    // Stored (x, y) shows at upright row x or width−1−x, column y or height−1−y.
    let rowsReversed = orientation == .left || orientation == .rightMirrored
    let columnsReversed = orientation == .right || orientation == .rightMirrored
    for x in 0..<stored.width {
      let row = rowsReversed ? stored.width - 1 - x : x
      let line = (destination.bytes + row * destination.stride)
        .assumingMemoryBound(to: UInt32.self)
      if columnsReversed {
        let last = stored.height - 1 - firstCollected
        for i in 0..<collected { line[last - i] = scratch[i * stored.width + x] }
      } else {
        for i in 0..<collected { line[firstCollected + i] = scratch[i * stored.width + x] }
      }
    }
    collected = 0
  }
}
