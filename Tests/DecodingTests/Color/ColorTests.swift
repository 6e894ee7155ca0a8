import CLinux
import DecoderWire
import Decoding
import Geometry
import Pixels
import TestSupport
import Testing

/// The colours of files, against the closed formula: what ``TestProfile`` says of the numbers a file
/// has must be what comes out.
struct ColorTests {
  /// Whole pixels in the colours of `target`.
  func decode(
    _ bytes: [UInt8], _ color: ColorTarget = .standard, display: [UInt8]? = nil,
    _ purpose: DecodeRequest.Purpose = .exact, target: PixelSize = .zero,
    conversions: ColorConversions = ColorConversions()
  ) -> DecodedPicture {
    let file = DecodedPicture.memory(holding: bytes)
    let profile = display.map(DecodedPicture.memory) ?? -1
    defer {
      close(file)
      if profile >= 0 { close(profile) }
    }
    var request = DecodeRequest(id: 5, purpose: purpose, target: target)
    request.color = color
    let (reply, descriptor) = PictureDecoder.decode(
      request, file: file, profile: profile, conversions: conversions)
    return DecodedPicture(reply, descriptor: descriptor)
  }

  /// The largest difference of a channel between the pixels in `color` and what they should be: those
  /// of the file, as `expected` has them. nil when there are no pixels.
  func error(
    _ bytes: [UInt8], _ color: ColorTarget = .standard, display: [UInt8]? = nil,
    _ expected: (UInt32) -> UInt32
  ) -> Int? {
    guard let own = decode(bytes, .untouched).pixels,
      let got = decode(bytes, color, display: display).pixels, own.size == got.size
    else { return nil }
    var most = 0
    for y in 0..<own.size.height {
      for x in 0..<own.size.width {
        most = max(most, got.pixel(x: x, y: y).distance(from: expected(own.pixel(x: x, y: y))))
      }
    }
    return most
  }

  /// What eight bits behind the point can say.
  private static let power = 461.0 / 256
  private static let profiles: [TestProfile] = [.adobe, .displayP3, .proPhoto, .swapped]

  @Test(arguments: profiles)
  func `a JPEG shows the colours of its profile`(_ profile: TestProfile) {
    for bytes in [profile.bytes, profile.modernBytes] {
      let jpeg = TaggedSamples.jpeg(TaggedSamples.segments(bytes))
      #expect(error(jpeg) { profile.converted($0) }.map { $0 <= 1 } == true)
      #expect(decode(jpeg, .standard, .probe).info?.profile == profile.name)
    }
  }

  @Test(arguments: profiles)
  func `a PNG shows the colours of its profile`(_ profile: TestProfile) {
    let png = TaggedSamples.png([TaggedSamples.profileChunk(profile.bytes)])
    #expect(error(png) { profile.converted($0) }.map { $0 <= 1 } == true)
    #expect(decode(png).info?.profile == profile.name)
  }

  @Test func `a TIFF shows the colours of its profile`() {
    let tiff = TaggedSamples.tiff(TestProfile.swapped.bytes)
    #expect(error(tiff) { TestProfile.swapped.converted($0) }.map { $0 <= 1 } == true)
  }

  @Test func `a profile in pieces of any order is whole`() {
    let pieces = TaggedSamples.segments(TestProfile.swapped.bytes, count: 5)
    let jpeg = TaggedSamples.jpeg([4, 0, 3, 1, 2].map { pieces[$0] })
    #expect(error(jpeg) { TestProfile.swapped.converted($0) }.map { $0 <= 1 } == true)
  }

  @Test func `a profile that lacks a piece, or has one twice, says nothing`() {
    let pieces = TaggedSamples.segments(TestProfile.swapped.bytes, count: 5)
    for order in [[0, 1, 2, 3], [0, 1, 2, 3, 3], [0, 1, 2, 3, 4, 4]] {
      #expect(error(TaggedSamples.jpeg(order.map { pieces[$0] })) { $0 } == 0)
    }
  }

  @Test func `a picture may keep the numbers of its file`() {
    let own = decode(TaggedSamples.png()).pixels
    let tagged = TaggedSamples.png([TaggedSamples.profileChunk(TestProfile.swapped.bytes)])
    #expect(decode(tagged, .untouched).pixels?.meanDifference(from: own) == 0)
  }

  @Test func `what is half transparent is converted as if it were not`() {
    let png = TaggedSamples.png(
      [TaggedSamples.profileChunk(TestProfile.swapped.bytes)], hasAlpha: true)
    // A product with a small alpha has few steps: the swap itself is exact.
    #expect(
      error(png) { pixel in
        let (r, g, b) = (pixel >> 16 & 255, pixel >> 8 & 255, pixel & 255)
        return pixel & 0xFF00_0000 | b << 16 | r << 8 | g
      }.map { $0 <= 1 } == true)
  }

  @Test func `a camera's note of Adobe RGB counts`() {
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

  @Test func `a profile counts more than a camera's note`() {
    let note = TaggedSamples.cameraSegment(space: 0xFFFF, rule: "R03")
    let jpeg = TaggedSamples.jpeg([note] + TaggedSamples.segments(TestProfile.swapped.bytes))
    #expect(error(jpeg) { TestProfile.swapped.converted($0) }.map { $0 <= 1 } == true)
  }

  @Test func `a picture that is turned is converted as well`() {
    for orientation in Orientation.allCases {
      let note = TaggedSamples.cameraSegment(space: 0xFFFF, rule: "R03", orientation: orientation)
      let jpeg = TaggedSamples.jpeg([note])
      #expect(decode(jpeg).info?.orientation == orientation)
      #expect(error(jpeg) { TestProfile.adobe.converted($0) }.map { $0 <= 1 } == true)
    }
  }

  // MARK: PNG

  private static let places = [0.3127, 0.3290, 0.680, 0.320, 0.265, 0.690, 0.150, 0.060]

  @Test func `of a PNG's words on its colours the one that says most counts`() {
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

  @Test func `a PNG may measure its colours`() {
    let png = TaggedSamples.png([
      TaggedSamples.powerChunk(Self.power), TaggedSamples.placesChunk(Self.places),
    ])
    let meant = TestProfile(columns: TestProfile.displayP3.columns, power: Self.power)
    #expect(error(png) { meant.converted($0) }.map { $0 <= 1 } == true)
  }

  @Test func `a PNG that measures sRGB is left alone`() {
    let srgb = [0.3127, 0.3290, 0.64, 0.33, 0.30, 0.60, 0.15, 0.06]
    for chunks in [
      [TaggedSamples.powerChunk(2.2)], [TaggedSamples.placesChunk(srgb)],
      [TaggedSamples.powerChunk(2.2), TaggedSamples.placesChunk(srgb)], [("cICP", [1, 13, 0, 1])],
    ] {
      let conversions = ColorConversions()
      let got = decode(TaggedSamples.png(chunks), conversions: conversions).pixels
      #expect(got?.meanDifference(from: decode(TaggedSamples.png()).pixels) == 0)
    }
  }

  @Test func `numbers for light that make no sense say nothing`() {
    for chunks in [
      [("gAMA", [0, 0, 0, 0])], [("gAMA", [1])], [("cHRM", [UInt8](repeating: 0, count: 32))],
      [("cHRM", [UInt8](repeating: 255, count: 32))], [("cICP", [12, 13, 1, 1])],
      [("cICP", [12])], [("iCCP", [0])], [("iCCP", Array("x\0\0".utf8))],
    ] {
      #expect(error(TaggedSamples.png(chunks)) { $0 } == 0)
    }
  }

  @Test func `highlights beyond white are brought down and the rest stays in order`() throws {
    // PQ: 58 % is white (203 candela), 75 % is 1000 candela.
    let png = TaggedSamples.grayPNG(depth: 8, [("cICP", [1, 16, 0, 1])])
    let got = try #require(decode(png).pixels)
    let shades = (0..<TaggedSamples.width).map { Int(got.pixel(x: $0, y: 0) & 255) }
    #expect(zip(shades, shades.dropFirst()).allSatisfy { $0 <= $1 })
    #expect(shades[18] > 180 && shades[18] < 240)
    #expect(shades[25] >= 252)
  }

  // MARK: Gray and inks

  @Test(arguments: [8, 16]) func `gray has profiles of its own`(_ depth: Int) {
    let chunk = TaggedSamples.profileChunk(TestProfile.gray(power: Self.power))
    let meant = TestProfile(columns: TestProfile.standard.columns, power: Self.power)
    #expect(
      error(TaggedSamples.grayPNG(depth: depth, [chunk])) { meant.converted($0) }
        .map { $0 <= 1 } == true)
    let jpeg = TaggedSamples.grayJPEG(TaggedSamples.segments(TestProfile.gray(power: Self.power)))
    #expect(error(jpeg) { meant.converted($0) }.map { $0 <= 1 } == true)
  }

  @Test func `four inks go straight to what is asked for`() throws {
    let segments = TaggedSamples.segments(TestProfile.inks, count: 2)
    let conversions = ColorConversions()
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

  @Test func `inks without a profile are perfect ones, on any display`() throws {
    let jpeg = TaggedSamples.inkJPEG([255, 40, 255, 255])
    #expect(error(jpeg) { $0 } == 0)
    #expect(
      error(jpeg, .display(digest: 1), display: TestProfile.swapped.bytes) {
        TestProfile.standard.converted($0, to: .swapped)
      }.map { $0 <= 1 } == true)
  }

  @Test func `a profile for other samples than the picture's says nothing`() {
    let gray = TestProfile.gray(power: Self.power)
    #expect(error(TaggedSamples.png([TaggedSamples.profileChunk(gray)])) { $0 } == 0)
    #expect(error(TaggedSamples.jpeg(TaggedSamples.segments(gray))) { $0 } == 0)
    #expect(error(TaggedSamples.jpeg(TaggedSamples.segments(TestProfile.inks))) { $0 } == 0)
    let colored = TaggedSamples.profileChunk(TestProfile.swapped.bytes)
    #expect(error(TaggedSamples.grayPNG(depth: 8, [colored])) { $0 } == 0)
  }

  // MARK: Displays

  @Test func `a picture is shown in the colours of the display`() {
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

  @Test func `a display of the picture's own colours changes nothing`() {
    let jpeg = TaggedSamples.jpeg(TaggedSamples.segments(TestProfile.adobe.bytes))
    #expect(error(jpeg, .display(digest: 7), display: TestProfile.adobe.bytes) { $0 } == 0)
  }

  @Test func `a display whose profile makes no sense is one of sRGB`() {
    let plain = TaggedSamples.png()
    for profile in [[], [1, 2, 3], TestProfile.inks, TestProfile.gray(power: 2)] as [[UInt8]] {
      #expect(error(plain, .display(digest: 7), display: profile) { $0 } == 0)
    }
    #expect(error(plain, .display(digest: 7)) { $0 } == 0)
  }

  // MARK: Every way out

  @Test func `a page, a thumbnail and a preview have the same colours`() throws {
    let profile = TaggedSamples.segments(TestProfile.swapped.bytes)
    // Flat, so that what is scaled differently is the same all the same.
    let preview = Samples.jpeg(16, 12)
    for orientation in [Orientation.up, .right] {
      let exif = Samples.exif(orientation, thumbnail: preview)
      let body: [UInt8] = Array("Exif\0\0".utf8) + exif
      let note = [0xFF, 0xE1] + Samples.big16(body.count + 2) + body
      let jpeg = TaggedSamples.spliced(Samples.jpeg(160, 120), [note] + profile)
      let box = PixelSize(width: 40, height: 40)
      let answers = [
        decode(jpeg), decode(jpeg, .standard, target: box), decode(jpeg, .standard, .embedded),
        decode(jpeg, .standard, .preview), decode(jpeg, .standard, .thumbnail, target: box),
      ]
      let colors = try answers.map { answer in
        let pixels = try #require(answer.pixels)
        return [(1, 1), (3, 1), (1, 3), (3, 3)].map { x, y in
          pixels.pixel(x: pixels.size.width * x / 4, y: pixels.size.height * y / 4)
        }
      }
      let own = try #require(decode(jpeg, .untouched).pixels)
      let corner = own.pixel(x: own.size.width / 4, y: own.size.height / 4)
      #expect(colors[0][0].distance(from: TestProfile.swapped.converted(corner)) <= 1)
      for other in colors.dropFirst() {
        #expect(zip(colors[0], other).allSatisfy { $0.distance(from: $1) <= 3 })
      }
    }
  }

  @Test func `the frames of an animation have the colours of its first picture`() throws {
    let display = TestProfile.swapped
    let file = DecodedPicture.memory(holding: Samples.gif(1, 1, frames: 2))
    let profile = DecodedPicture.memory(holding: display.bytes)
    let memory = DecodedPicture.memory(holding: [UInt8](repeating: 0, count: 4096))
    defer { for descriptor in [file, profile, memory] { close(descriptor) } }
    var request = DecodeRequest(id: 5, purpose: .frames, target: .zero, memoryCapacity: 4096)
    request.color = .display(digest: 1)
    request.frames = FrameRequest(animation: 1, first: 0, count: 2)
    let (reply, _) = FrameSessions().answer(
      request, file: file, givenMemory: memory, profile: profile)
    guard case .frames(_, let batch) = reply.result, batch.layout.usesGivenMemory else {
      Issue.record("no frames")
      return
    }
    #expect(batch.durations.count == 2)
    let red = TestProfile.standard.converted(0xFFDC_1414, to: display)
    for frame in batch.durations.indices {
      var pixel: UInt32 = 0
      #expect(pread(memory, &pixel, 4, frame * batch.layout.byteCount) == 4)
      #expect(pixel.distance(from: red) <= 1)
    }
  }

  // MARK: Cost

  @Test func `control characters are no part of a name`() {
    var profile = TestProfile.adobe
    profile.name = "A\u{1B}d\u{7F}o\u{8D}b\u{9F}e \u{A1}"
    for bytes in [profile.bytes, profile.modernBytes] {
      #expect(
        decode(TaggedSamples.jpeg(TaggedSamples.segments(bytes)), .standard, .probe).info?.profile
          == "Adobe \u{A1}")
    }
  }

  @Test func `pixels that were made before are brought into the colours of a display`() throws {
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

  @Test func `sRGB by any name costs nothing`() {
    for profile in [TestProfile.standard.bytes, TestProfile.standard.modernBytes] {
      let conversions = ColorConversions()
      let jpeg = TaggedSamples.jpeg(TaggedSamples.segments(profile))
      let got = decode(jpeg, conversions: conversions)
      #expect(got.info?.profile == "Some sRGB")
      #expect(conversions.opened == 0)
      #expect(error(jpeg) { $0 } == 0)
      #expect(error(jpeg, .display(digest: 3), display: profile) { $0 } == 0)
    }
  }

  @Test func `pictures of the same colours open their profile once`() {
    let conversions = ColorConversions()
    let jpeg = TaggedSamples.jpeg(TaggedSamples.segments(TestProfile.adobe.bytes))
    let png = TaggedSamples.png([TaggedSamples.profileChunk(TestProfile.adobe.bytes)])
    for bytes in [jpeg, png, jpeg] { _ = decode(bytes, conversions: conversions) }
    #expect(conversions.opened == 1)
    _ = decode(
      jpeg, .display(digest: 9), display: TestProfile.swapped.bytes, conversions: conversions)
    _ = decode(
      png, .display(digest: 9), display: TestProfile.swapped.bytes, conversions: conversions)
    #expect(conversions.opened == 3)
  }

  // MARK: Hostile profiles

  @Test func `a profile that is cut anywhere says nothing`() {
    let whole = TestProfile.swapped.bytes
    for end in stride(from: 0, to: whole.count, by: 97) {
      let jpeg = TaggedSamples.jpeg(TaggedSamples.segments(Array(whole[..<end])))
      #expect(error(jpeg) { $0 } == 0)
    }
  }

  @Test func `a profile of another kind says nothing`() {
    for (place, word) in [
      (12, "link"), (12, "abst"), (12, "nmcl"), (16, "HSV "), (16, "CMYK"), (20, "RGB "),
      (36, "ascp"), (132, "xxxx"),
    ] {
      var bytes = TestProfile.swapped.bytes
      // The name of the second column's tag is at 132 + 3 × 12.
      let at = place == 132 ? 132 + 3 * 12 : place
      bytes.replaceSubrange(at..<at + 4, with: Array(word.utf8))
      #expect(error(TaggedSamples.jpeg(TaggedSamples.segments(bytes))) { $0 } == 0)
    }
  }

  @Test func `segments too short for their own head say nothing`() {
    for length in 12...14 {
      let body: [UInt8] = Array((Array("ICC_PROFILE\0".utf8) + [1, 1]).prefix(length))
      let segment = [0xFF, 0xE2] + Samples.big16(body.count + 2) + body
      let two = [0xFF, 0xE2] + Samples.big16(16) + Array("ICC_PROFILE\0".utf8) + [2, 2]
      #expect(error(TaggedSamples.jpeg([segment])) { $0 } == 0)
      #expect(error(TaggedSamples.jpeg([two, segment])) { $0 } == 0)
    }
  }

  @Test func `a profile of random bytes harms nobody`() {
    var seed: UInt64 = 0x9E37_79B9_7F4A_7C15
    for _ in 0..<300 {
      var bytes = TestProfile.swapped.bytes
      for _ in 0..<8 {
        seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        bytes[Int(seed >> 33) % min(bytes.count, 420)] = UInt8(truncatingIfNeeded: seed >> 24)
      }
      #expect(decode(TaggedSamples.jpeg(TaggedSamples.segments(bytes))).pixels != nil)
    }
  }
}

extension UInt32 {
  /// The largest difference of a channel.
  func distance(from other: UInt32) -> Int {
    [0, 8, 16, 24].map { abs(Int(self >> $0 & 255) - Int(other >> $0 & 255)) }.max() ?? 0
  }
}

extension Bitmap {
  /// The same as ``meanDifference(from:)``, nil when there is nothing to compare with.
  func meanDifference(from other: Bitmap?) -> Double? {
    guard let other, other.size == size else { return nil }
    var sum = 0
    for y in 0..<size.height {
      for x in 0..<size.width { sum += pixel(x: x, y: y).distance(from: other.pixel(x: x, y: y)) }
    }
    return Double(sum) / Double(size.width * size.height)
  }
}
