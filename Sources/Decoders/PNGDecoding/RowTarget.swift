import Pixels

/// A receiver of the rows of a picture in stored orientation, each once, from top to bottom.
protocol RowTarget: AnyObject {
  /// The address at which row `y` is to be written.
  func address(for y: Int) -> UnsafeMutableRawPointer
  /// Records that row `y` is completely written.
  func finish(_ y: Int)
  /// Number of completed rows of the result, in stored orientation.
  var rowsDone: Int { get }
}

/// A row target that leaves the rows unchanged.
final class UnscaledRows: RowTarget {
  private let buffer: PixelBuffer
  private(set) var rowsDone = 0

  /// Writes into `buffer`, which the caller keeps alive.
  init(_ buffer: PixelBuffer) { self.buffer = buffer }

  func address(for y: Int) -> UnsafeMutableRawPointer { buffer.bytes + y * buffer.stride }
  func finish(_ y: Int) { rowsDone = y + 1 }
}
