package import DecoderWire
import DecodingSupport
package import Pixels
package import Resampling

/// The reduction of pixels by a power of two, by the mean of each block.
package enum LevelReduction {
  /// Binary logarithm of the side of the largest block that ``BoxReduction`` can average.
  private static let maxLevelsPerStep = 8

  /// Divides the width and height of a picture by 2^`level`, in several steps if one is not enough.
  ///
  /// - Parameters:
  ///   - level: at least 1.
  ///   - memory: the memory for the result.
  /// - Returns: false, without writing, when the result has another size than `memory`.
  /// - Throws: `.tooLarge` when memory cannot be allocated.
  package static func reduceIfSizesMatch(
    _ view: PixelView, by level: Int, into memory: PixelBuffer
  ) throws(DecodeFailure) -> Bool {
    let step = min(level, maxLevelsPerStep)
    let reduction = BoxReduction(view.size, across: 1 << step, down: 1 << step)
    guard level > step else {
      guard reduction.size == memory.size else { return false }
      reduction.run(view, into: memory)
      return true
    }
    let stride = reduction.size.width * 4
    let between = try PrivateMemory(byteCount: stride * reduction.size.height)
    let reduced = PixelBuffer(size: reduction.size, stride: stride, bytes: between.bytes)
    reduction.run(view, into: reduced)
    return try reduceIfSizesMatch(reduced.view, by: level - step, into: memory)
  }
}
