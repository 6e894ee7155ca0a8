import DecoderWire
import Geometry
import Pixels
import Testing

/// Tests of formats that gdk-pixbuf alone decodes wrongly, and that other decoders handle.
struct FormatTests {
  private static let side = PixelSize(width: 33, height: 33)

  // MARK: WebP

  @Test(arguments: Orientation.allCases)
  func `the orientation of a WebP is applied`(orientation: Orientation) {
    let bytes = FormatSamples.webp(orientation)
    for target in [Self.side, .zero] {
      let got = DecodedPicture.decode(bytes, target: target)
      #expect(got.info?.orientation == orientation)
      #expect(got.info?.naturalSize.width == (orientation.swapsAxes ? 40 : 60))
      #expect(got.showsCorners(orientation))
    }
    #expect(DecodedPicture.decode(bytes, .thumbnail, target: Self.side).showsCorners(orientation))
  }

  @Test func `a WebP truncated at any length gives a partial picture or an error`() {
    let bytes = FormatSamples.webp()
    for length in 0..<bytes.count {
      let got = DecodedPicture.decode(Array(bytes[..<length]))
      #expect(got.failure != nil || got.info?.isTruncated == true, "\(length)")
    }
  }

  @Test func `a WebP beyond the pixel limit is refused before memory is allocated`() {
    var bytes = FormatSamples.webp(.up)
    // The canvas has three bytes for each side, which are one less than the side.
    bytes.replaceSubrange(24..<30, with: [0xFF, 0xFF, 0x7F, 0xFF, 0xFF, 0])
    for kind in [DecodeRequest.Kind.probe, .exact] {
      #expect(DecodedPicture.decode(bytes, kind).failure != nil)
    }
    let limits = DecodeLimits(pixels: 60 * 40 - 1)
    #expect(
      DecodedPicture.decode(FormatSamples.webp(), limits: limits).failure?.kind == .tooLarge)
  }

  @Test func `a large WebP of one colour takes only a few bytes`() {
    // The picture has 5000 × 4000 pixels; the code of every component has one symbol and therefore
    // no bits.
    var bits = [Int](repeating: 0, count: 3)
    for component in [0x66, 0x33, 0x99, 0xFF] {
      bits += [1, 0, 1] + (0..<8).map { component >> $0 & 1 }
    }
    bits += [1, 0, 0, 0]
    bits += [Int](repeating: 0, count: (8 - bits.count % 8) % 8)
    var data: [UInt8] = [0x2F] + Samples.little32(4999 | 3999 << 14)
    data += stride(from: 0, to: bits.count, by: 8).map { start in
      bits[start..<start + 8].reversed().reduce(UInt8(0)) { $0 << 1 | UInt8($1) }
    }
    data += [UInt8](repeating: 0, count: data.count % 2)
    let chunk = Array("WEBPVP8L".utf8) + Samples.little32(data.count) + data
    let bytes = Array("RIFF".utf8) + Samples.little32(chunk.count) + chunk
    let got = DecodedPicture.decode(bytes, target: PixelSize(width: 50, height: 40))
    #expect(got.info?.naturalSize == PixelSize(width: 5000, height: 4000))
    #expect(got.pixel(25, 20).map { $0.distance(from: 0xFF33_6699) <= 1 } == true)
  }

  // MARK: JPEG XL

  @Test(arguments: Orientation.allCases)
  func `a JPEG XL is decoded upright`(orientation: Orientation) throws {
    let bytes = FormatSamples.jpegXL(orientation)
    for target in [Self.side, .zero] {
      let got = DecodedPicture.decode(bytes, target: target)
      try #require(got.failure?.kind != .missingLoader)
      #expect(got.info?.orientation == orientation)
      #expect(got.info?.format == "JPEG XL")
      #expect(got.showsCorners(orientation))
    }
    let probe = DecodedPicture.decode(bytes, .probe)
    #expect(probe.info?.naturalSize.width == (orientation.swapsAxes ? 40 : 60))
  }

  @Test func `the alpha of a JPEG XL is premultiplied`() throws {
    let got = DecodedPicture.decode(FormatSamples.clearXL)
    try #require(got.failure?.kind != .missingLoader)
    #expect(got.pixels?.pixel(x: 7, y: 7) == 0x8064_0000)
    #expect(got.pixels?.isOpaque == false)
  }

  @Test func `an animated JPEG XL is decoded frame by frame by its own library`() throws {
    let animation = PlayedAnimation(FormatSamples.framesXL)
    let frames = animation.all()
    try #require(animation.failure?.kind != .missingLoader)
    #expect(frames.map(\.milliseconds) == [100, 200, 300])
    #expect(frames.map { $0.pixels.first } == [0xFFDC_1414, 0xFF14_DC14, 0xFF14_14DC])
    // A request for the first frame restarts the library.
    #expect(animation.frames(from: 0, count: 1).first?.pixels.first == 0xFFDC_1414)
    let still = DecodedPicture.decode(FormatSamples.framesXL)
    #expect(still.info?.frames == 3)
    #expect(still.pixels?.pixel(x: 3, y: 3) == 0xFFDC_1414)
  }

  @Test func `the frames of a JPEG XL in PQ are tone-mapped from 16 bits, as the still`() throws {
    let animation = PlayedAnimation(FormatSamples.wideFramesXL)
    let frames = animation.all()
    try #require(animation.failure?.kind != .missingLoader)
    #expect(frames.count == 2)
    let still = DecodedPicture.decode(FormatSamples.wideFramesXL)
    let wanted: [UInt32] = (0..<32 * 4).map { still.pixel($0 % 32, $0 / 32) ?? 0 }
    #expect(frames.first?.pixels == wanted)
    // Eight bits have ten levels of PQ in a frame.
    for frame in frames { #expect(Set(frame.pixels).count > 20) }
    // A request for the first frame restarts the library.
    #expect(animation.frames(from: 0, count: 1).first?.pixels == frames.first?.pixels)
  }

  @Test func `the canvas of an animated JPEG XL may have a quarter of the pixel limit`() throws {
    let still = DecodedPicture.decode(FormatSamples.framesXL)
    try #require(still.failure?.kind != .missingLoader)
    let area = try #require(still.info?.naturalSize.area)
    let animation = PlayedAnimation(FormatSamples.framesXL)
    let limits = DecodeLimits(pixels: area * 4)
    #expect(animation.frames(from: 0, count: 1, limits: limits).count == 1)
    let refused = PlayedAnimation(FormatSamples.framesXL)
    let less = DecodeLimits(pixels: area * 4 - 1)
    #expect(refused.frames(from: 0, count: 1, limits: less).isEmpty)
    #expect(refused.failure?.kind == .tooLarge)
  }

  @Test func `a JPEG XL truncated at any length gives a partial picture or an error`() throws {
    let bytes = FormatSamples.jpegXL()
    for length in 0..<bytes.count - 1 {
      let got = DecodedPicture.decode(Array(bytes[..<length]))
      #expect(got.failure != nil || got.info?.isTruncated == true, "\(length)")
    }
  }

  @Test func `the header of a JPEG XL beyond the pixel limit is refused`() throws {
    let got = DecodedPicture.decode(
      FormatSamples.jpegXL(), limits: DecodeLimits(pixels: 60 * 40 - 1))
    try #require(got.failure?.kind != .missingLoader)
    #expect(got.failure?.kind == .tooLarge)
  }

  // MARK: Bitmaps

  @Test func `a BMP may have a gap between its palette and its pixels`() {
    let palette: [UInt8] = [20, 20, 220, 0, 20, 220, 20, 0, 220, 20, 20, 0, 20, 220, 220, 0]
    let rows = (0..<64).map { (i: Int) -> UInt8 in (i >= 32 ? 0 : 2) + UInt8(i % 8 / 4) }
    for gap in [0, 4, 22] {
      let kind = FormatSamples.Bitmap(depth: 8, palette: palette, gap: gap)
      #expect(
        DecodedPicture.decode(FormatSamples.bmp(8, 8, kind, rows)).showsCorners(.up), "\(gap)")
    }
  }

  @Test func `a run-length encoded BMP may be top-down`() {
    let palette: [UInt8] = [20, 20, 220, 0, 20, 220, 20, 0, 220, 20, 20, 0, 20, 220, 220, 0]
    let top: [UInt8] = [4, 0, 4, 1, 0, 0]
    let bottom: [UInt8] = [4, 2, 4, 3, 0, 0]
    let upper = Array([top, top, top, top].joined())
    let lower = Array([bottom, bottom, bottom, bottom].joined())
    var kind = FormatSamples.Bitmap(depth: 8, compression: 1, palette: palette)
    let up = FormatSamples.bmp(8, 8, kind, lower + upper + [0, 1])
    #expect(DecodedPicture.decode(up).showsCorners(.up))
    kind.isTopDown = true
    let down = FormatSamples.bmp(8, 8, kind, upper + lower + [0, 1])
    #expect(DecodedPicture.decode(down).showsCorners(.up))
    let cut = DecodedPicture.decode(Array(down[..<(down.count - 14)]))
    #expect(cut.info?.isTruncated == true)
    #expect(cut.pixels?.pixel(x: 0, y: 0) == 0xFFDC_1414)
    #expect(cut.pixels?.pixel(x: 0, y: 7) == 0)
  }

  @Test func `a 16-bit BMP with colour masks ignores its palette`() {
    let red: [UInt8] = [0x00, 0xF8]
    let kind = FormatSamples.Bitmap(
      depth: 16, compression: 3, masks: [0xF800, 0x7E0, 0x1F],
      palette: [UInt8](repeating: 7, count: 1024))
    let got = DecodedPicture.decode(FormatSamples.bmp(2, 1, kind, red + red))
    #expect(got.pixels?.pixel(x: 1, y: 0) == 0xFFFF_0000)
  }

  @Test func `the pixels masked out of an icon are transparent`() {
    let got = DecodedPicture.decode(FormatSamples.icon(32))
    #expect(got.info?.naturalSize == PixelSize(width: 32, height: 32))
    #expect(got.pixels?.pixel(x: 2, y: 2) == 0xFFDC_1414)
    #expect(got.pixels?.pixel(x: 2, y: 30) == 0xFF14_14DC)
    #expect(got.pixels?.pixel(x: 20, y: 2) == 0)
    #expect(got.pixels?.isOpaque == false)
  }

  // MARK: Targa and netpbm

  @Test(arguments: [1, 8, 40, 48, 64, 255] as [UInt8])
  func `a TGA whose palette has impossible colours is refused`(depth: UInt8) {
    let header: [UInt8] = [0, 1, 1, 0, 0, 4, 0, depth, 0, 0, 0, 0, 2, 0, 2, 0, 8, 0]
    let got = DecodedPicture.decode(header + Array(repeating: 0xFF, count: 100), name: "a.tga")
    #expect(got.pixels == nil && got.failure != nil)
  }

  @Test func `a TGA palette begins at the index that its header states`() {
    var bytes: [UInt8] = [0, 1, 1, 5, 0, 2, 0, 16, 0, 0, 0, 0, 2, 0, 1, 0, 8, 0x20]
    bytes += [0x00, 0x7C, 0xE0, 0x03, 6, 5]
    let got = DecodedPicture.decode(bytes, name: "a.tga")
    #expect(got.pixels?.pixel(x: 0, y: 0) == 0xFF00_FF00)
    #expect(got.pixels?.pixel(x: 1, y: 0) == 0xFFFF_0000)
  }

  @Test(
    arguments: [
      (0, 0x800F_0A05), (2, 0xFF1E_140A), (3, 0x800F_0A05), (4, 0x801E_140A),
    ] as [(UInt8, UInt32)])
  func `the alpha of a TGA has the type that its extension area states`(
    type: UInt8, expected: UInt32
  ) {
    let pixels: [UInt8] = [10, 20, 30, 128, 10, 20, 30, 255]
    var bytes: [UInt8] = [0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 1, 0, 32, 0x28] + pixels
    let area = UInt8(bytes.count)
    bytes += [0xEF, 0x01] + [UInt8](repeating: 0, count: 492) + [type]
    bytes += [area, 0, 0, 0, 0, 0, 0, 0] + Array("TRUEVISION-XFILE.\0".utf8)
    let got = DecodedPicture.decode(bytes, name: "a.tga")
    #expect(got.pixels?.pixel(x: 0, y: 0) == expected)
    #expect(got.pixels?.pixel(x: 1, y: 0) == 0xFF1E_140A)
  }

  @Test func `a truncated PPM shows the rows received`() {
    let whole: [UInt8] = Array("P6\n# a word\n10 10\n255\n".utf8) + Samples.rgb(10, 10)
    #expect(DecodedPicture.decode(whole).showsCorners(.up))
    let cut = DecodedPicture.decode(Array(whole[..<(whole.count - 100)]))
    #expect(cut.info?.isTruncated == true)
    #expect(cut.pixels?.pixel(x: 0, y: 0) == 0xFFDC_1414)
    #expect(cut.pixels?.pixel(x: 0, y: 9) == 0)
  }

  @Test func `a PAM has an alpha channel`() {
    let head = "P7\nWIDTH 1\nHEIGHT 1\nDEPTH 4\nMAXVAL 65535\nTUPLTYPE RGB_ALPHA\nENDHDR\n"
    let got = DecodedPicture.decode(Array(head.utf8) + [0xFF, 0xFF, 0, 0, 0, 0, 0x80, 0x80])
    #expect(got.info?.format == "PAM")
    #expect(got.pixels?.pixel(x: 0, y: 0) == 0x8080_0000)
  }
}
