package import Pixels

/// The reductions by an integer that libjpeg-turbo performs while decoding.
package enum JPEGScale {
  /// Denominators of the useful reductions, the coarsest first. 3/8, 5/8, 3/4 and 7/8 exist too but
  /// have no SIMD code: 24 megapixels take 51, 83, 99 and 131 ms with them, 53 ms at full size, 41
  /// ms at 1/2.
  private static let denominators = [8, 4, 2, 1]

  /// The denominator of the reduction at which a pixel is the mean of an 8 × 8 block, as the DC
  /// coefficient of the block states it.
  static let dcDenominator = 8

  /// The size of a picture of `size` pixels decoded at 1/`denominator`: its sides are rounded up.
  package static func scaled(_ size: PixelSize, _ denominator: Int) -> PixelSize {
    PixelSize(
      width: (size.width + denominator - 1) / denominator,
      height: (size.height + denominator - 1) / denominator)
  }

  /// The denominator of the reduction from `size` to `reduced`; nil when no reduction has this
  /// result.
  package static func denominator(from size: PixelSize, to reduced: PixelSize) -> Int? {
    denominators.first { scaled(size, $0) == reduced }
  }

  /// The denominator of the coarsest reduction of `size` that is not smaller than `target` in width
  /// or height.
  static func denominator(covering target: PixelSize, of size: PixelSize) -> Int {
    denominators.first {
      let reduced = scaled(size, $0)
      return reduced.width >= target.width && reduced.height >= target.height
    } ?? 1
  }

  /// The denominator of the finest reduction of `size` whose longer side is at most `extent`
  /// pixels; 8 when all are longer.
  package static func denominator(within extent: Int, of size: PixelSize) -> Int {
    denominators.reversed().first {
      let reduced = scaled(size, $0)
      return max(reduced.width, reduced.height) <= extent
    } ?? 8
  }
}
