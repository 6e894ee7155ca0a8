/// The numbers that are black and white in a gray picture of measurements: heights, densities, labels.
///
/// All of the range of such a kind of sample is of no use: 12 bits of a scanner in 16 signed ones are a
/// gray that nobody can tell apart. So white and black are what the file says (SMinSampleValue,
/// SMaxSampleValue), else the largest and the smallest number there is.
struct TIFFRange {
  let black: Double
  let white: Double
  /// The number that stands for no measurement, and is black.
  let missing: Double?

  /// Numbers this large stand for no measurement, in files that do not say so.
  private static let noMeasurement = 3.4e38

  /// 0…255 for black to white; what is no number is black.
  func level(of number: Double) -> UInt8 {
    guard number != missing else { return 0 }
    let part = (number - black) / (white - black)
    return part > 0 ? UInt8((min(1, part) * 255).rounded()) : 0
  }

  /// The smallest and the largest of the numbers that are looked at.
  struct Survey {
    private(set) var least = Double.infinity
    private(set) var most = -Double.infinity
    let missing: Double?

    init(missing: Double?) { self.missing = missing }

    mutating func look(at number: Double) {
      guard abs(number) < TIFFRange.noMeasurement, number != missing else { return }
      least = min(least, number)
      most = max(most, number)
    }

    /// The range of what was seen; nil when that was nothing.
    var range: TIFFRange? {
      least <= most ? TIFFRange(black: least, white: most, missing: missing) : nil
    }
  }
}
