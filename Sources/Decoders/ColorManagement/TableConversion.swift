/// A conversion of RGB samples from a colour space that is defined by a table, such as that of a
/// scanner, to one that is defined by tone curves and a matrix.
///
/// Little CMS interpolates in a coarse table of levels of the target, which is wrong by up to 26 of
/// 255 levels where the light of a channel falls below zero; its exact transform takes
/// ten times as long. This conversion interpolates in a table of CIE XYZ on the scale of CIE Lab:
/// on that scale the colours of such a profile are nearly linear, and they have no limits. The
/// levels of the target are computed for each pixel.
struct TableConversion: WideConversion {
  /// The table of the source colour space.
  private let table: ColorTable
  /// The mixture of X, Y and Z, relative to white, that makes the red channel of the target.
  private let red: Mixture
  private let green: Mixture
  private let blue: Mixture
  private let levels: TargetLevels

  /// One form of the table.
  private struct Form {
    /// The number of colours along an edge.
    let side: Int
    /// Whether the colours are closer together where the lightness of the gray axis rises faster,
    /// instead of evenly spaced.
    let followsGrays: Bool
    /// The maximum difference from the exact transform, in levels.
    let limit: Int
  }
  /// The forms of the table, from the fastest to make to the slowest. The last one is for samples
  /// of linear light and for steep curves in front of the profile's table.
  private static let forms = [
    Form(side: 33, followsGrays: false, limit: 1), Form(side: 65, followsGrays: false, limit: 1),
    Form(side: 65, followsGrays: true, limit: 2),
  ]

  /// Makes a conversion between two open profiles, which may be closed afterwards.
  ///
  /// - Returns: nil when the target is not defined by tone curves and a matrix, or no form of the
  ///   table has the colours of Little CMS.
  static func make(
    _ library: LCMSLibrary, from source: LCMSLibrary.Object, to target: LCMSLibrary.Object
  ) -> TableConversion? {
    guard let xyz = library.makeXYZProfile() else { return nil }
    defer { _ = library.closeProfile(xyz) }
    guard let levels = TargetLevels(library, target, xyz) else { return nil }
    for form in forms {
      guard
        let table = ColorTable(
          library, source, xyz, side: form.side, followsGrays: form.followsGrays)
      else { return nil }
      let made = TableConversion(table, levels)
      if made.agrees(library, source, target, limit: form.limit) { return made }
    }
    return nil
  }

  private init(_ table: ColorTable, _ levels: TargetLevels) {
    self.table = table
    self.levels = levels
    let (white, primaries) = (ColorTable.white, levels.primaries)
    let parts: [SIMD3<Double>] = [
      primaries.amounts(of: SIMD3<Double>(white.x, 0, 0)),
      primaries.amounts(of: SIMD3<Double>(0, white.y, 0)),
      primaries.amounts(of: SIMD3<Double>(0, 0, white.z)),
    ]
    let black = primaries.amounts(of: primaries.black)
    func mixture(_ channel: Int) -> Mixture {
      Mixture(
        first: Float(parts[0][channel]), second: Float(parts[1][channel]),
        third: Float(parts[2][channel]), black: Float(-black[channel]))
    }
    red = mixture(0)
    green = mixture(1)
    blue = mixture(2)
  }

  func convert(
    _ row: UnsafePointer<UInt16>, to result: UnsafeMutablePointer<UInt32>, count: Int
  ) {
    table.withCells { cells in
      levels.withTables { tables in
        for x in 0..<count {
          let xyz = cells.light(row[4 * x + 2], row[4 * x + 1], row[4 * x])
          result[x] = tables.pixel(
            red.light(xyz.x, xyz.y, xyz.z), green.light(xyz.x, xyz.y, xyz.z),
            blue.light(xyz.x, xyz.y, xyz.z))
        }
      }
    }
  }
}
