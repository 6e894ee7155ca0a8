import DecoderWire
import DecodingSupport
import Geometry
import PictureMetadata
import Pixels
import TestSupport
import Testing

@testable import Decoding
@testable import PNGDecoding

/// Lossless rotations of the samples of a PNG.
@Suite(.tags(.seeded), .enabled(if: ZlibStream.isHere, "no zlib"))
struct PNGTurnTests {
  private func turned(_ source: [UInt8], by turn: Orientation = .up) throws -> [UInt8] {
    var encoding = EncodeRequest(.png)
    encoding.isLossless = true
    encoding.turn = turn
    return try EncodingTests().export(source, encoding).bytes
  }

  /// The samples of the stored picture, each pixel in a number of bytes.
  private func samples(_ bytes: [UInt8]) throws -> (samples: [UInt8], size: PixelSize, pixel: Int) {
    try bytes.withUnsafeBytes { raw in
      let file = try PNGFile(PictureBytes(raw: raw))
      let pixel = max(1, file.pixelBits / 8)
      let count = try #require(PNGRowDecoder.inflatedByteCount(file))
      return (try #require(LosslessPNG.pixelBytes(of: file, count, pixel)), file.size, pixel)
    }
  }

  @Test(arguments: 0..<60)
  func `every sample of every kind of PNG gets its new place`(seed: Int) throws {
    var dice = SeededGenerator(seed: UInt64(seed))
    let picture = RandomPNG(&dice)
    let turn = Orientation.allCases.randomElement(using: &dice) ?? .up
    let whole = picture.orientation.followed(by: turn)
    guard whole != .up else {
      #expect(throws: DecodeFailure.self) { try turned(picture.bytes, by: turn) }
      return
    }
    let made = try turned(picture.bytes, by: turn)
    let (before, after) = (try samples(picture.bytes), try samples(made))
    #expect(DecodedPicture.decode(made).info?.orientation == .up)
    #expect(after.size == (whole.swapsAxes ? before.size.transposed : before.size))
    let expected = (0..<after.size.height).flatMap { y in
      (0..<after.size.width).flatMap { x in
        let from = whole.storedPixel(
          x: x, y: y, width: before.size.width, height: before.size.height)
        let start = (from.y * before.size.width + from.x) * before.pixel
        return before.samples[start..<start + before.pixel]
      }
    }
    #expect(after.samples == expected)
  }

  @Test func `transparency, resolution and texts stay, and XMP becomes upright`() throws {
    var dice = SeededGenerator(seed: 5)
    let picture = RandomPNG(
      &dice, kind: 6, size: PixelSize(width: 24, height: 10), orientation: .right)
    let resolution = Samples.big32(3000) + Samples.big32(6000) + [1]
    let packet = Array("XML:com.adobe.xmp\0\0\0\0\0<x tiff:Orientation=\"6\"/>".utf8)
    let added =
      Samples.chunk("pHYs", resolution) + Samples.chunk("tEXt", Array("Title\0A fjord".utf8))
      + Samples.chunk("iTXt", packet) + Samples.chunk("vpAG", [1])
    let made = try turned(picture.bytes[..<33] + added + picture.bytes[33...])
    func contains(_ part: [UInt8]) -> Bool {
      (0...made.count - part.count).contains { made[$0...].starts(with: part) }
    }
    #expect(
      contains(Samples.chunk("pHYs", Samples.big32(6000) + Samples.big32(3000) + [1]))
        && contains(Samples.chunk("tEXt", Array("Title\0A fjord".utf8)))
        && contains(Array("tiff:Orientation=\"1\"".utf8)))
    // A chunk that depends on the data of the picture is not copied.
    #expect(!contains(Array("vpAG".utf8)))
  }

  @Test func `animations are refused, and an interlaced picture is turned`() throws {
    var dice = SeededGenerator(seed: 6)
    let picture = RandomPNG(
      &dice, kind: 0, size: PixelSize(width: 1, height: 1), orientation: .down)
    let animated =
      picture.bytes[..<33] + Samples.chunk("acTL", Samples.big32(2) + Samples.big32(0))
      + picture.bytes[33...]
    #expect(throws: DecodeFailure.self) { try turned(Array(animated)) }
    // The picture has 3 × 1 pixels of 8 bits: one in each of the passes 1, 6 and 6 of Adam7.
    let header = Samples.big32(3) + Samples.big32(1) + [8, 0, 0, 0, 1]
    let rows: [UInt8] = [0, 10, 0, 30, 0, 20]
    let interlaced =
      picture.bytes[..<8] + Samples.chunk("IHDR", header)
      + Samples.chunk("eXIf", Samples.exif(.down))
      + Samples.chunk("IDAT", ZlibStream.compressed(rows, level: 6)) + Samples.chunk("IEND", [])
    #expect(try samples(try turned(Array(interlaced))).samples == [30, 20, 10])
  }

  @Test(arguments: 0..<40)
  func `a damaged file ends with a failure or a picture, and never with a crash`(seed: Int) {
    var dice = SeededGenerator(seed: UInt64(seed))
    var source = RandomPNG(&dice, orientation: .left).bytes
    for _ in 0..<6 {
      source[Int.random(in: 33..<source.count, using: &dice)] = UInt8.random(
        in: 0...255, using: &dice)
    }
    _ = try? turned(source)
  }
}
