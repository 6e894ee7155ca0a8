/// The values that are black and white in a gray picture of measurements, such as heights,
/// densities or labels.
///
/// Such values use a small part of the range of their type; mapped by the full range they would all
/// be the same gray. Therefore black and white are the stated range (SMinSampleValue,
/// SMaxSampleValue), else the minimum and maximum of the values.
struct TIFFRange {
  let black: Double
  let white: Double
  /// The value that stands for "no measurement" (NoData); it is shown black.
  let noData: Double?

  /// Values from this magnitude on count as "no measurement" in files that do not state NoData: the
  /// largest 32-bit float.
  private static let noDataMagnitude = 3.4e38

  /// The gray level 0…255 of a value; NaN is black.
  func level(of number: Double) -> UInt8 {
    guard number != noData else { return 0 }
    let part = (number - black) / (white - black)
    return part > 0 ? UInt8((min(1, part) * 255).rounded()) : 0
  }

  /// The minimum and maximum of the values added so far.
  struct Survey {
    private var smallest = Double.infinity
    private var largest = -Double.infinity
    private let noData: Double?

    init(noData: Double?) { self.noData = noData }

    mutating func add(_ number: Double) {
      guard abs(number) < TIFFRange.noDataMagnitude, number != noData else { return }
      smallest = min(smallest, number)
      largest = max(largest, number)
    }

    /// The range of the inspected values; nil when there were none.
    var range: TIFFRange? {
      smallest <= largest ? TIFFRange(black: smallest, white: largest, noData: noData) : nil
    }
  }
}
