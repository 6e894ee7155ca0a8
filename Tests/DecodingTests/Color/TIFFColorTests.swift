import ColorManagement
import DecoderWire
import Decoding
import Geometry
import Pixels
import Testing

/// The profiles of TIFFs: of inks, and in BigTIFFs.
struct TIFFColorTests: ColorComparing {
  private static let side = 8

  /// Layouts of a picture of four inks.
  enum Layout: CaseIterable {
    case plain
    case deep
    case lzw
    case planar
    case tiled
    case big
  }

  /// A picture of one mix of inks, 1 for full and 0 for none, with a profile and optionally an
  /// alpha channel.
  private static func inks(
    _ ink: [Int], _ layout: Layout = .plain, profile: [UInt8]? = TestProfile.inks,
    alpha: (level: Int, kind: Int)? = nil, inkSet: Int = 1
  ) -> [UInt8] {
    let samples = ink.map { $0 * 255 } + (alpha.map { [$0.level] } ?? [])
    let bits = layout == .deep ? 16 : 8
    var writer = TIFFWriter(side, side, samples: samples.count, bits: bits, photometric: 5)
    writer.isBig = layout == .big
    writer.tags[332] = .shorts([inkSet])
    if let profile { writer.tags[34675] = .bytes(profile) }
    if let alpha { writer.tags[338] = .shorts([alpha.kind]) }
    let pixel = samples.flatMap { [UInt8](repeating: UInt8($0), count: bits / 8) }
    let all = Array(repeatElement(pixel, count: side * side).joined())
    switch layout {
    case .plain, .deep, .big: return writer.bytes([all])
    case .lzw:
      writer.tags[259] = .shorts([5])
      return writer.bytes([TIFFWriter.pack(all, .lzw, width: side, rows: side)])
    case .planar:
      writer.tags[284] = .shorts([2])
      return writer.bytes(samples.map { [UInt8](repeating: UInt8($0), count: side * side) })
    case .tiled:
      writer.tags[278] = nil
      writer.tags[322] = .longs([16])
      writer.tags[323] = .longs([16])
      return writer.bytes([Array(repeatElement(pixel, count: 256).joined())], tiled: true)
    }
  }

  @Test(arguments: Layout.allCases)
  func `CMYK samples are converted by their profile`(_ layout: Layout) throws {
    let conversions = ColorConversionCache()
    for corner in 0..<16 {
      let ink = (0..<4).map { corner >> $0 & 1 }
      let bytes = Self.inks(ink, layout)
      let got = decode(bytes, conversions: conversions)
      let pixel = try #require(got.pixels).pixel(x: 5, y: 5)
      #expect(pixel.distance(from: TestProfile.inkPixel(ink[0], ink[1], ink[2], ink[3])) <= 2)
      #expect(got.info?.profile == "Inks" && got.pixels?.isOpaque == true)
      // Regions are decoded for an enlarged picture.
      let size = PixelSize(width: Self.side, height: Self.side)
      let part = PixelRect(x: 1, y: 2, width: 3, height: 4)
      #expect(RegionRig(bytes).part(size, part)?.pixel(x: 1, y: 1) == pixel)
      let shown = decode(
        bytes, .display(digest: 1), display: TestProfile.swapped.bytes, conversions: conversions)
      let swapped = TestProfile.standard.converted(pixel, to: .swapped)
      #expect(try #require(shown.pixels).pixel(x: 5, y: 5).distance(from: swapped) <= 2)
    }
  }

  @Test func `CMYK samples without a matching profile are converted as ideal inks`() throws {
    for bytes in [
      Self.inks([1, 0, 0, 0], profile: nil), Self.inks([1, 0, 0, 0], inkSet: 2),
      Self.inks([1, 0, 0, 0], profile: TestProfile.swapped.bytes),
    ] {
      #expect(decode(bytes).pixels?.pixel(x: 0, y: 0) == 0xFF00_FFFF)
      let shown = decode(bytes, .display(digest: 1), display: TestProfile.swapped.bytes)
      let want = TestProfile.standard.converted(0xFF00_FFFF, to: .swapped)
      #expect(try #require(shown.pixels).pixel(x: 0, y: 0).distance(from: want) <= 2)
    }
  }

  @Test(arguments: [nil, TestProfile.inks])
  func `the alpha of a CMYK picture is applied`(profile: [UInt8]?) throws {
    let plain = Self.inks([1, 0, 1, 0], profile: profile)
    let full = try #require(decode(plain).pixels).pixel(x: 0, y: 0)
    let got = decode(Self.inks([1, 0, 1, 0], profile: profile, alpha: (128, 2)))
    let pixels = try #require(got.pixels)
    var want: UInt32 = 0x8000_0000
    for shift: UInt32 in [0, 8, 16] {
      let premultiplied = Double(full >> shift & 255) * 128 / 255
      want |= UInt32(premultiplied.rounded()) << shift
    }
    #expect(pixels.pixel(x: 3, y: 3).distance(from: want) <= 1 && !pixels.isOpaque)
    let clear = decode(Self.inks([1, 0, 1, 0], profile: profile, alpha: (0, 2)))
    #expect(clear.pixels?.pixel(x: 3, y: 3) == 0)
  }

  @Test func `a BigTIFF is converted from its profile`() {
    let (width, height) = (TaggedSamples.width, TaggedSamples.height)
    for isBig in [false, true] {
      var writer = TIFFWriter(width, height, samples: 3, photometric: 2)
      writer.isBig = isBig
      writer.tags[34675] = .bytes(TestProfile.swapped.bytes)
      let tiff = writer.bytes([TaggedSamples.rgb])
      #expect(error(tiff) { TestProfile.swapped.converted($0) }.map { $0 <= 1 } == true)
    }
  }
}
