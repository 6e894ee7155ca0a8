import CLinux
import DecoderWire
import DecodingSupport
import Geometry
import Pixels
import TestSupport
import Testing

@testable import Decoding
@testable import OrientationEditing

/// Changes of the orientation of pictures, which must not change pixels and other metadata.
struct OrientationEditorTests {
  private static let turns: [Orientation] = [.right, .left, .down, .upMirrored, .downMirrored]

  /// An EXIF block with some tags, but without an orientation; `tags` are sorted.
  private static func exif(_ tags: [Int]) -> [UInt8] {
    var out: [UInt8] = Array("II*\0".utf8) + [8, 0, 0, 0, UInt8(tags.count), 0]
    for tag in tags {
      out += [UInt8(tag & 0xFF), UInt8(tag >> 8), 2, 0, 2, 0, 0, 0, 0x41, 0, 0, 0]
    }
    // The length is odd, but a directory must begin at an even offset.
    return out + [0, 0, 0, 0, 0x42]
  }

  private static func jpeg(exif block: [UInt8]) -> [UInt8] {
    let bytes = Samples.jpeg(24, 16)
    let body = Array("Exif\0\0".utf8) + block
    return bytes[..<2] + [0xFF, 0xE1, 0, UInt8(body.count + 2)] + body + bytes[2...]
  }

  /// An EXIF block with the identifier of the APP1 segment.
  private static func identified(_ block: [UInt8]) -> [UInt8] { Array("Exif\0\0".utf8) + block }

  /// An EXIF block with an orientation of the TIFF type with a number: LONG (4) or SLONG (9).
  private static func exif(_ orientation: Orientation, ofType type: UInt8) -> [UInt8] {
    Array("II*\0".utf8) + [8, 0, 0, 0, 1, 0, 0x12, 0x01, type, 0, 1, 0, 0, 0]
      + [UInt8(orientation.rawValue), 0, 0, 0, 0, 0, 0, 0]
  }

  private static func png(exif block: [UInt8]) -> [UInt8] {
    let bytes = Samples.png(24, 16)
    return bytes[..<33] + Samples.chunk("eXIf", block) + bytes[33...]
  }

  private static func tiff(orientation: Orientation?) -> [UInt8] {
    var writer = TIFFWriter(24, 16, samples: 3, photometric: 2)
    if let orientation { writer.tags[274] = .shorts([orientation.rawValue]) }
    return writer.bytes([Samples.rgb(24, 16)])
  }

  /// An extended WebP with an XMP chunk and without EXIF.
  private static func withXMP(_ simple: [UInt8]) -> [UInt8] {
    let head: [UInt8] =
      Array("VP8X".utf8) + Samples.little32(10) + [4, 0, 0, 0, 59, 0, 0, 39, 0, 0]
    let chunks =
      head + simple[12...] + Array("XMP ".utf8) + Samples.little32(4) + Array("<x/>".utf8)
    return Array("RIFF".utf8) + Samples.little32(chunks.count + 4) + Array("WEBP".utf8) + chunks
  }

  private static let samples: [(String, [UInt8])] = [
    ("a.jpg", Samples.jpeg(24, 16)), ("a.jpg", Samples.jpeg(24, 16, orientation: .up)),
    ("a.jpg", Samples.jpeg(24, 16, orientation: .right)),
    ("a.jpg", Samples.jpeg(24, 16, orientation: .rightMirrored, progressive: true)),
    ("a.jpg", jpeg(exif: exif([0x010E, 0x0131]))), ("a.jpg", jpeg(exif: exif([0x0131]))),
    ("a.jpg", jpeg(exif: exif([0x010E]))),
    ("a.jpg", jpeg(exif: exif(.right, ofType: 4))), ("a.jpg", jpeg(exif: exif(.up, ofType: 9))),
    ("a.png", Samples.png(24, 16)), ("a.png", Samples.png(24, 16, orientation: .left)),
    ("a.png", png(exif: exif([0x010E, 0x0131]))),
    ("a.png", png(exif: identified(exif([0x010E, 0x0131])))),
    ("a.png", png(exif: identified(MetadataSample(image: [0x0112: .short(3)]).tiff))),
    ("a.webp", FormatSamples.webp()), ("a.webp", FormatSamples.webp(.right)),
    ("a.webp", withXMP(FormatSamples.webp())),
    ("a.tif", tiff(orientation: nil)), ("a.tif", tiff(orientation: .rightMirrored)),
  ]

  private func turned(_ bytes: [UInt8], _ name: String, _ turn: Orientation) throws -> [UInt8] {
    let edits = try bytes.withUnsafeBytes { raw throws(DecodeFailure) in
      try OrientationEditor.edits(of: PictureBytes(raw: raw), name: name, turn: turn)
    }
    return try #require(FileEdit.apply(edits, to: bytes))
  }

  @Test(arguments: samples.indices, turns)
  func `the picture is turned, and turning it back restores its pixels`(
    index: Int, turn: Orientation
  ) throws {
    let (name, bytes) = Self.samples[index]
    let before = try #require(DecodedPicture.decode(bytes, name: name).pixels)
    let result = try turned(bytes, name, turn)
    let after = try #require(DecodedPicture.decode(result, name: name).pixels)
    #expect(after.size == (turn.swapsAxes ? before.size.transposed : before.size))
    for y in 0..<after.size.height {
      for x in 0..<after.size.width {
        let pixel = turn.storedPixel(
          x: x, y: y, width: before.size.width, height: before.size.height)
        #expect(after.pixel(x: x, y: y) == before.pixel(x: pixel.x, y: pixel.y))
      }
    }
    let back = try turned(result, name, turn.inverse)
    let again = try #require(DecodedPicture.decode(back, name: name).pixels)
    #expect(again.isSame(as: before))
    // The tag exists for the second change, so that only its value changes.
    #expect(back.count == result.count)
  }

  @Test func `an existing tag is changed in place`() throws {
    let bytes = Samples.jpeg(24, 16, orientation: .up)
    let result = try turned(bytes, "a.jpg", .right)
    let differing = bytes.indices.filter { bytes[$0] != result[$0] }
    #expect(result.count == bytes.count && differing.count == 1)
    #expect(result == Samples.jpeg(24, 16, orientation: .right))
  }

  @Test func `other tags stay when the orientation is added`() throws {
    let result = try turned(Self.jpeg(exif: Self.exif([0x010E, 0x0131])), "a.jpg", .left)
    let block = try #require(
      result.withUnsafeBytes { raw -> [Int?]? in
        let start = PictureBytes(raw: raw)
        return (0..<3).map { start.little16(12 + (start.little32(16) ?? 0) + 2 + $0 * 12) }
      })
    #expect(block == [0x010E, 0x0112, 0x0131])
  }

  @Test(arguments: [false, true])
  func `the orientation in the XMP packet of a JPEG is changed as well`(hasTag: Bool) throws {
    var sample = MetadataSample(image: hasTag ? [0x0112: .short(1)] : [:])
    sample.xmp =
      "</rdf:Description><rdf:Description rdf:about=\"\" "
      + "xmlns:tiff=\"http://ns.adobe.com/tiff/1.0/\" tiff:Orientation=\"1\">"
    let result = try turned(sample.jpeg, "a.jpg", .right)
    #expect(result.contains(Array("tiff:Orientation=\"6\"".utf8)))
    #expect(DecodedPicture.decode(result, .probe).info?.orientation == .right)
  }

  @Test(arguments: [("a.gif", "GIF89a"), ("a.bmp", "BM"), ("a.jpg", "no picture")])
  func `files without a place for an orientation are refused`(name: String, beginning: String) {
    let bytes = Array(beginning.utf8) + [UInt8](repeating: 0, count: 60)
    #expect(throws: DecodeFailure.self) { _ = try turned(bytes, name, .right) }
  }

  @Test func `the helper answers with edits`() {
    let file = DecodedPicture.memory(holding: Samples.jpeg(24, 16, orientation: .up))
    defer { close(file) }
    var request = DecodeRequest(id: 1, kind: .orientationEdits, target: .zero, nameHint: "a.jpg")
    request.turn = .right
    let reply = PictureDecoder.decode(request, file: file).reply
    guard case .edits(let edits) = reply.result else {
      Issue.record("\(reply)")
      return
    }
    #expect(edits.map(\.bytes) == [[0, 6]] && edits.map(\.removedCount) == [2])
  }
}
