import DecoderWire
import TestSupport
import Testing

@testable import Decoding
@testable import MetadataReading

/// The metadata of clips, read as the helper reads it.
struct ClipMetadataTests {
  private static func box(_ name: String, _ body: [UInt8]) -> [UInt8] {
    Samples.big32(body.count + 8) + Array(name.utf8) + body
  }

  /// A clip with a movie header, and with items of metadata if there are any.
  private static func clip(header: [UInt8] = [0], meta: [UInt8] = []) -> [UInt8] {
    box("ftyp", Array("qt  ".utf8) + [0, 0, 0, 0]) + box("mdat", [1, 2, 3])
      + box("moov", box("mvhd", header) + (meta.isEmpty ? [] : box("meta", meta)))
  }

  private static let meta: [UInt8] = {
    let items = [
      ("creationdate", "2024-05-17T18:03:05+0200"), ("make", "Apple"), ("model", "iPhone 15 Pro"),
      ("location.ISO6709", "+60.3930+005.3242+012.000/"),
    ]
    let keys = items.flatMap { box("mdta", Array("com.apple.quicktime.\($0.0)".utf8)) }
    let list = items.enumerated().flatMap { number, item in
      let data = box("data", [0, 0, 0, 1, 0, 0, 0, 0] + Array(item.1.utf8))
      return Samples.big32(data.count + 8) + Samples.big32(number + 1) + data
    }
    return box("hdlr", [UInt8](repeating: 0, count: 24))
      + box("keys", [0, 0, 0, 0] + Samples.big32(items.count) + keys) + box("ilst", list)
  }()

  @Test(arguments: [meta, [0, 0, 0, 0] + meta])
  func `date, camera and place of a clip are read`(meta: [UInt8]) throws {
    let header = Self.header(version: 0, seconds: Self.noon)
    let found = try DecodedPicture.metadata(Self.clip(header: header, meta: meta))
    #expect(found.make == "Apple" && found.model == "iPhone 15 Pro")
    #expect(
      found.taken
        == PhotoMetadata.CaptureTime(
          year: 2024, month: 5, day: 17, hour: 18, minute: 3, second: 5, zoneMinutes: 120))
    #expect(found.position?.latitude == 60.393 && found.position?.altitude == 12)
  }

  @Test(
    .enabled(if: GExiv2Library.shared != nil, "libgexiv2 is not installed"),
    arguments: [true, false])
  func `the XMP packet of a clip completes its metadata`(isQuickTime: Bool) throws {
    var sample = MetadataSample()
    sample.xmp =
      "<xmp:Rating>4</xmp:Rating><xmp:CreatorTool>Editor</xmp:CreatorTool>"
      + "<dc:subject><rdf:Bag><rdf:li>fjord</rdf:li></rdf:Bag></dc:subject>"
    let identifier: [UInt8] = [
      0xBE, 0x7A, 0xCF, 0xCB, 0x97, 0xA9, 0x42, 0xE8, 0x9C, 0x71, 0x99, 0x94, 0x91, 0xE3, 0xAF,
      0xAC,
    ]
    let start = Self.box("ftyp", Array("qt  ".utf8) + [0, 0, 0, 0])
    let other = Self.box("uuid", [UInt8](repeating: 1, count: 16) + [1, 2, 3])
    let packet = Self.box("udta", Self.box("XMP_", sample.sidecar))
    let movie = Self.box("meta", Self.meta) + (isQuickTime ? packet : [])
    let clip =
      start + other + Self.box("moov", movie)
      + (isQuickTime ? [] : Self.box("uuid", identifier + sample.sidecar))
    let found = try DecodedPicture.metadata(clip)
    #expect(found.rating == 4 && found.keywords == ["fjord"] && found.software == "Editor")
    #expect(found.model == "iPhone 15 Pro" && found.taken?.hour == 18)
  }

  @Test func `a truncated clip gives metadata, which may be empty`() throws {
    let whole = Self.clip(header: Self.header(version: 1, seconds: Self.noon), meta: Self.meta)
    for length in stride(from: 1, to: whole.count, by: 7) {
      _ = try DecodedPicture.metadata(Array(whole.prefix(length)))
    }
  }

  /// 2024-02-29 12:34:56 UTC in seconds since 1904.
  private static let noon = 3_792_054_896

  private static func header(version: UInt8, seconds: Int) -> [UInt8] {
    let count = version == 1 ? 8 : 4
    let time = (0..<count).map { UInt8(truncatingIfNeeded: seconds >> (8 * (count - 1 - $0))) }
    return [version, 0, 0, 0] + time + time
  }

  @Test(arguments: [UInt8(0), 1])
  func `a clip without a date in its metadata has that of its header, in UTC`(version: UInt8)
    throws
  {
    let header = Self.header(version: version, seconds: Self.noon)
    #expect(
      try DecodedPicture.metadata(Self.clip(header: header)).taken
        == PhotoMetadata.CaptureTime(
          year: 2024, month: 2, day: 29, hour: 12, minute: 34, second: 56, zoneMinutes: 0))
  }

  @Test func `the header of an animated picture is no date taken`() throws {
    let header = Self.header(version: 0, seconds: Self.noon)
    let movie = Self.box("moov", Self.box("mvhd", header))
    let avif = Self.box("ftyp", Array("avis".utf8) + [0, 0, 0, 0] + Array("avis".utf8)) + movie
    #expect(try DecodedPicture.metadata(avif).taken == nil)
  }

  @Test(arguments: [
    (UInt8(0), 0), (0, 2_082_844_800), (1, 0), (1, -1), (1, .max),
    (1, 2_082_844_800 + 253_402_300_800),
  ])
  func `a header without a possible date gives none`(version: UInt8, seconds: Int) throws {
    let header = Self.header(version: version, seconds: seconds)
    #expect(try DecodedPicture.metadata(Self.clip(header: header)).taken == nil)
  }

  /// A clip that a fuzzer found: the parser of libexiv2 0.27 loops endlessly over it.
  @Test func `a damaged clip has no metadata`() throws {
    let clip =
      [0xB2, 0, 0, 0x10] + Array("ftypqt  ".utf8) + [0, 0, 0, 0, 0, 0, 0, 11]
      + Array("mdatabc".utf8) + [0, 0, 0, 0x1C] + Array("moov".utf8) + [0, 0, 0, 0x14]
      + [0x6D, 1, 0, 0, 3, 0x76] + [UInt8](repeating: 0x81, count: 13) + [0x7F, 0x83]
      + [0x81, 0x81, 0x81, 0x81] + Array("hd".utf8) + [UInt8](repeating: 0, count: 11)
      + [1, 0, 0, 0, 0, 1, 0, 0, 0]
    #expect(try DecodedPicture.metadata(clip).isEmpty)
  }
}
