import CEXR
import DecoderWire
import Geometry
import Pixels
import Testing

@testable import OpenEXRDecoding

/// Formats that store scene light: OpenEXR and Radiance HDR.
struct SceneLightTests {
  private static func decode(_ bytes: [UInt8], leaf: Int) -> DecodedPicture {
    var request = DecodeRequest(id: 1, kind: .exact, target: .zero)
    request.leaf = leaf
    return DecodedPicture.decode(bytes, request)
  }

  @Test(arguments: [OpenEXRSamples.color, OpenEXRSamples.tiles])
  func `scan lines and tiles of an OpenEXR without highlights keep their levels`(bytes: [UInt8]) {
    let got = DecodedPicture.decode(bytes)
    #expect(got.info?.format == "EXR" && got.pixels?.isOpaque == true)
    #expect(got.info?.naturalSize == PixelSize(width: 32, height: 24))
    #expect(got.showsCorners(.up))
  }

  @Test func `the alpha of an OpenEXR is applied`() {
    let got = DecodedPicture.decode(OpenEXRSamples.alpha)
    #expect(got.pixels?.isOpaque == false)
    #expect(got.pixel(30, 2).map { $0 >> 24 } == 128)
    #expect(got.pixel(2, 2).map { $0 >> 24 } == 255)
  }

  @Test func `light of alpha 0 in an OpenEXR has its colour over black`() throws {
    let got = DecodedPicture.decode(
      OpenEXRSamples.row([
        (red: 0.5, green: 0.25, blue: 0, alpha: 0), (red: 0.5, green: 0.25, blue: 0, alpha: 1),
        (red: 0, green: 0, blue: 0, alpha: 0),
      ]))
    let (light, solid) = (try #require(got.pixel(0, 0)), try #require(got.pixel(1, 0)))
    for shift: UInt32 in [0, 8, 16] {
      let difference = Int(light >> shift & 0xFF) - Int(solid >> shift & 0xFF)
      #expect(abs(difference) <= 2, "the component at bit \(shift)")
    }
    #expect(abs(Int(light >> 24) - Int(solid >> 16 & 0xFF)) <= 2)
    #expect(light >> 24 > 100 && solid >> 24 == 0xFF)
    #expect(got.pixel(2, 0) == 0)
  }

  @Test func `the parts of an OpenEXR are leaves`() {
    let first = Self.decode(OpenEXRSamples.parts, leaf: 0)
    #expect(first.info?.leaves == 2)
    #expect(first.showsCorners(.up))
    let second = Self.decode(OpenEXRSamples.parts, leaf: 1)
    #expect(second.pixel(2, 2) == second.pixel(30, 20) && second.pixel(2, 2) != nil)
    let third = Self.decode(OpenEXRSamples.parts, leaf: 2)
    #expect(third.failure != nil)
  }

  @Test func `rows of an OpenEXR that are too long for its library are refused`() {
    let box = EXRBox(min_x: 0, min_y: 0, max_x: 299_999_999, max_y: 0)
    let part = EXRFile.Part(index: 0, isTiled: false, dataWindow: box, displayWindow: box)
    let failure = #expect(throws: DecodeFailure.self) { try EXRSamples(part) }
    #expect(failure?.kind == .tooLarge)
  }

  @Test func `an OpenEXR that is truncated or damaged anywhere is a picture or a failure`() {
    for bytes in [OpenEXRSamples.color, OpenEXRSamples.tiles, OpenEXRSamples.parts] {
      for length in stride(from: 4, to: bytes.count, by: 9) {
        let got = DecodedPicture.decode(Array(bytes[..<length]))
        #expect(got.pixels != nil || got.failure != nil)
      }
      for offset in stride(from: 4, to: bytes.count, by: 3) {
        var damaged = bytes
        damaged[offset] ^= 0xFF
        let got = DecodedPicture.decode(damaged, limits: DecodeLimits(pixels: 1 << 16))
        #expect(got.pixels != nil || got.failure != nil)
      }
    }
  }

  // MARK: Radiance

  /// A Radiance picture of plain pixels.
  private static func radiance(_ resolution: String, _ pixels: [[UInt8]]) -> [UInt8] {
    Array("#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n\(resolution)\n".utf8) + pixels.flatMap(\.self)
  }

  /// Pixels of light 1/2, 1/4, 1/8 and 0.
  private static let lights: [[UInt8]] = [
    [128, 128, 128, 128], [128, 128, 128, 127], [128, 128, 128, 126], [0, 0, 0, 0],
  ]

  @Test func `pixels of a Radiance picture have the levels of their light`() {
    let got = DecodedPicture.decode(Self.radiance("-Y 2 +X 2", Self.lights))
    #expect(got.info?.format == "Radiance HDR")
    #expect(got.pixel(0, 0) == 0xFFBC_BCBC)
    #expect(got.pixel(1, 0) == 0xFF89_8989)
    #expect(got.pixel(0, 1) == 0xFF63_6363)
    #expect(got.pixel(1, 1) == 0xFF00_0000)
  }

  @Test func `a stop of exposure doubles the light of a picture of scene light`() {
    func gray(_ bytes: [UInt8], _ stops: Int, _ x: Int, _ y: Int) -> UInt32? {
      var request = DecodeRequest(id: 1, kind: .exact, target: .zero)
      request.exposure = stops
      let got = DecodedPicture.decode(bytes, request)
      #expect(got.info?.isHighDynamicRange == true)
      return got.pixel(x, y).map { $0 & 0xFF }
    }
    let bytes = Self.radiance("-Y 2 +X 2", Self.lights)
    // Light of 1/8 at +1 is 1/4, and so is light of 1/2 at −1.
    #expect(gray(bytes, 1, 0, 1) == 0x89)
    #expect(gray(bytes, 2, 0, 1) == 0xBC)
    #expect(gray(bytes, -1, 0, 0) == 0x89)
    #expect(gray(bytes, 12, 1, 1) == 0)
    let exr = (-1...1).map { gray(OpenEXRSamples.color, $0, 30, 20) ?? 0 }
    #expect(exr[0] < exr[1] && exr[1] < exr[2])
    #expect(DecodedPicture.decode(Samples.png(8, 8)).info?.isHighDynamicRange == false)
  }

  @Test(arguments: [16, 18] as [UInt8])
  func `a stop of exposure brightens a picture with PQ or HLG`(transfer: UInt8) throws {
    let png = TaggedSamples.grayPNG(depth: 8, [("cICP", [1, transfer, 0, 1])])
    let shades = try (-1...1).map { stops in
      var request = DecodeRequest(id: 1, kind: .exact, target: .zero)
      request.exposure = stops
      let got = DecodedPicture.decode(png, request)
      #expect(got.info?.isHighDynamicRange == true)
      let pixels = try #require(got.pixels)
      return (0..<pixels.size.width).map { Int(pixels.pixel(x: $0, y: 0) & 255) }
    }
    for (darker, brighter) in [(0, 1), (1, 2)] {
      #expect(zip(shades[darker], shades[brighter]).allSatisfy { $0 <= $1 })
      #expect(shades[darker].reduce(0, +) < shades[brighter].reduce(0, +))
    }
  }

  @Test func `the axes of a Radiance picture are followed`() {
    for (axes, first) in [
      ("-Y 2 +X 2", (0, 0)), ("-Y 2 -X 2", (1, 0)), ("+Y 2 -X 2", (1, 1)), ("+Y 2 +X 2", (0, 1)),
      ("+X 2 -Y 2", (0, 0)), ("-X 2 -Y 2", (1, 0)), ("-X 2 +Y 2", (1, 1)), ("+X 2 +Y 2", (0, 1)),
    ] {
      let got = DecodedPicture.decode(Self.radiance(axes, Self.lights))
      #expect(got.pixel(first.0, first.1) == 0xFFBC_BCBC, "\(axes)")
    }
  }

  @Test func `the primaries of a Radiance picture are applied`() throws {
    // Those of sRGB, red and green in the place of each other.
    let head = """
      #?RADIANCE
      FORMAT=32-bit_rle_rgbe
      PRIMARIES= 0.300 0.600\t0.640 0.330 0.150 0.060 0.3127 0.3290

      -Y 1 +X 1

      """
    let got = DecodedPicture.decode(Array(head.utf8) + [128, 0, 0, 129])
    #expect(try #require(got.pixel(0, 0)).distance(from: 0xFF00_FF00) <= 2)
  }

  @Test func `XYZ components of a Radiance picture are converted to red, green and blue`() throws {
    let head = "#?RADIANCE\nFORMAT=32-bit_rle_xyze\nPRIMARIES= 1 0 0 1 0 0 .3 .3\n\n-Y 1 +X 4\n"
    // White of equal energy and light 1/2, red, green and blue, each with the luminance of its
    // share.
    let pixels: [[UInt8]] = [
      [128, 128, 128, 128], [132, 68, 6, 127], [80, 165, 30, 128], [45, 18, 239, 127],
    ]
    let got = DecodedPicture.decode(Array(head.utf8) + pixels.flatMap(\.self))
    #expect(try #require(got.pixel(0, 0)).distance(from: 0xFFBC_BCBC) <= 1)
    let levels = try (1...3).map { x in
      let pixel = try #require(got.pixel(x, 0))
      return [pixel >> 16 & 0xFF, pixel >> 8 & 0xFF, pixel & 0xFF]
    }
    for (component, found) in levels.enumerated() {
      let others = found.indices.filter { $0 != component }.map { found[$0] }
      #expect(found[component] > 0x80 && others.allSatisfy { $0 < 0x30 }, "\(found)")
    }
  }

  @Test func `runs of a Radiance picture are decoded`() {
    // A row of eight pixels in the coding by components, then one with a run of the old kind.
    let coded: [UInt8] =
      [2, 2, 0, 8] + [136, 128, 136, 128, 136, 128, 4, 128, 128, 128, 128, 132, 127]
    let old: [UInt8] = [128, 128, 128, 127, 1, 1, 1, 7]
    let got = DecodedPicture.decode(Self.radiance("-Y 2 +X 8", [coded, old]))
    #expect(got.pixel(0, 0) == 0xFFBC_BCBC && got.pixel(7, 0) == 0xFF89_8989)
    #expect((0..<8).allSatisfy { got.pixel($0, 1) == 0xFF89_8989 })
  }

  @Test func `highlights are compressed and dark tones are kept`() {
    let bright = Self.lights + [[UInt8]](repeating: [128, 128, 128, 131], count: 4)
    let got = DecodedPicture.decode(Self.radiance("-Y 1 +X 8", bright))
    #expect(got.pixel(0, 0) == 0xFFBC_BCBC)
    #expect(got.pixel(7, 0) == 0xFFFF_FFFF)
  }

  @Test func `a Radiance picture that is truncated or damaged is a picture or a failure`() {
    let whole = Self.radiance(
      "-Y 2 +X 8", [[2, 2, 0, 8] + [136, 128, 136, 128, 136, 128, 136, 128]])
    #expect(DecodedPicture.decode(whole).info?.isTruncated == true)
    for length in 0..<whole.count {
      let got = DecodedPicture.decode(Array(whole[..<length]), name: "a.hdr")
      #expect(got.pixels != nil || got.failure != nil)
    }
    let size = Self.radiance("-Y 60000 +X 60000", [])
    #expect(DecodedPicture.decode(size).failure?.kind == .tooLarge)
    let strange = Self.radiance("-Y -2 +X 8", Self.lights)
    #expect(DecodedPicture.decode(strange).failure?.kind == .damaged)
  }
}
