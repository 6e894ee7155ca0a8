import DecoderWire
import DecodingSupport
import Geometry
import PictureMetadata
import Pixels
import TIFFDecoding
import TestSupport
import Testing

@testable import Decoding

/// Lossless rotations of the samples of a TIFF, for which libtiff is installed.
@Suite(.tags(.seeded), .enabled(if: TIFFLibrary.shared != nil))
struct TIFFTurnTests {
  private static let (width, height) = (48, 32)

  /// Samples of which no two rows are equal, with 16 values, so that they can be compressed.
  private static func noise(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: ($0 &* 2_654_435_761) >> 11) & 0xF0 }
  }

  private func turned(_ source: [UInt8]) throws -> [UInt8] {
    var encoding = EncodeRequest(.png)
    encoding.isLossless = true
    return try EncodingTests().export(source, encoding, name: "a.tif").bytes
  }

  /// Checks that the file shows the same picture as before, upright without a tag.
  private func expectTurned(_ source: [UInt8]) throws -> [UInt8] {
    let made = try turned(source)
    let (before, after) = (DecodedPicture.decode(source), DecodedPicture.decode(made))
    let (one, other) = (try #require(before.pixels), try #require(after.pixels))
    #expect(after.info?.orientation == .up && one.size == other.size)
    for y in 0..<one.size.height {
      for x in 0..<one.size.width where one.pixel(x: x, y: y) != other.pixel(x: x, y: y) {
        Issue.record("\(x), \(y) differs")
        return made
      }
    }
    return made
  }

  @Test(
    arguments: [TIFFWriter.Packing.none, .lzw, .deflate, .packBits],
    [Orientation.right, .down, .leftMirrored])
  func `the samples are turned in every compression without loss`(
    packing: TIFFWriter.Packing, orientation: Orientation
  ) throws {
    var writer = TIFFWriter(Self.width, Self.height, samples: 3, photometric: 2)
    writer.tags[259] = .shorts([packing.rawValue])
    writer.tags[274] = .shorts([orientation.rawValue])
    writer.tags[278] = .longs([8])
    writer.tags[270] = .text("a fjord at night")
    let row = Self.width * 3
    let samples = Self.noise(row * Self.height)
    let strips = stride(from: 0, to: Self.height, by: 8).map { y in
      TIFFWriter.pack(
        Array(samples[y * row..<(y + 8) * row]), packing, width: Self.width, rows: 8)
    }
    let source = writer.bytes(strips)
    let made = try expectTurned(source)
    made.withUnsafeBytes { raw in
      let reader = ExifReader(PictureBytes(raw: raw))
      let text = reader?.directory(at: reader?.firstDirectoryOffset)?.data(270)
      #expect(text.map { Array($0.raw) } == Array("a fjord at night".utf8) + [0])
    }
    // Samples without compression take the place of the former ones.
    if packing == .none { #expect(made.count < source.count + 300) }
  }

  @Test func `tiles and samples of 16 bits are turned`() throws {
    var tiled = TIFFWriter(Self.width, Self.height, samples: 1, photometric: 1)
    tiled.tags[274] = .shorts([Orientation.right.rawValue])
    tiled.tags[278] = nil
    (tiled.tags[322], tiled.tags[323]) = (.shorts([16]), .shorts([16]))
    let samples = Self.noise(6 * 256)
    _ = try expectTurned(
      tiled.bytes((0..<6).map { Array(samples[$0 * 256..<($0 + 1) * 256]) }, tiled: true))
    var deep = TIFFWriter(Self.width, Self.height, samples: 3, bits: 16, photometric: 2)
    deep.tags[274] = .shorts([Orientation.left.rawValue])
    let bytes = Self.noise(Self.width * Self.height * 6)
    let made = try expectTurned(deep.bytes([bytes]))
    // The low bytes, which no decoded picture shows, are rotated, too.
    let samples16 = made.withUnsafeBytes { raw -> [UInt8]? in
      let reader = ExifReader(PictureBytes(raw: raw))
      let directory = reader?.directory(at: reader?.firstDirectoryOffset)
      guard let start = directory?.value(273), let count = directory?.value(279) else { return nil }
      return Array(raw[start..<start + count])
    }
    let side = Self.height
    let expected = (0..<Self.width).flatMap { y in
      (0..<side).flatMap { x -> [UInt8] in
        let from = Orientation.left.storedPixel(
          x: x, y: y, width: Self.width, height: Self.height)
        let start = (from.y * Self.width + from.x) * 6
        return Array(bytes[start..<start + 6])
      }
    }
    #expect(samples16 == expected)
  }

  /// A file whose strip is stated to be so long that it includes other data.
  @Test(arguments: [700, 34665])
  func `metadata within the stated size of a strip is kept`(tag: Int) throws {
    var dice = SeededGenerator(seed: 1)
    let samples = (0..<Self.width * Self.height * 3).map { _ in
      UInt8.random(in: 0...15, using: &dice) << 4
    }
    let strip = TIFFWriter.pack(samples, .deflate, width: Self.width, rows: Self.height)
    let metadata = [UInt8](repeating: UInt8(ascii: " "), count: 2000)
    let isDirectory = tag == 34665
    var writer = TIFFWriter(Self.width, Self.height, samples: 3, photometric: 2)
    writer.tags[259] = .shorts([TIFFWriter.Packing.deflate.rawValue])
    writer.tags[274] = .shorts([Orientation.right.rawValue])
    writer.tags[tag] = isDirectory ? .longs([0]) : .bytes(metadata)
    var source = writer.bytes([strip])
    let offset = source.count
    // A maker note in an Exif directory, or XMP.
    let fields = [(1, 2), (37500, 2), (7, 2), (metadata.count, 4), (offset + 18, 4), (0, 4)]
    let block =
      (isDirectory ? fields.flatMap { TIFFWriter.little($0.0, $0.1) } : []) + metadata
    source += block
    for (tag, value) in [(tag, offset), (279, strip.count + block.count)] {
      for entry in stride(from: 10, to: 10 + 12 * Int(source[8]), by: 12)
      where Array(source[entry..<entry + 2]) == TIFFWriter.little(tag, 2) {
        source.replaceSubrange(entry + 8..<entry + 12, with: TIFFWriter.little(value, 4))
      }
    }
    let made = try expectTurned(source)
    #expect(Array(made[offset..<offset + block.count]) == block)
  }

  @Test func `samples with their lowest bits first are turned`() throws {
    var writer = TIFFWriter(Self.width, Self.height, samples: 1, photometric: 1)
    writer.tags[266] = .shorts([2])
    writer.tags[274] = .shorts([Orientation.right.rawValue])
    let reversed = Self.noise(Self.width * Self.height).map { byte in
      var result: UInt8 = 0
      for bit in 0..<8 where byte & (1 << bit) != 0 { result |= 0x80 >> bit }
      return result
    }
    _ = try expectTurned(writer.bytes([reversed]))
  }

  @Test func `a plane of one sample, and a strip without a stated length, are turned`() throws {
    var writer = TIFFWriter(Self.width, Self.height, samples: 1, photometric: 1)
    writer.tags[274] = .shorts([Orientation.right.rawValue])
    let strip = Self.noise(Self.width * Self.height)
    var plane = writer
    plane.tags[284] = .shorts([2])
    _ = try expectTurned(plane.bytes([strip]))
    writer.hasByteCounts = false
    _ = try expectTurned(writer.bytes([strip]))
  }

  @Test func `an upright TIFF stays, and pages, JPEG and single bits are refused`() throws {
    var writer = TIFFWriter(Self.width, Self.height, samples: 1, photometric: 1)
    let strip = Self.noise(Self.width * Self.height)
    func failure(_ source: [UInt8]) -> DecodeFailure? {
      do {
        _ = try turned(source)
        return nil
      } catch { return error as? DecodeFailure }
    }
    func kind(_ source: [UInt8]) -> DecodeFailure.Kind? { failure(source)?.kind }
    #expect(kind(writer.bytes([strip])) == .empty)
    writer.tags[274] = .shorts([Orientation.right.rawValue])
    #expect(kind(TIFFWriter.file([(writer, [strip]), (writer, [strip])])) == .unsupported)
    var lossy = writer
    lossy.tags[259] = .shorts([7])
    #expect(
      failure(lossy.bytes([strip]))?.detail
        == "is compressed with loss, so its pixels would change")
    writer.tags[258] = .shorts([1])
    #expect(kind(writer.bytes([Array(strip.prefix(Self.width / 8 * Self.height))])) == .unsupported)
  }

  @Test func `a picture with more pixels than can be counted is refused`() {
    let side = Int(UInt32.max)
    var writer = TIFFWriter(side, side, samples: 1, photometric: 1)
    writer.tags[274] = .shorts([Orientation.right.rawValue])
    let source = writer.bytes([[0]])
    #expect(throws: DecodeFailure.self) { try turned(source) }
  }

  @Test(arguments: 0..<40)
  func `a damaged file ends with a failure or a picture, and never with a crash`(seed: Int) {
    var writer = TIFFWriter(Self.width, Self.height, samples: 1, photometric: 1)
    writer.tags[274] = .shorts([Orientation.right.rawValue])
    var source = writer.bytes([Self.noise(Self.width * Self.height)])
    for number in 0..<4 {
      let index = (seed &* 7919 &+ number &* 104_729) % 160
      source[index] = UInt8(truncatingIfNeeded: seed &* 31 &+ number &* 17)
    }
    _ = try? turned(source)
  }
}
