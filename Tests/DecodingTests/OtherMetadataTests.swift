import DecoderWire
import TestSupport
import Testing

@testable import Decoding
@testable import MetadataReading

/// The facts that a photo has only in XMP or IPTC, as some editing programs and agencies write
/// them.
@Suite(.enabled(if: GExiv2Library.shared != nil, "libgexiv2 is not installed"))
struct OtherMetadataTests {
  private static func exif(_ name: String, _ value: String) -> String {
    "<exif:\(name) xmlns:exif=\"http://ns.adobe.com/exif/1.0/\">\(value)</exif:\(name)>"
  }

  private func metadata(xmp: String) throws -> PhotoMetadata {
    try DecodedPicture.metadata(MetadataSample(xmp: xmp).jpeg)
  }

  @Test func `the exposure is read from XMP where EXIF has none`() throws {
    let facts = [
      ("ExposureTime", "1/125"), ("FNumber", "8/1"), ("FocalLength", "50/1"),
      ("FocalLengthIn35mmFilm", "75"), ("ExposureBiasValue", "-1/2"), ("ExposureProgram", "3"),
      ("MeteringMode", "5"), ("WhiteBalance", "1"),
      ("ISOSpeedRatings", "<rdf:Seq><rdf:li>200</rdf:li></rdf:Seq>"),
    ].map { Self.exif($0.0, $0.1) }.joined()
    let flash =
      "<exif:Flash xmlns:exif=\"http://ns.adobe.com/exif/1.0/\" rdf:parseType=\"Resource\">"
      + "<exif:Fired>True</exif:Fired><exif:Mode>3</exif:Mode></exif:Flash>"
    let found = try metadata(xmp: facts + flash)
    #expect(found.exposureTime == PhotoMetadata.Ratio(1, 125))
    #expect(found.aperture == PhotoMetadata.Ratio(8, 1))
    #expect(found.focalLength == PhotoMetadata.Ratio(50, 1) && found.equivalentFocalLength == 75)
    #expect(found.exposureBias == PhotoMetadata.Ratio(-1, 2) && found.iso == 200)
    #expect(found.exposureProgram == 3 && found.meteringMode == 5 && found.whiteBalance == 1)
    #expect(found.flash == 25, "fired, in automatic mode")
  }

  @Test func `EXIF has precedence over XMP`() throws {
    var sample = MetadataSample(xmp: Self.exif("FNumber", "8/1"))
    sample.photo[0x829D] = .ratio(28, 10)
    #expect(try DecodedPicture.metadata(sample.jpeg).aperture == PhotoMetadata.Ratio(28, 10))
  }

  @Test func `the position is read from XMP where EXIF has none`() throws {
    let found = try metadata(
      xmp: Self.exif("GPSLatitude", "48,30.0N") + Self.exif("GPSLongitude", "2,15,0W")
        + Self.exif("GPSAltitude", "35/1") + Self.exif("GPSAltitudeRef", "1"))
    let position = try #require(found.position)
    #expect(position.latitude == 48.5 && position.longitude == -2.25 && position.altitude == -35)
  }

  @Test(
    arguments: [
      ("48,30.0N", 48.5), ("11,30,36E", 11.51), ("0,0S", 0), ("48N", nil), ("48,30.0", nil),
      ("48,-30N", nil), ("48,nanN", nil), ("48,,N", nil), ("1,2,3,4N", nil), ("N", nil), ("", nil),
    ] as [(String, Double?)])
  func `a coordinate of XMP is in degrees and minutes`(text: String, degrees: Double?) {
    let found = MetadataText.coordinate(text)
    #expect(found.map { ($0 * 1e6).rounded() } == degrees.map { ($0 * 1e6).rounded() })
  }

  @Test(
    arguments: [
      ("1/250", [1, 250]), ("-2/3", [-2, 3]), ("8", [8, 1]), ("1/0", nil), ("1/-2", nil),
      ("1/2/3", nil), ("/2", nil), ("f/2", nil), ("", nil),
    ] as [(String, [Int]?)])
  func `a fraction of XMP is two integers`(text: String, integers: [Int]?) {
    #expect(MetadataText.ratio(text).map { [$0.numerator, $0.denominator] } == integers)
  }

  @Test func `a face without a name does not hide the names after it`() throws {
    func region(_ name: String) -> String {
      "<rdf:li rdf:parseType=\"Resource\"><mwg-rs:Area rdf:parseType=\"Resource\">"
        + "<stArea:x>0.5</stArea:x><stArea:y>0.5</stArea:y></mwg-rs:Area>\(name)</rdf:li>"
    }
    let regions = region("") + region("<mwg-rs:Name>Ada</mwg-rs:Name>") + region("")
    let xmp =
      "<mwg-rs:Regions xmlns:mwg-rs=\"http://www.metadataworkinggroup.com/schemas/regions/\""
      + " xmlns:stArea=\"http://ns.adobe.com/xmp/sType/Area#\" rdf:parseType=\"Resource\">"
      + "<mwg-rs:RegionList><rdf:Bag>\(regions)</rdf:Bag></mwg-rs:RegionList></mwg-rs:Regions>"
    #expect(try metadata(xmp: xmp).people == ["Ada"])
  }

  @Test func `the place is that of the location where the photo was taken, else the shown one`()
    throws
  {
    let address = "http://iptc.org/std/Iptc4xmpExt/2008-02-29/"
    func location(_ name: String, _ city: String) -> String {
      "<Iptc4xmpExt:\(name) xmlns:Iptc4xmpExt=\"\(address)\"><rdf:Bag>"
        + "<rdf:li rdf:parseType=\"Resource\"><Iptc4xmpExt:City>\(city)</Iptc4xmpExt:City>"
        + "<Iptc4xmpExt:CountryName>France</Iptc4xmpExt:CountryName></rdf:li></rdf:Bag>"
        + "</Iptc4xmpExt:\(name)>"
    }
    let shown = location("LocationShown", "Ouessant")
    let both = location("LocationCreated", "Brest") + shown
    #expect(try metadata(xmp: shown).place == ["Ouessant", "France"])
    #expect(try metadata(xmp: both).place == ["Brest", "France"])
    let core = "<photoshop:City>Oslo</photoshop:City>"
    #expect(try metadata(xmp: core + both).place == ["Oslo"])
  }

  // MARK: IPTC

  /// A JPEG with an IPTC record, whose data sets are given by number and content.
  ///
  /// - Source: IPTC-IIM 4.2, chapter 3; Photoshop File Formats, image resource 0x0404.
  private static func jpeg(iptc sets: [(number: UInt8, text: String)]) -> [UInt8] {
    var record: [UInt8] = []
    for set in sets {
      record += [0x1C, 2, set.number]
      record += Samples.big16(set.text.utf8.count)
      record += Array(set.text.utf8)
    }
    var block = Array("Photoshop 3.0".utf8) + [0]
    block += Array("8BIM".utf8) + [4, 4, 0, 0]
    block += Samples.big32(record.count) + record
    if record.count % 2 == 1 { block.append(0) }
    let picture = Samples.jpeg(8, 8)
    var file = Array(picture[..<2])
    file += [0xFF, 0xED]
    file += Samples.big16(block.count + 2) + block
    return file + Array(picture[2...])
  }

  @Test func `the date of an IPTC record is read, with its time and zone if it has them`() throws {
    let date = (number: UInt8(55), text: "20190304")
    let whole = try DecodedPicture.metadata(Self.jpeg(iptc: [date, (60, "101112+0100")]))
    #expect(
      whole.taken
        == PhotoMetadata.CaptureTime(
          year: 2019, month: 3, day: 4, hour: 10, minute: 11, second: 12, zoneMinutes: 60))
    let day = try DecodedPicture.metadata(Self.jpeg(iptc: [date]))
    #expect(
      day.taken
        == PhotoMetadata.CaptureTime(year: 2019, month: 3, day: 4, hour: 0, minute: 0, second: 0))
  }
}
