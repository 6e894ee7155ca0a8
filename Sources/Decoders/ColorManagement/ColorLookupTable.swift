import CLCMS
import Glibc

/// A table of the colours of an RGB colour space: CIE XYZ relative to white, on the scale of CIE
/// Lab.
struct ColorLookupTable: Sendable {
  /// The white of the profile connection space.
  ///
  /// - Source: ICC.1:2022, 6.3.1 (D50).
  static let profileConnectionWhite = SIMD3<Double>(0.9642, 1, 0.8249)

  private static let sampleValueCount = 1 << 16

  /// The number of colours along an edge.
  private let gridPointCount: Int
  /// The position of each sample value along an edge, from 0 to `gridPointCount - 1`.
  private let gridPositions: [Float]
  /// The colours, by red, then green, then blue; the fourth component is 0.
  private let colors: [SIMD4<Float>]

  /// Samples the colours of an open profile, from which Little CMS converts to `xyz`.
  ///
  /// - Parameters:
  ///   - gridPointCount: the number of colours along an edge.
  ///   - followsGrayLightness: whether the colours are closer together where the lightness of the
  ///     gray axis rises faster, instead of evenly spaced.
  /// - Returns: nil when Little CMS makes no colours.
  init?(
    _ library: LCMSLibrary, _ profile: LCMSLibrary.Object, _ xyz: LCMSLibrary.Object,
    gridPointCount: Int, followsGrayLightness: Bool
  ) {
    let even = (0..<Self.sampleValueCount).map { Float($0) / Float(Self.sampleValueCount - 1) }
    guard let shares = followsGrayLightness ? Self.grayLightnessShares(library, profile, xyz) : even
    else {
      return nil
    }
    let nodes = Self.gridPointValues(shares, gridPointCount)
    var samples: [Float] = []
    samples.reserveCapacity(3 * gridPointCount * gridPointCount * gridPointCount)
    for red in nodes {
      for green in nodes {
        for blue in nodes {
          samples.append(red)
          samples.append(green)
          samples.append(blue)
        }
      }
    }
    guard
      let found = library.exactColors(of: samples, profile, LCMS_RGB_FLOAT, xyz, LCMS_XYZ_FLOAT)
    else { return nil }
    self.gridPointCount = gridPointCount
    gridPositions = shares.map { $0 * Float(gridPointCount - 1) }
    colors = (0..<samples.count / 3).map { index in
      let share = found.color(index) / Self.profileConnectionWhite
      return SIMD4<Float>(
        Float(Self.labScaled(share.x)), Float(Self.labScaled(share.y)),
        Float(Self.labScaled(share.z)), 0)
    }
  }

  /// The lightness of each gray as a share of the way from black to white, which never decreases;
  /// nil when white is not lighter than black.
  private static func grayLightnessShares(
    _ library: LCMSLibrary, _ profile: LCMSLibrary.Object, _ xyz: LCMSLibrary.Object
  ) -> [Float]? {
    let grays = (0..<3 * sampleValueCount).map { Float($0 / 3) / Float(sampleValueCount - 1) }
    guard
      let found = library.exactColors(of: grays, profile, LCMS_RGB_FLOAT, xyz, LCMS_XYZ_FLOAT)
    else { return nil }
    let first = labScaled(found.color(0).y)
    let range = labScaled(found.color(sampleValueCount - 1).y) - first
    guard range > 0.01 else { return nil }
    var most: Float = 0
    return (0..<sampleValueCount).map { value in
      let share = Float((labScaled(found.color(value).y) - first) / range)
      most = min(1, max(most, share))
      return most
    }
  }

  /// The sample values, from 0 to 1, whose shares are evenly spaced.
  private static func gridPointValues(_ shares: [Float], _ gridPointCount: Int) -> [Float] {
    var value = 0
    return (0..<gridPointCount).map { node in
      let share = Float(node) / Float(gridPointCount - 1)
      while value < sampleValueCount - 1, shares[value] < share { value += 1 }
      guard value > 0, shares[value] > shares[value - 1], shares[value] > share else {
        return Float(value) / Float(sampleValueCount - 1)
      }
      let part = (share - shares[value - 1]) / (shares[value] - shares[value - 1])
      return (Float(value - 1) + part) / Float(sampleValueCount - 1)
    }
  }

  /// The number on the scale of CIE Lab of X, Y or Z relative to white, also below 0.
  ///
  /// - Source: ISO/CIE 11664-4, 4.1.
  private static func labScaled(_ share: Double) -> Double {
    share > 216.0 / 24389 ? cbrt(share) : share * 841 / 108 + 4.0 / 29
  }

  // MARK: Look-up

  /// Calls `work` with the colours, which are valid during the call.
  func withInterpolator(_ work: (Interpolator) -> Void) {
    gridPositions.withUnsafeBufferPointer { gridPositions in
      colors.withUnsafeBufferPointer { colors in
        work(
          Interpolator(gridPointCount: gridPointCount, gridPositions: gridPositions, colors: colors)
        )
      }
    }
  }

  /// The cells of the table, for the time of one call.
  struct Interpolator {
    fileprivate let gridPointCount: Int
    fileprivate let gridPositions: UnsafeBufferPointer<Float>
    fileprivate let colors: UnsafeBufferPointer<SIMD4<Float>>

    /// X, Y and Z relative to white of a colour, by interpolation between the corners of a
    /// tetrahedron.
    @inline(__always)
    func xyz(_ red: UInt16, _ green: UInt16, _ blue: UInt16) -> SIMD4<Float> {
      let (r, g, b) = (gridPositions[Int(red)], gridPositions[Int(green)], gridPositions[Int(blue)])
      let last = gridPointCount - 2
      let (i, j, k) = (min(last, Int(r)), min(last, Int(g)), min(last, Int(b)))
      let (x, y, z) = (r - Float(i), g - Float(j), b - Float(k))
      let (redStep, greenStep) = (gridPointCount * gridPointCount, gridPointCount)
      // The index steps along two edges of the cell, that of the largest and that of the second
      // largest share of the way along an edge; then the three shares in descending order.
      let first: Int
      let second: Int
      if x >= y {
        if y >= z {
          (first, second) = (redStep, greenStep)
        } else {
          (first, second) = x >= z ? (redStep, 1) : (1, redStep)
        }
      } else if x >= z {
        (first, second) = (greenStep, redStep)
      } else {
        (first, second) = y >= z ? (greenStep, 1) : (1, greenStep)
      }
      let most = max(max(x, y), z)
      let least = min(min(x, y), z)
      let middle = x + y + z - most - least
      let corner = i * redStep + j * greenStep + k
      let near = colors[corner] * (1 - most) + colors[corner + first] * (most - middle)
      let far =
        colors[corner + first + second] * (middle - least)
        + colors[corner + redStep + greenStep + 1] * least
      return Self.share(ofLabScaled: near + far)
    }

    /// The inverse of the scale of CIE Lab.
    @inline(__always)
    private static func share(ofLabScaled scaled: SIMD4<Float>) -> SIMD4<Float> {
      let offset: Float = 4.0 / 29
      let slope: Float = 108.0 / 841
      let knee: Float = 6.0 / 29
      let cubes = scaled * scaled * scaled
      let lines = (scaled - offset) * slope
      return lines.replacing(with: cubes, where: scaled .> knee)
    }
  }
}
