import CLinux
import DecoderWire
import Decoding
import Geometry
import Pixels
import Resampling
import TestSupport
import Testing

/// The decoding of PNG data that arrives in chunks.
@Suite(.tags(.seeded), .enabled(if: ZlibStream.isHere, "no zlib")) struct PNGStreamTests {
  @Test(arguments: 0..<120 as Range<UInt64>)
  func `a PNG of any kind, in chunks of any length, gives its pixels`(seed: UInt64) {
    var chance = SeededGenerator(seed: seed)
    let picture = RandomPNG(&chance)
    let got = DecodedPicture.decode(picture.bytes)
    #expect(got.pixels?.differences(from: picture.upright) == 0)
    #expect(got.info?.isTruncated == false)
  }

  @Test(arguments: Orientation.allCases)
  func `scaling during decoding equals scaling the whole picture`(
    orientation: Orientation
  ) throws {
    var chance = SeededGenerator(seed: UInt64(orientation.rawValue))
    for _ in 0..<6 {
      let size = PixelSize(
        width: Int.random(in: 40...300, using: &chance),
        height: Int.random(in: 40...300, using: &chance))
      let picture = RandomPNG(&chance, size: size, orientation: orientation)
      let whole = picture.upright
      let share = Double.random(in: 0.03...1, using: &chance)
      let box = PixelSize(
        width: max(1, Int(Double(whole.size.width) * share)),
        height: max(1, Int(Double(whole.size.height) * share)))
      let got = try #require(DecodedPicture.decode(picture.bytes, target: box).pixels)
      #expect(got.differences(from: Self.scaled(picture, whole, to: got.size)) == 0)
    }
  }

  /// The picture scaled as stored and then rotated, as any picture in memory.
  private static func scaled(
    _ picture: RandomPNG, _ upright: Bitmap, to size: PixelSize
  ) -> Bitmap {
    let stored = Bitmap(size: picture.size, isOpaque: false) { memory, stride in
      guard let base = memory.baseAddress else { return }
      Resampler.scale(
        PixelView(upright), orientation: picture.orientation.inverse,
        to: PixelBuffer(size: picture.size, stride: stride, bytes: base))
    }
    return Bitmap(size: size, isOpaque: upright.isOpaque) { memory, stride in
      guard let base = memory.baseAddress else { return }
      Resampler.scale(
        PixelView(stored), orientation: picture.orientation,
        to: PixelBuffer(size: size, stride: stride, bytes: base))
    }
  }

  /// Pictures with 100 KB to 3 MB of rows: in one chunk, in several, and on a second thread.
  @Test(arguments: [(230, 1), (300, 1), (400, 2), (430, 3), (520, 3), (700, 9)])
  func `one or several chunks and threads give equal pixels`(
    side: Int, seed: UInt64
  ) throws {
    var chance = SeededGenerator(seed: seed)
    let picture = RandomPNG(
      &chance, kind: 6, size: PixelSize(width: side, height: side + 20), orientation: .left)
    let got = try #require(DecodedPicture.decode(picture.bytes).pixels)
    #expect(got.differences(from: picture.upright) == 0)
  }

  @Test func `sixteen bits are rounded to the nearest eight`() throws {
    var raw: [UInt8] = []
    for high in 0..<256 {
      raw.append(0)
      for low in 0..<256 { raw += [UInt8(high), UInt8(low)] }
    }
    let bytes = Self.png(256, 256, depth: 16, kind: 0, raw)
    let got = try #require(DecodedPicture.decode(bytes).pixels)
    for value in 0..<65536 {
      let want = (value * 255 + 32767) / 65535
      let seen = Int(got.pixel(x: value & 255, y: value >> 8) & 0xFF)
      guard seen == want else {
        Issue.record("\(value) is \(seen), not \(want)")
        return
      }
    }
  }

  @Test(arguments: [PixelSize(width: 70_000, height: 50), PixelSize(width: 50, height: 70_000)])
  func `a picture much wider or higher than a screen is scaled like any other`(
    size: PixelSize
  ) throws {
    var chance = SeededGenerator(seed: 3)
    let picture = RandomPNG(&chance, size: size, orientation: .up)
    let got = DecodedPicture.decode(picture.bytes, target: PixelSize(width: 1000, height: 1000))
    let pixels = try #require(got.pixels)
    #expect(got.info?.naturalSize == size)
    #expect(max(pixels.size.width, pixels.size.height) == 1000)
    #expect(pixels.differences(from: Resampler.scale(picture.upright, to: pixels.size)) == 0)
  }

  @Test(.enabled(if: HelperProcess.path != nil, "the helper is not built"))
  func `a large picture takes little memory`() throws {
    let (width, height) = (6000, 4000)
    let raw = [UInt8](repeating: 0, count: (width * 3 + 1) * height)
    let helper = try #require(HelperProcess())
    let file = DecodedPicture.memory(holding: Self.png(width, height, depth: 8, kind: 2, raw))
    defer { close(file) }
    let got = try #require(helper.ask(file: file, target: PixelSize(width: 900, height: 900)))
    #expect(got.pixels?.size == PixelSize(width: 900, height: 600))
    // The rows of the picture have 72 MB, its pixels 96 MB.
    #expect(try #require(helper.peakMemory) < 48 << 20)
  }

  // MARK: Partial results

  /// A PNG with 25.2 MB of rows: each of one gray, brighter from the top down.
  private static let tall: [UInt8] = {
    var raw: [UInt8] = []
    raw.reserveCapacity(9001 * 2800)
    for y in 0..<2800 {
      raw.append(0)
      raw += [UInt8](repeating: UInt8(40 + y / 20), count: 9000)
    }
    return png(3000, 2800, depth: 8, kind: 2, raw)
  }()

  @Test func `partial results of a large picture have the decoded rows and are transparent below`()
    throws
  {
    let (parts, last) = Self.decodeInParts(Self.tall, box: 900)
    #expect(last.info?.isTruncated == false)
    #expect(parts.count == 2)
    var before = 0
    for part in parts {
      let pixels = try #require(part.pixels)
      #expect(pixels.size == PixelSize(width: 900, height: 840))
      #expect(part.info?.isTruncated == true && !pixels.isOpaque)
      #expect(part.info?.naturalSize == PixelSize(width: 3000, height: 2800))
      let rows = (0..<840).prefix { pixels.pixel(x: 450, y: $0) >> 24 == 255 }.count
      #expect(rows > before && rows < 840)
      #expect((rows..<840).allSatisfy { pixels.pixel(x: 450, y: $0) == 0 })
      // A decoded row does not change later.
      #expect(pixels.pixel(x: 450, y: rows / 2) == last.pixels?.pixel(x: 450, y: rows / 2))
      before = rows
    }
    // The upper third of the rows was decoded.
    #expect(before >= 280)
  }

  @Test(arguments: [(Orientation.down, 5, 835), (.right, 835, 450), (.left, 5, 450)])
  func `partial results of a rotated picture have their rows at the final place`(
    orientation: Orientation, firstX: Int, firstY: Int
  ) throws {
    let head = Self.tall[..<33]
    let turned = head + Samples.chunk("eXIf", Samples.exif(orientation)) + Self.tall[33...]
    let (parts, last) = Self.decodeInParts(Array(turned), box: 900)
    let part = try #require(parts.first?.pixels)
    let whole = try #require(last.pixels)
    #expect(part.size == whole.size)
    let y = orientation == .down ? part.size.height - 5 : firstY
    let x = orientation == .right ? part.size.width - 5 : firstX
    #expect(part.pixel(x: x, y: y) == whole.pixel(x: x, y: y))
    #expect(part.pixel(x: part.size.width - 1 - x, y: part.size.height - 1 - y) == 0)
  }

  @Test func `a small picture or a request without partials sends no partial result`() {
    #expect(Self.decodeInParts(Samples.png(400, 300), box: 100).parts.isEmpty)
    #expect(Self.decodeInParts(Self.tall, box: 900, wants: false).parts.isEmpty)
  }

  private static func decodeInParts(
    _ bytes: [UInt8], box: Int, wants: Bool = true
  ) -> (parts: [DecodedPicture], last: DecodedPicture) {
    let file = DecodedPicture.memory(holding: bytes)
    defer { close(file) }
    var request = DecodeRequest(
      id: 5, kind: .exact, target: PixelSize(width: box, height: box))
    request.wantsPartials = wants
    var parts: [DecodedPicture] = []
    let (reply, descriptor) = PictureDecoder.decode(request, file: file) {
      parts.append(DecodedPicture($0, descriptor: $1))
    }
    return (parts, DecodedPicture(reply, descriptor: descriptor))
  }

  private static func png(
    _ width: Int, _ height: Int, depth: UInt8, kind: UInt8, _ raw: [UInt8]
  ) -> [UInt8] {
    [0x89] + Array("PNG\r\n".utf8) + [0x1A, 0x0A]
      + Samples.chunk(
        "IHDR", Samples.big32(width) + Samples.big32(height) + [depth, kind, 0, 0, 0])
      + Samples.chunk("IDAT", ZlibStream.compressed(raw, level: 1)) + Samples.chunk("IEND", [])
  }
}
