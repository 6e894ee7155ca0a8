import DecoderWire
import Pixels
import TestSupport
import Testing

/// The colours of the display.
@Suite(.tags(.seeded)) struct DisplayColorTests: ColorComparing {
  @Test func `a picture is converted to the display profile`() {
    let display = TestProfile.adobe
    for source in [TestProfile.displayP3, .swapped] {
      let jpeg = TaggedSamples.jpeg(TaggedSamples.segments(source.bytes))
      #expect(
        error(jpeg, .display(digest: 7), display: display.bytes) {
          source.converted($0, to: display)
        }.map { $0 <= 1 } == true)
    }
    let plain = TaggedSamples.png()
    #expect(
      error(plain, .display(digest: 7), display: display.bytes) {
        TestProfile.standard.converted($0, to: display)
      }.map { $0 <= 1 } == true)
  }

  @Test func `a display with the profile of the picture changes no pixel`() {
    let jpeg = TaggedSamples.jpeg(TaggedSamples.segments(TestProfile.adobe.bytes))
    #expect(error(jpeg, .display(digest: 7), display: TestProfile.adobe.bytes) { $0 } == 0)
  }

  @Test func `an invalid display profile counts as sRGB`() {
    let plain = TaggedSamples.png()
    for profile in [[], [1, 2, 3], TestProfile.inks, TestProfile.gray(power: 2)] as [[UInt8]] {
      #expect(error(plain, .display(digest: 7), display: profile) { $0 } == 0)
    }
    #expect(error(plain, .display(digest: 7)) { $0 } == 0)
  }

  @Test func `existing pixels are converted to the display profile`() throws {
    let size = PixelSize(width: 5, height: 3)
    let (stride, total) = try #require(CheckedSize.byteCount(size))
    var random = SeededGenerator(seed: 4)
    var bytes = [UInt8](repeating: 0, count: total)
    var pixels: [UInt32] = []
    for y in 0..<size.height {
      for x in 0..<size.width {
        let pixel = UInt32.random(in: 0...0xFF_FFFF, using: &random) | 0xFF00_0000
        pixels.append(pixel)
        for i in 0..<4 { bytes[y * stride + x * 4 + i] = UInt8(pixel >> (8 * i) & 0xFF) }
      }
    }
    let got = decode(
      bytes, .display(digest: 1), display: TestProfile.displayP3.bytes, .recolor, target: size)
    let converted = try #require(got.pixels)
    #expect(converted.size == size && converted.isOpaque)
    for (index, pixel) in pixels.enumerated() {
      let expected = TestProfile.standard.converted(pixel, to: .displayP3)
      let seen = converted.pixel(x: index % size.width, y: index / size.width)
      #expect(seen.distance(from: expected) <= 1)
    }
    let same = decode(bytes, .standard, .recolor, target: size).pixels
    #expect((0..<15).allSatisfy { same?.pixel(x: $0 % 5, y: $0 / 5) == pixels[$0] })
    let short = decode(Array(bytes.dropLast()), .standard, .recolor, target: size)
    #expect(short.failure?.kind == .damaged)
  }
}
