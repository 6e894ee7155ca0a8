/// The numbers that are black and white in a gray picture of measurements: heights, densities, labels.
///
/// Such numbers use a small part of the range of their kind of sample, and mapped by all of it they
/// are one gray. So black and white are what the file states (SMinSampleValue, SMaxSampleValue), else
/// the smallest and the largest number there is.
struct TIFFRange {
  let black: Double
  let white: Double
  /// The number that stands for no measurement (NoData), and is black.
  let noData: Double?

  /// The magnitude from which numbers stand for no measurement in files that do not say so: the
  /// largest one of 32 bits.
  private static let noDataMagnitude = 3.4e38

  /// 0…255 for black to white; what is no number is black.
  func level(of number: Double) -> UInt8 {
    guard number != noData else { return 0 }
    let part = (number - black) / (white - black)
    return part > 0 ? UInt8((min(1, part) * 255).rounded()) : 0
  }

  /// The smallest and the largest of the numbers that are looked at.
  struct Survey {
    private var smallest = Double.infinity
    private var largest = -Double.infinity
    private let noData: Double?

    init(noData: Double?) { self.noData = noData }

    mutating func look(at number: Double) {
      guard abs(number) < TIFFRange.noDataMagnitude, number != noData else { return }
      smallest = min(smallest, number)
      largest = max(largest, number)
    }

    /// The range of what was seen; nil when that was nothing.
    var range: TIFFRange? {
      smallest <= largest ? TIFFRange(black: smallest, white: largest, noData: noData) : nil
    }
  }
}
