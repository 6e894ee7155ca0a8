import ColorManagement
import DecoderWire
import Decoding
import Pixels
import TestSupport
import Testing

/// Colours that are not red, green and blue: gray, and inks.
@Suite(.tags(.seeded)) struct InkColorTests: ColorComparing {
  @Test(arguments: [8, 16]) func `a grey picture is converted from its grey profile`(_ depth: Int) {
    let chunk = TaggedSamples.profileChunk(TestProfile.gray(power: Self.power))
    let meant = TestProfile(columns: TestProfile.standard.columns, power: Self.power)
    #expect(
      error(TaggedSamples.grayPNG(depth: depth, [chunk])) { meant.converted($0) }
        .map { $0 <= 1 } == true)
    let jpeg = TaggedSamples.grayJPEG(TaggedSamples.segments(TestProfile.gray(power: Self.power)))
    #expect(error(jpeg) { meant.converted($0) }.map { $0 <= 1 } == true)
  }

  @Test func `CMYK is converted directly to the requested colours`() throws {
    let segments = TaggedSamples.segments(TestProfile.inks, count: 2)
    let conversions = ColorConversionCache()
    for corner in 0..<16 {
      let ink = (0..<4).map { corner >> $0 & 1 }
      // Adobe stores 255 for no ink.
      let jpeg = TaggedSamples.inkJPEG(ink.map { $0 == 1 ? 0 : 255 }, segments)
      let got = decode(jpeg, conversions: conversions)
      let pixel = try #require(got.pixels).pixel(x: 9, y: 9)
      #expect(pixel.distance(from: TestProfile.inkPixel(ink[0], ink[1], ink[2], ink[3])) <= 2)
      #expect(got.info?.profile == "Inks")
      let shown = decode(
        jpeg, .display(digest: 1), display: TestProfile.swapped.bytes, conversions: conversions)
      let swapped = TestProfile.standard.converted(pixel, to: .swapped)
      #expect(try #require(shown.pixels).pixel(x: 9, y: 9).distance(from: swapped) <= 2)
    }
  }

  @Test func `CMYK that is too wide for libjpeg is converted by its profile`() throws {
    func pixels(width: Int) throws -> Bitmap {
      var random = SeededGenerator(seed: 5)
      let picture = RandomJPEG(
        width: width, height: 8, parts: [(1, 1), (1, 1), (1, 1), (1, 1)], transform: 0)
      let segments = TaggedSamples.segments(TestProfile.inks, count: 2)
      return try #require(decode(TaggedSamples.spliced(picture.bytes(&random), segments)).pixels)
    }
    // The blocks of the narrow picture are the first ones of the wide picture.
    let (narrow, wide) = (try pixels(width: 64), try pixels(width: 65_528))
    for x in 0..<64 {
      #expect(wide.pixel(x: x, y: 3).distance(from: narrow.pixel(x: x, y: 3)) <= 1)
    }
  }

  @Test func `CMYK without a profile is converted as ideal inks for any display`() throws {
    let jpeg = TaggedSamples.inkJPEG([255, 40, 255, 255])
    #expect(error(jpeg) { $0 } == 0)
    #expect(
      error(jpeg, .display(digest: 1), display: TestProfile.swapped.bytes) {
        TestProfile.standard.converted($0, to: .swapped)
      }.map { $0 <= 1 } == true)
  }

  @Test func `CMYK samples without Adobe's marker are inverted as with the marker`() throws {
    // White in the four components of YCCK is 0, 128, 128, 255.
    var jpeg = TaggedSamples.inkJPEG([255, 255, 255, 255])
    let marker = try #require(
      jpeg.indices.dropLast(15).first { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xEE })
    jpeg.removeSubrange(marker..<marker + 16)
    // Without the marker the components are the inks themselves, with 255 for no ink.
    let pixel = try #require(decode(jpeg).pixels).pixel(x: 9, y: 9)
    #expect(pixel.distance(from: 0xFF00_8080) <= 1)
  }

  @Test func `a profile for another colour model than the picture's is ignored`() {
    let gray = TestProfile.gray(power: Self.power)
    #expect(error(TaggedSamples.png([TaggedSamples.profileChunk(gray)])) { $0 } == 0)
    #expect(error(TaggedSamples.jpeg(TaggedSamples.segments(gray))) { $0 } == 0)
    #expect(error(TaggedSamples.jpeg(TaggedSamples.segments(TestProfile.inks))) { $0 } == 0)
    let colored = TaggedSamples.profileChunk(TestProfile.swapped.bytes)
    #expect(error(TaggedSamples.grayPNG(depth: 8, [colored])) { $0 } == 0)
  }
}
