import DecoderWire
import Geometry
import Pixels
import TestSupport
import Testing

/// Regions of pictures whose rows are decoded in any order: OpenEXR, Radiance, Photoshop, farbfeld.
@Suite(.tags(.seeded)) struct RowRegionTests {
  /// A file with its name in the output of tests.
  struct Sample: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let bytes: [UInt8]
  }

  private static let (width, height) = (32, 24)

  private static func level(_ x: Int, _ y: Int, _ component: Int) -> UInt8 {
    UInt8(truncatingIfNeeded: x * 7 + y * 11 + component * 60)
  }

  /// A farbfeld picture with transparent pixels.
  private static let farbfeld: [UInt8] = {
    var bytes = Array("farbfeld".utf8) + [0, 0, 0, UInt8(width), 0, 0, 0, UInt8(height)]
    for y in 0..<height {
      for x in 0..<width {
        for component in 0..<3 { bytes += [level(x, y, component), 77] }
        bytes += x + y < 9 ? [0x80, 0] : [0xFF, 0xFF]
      }
    }
    return bytes
  }()

  /// A Radiance picture with plain pixels in even rows, and coded components in odd ones.
  private static func radiance(_ axes: String) -> [UInt8] {
    var bytes = Array("#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n\(axes)\n".utf8)
    for y in 0..<height {
      let row = (0..<width).map { x in (0..<3).map { level(x, y, $0) / 2 + 100 } + [128] }
      guard y % 2 == 1 else {
        bytes += row.flatMap(\.self)
        continue
      }
      bytes += [2, 2, 0, UInt8(width)]
      for component in 0..<4 { bytes += [UInt8(width)] + row.map { UInt8($0[component]) } }
    }
    return bytes
  }

  private static func photoshop(
    mode: Int, depth: Int, isPacked: Bool, alpha: Bool
  ) -> [UInt8] {
    let count = (mode == 3 ? 3 : 1) + (alpha ? 1 : 0)
    return FreeImageSamples.photoshop(
      width, height, mode: mode, depth: depth, layers: alpha ? -1 : nil,
      savesTransparency: alpha, isPacked: isPacked,
      planes: (0..<count).map { plane in { x, y in level(x, y, plane) } })
  }

  static let sceneLight: [Sample] = [
    Sample(testDescription: "Radiance", bytes: radiance("-Y 24 +X 32")),
    Sample(testDescription: "rotated Radiance", bytes: radiance("+X 24 -Y 32")),
    Sample(testDescription: "OpenEXR in scan lines", bytes: OpenEXRSamples.color),
    Sample(testDescription: "OpenEXR in tiles", bytes: OpenEXRSamples.tiles),
    Sample(testDescription: "OpenEXR with alpha", bytes: OpenEXRSamples.alpha),
  ]

  private static let documents: [Sample] = [
    Sample(
      testDescription: "gray Photoshop document",
      bytes: photoshop(mode: 1, depth: 8, isPacked: true, alpha: false)),
    Sample(
      testDescription: "Photoshop document of 16 bits",
      bytes: photoshop(mode: 3, depth: 16, isPacked: false, alpha: true)),
    Sample(
      testDescription: "packed Photoshop document",
      bytes: photoshop(mode: 3, depth: 8, isPacked: true, alpha: true)),
  ]

  static let samples: [Sample] =
    [Sample(testDescription: "farbfeld", bytes: farbfeld)] + sceneLight
    + (FreeImageSamples.isInstalled ? documents : [])

  @Test(arguments: samples)
  func `every region equals the same area of the picture at its level`(sample: Sample) throws {
    let got = DecodedPicture.decode(sample.bytes)
    #expect(got.info?.supportsRegions == true)
    let picture = try #require(got.pixels)
    var random = SeededGenerator(seed: 5)
    let regions = RegionRig(sample.bytes)
    for level in 0...3 {
      let whole = PNGRegionTests.reduced(picture, level)
      for _ in 0..<12 {
        let x = Int.random(in: 0..<whole.size.width, using: &random)
        let y = Int.random(in: 0..<whole.size.height, using: &random)
        let area = PixelRect(
          x: x, y: y, width: Int.random(in: 1...whole.size.width - x, using: &random),
          height: Int.random(in: 1...whole.size.height - y, using: &random))
        let part = try #require(regions.part(whole.size, area), "\(level) \(area)")
        // The rounding of the mean of a block may differ in a rotated picture.
        #expect(
          part.differs(from: whole, at: area, by: level > 0 ? 1 : 0) == nil, "\(level) \(area)")
      }
    }
  }

  @Test(arguments: sceneLight)
  func `a region has the requested exposure`(sample: Sample) throws {
    let regions = RegionRig(sample.bytes)
    for exposure in [0, -2, 1] {
      var request = DecodeRequest(id: 1, kind: .exact, target: .zero)
      request.exposure = exposure
      let whole = try #require(DecodedPicture.decode(sample.bytes, request).pixels)
      let area = PixelRect(x: 3, y: 5, width: 16, height: 12)
      let part = try #require(regions.part(whole.size, area, exposure: exposure))
      #expect(part.differs(from: whole, at: area, by: 0) == nil, "\(exposure)")
    }
  }
}
