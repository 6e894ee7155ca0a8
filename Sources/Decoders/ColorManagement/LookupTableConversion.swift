/// A conversion of RGB samples from a colour space that is defined by a table, such as that of a
/// scanner, to one that is defined by tone curves and a matrix.
///
/// Little CMS interpolates in a coarse table of levels of the target, which is wrong by up to 26 of
/// 255 levels where the light of a channel falls below zero; its exact transform takes
/// ten times as long. This conversion interpolates in a table of CIE XYZ on the scale of CIE Lab:
/// on that scale the colours of such a profile are nearly linear, and they have no limits. The
/// levels of the target are computed for each pixel.
struct LookupTableConversion: SixteenBitConversion {
  /// The table of the source colour space.
  private let table: ColorLookupTable
  /// The mixture of X, Y and Z, relative to white, that makes the red channel of the target.
  private let red: MatrixRow
  private let green: MatrixRow
  private let blue: MatrixRow
  private let targetCurves: InverseToneCurves

  /// One form of the table.
  private struct TableVariant {
    /// The number of colours along an edge.
    let gridPointCount: Int
    /// Whether the colours are closer together where the lightness of the gray axis rises faster,
    /// instead of evenly spaced.
    let followsGrayLightness: Bool
    /// The maximum difference from the exact transform, in levels.
    let maxDifference: Int
  }
  /// The forms of the table, from the fastest to make to the slowest. The last one is for samples
  /// of linear light and for steep curves in front of the profile's table.
  private static let tableVariants = [
    TableVariant(gridPointCount: 33, followsGrayLightness: false, maxDifference: 1),
    TableVariant(gridPointCount: 65, followsGrayLightness: false, maxDifference: 1),
    TableVariant(gridPointCount: 65, followsGrayLightness: true, maxDifference: 2),
  ]

  /// Makes a conversion between two open profiles, which may be closed afterwards.
  ///
  /// - Returns: nil when the target is not defined by tone curves and a matrix, or no form of the
  ///   table has the colours of Little CMS.
  static func make(
    _ library: LCMSLibrary, from source: LCMSLibrary.Object, to target: LCMSLibrary.Object
  ) -> LookupTableConversion? {
    guard let xyz = library.makeXYZProfile() else { return nil }
    defer { _ = library.closeProfile(xyz) }
    guard let targetCurves = InverseToneCurves(library, target, xyz) else { return nil }
    for variant in tableVariants {
      guard
        let table = ColorLookupTable(
          library, source, xyz, gridPointCount: variant.gridPointCount,
          followsGrayLightness: variant.followsGrayLightness)
      else { return nil }
      let made = LookupTableConversion(table, targetCurves)
      if made.agreesWithLittleCMS(library, source, target, limit: variant.maxDifference) {
        return made
      }
    }
    return nil
  }

  private init(_ table: ColorLookupTable, _ targetCurves: InverseToneCurves) {
    self.table = table
    self.targetCurves = targetCurves
    let (white, primaries) = (ColorLookupTable.profileConnectionWhite, targetCurves.primaries)
    let parts: [SIMD3<Double>] = [
      primaries.amounts(of: SIMD3<Double>(white.x, 0, 0)),
      primaries.amounts(of: SIMD3<Double>(0, white.y, 0)),
      primaries.amounts(of: SIMD3<Double>(0, 0, white.z)),
    ]
    let black = primaries.amounts(of: primaries.black)
    func matrixRow(_ channel: Int) -> MatrixRow {
      MatrixRow(
        first: Float(parts[0][channel]), second: Float(parts[1][channel]),
        third: Float(parts[2][channel]), offset: Float(-black[channel]))
    }
    red = matrixRow(0)
    green = matrixRow(1)
    blue = matrixRow(2)
  }

  func convert(
    _ row: UnsafePointer<UInt16>, to result: UnsafeMutablePointer<UInt32>, count: Int
  ) {
    table.withInterpolator { interpolator in
      targetCurves.withTables { tables in
        for x in 0..<count {
          let xyz = interpolator.xyz(row[4 * x + 2], row[4 * x + 1], row[4 * x])
          result[x] = tables.pixel(
            red.light(xyz.x, xyz.y, xyz.z), green.light(xyz.x, xyz.y, xyz.z),
            blue.light(xyz.x, xyz.y, xyz.z))
        }
      }
    }
  }
}
