import Pixels

/// Takes the rows of a picture as they are stored, each once, from the top one down.
protocol RowTarget: AnyObject {
  /// Where row `y` is to be written.
  func place(for y: Int) -> UnsafeMutableRawPointer
  /// Row `y` is complete.
  func finish(_ y: Int)
  /// Rows of the result, as it would be stored, that are complete.
  var rowsDone: Int { get }
}

/// Rows that stay as they are.
final class WholeRows: RowTarget {
  private let buffer: PixelBuffer
  private(set) var rowsDone = 0

  /// Writes into `buffer`, which the caller keeps.
  init(_ buffer: PixelBuffer) { self.buffer = buffer }

  func place(for y: Int) -> UnsafeMutableRawPointer { buffer.bytes + y * buffer.stride }
  func finish(_ y: Int) { rowsDone = y + 1 }
}
