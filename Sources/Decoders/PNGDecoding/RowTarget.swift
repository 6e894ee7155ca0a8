import Pixels

/// A receiver of the rows of a picture in stored orientation, each once, from top to bottom.
protocol RowTarget: AnyObject {
  /// The address at which the pixels of row `y` of the picture must be written.
  func address(for y: Int) -> UnsafeMutableRawPointer
  /// Tells the target that row `y` of the picture is completely written.
  func finishRow(_ y: Int)
  /// Number of completed rows of the result, in stored orientation.
  var completedResultRows: Int { get }
}

/// A row target that writes the rows unchanged into a buffer.
final class UnscaledRows: RowTarget {
  private let buffer: PixelBuffer
  private(set) var completedResultRows = 0

  /// Makes a target that writes into `buffer`, which the caller keeps alive.
  init(_ buffer: PixelBuffer) { self.buffer = buffer }

  func address(for y: Int) -> UnsafeMutableRawPointer { buffer.bytes + y * buffer.stride }
  func finishRow(_ y: Int) { completedResultRows = y + 1 }
}
