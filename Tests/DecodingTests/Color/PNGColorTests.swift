import ColorManagement
import Decoding
import Pixels
import Testing

/// Tests of the colour chunks of PNG other than `iCCP`.
struct PNGColorTests: ColorComparing {
  private static let chromaticities = [0.3127, 0.3290, 0.680, 0.320, 0.265, 0.690, 0.150, 0.060]

  @Test func `the colour chunk of the highest priority in a PNG is used`() {
    let coded: (String, [UInt8]) = ("cICP", [12, 13, 0, 1])
    let profile = TaggedSamples.profileChunk(TestProfile.swapped.bytes)
    let standard: (String, [UInt8]) = ("sRGB", [0])
    let power = TaggedSamples.powerChunk(Self.power)
    let all = [power, standard, profile, coded]
    #expect(
      error(TaggedSamples.png(all)) { TestProfile.displayP3.converted($0) }.map { $0 <= 1 } == true)
    #expect(
      error(TaggedSamples.png([power, standard, profile])) { TestProfile.swapped.converted($0) }
        .map { $0 <= 1 } == true)
    #expect(error(TaggedSamples.png([power, standard])) { $0 } == 0)
    let bare = TestProfile(columns: TestProfile.standard.columns, power: Self.power)
    #expect(error(TaggedSamples.png([power])) { bare.converted($0) }.map { $0 <= 1 } == true)
  }

  @Test func `unspecified code points leave the other colour chunks of a PNG in force`() {
    let profile = TaggedSamples.profileChunk(TestProfile.swapped.bytes)
    let png = TaggedSamples.png([("cICP", [2, 2, 0, 1]), profile])
    #expect(error(png) { TestProfile.swapped.converted($0) }.map { $0 <= 1 } == true)
  }

  @Test func `a PNG may define its colours by gAMA and cHRM`() {
    let png = TaggedSamples.png([
      TaggedSamples.powerChunk(Self.power), TaggedSamples.chromaticitiesChunk(Self.chromaticities),
    ])
    let meant = TestProfile(columns: TestProfile.displayP3.columns, power: Self.power)
    #expect(error(png) { meant.converted($0) }.map { $0 <= 1 } == true)
  }

  @Test func `a PNG whose gAMA and cHRM equal sRGB is not converted`() {
    let srgb = [0.3127, 0.3290, 0.64, 0.33, 0.30, 0.60, 0.15, 0.06]
    for chunks in [
      [TaggedSamples.powerChunk(2.2)], [TaggedSamples.chromaticitiesChunk(srgb)],
      [TaggedSamples.powerChunk(2.2), TaggedSamples.chromaticitiesChunk(srgb)],
      [("cICP", [1, 13, 0, 1])],
    ] {
      let conversions = ColorConversionCache()
      let got = decode(TaggedSamples.png(chunks), conversions: conversions).pixels
      #expect(got?.meanDifference(from: decode(TaggedSamples.png()).pixels) == 0)
    }
  }

  @Test func `invalid colour chunks are ignored`() {
    for chunks in [
      [("gAMA", [0, 0, 0, 0])], [("gAMA", [1])], [("cHRM", [UInt8](repeating: 0, count: 32))],
      [("cHRM", [UInt8](repeating: 255, count: 32))], [("cICP", [12, 13, 1, 1])],
      [("cICP", [12])], [("iCCP", [0])], [("iCCP", Array("x\0\0".utf8))],
    ] {
      #expect(error(TaggedSamples.png(chunks)) { $0 } == 0)
    }
  }

  @Test func `highlights beyond white are compressed and keep their order`() throws {
    // PQ: 58 % is white (203 candela), 75 % is 1000 candela.
    let png = TaggedSamples.grayPNG(depth: 8, [("cICP", [1, 16, 0, 1])])
    let got = try #require(decode(png).pixels)
    let shades = (0..<TaggedSamples.width).map { Int(got.pixel(x: $0, y: 0) & 255) }
    #expect(zip(shades, shades.dropFirst()).allSatisfy { $0 <= $1 })
    #expect(shades[18] > 180 && shades[18] < 240)
    #expect(shades[25] >= 252)
  }
}
