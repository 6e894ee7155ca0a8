/// The conversion of luma and chroma samples to red, green and blue in fixed-point arithmetic.
///
/// - Source: ITU-T H.273, 8.3 (MatrixCoefficients, VideoFullRangeFlag).
struct YCbCrMatrix {
  /// The factors of Cb and Cr for one colour component.
  struct ChromaFactors: Equatable {
    var cb: Int32
    var cr: Int32
  }

  /// The luma sample of black.
  let black: Int32
  /// The factor by which the difference of a luma sample and ``black`` is multiplied.
  let lumaFactor: Int32
  /// The chroma sample of gray, multiplied by ``chromaScale``.
  let chromaZero: Int32
  /// The factors for red. Each multiplies a chroma sample that was multiplied by ``chromaScale``,
  /// less ``chromaZero``.
  let red: ChromaFactors
  /// The factors for green, which are used like those for ``red``.
  let green: ChromaFactors
  /// The factors for blue, which are used like those for ``red``.
  let blue: ChromaFactors
  /// The number of fractional bits of a product with one of the factors.
  let fractionBits: Int32
  /// The maximum value of a resulting colour component.
  let white: Int32
  /// Whether the three planes are green, blue and red, in this order.
  let isIdentity: Bool

  /// The factor of interpolated chroma: the sum of the weights of the samples around a pixel.
  static let chromaScale: Int32 = 16

  /// The weights Kr and Kb by code point. Those of code point 12 (chromaticity-derived) are for
  /// Display P3, its only use; BT.709 and BT.2020 have code points of their own.
  private static let weights: [Int: (red: Double, blue: Double)] = [
    1: (0.2126, 0.0722), 4: (0.30, 0.11), 5: (0.299, 0.114), 6: (0.299, 0.114),
    7: (0.212, 0.087), 9: (0.2627, 0.0593), 12: (0.2290, 0.0793),
  ]
  /// The code point of the identity matrix.
  private static let identityCodePoint = 0
  /// The code point of YCgCo.
  private static let yCgCoCodePoint = 8
  /// The code point of BT.601, which an unspecified or unknown matrix counts as.
  private static let bt601CodePoint = 6

  /// Makes the conversion for a code point of MatrixCoefficients.
  ///
  /// - Parameters:
  ///   - matrix: the code point; an unknown one counts as BT.601.
  ///   - bits: the number of bits of a sample, 8 to 16.
  ///   - resultBits: the number of bits of a result, 8 or 16.
  init(matrix: Int, isFullRange: Bool, bits: Int, resultBits: Int) {
    let step = Double(1 << (bits - 8))
    let full = Double(1 << bits) - 1
    let (range, chromaRange) = isFullRange ? (full, full) : (219 * step, 224 * step)
    let maximum = Double(1 << resultBits) - 1
    // The product of the largest sample and the largest factor must stay below 2³¹.
    fractionBits = resultBits == 8 ? 20 : 12
    let one = Double(1 << fractionBits)
    black = isFullRange ? 0 : Int32(16 * step)
    chromaZero = Int32(1 << (bits - 1)) * Self.chromaScale
    white = Int32(maximum)
    lumaFactor = Int32((maximum / range * one).rounded())
    isIdentity = matrix == Self.identityCodePoint
    func factor(_ weight: Double) -> Int32 {
      Int32((weight * maximum / chromaRange * one / Double(Self.chromaScale)).rounded())
    }
    if matrix == Self.yCgCoCodePoint {
      // Cg is in the plane of Cb, Co in that of Cr.
      (red, green) = (
        ChromaFactors(cb: factor(-1), cr: factor(1)), ChromaFactors(cb: factor(1), cr: 0)
      )
      blue = ChromaFactors(cb: factor(-1), cr: factor(-1))
      return
    }
    let weights = Self.weights[matrix] ?? Self.weights[Self.bt601CodePoint]
    let (kr, kb) = (weights?.red ?? 0.299, weights?.blue ?? 0.114)
    let kg = 1 - kr - kb
    red = ChromaFactors(cb: 0, cr: factor(2 * (1 - kr)))
    green = ChromaFactors(
      cb: factor(-2 * (1 - kb) * kb / kg), cr: factor(-2 * (1 - kr) * kr / kg))
    blue = ChromaFactors(cb: factor(2 * (1 - kb)), cr: 0)
  }
}
