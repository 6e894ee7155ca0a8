import CLCMS

/// A conversion of RGB samples of 16 bits between two colour spaces that are defined by tone curves
/// and a matrix.
///
/// Little CMS is exact and fast for samples of eight bits. For 16 bits it interpolates in a coarse
/// table of colours, which is wrong by up to 28 of 255 levels where the light of a channel falls
/// below zero; its exact transform without the table is slow. This conversion samples the tone
/// curves and the matrices from such exact transforms.
struct MatrixConversion: SixteenBitConversion {
  /// The number of values of a sample.
  private static let sampleValueCount = 1 << 16

  /// The linear light of each value in the source colour space: tables of red, green and blue.
  private let lightTables: [Float]
  /// The mixture of source channels that makes the red channel of the target colour space.
  private let red: MatrixRow
  private let green: MatrixRow
  private let blue: MatrixRow
  private let targetCurves: InverseToneCurves

  /// Makes a conversion between two open profiles, which may be closed afterwards.
  ///
  /// - Returns: nil when a profile is not defined by tone curves and a matrix, so that the result
  ///   would differ from that of Little CMS.
  init?(_ library: LCMSLibrary, from source: LCMSLibrary.Object, to target: LCMSLibrary.Object) {
    guard let xyz = library.makeXYZProfile() else { return nil }
    defer { _ = library.closeProfile(xyz) }
    guard let first = Primaries(library, source, xyz),
      let targetCurves = InverseToneCurves(library, target, xyz),
      let lights = Self.lights(library, source, xyz, first)
    else { return nil }
    lightTables = lights
    self.targetCurves = targetCurves
    let last = targetCurves.primaries
    let parts = [first.red, first.green, first.blue].map(last.amounts(of:))
    let black = last.amounts(of: first.black - last.black)
    func matrixRow(_ channel: Int) -> MatrixRow {
      MatrixRow(
        first: Float(parts[0][channel]), second: Float(parts[1][channel]),
        third: Float(parts[2][channel]), offset: Float(black[channel]))
    }
    red = matrixRow(0)
    green = matrixRow(1)
    blue = matrixRow(2)
    guard agreesWithLittleCMS(library, source, target, limit: 1) else { return nil }
  }

  func convert(
    _ row: UnsafePointer<UInt16>, to result: UnsafeMutablePointer<UInt32>, count: Int
  ) {
    let values = Self.sampleValueCount
    lightTables.withUnsafeBufferPointer { lights in
      targetCurves.withTables { tables in
        for x in 0..<count {
          let r = lights[Int(row[4 * x + 2])]
          let g = lights[values + Int(row[4 * x + 1])]
          let b = lights[2 * values + Int(row[4 * x])]
          result[x] = tables.pixel(
            red.light(r, g, b), green.light(r, g, b), blue.light(r, g, b))
        }
      }
    }
  }

  private static func lights(
    _ library: LCMSLibrary, _ source: LCMSLibrary.Object, _ xyz: LCMSLibrary.Object,
    _ primaries: Primaries
  ) -> [Float]? {
    let grays = (0..<3 * sampleValueCount).map { Float($0 / 3) / Float(sampleValueCount - 1) }
    guard
      let colors = library.exactColors(of: grays, source, LCMS_RGB_FLOAT, xyz, LCMS_XYZ_FLOAT)
    else { return nil }
    var lights = [Float](repeating: 0, count: 3 * sampleValueCount)
    for value in 0..<sampleValueCount {
      let amounts = primaries.amounts(of: colors.color(value) - primaries.black)
      for channel in 0..<3 { lights[channel * sampleValueCount + value] = Float(amounts[channel]) }
    }
    return lights
  }
}
