import DecoderWire
import Geometry
import Testing

/// Tests of the colours of files, which are compared with the conversion by ``TestProfile``.
struct ColorTests: ColorComparing {
  private static let profiles: [TestProfile] = [.adobe, .displayP3, .proPhoto, .swapped]

  @Test(arguments: profiles)
  func `a JPEG is converted from its profile`(_ profile: TestProfile) {
    for bytes in [profile.bytes, profile.modernBytes] {
      let jpeg = TaggedSamples.jpeg(TaggedSamples.segments(bytes))
      #expect(error(jpeg) { profile.converted($0) }.map { $0 <= 1 } == true)
      #expect(decode(jpeg, .standard, .probe).info?.profile == profile.name)
    }
  }

  @Test(arguments: profiles)
  func `a PNG is converted from its profile`(_ profile: TestProfile) {
    let png = TaggedSamples.png([TaggedSamples.profileChunk(profile.bytes)])
    #expect(error(png) { profile.converted($0) }.map { $0 <= 1 } == true)
    #expect(decode(png).info?.profile == profile.name)
  }

  @Test func `a TIFF is converted from its profile`() {
    let tiff = TaggedSamples.tiff(TestProfile.swapped.bytes)
    #expect(error(tiff) { TestProfile.swapped.converted($0) }.map { $0 <= 1 } == true)
  }

  @Test func `a profile in segments of any order is assembled`() {
    let pieces = TaggedSamples.segments(TestProfile.swapped.bytes, count: 5)
    let jpeg = TaggedSamples.jpeg([4, 0, 3, 1, 2].map { pieces[$0] })
    #expect(error(jpeg) { TestProfile.swapped.converted($0) }.map { $0 <= 1 } == true)
  }

  @Test func `a profile with a missing or repeated segment is ignored`() {
    let pieces = TaggedSamples.segments(TestProfile.swapped.bytes, count: 5)
    for order in [[0, 1, 2, 3], [0, 1, 2, 3, 3], [0, 1, 2, 3, 4, 4]] {
      #expect(error(TaggedSamples.jpeg(order.map { pieces[$0] })) { $0 } == 0)
    }
  }

  @Test func `an untouched picture keeps the pixel values of its file`() {
    let own = decode(TaggedSamples.png()).pixels
    let tagged = TaggedSamples.png([TaggedSamples.profileChunk(TestProfile.swapped.bytes)])
    #expect(decode(tagged, .untouched).pixels?.meanDifference(from: own) == 0)
  }

  @Test func `a translucent pixel is converted like an opaque one`() {
    let png = TaggedSamples.png(
      [TaggedSamples.profileChunk(TestProfile.swapped.bytes)], hasAlpha: true)
    // A product with a small alpha has few steps: the swap itself is exact.
    #expect(
      error(png) { pixel in
        let (r, g, b) = (pixel >> 16 & 255, pixel >> 8 & 255, pixel & 255)
        return pixel & 0xFF00_0000 | b << 16 | r << 8 | g
      }.map { $0 <= 1 } == true)
  }

  @Test func `Adobe RGB in the Exif data of a camera is applied`() {
    for (space, rule) in [(0xFFFF, "R03"), (2, "R98")] {
      let jpeg = TaggedSamples.jpeg([TaggedSamples.cameraSegment(space: space, rule: rule)])
      #expect(error(jpeg) { TestProfile.adobe.converted($0) }.map { $0 <= 1 } == true)
      #expect(decode(jpeg).info?.profile == "Adobe RGB (1998)")
    }
    for (space, rule) in [(1, "R98"), (1, "R03"), (0xFFFF, "R98")] {
      let jpeg = TaggedSamples.jpeg([TaggedSamples.cameraSegment(space: space, rule: rule)])
      #expect(error(jpeg) { $0 } == 0)
    }
  }

  @Test func `a profile has priority over the Exif data of a camera`() {
    let note = TaggedSamples.cameraSegment(space: 0xFFFF, rule: "R03")
    let jpeg = TaggedSamples.jpeg([note] + TaggedSamples.segments(TestProfile.swapped.bytes))
    #expect(error(jpeg) { TestProfile.swapped.converted($0) }.map { $0 <= 1 } == true)
  }

  @Test func `a rotated picture is converted too`() {
    for orientation in Orientation.allCases {
      let note = TaggedSamples.cameraSegment(space: 0xFFFF, rule: "R03", orientation: orientation)
      let jpeg = TaggedSamples.jpeg([note])
      #expect(decode(jpeg).info?.orientation == orientation)
      #expect(error(jpeg) { TestProfile.adobe.converted($0) }.map { $0 <= 1 } == true)
    }
  }

  @Test func `control characters are removed from the name of a profile`() {
    var profile = TestProfile.adobe
    profile.name = "A\u{1B}d\u{7F}o\u{8D}b\u{9F}e \u{A1}"
    for bytes in [profile.bytes, profile.modernBytes] {
      #expect(
        decode(TaggedSamples.jpeg(TaggedSamples.segments(bytes)), .standard, .probe).info?.profile
          == "Adobe \u{A1}")
    }
  }
}
