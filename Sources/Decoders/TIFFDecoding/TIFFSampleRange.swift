/// The values that are black and white in a gray picture of measurements, such as heights,
/// densities or labels.
///
/// Such values use a small part of the range of their type; mapped by the full range they would all
/// be the same gray. Therefore black and white are the range that the file states (SMinSampleValue,
/// SMaxSampleValue), else the minimum and maximum of the values.
struct TIFFSampleRange {
  let blackValue: Double
  let whiteValue: Double
  /// The value that means "no measurement" (GDAL_NODATA), which is shown black; nil when the file
  /// states none.
  let noDataValue: Double?

  /// Magnitude of values that do not count for minimum and maximum, near the largest 32-bit float:
  /// files without GDAL_NODATA use such a value for "no measurement".
  private static let minNoDataMagnitude = 3.4e38

  /// The gray level 0…255 of a value; NaN is black.
  func level(of number: Double) -> UInt8 {
    guard number != noDataValue else { return 0 }
    let part = (number - blackValue) / (whiteValue - blackValue)
    return part > 0 ? UInt8((min(1, part) * 255).rounded()) : 0
  }

  /// The minimum and maximum of the values added so far, without those for "no measurement".
  struct Statistics {
    private var smallest = Double.infinity
    private var largest = -Double.infinity
    private let noDataValue: Double?

    init(noDataValue: Double?) { self.noDataValue = noDataValue }

    mutating func add(_ number: Double) {
      guard abs(number) < TIFFSampleRange.minNoDataMagnitude, number != noDataValue else { return }
      smallest = min(smallest, number)
      largest = max(largest, number)
    }

    /// The range of the added values; nil when none was added.
    var range: TIFFSampleRange? {
      smallest <= largest
        ? TIFFSampleRange(blackValue: smallest, whiteValue: largest, noDataValue: noDataValue) : nil
    }
  }
}
