import Pixels

/// The reductions TurboJPEG does while it decodes.
enum JPEGScale {
  /// Denominators of the useful ones, the coarsest first. 3/8, 5/8, 3/4 and 7/8 exist too but have
  /// no vector code: 24 megapixels take 51, 83, 99 and 131 ms there, whole ones 53, half 41.
  private static let denominators = [8, 4, 2, 1]

  /// At this denominator a pixel is the mean of a block of 8 × 8.
  static let ofMeans = 8

  /// The size of a picture of `size` decoded at 1/`denominator`.
  static func scaled(_ size: PixelSize, _ denominator: Int) -> PixelSize {
    PixelSize(
      width: (size.width + denominator - 1) / denominator,
      height: (size.height + denominator - 1) / denominator)
  }

  /// The denominator that makes `reduced` of `size`; nil when there is none.
  static func denominator(from size: PixelSize, to reduced: PixelSize) -> Int? {
    denominators.first { scaled(size, $0) == reduced }
  }

  /// The coarsest reduction of `size` that is not below `target` in either direction.
  static func covering(_ target: PixelSize, of size: PixelSize) -> Int {
    denominators.first {
      let reduced = scaled(size, $0)
      return reduced.width >= target.width && reduced.height >= target.height
    } ?? 1
  }

  /// The finest reduction whose longer side is at most `extent`, 8 when there is none.
  static func within(_ extent: Int, of size: PixelSize) -> Int {
    denominators.reversed().first {
      let reduced = scaled(size, $0)
      return max(reduced.width, reduced.height) <= extent
    } ?? 8
  }
}
