import DecoderWire
import DecodingSupport
import Geometry
import PictureMetadata

/// The property `tiff:Orientation` in the XMP packet of a JPEG or WebP file, which some programs
/// prefer to the EXIF tag.
///
/// - Source: XMP specification, part 3, 1.1.3 (JPEG); RFC 9649, 2.7.1.5 (WebP).
enum XMPOrientationProperty {
  /// The maximum number of occurrences of the property that are changed.
  private static let maxOccurrences = 4
  /// The texts that precede the value of the property, which is an attribute or the content of an
  /// element.
  private static let precedingTexts: [StaticString] = [
    "tiff:Orientation=\"", "tiff:Orientation='", "tiff:Orientation>",
  ]

  /// The edits of the file that change every occurrence of the property to `orientation`, sorted by
  /// offset; empty when the file has no such property.
  static func edits(
    _ bytes: PictureBytes, _ format: PictureFormat, _ orientation: Orientation
  ) -> [FileEdit] {
    guard let range = packet(bytes, format) else { return [] }
    let packet = bytes.part(range)
    let wanted = UInt8(ascii: "0") + UInt8(orientation.rawValue)
    var edits: [FileEdit] = []
    var position = 0
    while position < packet.count, edits.count < maxOccurrences {
      guard packet.byte(position) == UInt8(ascii: "t"),
        let form = precedingTexts.first(where: { packet.hasBytes($0, at: position) })
      else {
        position += 1
        continue
      }
      position += form.utf8CodeUnitCount
      guard let value = packet.byte(position), value != wanted,
        (UInt8(ascii: "1")...UInt8(ascii: "8")).contains(value)
      else { continue }
      edits.append(FileEdit(offset: range.lowerBound + position, removedCount: 1, bytes: [wanted]))
    }
    return edits
  }

  /// The range of the XMP packet in the file; nil when it has none.
  private static func packet(_ bytes: PictureBytes, _ format: PictureFormat) -> Range<Int>? {
    var found: Range<Int>?
    switch format {
    case .jpeg:
      _ = bytes.visitJPEGSegmentsReturningScanOffset { marker, body in
        if marker == 0xE1, found == nil,
          bytes.part(body).hasBytes("http://ns.adobe.com/xap/1.0/\0")
        {
          found = body.clamped(to: 0..<bytes.count)
        }
      }
    case .webp:
      var offset = 12
      while found == nil, let length = bytes.little32(offset + 4), bytes.hasChunkName(at: offset) {
        let data = offset + 8..<offset + 8 + length
        if bytes.hasBytes("XMP ", at: offset) { found = data.clamped(to: 0..<bytes.count) }
        offset = data.upperBound + length % 2
      }
    default: break
    }
    return found
  }
}
