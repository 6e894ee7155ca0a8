import DecoderWire
import DecodingSupport
import TestSupport
import Testing

@testable import Decoding
@testable import MetadataReading

/// Extended XMP in several segments of a JPEG file.
@Suite(.enabled(if: GExiv2Library.shared != nil, "libgexiv2 is not installed"))
struct ExtendedXMPTests {
  private static let guid = "0123456789ABCDEF0123456789ABCDEF"

  /// An APP1 segment with a part of an extended XMP packet.
  private struct Part {
    var guid = ExtendedXMPTests.guid
    var size: Int
    var offset: Int
    var content: ArraySlice<UInt8>

    var segment: [UInt8] {
      let body =
        Array("http://ns.adobe.com/xmp/extension/\0".utf8) + Array(guid.utf8)
        + Samples.big32(size) + Samples.big32(offset) + content
      return [0xFF, 0xE1] + Samples.big16(body.count + 2) + body
    }
  }

  /// The packet of the extension, which has a caption, keywords, and a rating that the main packet
  /// has, too.
  private static let packet = MetadataSample(
    xmp: """
      <dc:description><rdf:Alt><rdf:li xml:lang="x-default">\
      \(String(repeating: "A long caption. ", count: 20))</rdf:li></rdf:Alt></dc:description>\
      <dc:subject><rdf:Bag><rdf:li>one</rdf:li><rdf:li>two</rdf:li></rdf:Bag></dc:subject>\
      <xmp:Rating>1</xmp:Rating>
      """
  ).sidecar

  /// The parts of the packet in their order.
  private static func parts(of packet: [UInt8] = packet, length: Int = 200) -> [Part] {
    stride(from: 0, to: packet.count, by: length).map { start in
      Part(
        size: packet.count, offset: start,
        content: packet[start..<min(start + length, packet.count)])
    }
  }

  private static func jpeg(_ parts: [Part], guid: String = guid) -> [UInt8] {
    let main = MetadataSample(
      xmp: """
        <xmp:Rating>4</xmp:Rating><xmpNote:HasExtendedXMP \
        xmlns:xmpNote="http://ns.adobe.com/xmp/note/">\(guid)</xmpNote:HasExtendedXMP>
        """
    ).jpeg
    // The two segments of the sample follow the first marker.
    return main[..<2] + parts.flatMap(\.segment) + main[2...]
  }

  @Test(arguments: [200, 100_000])
  func `properties of the extension are added to those of the main packet`(length: Int) throws {
    let found = try DecodedPicture.metadata(Self.jpeg(Self.parts(length: length)))
    #expect(found.caption.hasPrefix("A long caption. A long") && found.keywords == ["one", "two"])
    #expect(found.rating == 4)
  }

  @Test func `the extension is read after a file with another namespace of the prefix`() throws {
    _ = try DecodedPicture.metadata(
      MetadataSample(
        xmp: """
          <xmpNote:HasExtendedXMP xmlns:xmpNote="http://ns.example.com/note/">\(Self.guid)\
          </xmpNote:HasExtendedXMP>
          """
      ).jpeg)
    let found = try DecodedPicture.metadata(Self.jpeg(Self.parts()))
    #expect(found.keywords == ["one", "two"])
  }

  @Test func `parts may come in any order, between those of another file`() throws {
    var parts = Self.parts()
    parts.reverse()
    var other = parts[0]
    other.guid = String(repeating: "0", count: 32)
    parts.insert(other, at: 1)
    #expect(try DecodedPicture.metadata(Self.jpeg(parts)).keywords == ["one", "two"])
  }

  @Test func `an incomplete or contradictory extension is ignored`() throws {
    let whole = Self.parts()
    var (missing, doubled, larger, gap, beyond) = (whole, whole, whole, whole, whole)
    missing.remove(at: 1)
    doubled.append(whole[1])
    larger[1].size += 1
    gap[1].offset += 1
    beyond[whole.count - 1].content += [0x20]
    for parts in [missing, doubled, larger, gap, beyond, []] {
      let found = try DecodedPicture.metadata(Self.jpeg(parts))
      #expect(found.keywords.isEmpty && found.rating == 4)
    }
    #expect(try DecodedPicture.metadata(Self.jpeg(whole, guid: "short")).keywords.isEmpty)
  }

  @Test func `a packet that is no XML, or claims any size, costs its properties only`() throws {
    let text = Array("no packet".utf8)
    #expect(try DecodedPicture.metadata(Self.jpeg(Self.parts(of: text))).rating == 4)
    for size in [0, ExtendedXMP.maxPacketBytes + 1, Int(UInt32.max)] {
      let part = Part(size: size, offset: 0, content: Self.packet[...])
      #expect(try DecodedPicture.metadata(Self.jpeg([part])).rating == 4)
    }
  }

  @Test func `an extension in a truncated file is no trap`() {
    let whole = Self.jpeg(Self.parts())
    for length in stride(from: 1, to: whole.count, by: 11) {
      whole.prefix(length).withUnsafeBytes {
        _ = ExtendedXMP.packet(of: PictureBytes(raw: $0), guid: Self.guid)
      }
    }
  }
}
