import DecoderWire
import Geometry
import Pixels
import TestSupport
import Testing

@Suite(.tags(.seeded)) struct TIFFTests {
  private static let extent = 32

  /// The four colours as samples of `kind`, in their stored order.
  private static func samples(_ kind: FormatSamples.TIFF) -> [UInt8] {
    let pixels: [[UInt8]] = (0..<extent).flatMap { y in
      (0..<extent).map { x in
        let c = Samples.color(x, y, extent, extent)
        switch kind.photometric {
        case 5: return [255 - c.0, 255 - c.1, 255 - c.2, 0]
        default: return [c.0, c.1, c.2]
        }
      }
    }
    let planes =
      kind.isPlanar
      ? (0..<kind.samples).flatMap { plane in pixels.map { [$0[plane]] } } : pixels
    return planes.flatMap { $0.flatMap { bytes($0, kind) } }
  }

  private static func bytes(_ level: UInt8, _ kind: FormatSamples.TIFF) -> [UInt8] {
    func little<T: FixedWidthInteger>(_ value: T) -> [UInt8] {
      (0..<T.bitWidth / 8).map { UInt8(truncatingIfNeeded: value >> T($0 * 8)) }
    }
    let part = Double(level) / 255
    return switch (kind.bits, kind.kind) {
    case (8, _): [level]
    case (16, 3): little(Float16(part).bitPattern)
    case (16, 2): little(UInt16(level) * 257 ^ 0x8000)
    case (16, _): little(UInt16(level) * 257)
    case (32, 3): little(Float(part).bitPattern)
    case (32, _): little(UInt32(level) * 0x0101_0101)
    default: little(part.bitPattern)
    }
  }

  @Test(arguments: [(8, 1), (8, 2), (16, 1), (16, 2), (32, 1), (16, 3), (32, 3), (64, 3)])
  func `samples of every width and kind are converted to 8-bit levels`(bits: Int, kind: Int) {
    for isPlanar in [false, true] {
      for tile in [0, 16] {
        let sort = FormatSamples.TIFF(bits: bits, kind: kind, isPlanar: isPlanar, tile: tile)
        // Each tile has the colours of one corner, so that a wrong order of tiles is visible.
        let data = tile == 0 ? Self.samples(sort) : Self.tiled(sort)
        let bytes = FormatSamples.tiff(Self.extent, Self.extent, sort, data)
        let got = DecodedPicture.decode(bytes)
        #expect(got.showsCorners(.up), "planar \(isPlanar), tile \(tile)")
        #expect(got.info?.isTruncated == false && got.pixels?.isOpaque == true)
      }
    }
  }

  private static func tiled(_ sort: FormatSamples.TIFF) -> [UInt8] {
    let corners = [(0, 0), (31, 0), (0, 31), (31, 31)]
    func tile(_ corner: (Int, Int), _ planes: Range<Int>) -> [UInt8] {
      let c = Samples.color(corner.0, corner.1, extent, extent)
      let pixel = planes.flatMap { bytes([c.0, c.1, c.2][$0], sort) }
      return Array(repeatElement(pixel, count: 256).joined())
    }
    guard sort.isPlanar else { return corners.flatMap { tile($0, 0..<3) } }
    return (0..<3).flatMap { plane in corners.flatMap { tile($0, plane..<plane + 1) } }
  }

  @Test(arguments: Orientation.allCases)
  func `the orientation of a TIFF is applied`(orientation: Orientation) {
    var sort = FormatSamples.TIFF(bits: 16)
    sort.orientation = orientation
    let bytes = FormatSamples.tiff(Self.extent, Self.extent, sort, Self.samples(sort))
    for target in [PixelSize.zero, PixelSize(width: 15, height: 15)] {
      let got = DecodedPicture.decode(bytes, target: target)
      #expect(got.info?.orientation == orientation)
      #expect(got.showsCorners(orientation))
    }
  }

  @Test(arguments: [8, 16])
  func `CMYK samples are converted to RGB`(bits: Int) {
    let sort = FormatSamples.TIFF(bits: bits, photometric: 5, samples: 4)
    let bytes = FormatSamples.tiff(Self.extent, Self.extent, sort, Self.samples(sort))
    #expect(DecodedPicture.decode(bytes).showsCorners(.up))
  }

  @Test(arguments: [(1, 0x8040_2010), (2, 0x8020_1008)] as [(Int, UInt32)])
  func `straight alpha is premultiplied and premultiplied alpha is kept`(alpha: Int, want: UInt32) {
    for bits in [8, 16] {
      let sort = FormatSamples.TIFF(bits: bits, samples: 4, alpha: alpha)
      let pixel = [64, 32, 16, 128].flatMap { Self.bytes($0, sort) }
      let bytes = FormatSamples.tiff(2, 1, sort, pixel + pixel)
      #expect(DecodedPicture.decode(bytes).pixels?.pixel(x: 1, y: 0) == want, "\(bits) bits")
    }
  }

  @Test func `Lab lightness without chroma is grey`() {
    let sort = FormatSamples.TIFF(photometric: 8)
    let bytes = FormatSamples.tiff(3, 1, sort, [0, 0, 0, 255, 0, 0, 137, 0, 0])
    let pixels = DecodedPicture.decode(bytes).pixels
    #expect(pixels?.pixel(x: 0, y: 0) == 0xFF00_0000)
    #expect(pixels?.pixel(x: 1, y: 0) == 0xFFFF_FFFF)
    // L* 53.7 is the middle of the levels of sRGB.
    #expect(pixels?.pixel(x: 2, y: 0) == 0xFF80_8080)
  }

  @Test(
    arguments: [(12, [0x00, 0x11, 0x02]), (16, [0x01, 0x00, 0x02, 0x01])] as [(Int, [UInt8])])
  func `palette indices of more than eight bits are read whole`(bits: Int, strip: [UInt8]) {
    let none = [Int](repeating: 0, count: 1 << bits)
    var (red, green) = (none, none)
    (red[0x001], green[0x102]) = (0xFFFF, 0xFFFF)
    var writer = TIFFWriter(2, 1, samples: 1, bits: bits, photometric: 3)
    writer.tags[320] = .shorts(red + green + none)
    let got = DecodedPicture.decode(writer.bytes([strip]))
    #expect(got.pixel(0, 0) == 0xFFFF_0000 && got.pixel(1, 0) == 0xFF00_FF00, "\(got.reply)")
  }

  @Test func `a truncated TIFF shows its decoded rows`() {
    let sort = FormatSamples.TIFF()
    let bytes = FormatSamples.tiff(Self.extent, Self.extent, sort, Self.samples(sort))
    let got = DecodedPicture.decode(Array(bytes[..<(bytes.count - Self.extent * 30)]))
    #expect(got.info?.isTruncated == true)
    #expect(got.pixels?.pixel(x: 0, y: 0) == 0xFFDC_1414)
    #expect(got.pixels?.pixel(x: 0, y: 31) == 0)
  }

  @Test func `a missing tile is transparent beside others in its row`() {
    let sort = FormatSamples.TIFF(bits: 16, tile: 16)
    let bytes = FormatSamples.tiff(Self.extent, Self.extent, sort, Self.tiled(sort))
    let got = DecodedPicture.decode(Array(bytes.dropLast(16 * 16 * 3 * 2)))
    #expect(got.info?.isTruncated == true)
    #expect(got.pixel(31, 31) == 0)
    #expect(got.pixel(0, 31).map { $0 >> 24 } == 255)
  }

  @Test func `an extra sample that the pixels do not have is no alpha`() {
    var writer = TIFFWriter(2, 1, samples: 1, photometric: 1)
    writer.tags[338] = .shorts([2])
    #expect(DecodedPicture.decode(writer.bytes([[64, 128]])).pixel(0, 0) == 0xFF40_4040)
  }

  @Test func `a TIFF beyond the pixel limit is refused before memory is allocated`() {
    let bytes = FormatSamples.tiff(60_000, 60_000, FormatSamples.TIFF(), [])
    #expect(DecodedPicture.decode(bytes).failure?.kind == .tooLarge)
  }

  // MARK: Parts

  @Test(arguments: [(false, 0), (true, 0), (false, 16), (true, 16)])
  func `every region equals the same area of the whole picture at its level`(
    isPlanar: Bool, tile: Int
  ) throws {
    var random = SeededGenerator(seed: UInt64(tile + (isPlanar ? 1 : 0)))
    for orientation in Orientation.allCases {
      var sort = FormatSamples.TIFF(isPlanar: isPlanar, tile: tile)
      sort.orientation = orientation
      let data = (0..<96 * 64 * 3).map { _ in UInt8.random(in: 0...255, using: &random) }
      let bytes = FormatSamples.tiff(96, 64, sort, data)
      let regions = RegionRig(bytes)
      let natural = try #require(DecodedPicture.decode(bytes).pixels)
      for level in 0...2 {
        let size = PixelSize(
          width: natural.size.width >> level, height: natural.size.height >> level)
        let all = PixelRect(x: 0, y: 0, width: size.width, height: size.height)
        let whole = try #require(regions.part(size, all))
        if level == 0 { #expect(whole.differs(from: natural, at: all) == nil) }
        let x = Int.random(in: 0..<size.width, using: &random)
        let y = Int.random(in: 0..<size.height, using: &random)
        let part = PixelRect(x: x, y: y, width: size.width - x, height: size.height - y)
        let got = try #require(regions.part(size, part))
        #expect(got.differs(from: whole, at: part) == nil, "\(orientation) \(level) \(part)")
      }
    }
  }

  @Test func `a picture beyond the pixel limit can be decoded at a reduced size`() {
    let sort = FormatSamples.TIFF(tile: 16)
    let bytes = FormatSamples.tiff(Self.extent, Self.extent, sort, Self.tiled(sort))
    let limits = DecodeLimits(pixels: 512)
    let small = DecodedPicture.decode(
      bytes, target: PixelSize(width: 16, height: 16), limits: limits)
    #expect(small.showsCorners(.up))
    #expect(small.info?.supportsRegions == true)
    #expect(DecodedPicture.decode(bytes, limits: limits).failure?.kind == .tooLarge)
  }
}
