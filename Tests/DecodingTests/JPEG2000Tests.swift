import DecodeJobs
import DecoderWire
import Geometry
import Pixels
import Resampling
import Testing

@testable import JPEG2000Decoding

struct JPEG2000Tests {
  @Test(arguments: [
    JPEG2000Samples.color, JPEG2000Samples.codestream, JPEG2000Samples.tiles, JPEG2000Samples.wide,
  ])
  func `files and codestreams are decoded exactly`(bytes: [UInt8]) {
    let got = DecodedPicture.decode(bytes)
    #expect(got.info?.format == "JPEG 2000" && got.info?.supportsRegions == true)
    #expect(got.info?.naturalSize == PixelSize(width: 32, height: 24))
    #expect(got.pixels?.isOpaque == true)
    for y in 0..<24 {
      for x in 0..<32 {
        let (red, green, blue) = Samples.color(x, y, 32, 24)
        let wanted = 0xFF00_0000 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
        #expect(got.pixel(x, y) == wanted, "\(x), \(y)")
      }
    }
  }

  @Test func `a grey picture and alpha are decoded exactly`() {
    let gray = DecodedPicture.decode(JPEG2000Samples.gray)
    for x in 0..<32 { #expect(gray.pixel(x, 5) == 0xFF00_0000 | UInt32(x * 8) * 0x01_0101) }
    let alpha = DecodedPicture.decode(JPEG2000Samples.alpha)
    #expect(alpha.pixels?.isOpaque == false)
    #expect(alpha.pixel(2, 2) == 0xFFDC_1414)
    #expect(alpha.pixel(30, 2) == 0x800A_6E0A)
  }

  @Test func `small results are decoded from fewer resolution levels`() {
    for side in [16, 8, 5] {
      let target = PixelSize(width: side, height: side)
      let got = DecodedPicture.decode(JPEG2000Samples.color, target: target)
      #expect(got.pixels?.size == PixelSize(width: side, height: (side * 3 + 2) / 4))
      #expect(got.showsCorners(.up), "\(side)")
    }
  }

  @Test(arguments: 0...3)
  func `a region at any level is that of the picture`(level: Int) {
    for bytes in [JPEG2000Samples.color, JPEG2000Samples.tiles] {
      let whole = PixelSize(width: 32 >> level, height: 24 >> level)
      let size = PixelSize(width: max(1, 16 >> level), height: max(1, 12 >> level))
      for (x, y) in [(0, 0), (whole.width - size.width, whole.height - size.height)] {
        let got = DecodedPicture.decode(
          bytes, .region, target: size, region: RegionRequest(whole: whole, x: x, y: y))
        #expect(got.failure == nil)
        let (red, green, blue) = Samples.color(x << level, y << level, 32, 24)
        let pixel = got.pixel(size.width / 2, size.height / 2) ?? 0
        for (shift, wanted) in [(16, red), (8, green), (0, blue)] as [(UInt32, UInt8)] {
          #expect(abs(Int(pixel >> shift & 0xFF) - Int(wanted)) <= 40, "level \(level), \(x)")
        }
      }
    }
  }

  @Test func `a picture anywhere on the reference grid is decoded exactly`() {
    let got = DecodedPicture.decode(JPEG2000Samples.offset)
    #expect(got.info?.naturalSize == PixelSize(width: 31, height: 23))
    for (x, y) in [(0, 0), (14, 10), (15, 11), (30, 22), (30, 0), (0, 22)] {
      let (red, green, blue) = Samples.color(x, y, 31, 23)
      #expect(
        got.pixel(x, y) == 0xFF00_0000 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue))
    }
    for side in [16, 8, 5] {
      let target = PixelSize(width: side, height: side)
      #expect(DecodedPicture.decode(JPEG2000Samples.offset, target: target).showsCorners(.up))
    }
  }

  @Test(arguments: 0...4)
  func `regions reach the edges of a picture anywhere on the reference grid`(level: Int) {
    let rest = 1 << level - 1
    let whole = PixelSize(width: (31 + rest) >> level, height: (23 + rest) >> level)
    for (x, y) in [(0, 0), (whole.width - 1, 0), (0, whole.height - 1)] {
      let size = PixelSize(width: whole.width - x, height: whole.height - y)
      let got = DecodedPicture.decode(
        JPEG2000Samples.offset, .region, target: size,
        region: RegionRequest(whole: whole, x: x, y: y))
      #expect(got.failure == nil && got.pixels?.size == size, "level \(level), \(x), \(y)")
      // The corners are mixed where a pixel of the level covers several colours.
      guard level <= 2 else { continue }
      let (right, bottom) = (size.width - 1, size.height - 1)
      for (column, row) in [(0, 0), (right, 0), (0, bottom), (right, bottom)] {
        let (red, green, blue) = Samples.color(
          (x + column) << level, (y + row) << level, 31, 23)
        let pixel = got.pixel(column, row) ?? 0
        for (shift, wanted) in [(16, red), (8, green), (0, blue)] as [(UInt32, UInt8)] {
          #expect(abs(Int(pixel >> shift & 0xFF) - Int(wanted)) <= 40, "level \(level), \(x)")
        }
      }
    }
  }

  @Test func `halved chroma stays in place on the reference grid and in regions`() throws {
    let whole = DecodedPicture.decode(JPEG2000Samples.offsetChroma)
    // Columns 1 and 2 have the even coordinate 2 and the odd one 3, so they share their chroma.
    #expect(whole.pixel(0, 5) == whole.pixel(1, 5) && whole.pixel(1, 5) == whole.pixel(2, 5))
    #expect(whole.pixel(2, 5) != whole.pixel(3, 5) && whole.pixel(3, 5) == whole.pixel(4, 5))
    for x in 0..<16 {
      let part = DecodedPicture.decode(
        JPEG2000Samples.offsetChroma, .region, target: PixelSize(width: 1, height: 1),
        region: RegionRequest(whole: PixelSize(width: 16, height: 16), x: x, y: 5))
      #expect(part.pixel(0, 0) == whole.pixel(x, 5), "\(x)")
    }
  }

  @Test(arguments: [3, 8, 9, 11])
  func `a picture without resolution levels is reduced by any level`(level: Int) throws {
    let size = PixelSize(width: 2 << level, height: 3)
    let result = PixelSize(width: 2, height: 1)
    // The left half is white, the right half black.
    var pixels = [UInt32](repeating: 0xFF00_0000, count: size.width * size.height)
    for y in 0..<size.height {
      for x in 0..<size.width / 2 { pixels[y * size.width + x] = 0xFFFF_FFFF }
    }
    var reduced: [UInt32] = [0, 0]
    try pixels.withUnsafeBytes { source in
      try reduced.withUnsafeMutableBytes { target in
        let isReduced = try LevelReduction.reduceIfSizesMatch(
          PixelView(
            size: size, stride: size.width * 4, bytes: try #require(source.baseAddress)),
          by: level,
          into: PixelBuffer(
            size: result, stride: result.width * 4, bytes: try #require(target.baseAddress)))
        #expect(isReduced)
      }
    }
    #expect(reduced == [0xFFFF_FFFF, 0xFF00_0000])
  }

  @Test func `a JPEG 2000 picture above the pixel limit is refused`() {
    let limits = DecodeLimits(pixels: 100)
    for kind in [DecodeRequest.Kind.probe, .exact] {
      let got = DecodedPicture.decode(JPEG2000Samples.color, kind, limits: limits)
      #expect(got.failure?.kind == .tooLarge)
    }
  }

  @Test(arguments: [
    JPEG2000Samples.color, JPEG2000Samples.codestream, JPEG2000Samples.tiles,
  ])
  func `a file that ends within a tile is shown and reported as incomplete`(bytes: [UInt8]) {
    let kinds: [DecodeRequest.Kind] = [.probe, .exact]
    for kind in kinds {
      #expect(DecodedPicture.decode(bytes, kind).info?.isTruncated == false)
      let cut = DecodedPicture.decode(Array(bytes.dropLast(20)), kind)
      #expect(cut.info?.isTruncated == true)
    }
    let noEnd = DecodedPicture.decode(Array(bytes.dropLast(2)))
    #expect(noEnd.info?.isTruncated == false, "only the end marker is missing")
  }

  @Test func `a file that is truncated or damaged anywhere is a picture or a failure`() {
    for bytes in [
      JPEG2000Samples.color, JPEG2000Samples.tiles, JPEG2000Samples.alpha,
      JPEG2000Samples.offsetChroma,
    ] {
      for length in stride(from: 12, to: bytes.count, by: 3) {
        let got = DecodedPicture.decode(Array(bytes[..<length]))
        #expect(got.pixels != nil || got.failure != nil)
      }
      for offset in stride(from: 4, to: bytes.count, by: 2) {
        var damaged = bytes
        damaged[offset] ^= 0xFF
        let got = DecodedPicture.decode(damaged, limits: DecodeLimits(pixels: 1 << 16))
        #expect(got.pixels != nil || got.failure != nil)
      }
    }
  }
}
