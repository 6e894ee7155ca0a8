import ColorManagement
import DecoderWire
import Decoding
import DecodingSupport
import Geometry
import Pixels
import Testing

/// HEIF and AVIF, which name their colours among the properties of a picture.
struct HEIFColorTests: ColorComparing {
  private static let profiles: [TestProfile] = [.adobe, .displayP3, .proPhoto, .swapped]
  private typealias Sample = HEIFSample

  @Test(arguments: HEIFSample.Coding.allCases)
  func `a HEIF keeps its pixel values when colours are untouched`(_ coding: HEIFSample.Coding)
    throws
  {
    for properties in [
      [], [Sample.profile(TestProfile.swapped.bytes)],
      [Sample.coded(coding, primaries: 12, transfer: 13)],
    ] {
      #expect(try largestError(Sample(coding, properties)) <= (coding == .av1 ? 0 : 2))
    }
  }

  @Test func `an AVIF may have limited-range samples`() throws {
    #expect(try largestError(.television) <= 2)
  }

  /// The largest difference of a channel from the encoded pixels.
  private func largestError(_ sample: HEIFSample) throws -> Int {
    let got = decode(sample.bytes, .untouched)
    try #require(got.failure?.kind != .missingLoader)
    let pixels = try #require(got.pixels)
    try #require(pixels.size == Sample.size && pixels.isOpaque)
    let (width, height) = (Sample.size.width, Sample.size.height)
    return (0..<width * height).map { i in
      let (x, y) = (i % width, i / width)
      return pixels.pixel(x: x, y: y).distance(from: Sample.color(x, y))
    }.max() ?? 0
  }

  @Test(arguments: HEIFSample.Coding.allCases, profiles)
  func `a HEIF is converted from its profile`(
    _ coding: HEIFSample.Coding, _ profile: TestProfile
  ) {
    let heif = Sample(coding, [Sample.profile(profile.bytes)]).bytes
    #expect(error(heif) { profile.converted($0) }.map { $0 <= 1 } == true)
    #expect(
      error(heif, .display(digest: 7), display: TestProfile.adobe.bytes) {
        profile.converted($0, to: .adobe)
      }.map { $0 <= 1 } == true)
    #expect(decode(heif, .standard, .probe).info?.profile == profile.name)
    // A profile that is restricted to the simplest kinds has the type rICC.
    let simple = Sample(coding, [Sample.profile(profile.bytes, kind: "rICC")]).bytes
    #expect(decode(simple).pixels?.meanDifference(from: decode(heif).pixels) == 0)
  }

  @Test(arguments: HEIFSample.Coding.allCases)
  func `a HEIF may give its colours as CICP code points`(_ coding: HEIFSample.Coding) {
    let wide = Sample(coding, [Sample.coded(coding, primaries: 12, transfer: 13)]).bytes
    #expect(error(wide) { TestProfile.displayP3.converted($0) }.map { $0 <= 1 } == true)
    #expect(
      error(wide, .display(digest: 7), display: TestProfile.swapped.bytes) {
        TestProfile.displayP3.converted($0, to: .swapped)
      }.map { $0 <= 1 } == true)
    #expect(decode(wide).info?.profile == "Display P3")
    for (primaries, transfer) in [(1, 13), (2, 2), (1, 2), (2, 13)] {
      let property = Sample.coded(coding, primaries: primaries, transfer: transfer)
      let plain = Sample(coding, [property]).bytes
      #expect(error(plain) { $0 } == 0)
      #expect(
        error(plain, .display(digest: 7), display: TestProfile.swapped.bytes) {
          TestProfile.standard.converted($0, to: .swapped)
        }.map { $0 <= 1 } == true)
    }
  }

  @Test(arguments: [1, 6, 14, 15])
  func `the transfer characteristics of a television camera count as sRGB`(_ transfer: Int) {
    let heif = Sample(.hevc, [Sample.coded(.hevc, primaries: 1, transfer: transfer)]).bytes
    #expect(error(heif) { $0 } == 0)
    #expect(error(TaggedSamples.png([("cICP", [1, UInt8(transfer), 0, 1])])) { $0 } == 0)
    let wide = Sample(.hevc, [Sample.coded(.hevc, primaries: 12, transfer: transfer)]).bytes
    #expect(error(wide) { TestProfile.displayP3.converted($0) }.map { $0 <= 1 } == true)
  }

  @Test(arguments: HEIFSample.Coding.allCases)
  func `a HEIF without colour information is sRGB`(_ coding: HEIFSample.Coding) {
    let heif = Sample(coding).bytes
    #expect(error(heif) { $0 } == 0)
    #expect(
      error(heif, .display(digest: 7), display: TestProfile.swapped.bytes) {
        TestProfile.standard.converted($0, to: .swapped)
      }.map { $0 <= 1 } == true)
  }

  @Test(arguments: HEIFSample.Coding.allCases)
  func `the profile of a HEIF has priority over code points`(_ coding: HEIFSample.Coding) {
    let both = [
      Sample.coded(coding, primaries: 12, transfer: 13), Sample.profile(TestProfile.swapped.bytes),
    ]
    for properties in [both, both.reversed()] {
      #expect(
        error(Sample(coding, properties).bytes) { TestProfile.swapped.converted($0) }
          .map { $0 <= 1 } == true)
    }
    // A profile of another kind is ignored, and the code points apply.
    for broken in [TestProfile.inks, Array(TestProfile.swapped.bytes.dropLast(40)), []] {
      let properties = [Sample.profile(broken), Sample.coded(coding, primaries: 12, transfer: 13)]
      #expect(
        error(Sample(coding, properties).bytes) { TestProfile.displayP3.converted($0) }
          .map { $0 <= 1 } == true)
    }
  }

  @Test(arguments: HEIFSample.Coding.allCases)
  func `a grey HEIF may have a grey profile`(_ coding: HEIFSample.Coding) {
    let power = 461.0 / 256
    let meant = TestProfile(columns: TestProfile.standard.columns, power: power)
    let gray = Sample.profile(TestProfile.gray(power: power))
    let heif = Sample(coding, [gray], isGray: true).bytes
    #expect(error(heif) { meant.converted($0) }.map { $0 <= 1 } == true)
    #expect(error(Sample(coding, [gray]).bytes) { $0 } == 0)
  }

  @Test(arguments: HEIFSample.Coding.allCases)
  func `the colours of another item in a HEIF are not used`(
    _ coding: HEIFSample.Coding
  ) {
    let swapped = Sample.profile(TestProfile.swapped.bytes)
    for own in [[], [Sample.coded(coding, primaries: 12, transfer: 13)]] {
      var sample = Sample(coding, own)
      sample.items.append(Sample.picture(coding, [swapped]))
      let meant: TestProfile = own.isEmpty ? .standard : .displayP3
      #expect(error(sample.bytes) { meant.converted($0) }.map { $0 <= 1 } == true)
    }
  }

  @Test func `a HEIF grid has its own colours, or else those of its tiles`() {
    let swapped = Sample.profile(TestProfile.swapped.bytes)
    let wide = Sample.coded(.hevc, primaries: 12, transfer: 13)
    for (own, tile, meant) in [
      ([], [swapped], TestProfile.swapped), ([wide], [swapped], .displayP3),
      ([wide], [], .displayP3),
    ] {
      var sample = Sample(.hevc)
      sample.items = [Sample.grid(of: 2, own), Sample.picture(.hevc, tile)]
      #expect(error(sample.bytes) { meant.converted($0) }.map { $0 <= 1 } == true)
    }
  }

  @Test func `the properties of a HEIF may be listed in several places`() {
    var sample = Sample(.hevc, [Sample.coded(.hevc, primaries: 12, transfer: 13)])
    sample.items.append(Sample.picture(.hevc, [Sample.profile(TestProfile.swapped.bytes)]))
    sample.hasManyLists = true
    #expect(error(sample.bytes) { TestProfile.displayP3.converted($0) }.map { $0 <= 1 } == true)
  }

  // MARK: Turns

  @Test(arguments: HEIFSample.Coding.allCases, Orientation.allCases)
  func `a HEIF is rotated once, by its own properties and not by its Exif data`(
    _ coding: HEIFSample.Coding, _ orientation: Orientation
  ) throws {
    let properties = [Sample.profile(TestProfile.swapped.bytes)] + Sample.turn(orientation)
    var sample = Sample(coding, properties)
    // The EXIF orientation is for programs that do not apply the item properties.
    sample.items.append(Sample.exif(orientation == .up ? .right : orientation))
    let shown = orientation.swapsAxes ? Sample.size.transposed : Sample.size
    let half = PixelSize(width: shown.width / 2, height: shown.height / 2)
    for (kind, box) in [
      (DecodeRequest.Kind.exact, PixelSize.zero), (.thumbnail, half), (.preview, half),
    ] {
      let pixels = try #require(decode(sample.bytes, .standard, kind, target: box).pixels)
      #expect(pixels.size == (box == .zero ? shown : half))
      // The middle of every block is compared, where scaling mixes no colours.
      for block in 0..<16 {
        let (column, row) = (block % 4 * 32 + 16, block / 4 * 16 + 8)
        let (x, y) = orientation.inverse.storedPixel(
          x: column, y: row, width: shown.width, height: shown.height)
        let meant = TestProfile.swapped.converted(Sample.color(column, row))
        let scale = shown.width / pixels.size.width
        let seen = pixels.pixel(x: x / scale, y: y / scale)
        #expect(seen.distance(from: meant) <= 2, "\(kind), block \(block)")
      }
    }
  }

  // MARK: Damage

  private static func name(_ bytes: [UInt8]) -> String {
    bytes.withUnsafeBytes { HEIFColorReader.read(PictureBytes(raw: $0)).name }
  }

  @Test(arguments: HEIFSample.Coding.allCases)
  func `a truncated HEIF has the right colours or an error`(
    _ coding: HEIFSample.Coding
  ) {
    let bytes = Sample(coding, [Sample.coded(coding, primaries: 12, transfer: 13)]).bytes
    for end in bytes.indices {
      #expect(["", "Display P3"].contains(Self.name(Array(bytes[..<end]))), "\(end)")
    }
    for end in stride(from: 0, to: bytes.count, by: 23) {
      let got = decode(Array(bytes[..<end]))
      #expect(got.failure != nil || got.info?.profile == "Display P3", "\(end)")
    }
  }

  @Test func `invalid colour boxes of a HEIF are ignored`() {
    let whole = Sample.coded(.av1, primaries: 12, transfer: 13)
    for box in [
      Sample.box("colr", []), Sample.box("colr", Array("nclx".utf8)),
      Sample.box("colr", Array("nclx".utf8) + [0, 12, 0]),
      Sample.box("colr", Array("prof".utf8)), Sample.box("colr", Array("nope".utf8) + whole),
      Sample.coded(.av1, primaries: 0xFFFF, transfer: 0xFFFF),
    ] {
      let bytes = Sample(.av1, [box]).bytes
      #expect(Self.name(bytes).isEmpty)
      let got = decode(bytes)
      #expect(got.failure != nil || got.info?.profile.isEmpty == true)
    }
  }

  @Test func `boxes of a HEIF with invalid or circular references are ignored`() {
    var circle = Sample(.hevc)
    circle.items = [Sample.grid(of: 1)]
    #expect(Self.name(circle.bytes).isEmpty)
    circle.items = [Sample.grid(of: 9)]
    #expect(Self.name(circle.bytes).isEmpty)
    let whole = Sample(.hevc, [Sample.coded(.hevc, primaries: 12, transfer: 13)]).bytes
    #expect(Self.name(whole) == "Display P3")
    let lengths: [[UInt8]] = [[0, 0, 0, 7], [0, 0, 0, 1], [127, 255, 255, 255], [0, 0, 0, 8]]
    // The boxes state a wrong length: longer or shorter than they are.
    for name in ["meta", "pitm", "iprp", "ipco", "ipma"] {
      guard let offset = whole.indices.first(where: { whole[$0...].starts(with: name.utf8) }) else {
        Issue.record("no \(name)")
        continue
      }
      for length in lengths {
        var bytes = whole
        bytes.replaceSubrange(offset - 4..<offset, with: length)
        #expect(["", "Display P3"].contains(Self.name(bytes)))
      }
      var bytes = whole
      bytes[offset] = UInt8(ascii: "x")
      #expect(Self.name(bytes).isEmpty)
    }
  }
}
