import DecoderWire
import Geometry
import Pixels
import Testing

struct PNGTests {
  @Test func `every filter and both kinds of code give the exact pixels`() throws {
    let rgb = try #require(Self.pixels(CompressedSamples.dynamic))
    let rgba = try #require(Self.pixels(CompressedSamples.withAlpha))
    let gray = try #require(Self.pixels(CompressedSamples.fixed))
    #expect(rgb.isOpaque && gray.isOpaque && !rgba.isOpaque)
    var wrong = 0
    for y in 0..<CompressedSamples.height {
      for x in 0..<CompressedSamples.width {
        let c = CompressedSamples.color(x, y)
        if rgb.pixel(x: x, y: y) != Self.word(c.0, c.1, c.2, 255) { wrong += 1 }
        if rgba.pixel(x: x, y: y) != Self.word(c.0, c.1, c.2, 255 - x) { wrong += 1 }
        let g = CompressedSamples.gray(x, y)
        if gray.pixel(x: x, y: y) != Self.word(g, g, g, 255) { wrong += 1 }
      }
    }
    #expect(wrong == 0)
  }

  @Test func `a truncated PNG shows all rows received`() {
    let bytes = CompressedSamples.bytes(CompressedSamples.dynamic)
    var rows = 0
    for length in 41..<bytes.count - 12 {
      let got = DecodedPicture.decode(Array(bytes[..<length]))
      #expect(got.failure?.kind == .damaged || got.info?.isTruncated == true)
      let seen = got.pixels.map { p in (0..<40).count { p.pixel(x: 0, y: $0) >> 24 == 255 } } ?? 0
      #expect(seen >= rows, "a longer file shows no less")
      rows = seen
    }
    #expect(rows >= 38)
  }

  @Test func `a file with random damage gives a picture or an error`() {
    var state: UInt64 = 0xDEC0DE
    func next() -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33)
    }
    let samples =
      [CompressedSamples.dynamic, CompressedSamples.withAlpha, CompressedSamples.fixed]
      .map(CompressedSamples.bytes) + [Samples.png(40, 30), Samples.gif(9, 9, frames: 3)]
      + [Samples.bmp(20, 10), Samples.jpeg(60, 40, orientation: .left)]
    for _ in 0..<3000 {
      var bytes = samples[next() % samples.count]
      // Damage to the header of a PNG is refused by its checksum, so the damage is behind the
      // header.
      for _ in 0...next() % 4 { bytes[33 + next() % (bytes.count - 33)] = UInt8(next() & 0xFF) }
      let got = DecodedPicture.decode(bytes, limits: DecodeLimits(pixels: 1_000_000))
      #expect(got.failure != nil || got.pixels != nil)
    }
  }

  @Test func `tRNS has the sample depth of the picture, and the bits above are masked`() {
    // The first pixel of the picture with colours is (4, 0, 0).
    let rgb = DecodedPicture.decode(TaggedSamples.png([("tRNS", [1, 4, 2, 0, 255, 0])]))
    #expect(rgb.pixel(0, 0) == 0)
    #expect(rgb.pixel(1, 0).map { $0 >> 24 } == 255)
    let gray = DecodedPicture.decode(TaggedSamples.grayPNG(depth: 8, [("tRNS", [128, 8])]))
    #expect(gray.pixel(0, 0) == 0xFF00_0000)
    #expect(gray.pixel(1, 0) == 0)
    let wide = DecodedPicture.decode(TaggedSamples.grayPNG(depth: 16, [("tRNS", [8, 8])]))
    #expect(wide.pixel(0, 0) == 0xFF00_0000)
    #expect(wide.pixel(1, 0) == 0)
  }

  private static func pixels(_ sample: String) -> Bitmap? {
    DecodedPicture.decode(CompressedSamples.bytes(sample)).pixels
  }

  private static func word(_ r: UInt8, _ g: UInt8, _ b: UInt8, _ alpha: Int) -> UInt32 {
    func times(_ v: UInt8) -> UInt32 { UInt32((Int(v) * alpha * 2 + 255) / 510) }
    return UInt32(alpha) << 24 | times(r) << 16 | times(g) << 8 | times(b)
  }
}
