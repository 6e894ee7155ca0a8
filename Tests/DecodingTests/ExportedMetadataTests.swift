import DecoderWire
import DecodingSupport
import Geometry
import Testing

@testable import MetadataReading
@testable import OrientationEditing

/// The metadata of exported photos.
@Suite(.enabled(if: GExiv2Library.shared != nil, "libgexiv2 is not installed"))
struct ExportedMetadataTests {
  @Test func `properties of a clip, a gain map and extended XMP are not exported`() throws {
    var sample = MetadataSample()
    sample.xmp = """
      <xmp:Rating>4</xmp:Rating><xmpNote:HasExtendedXMP \
      xmlns:xmpNote="http://ns.adobe.com/xmp/note/">0123456789ABCDEF0123456789ABCDEF\
      </xmpNote:HasExtendedXMP><GCamera:MotionPhoto \
      xmlns:GCamera="http://ns.google.com/photos/1.0/camera/">1</GCamera:MotionPhoto>\
      <GCamera:BurstID xmlns:GCamera="http://ns.google.com/photos/1.0/camera/">7f3a\
      </GCamera:BurstID><hdrgm:Version xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/">1.0\
      </hdrgm:Version><Container:Directory \
      xmlns:Container="http://ns.google.com/photos/1.0/container/" \
      xmlns:Item="http://ns.google.com/photos/1.0/container/item/"><rdf:Seq>\
      <rdf:li rdf:parseType="Resource"><Container:Item Item:Mime="video/mp4" Item:Length="99"/>\
      </rdf:li></rdf:Seq></Container:Directory>
      """
    let made = try EncodingTests().export(sample.jpeg, EncodeRequest(.jpeg)).bytes
    for name in [
      "HasExtendedXMP", "MotionPhoto", "hdrgm:Version", "Item:Mime", "Item:Length",
      "Container:Item", "Container:Directory",
    ] {
      #expect(sample.jpeg.contains(Array(name.utf8)))
      #expect(!made.contains(Array(name.utf8)), "\(name)")
    }
    #expect(made.contains(Array("BurstID".utf8)))
    #expect(try DecodedPicture.metadata(made).rating == 4)
  }

  @Test func `an exported photo can be rotated, because its orientation is of the type SHORT`()
    throws
  {
    let sample = MetadataSample(image: [0x0112: .short(6)])
    let made = try EncodingTests().export(sample.jpeg, EncodeRequest(.jpeg)).bytes
    let edits = try made.withUnsafeBytes { raw throws(DecodeFailure) in
      try OrientationEditor.edits(of: PictureBytes(raw: raw), name: "a.jpg", turn: .right)
    }
    #expect(edits.map(\.removedCount) == [2])
  }
}
