import DecodingSupport
import PictureMetadata

/// The extended XMP of a JPEG file: the properties that do not fit into one segment of 64 kB, as a
/// packet that is divided among several segments.
///
/// - Source: XMP specification, part 3, 1.1.3.1 (ExtendedXMP).
enum ExtendedXMP {
  /// The maximum size of the joined packet in bytes.
  static let maxPacketBytes = 16 << 20
  /// The number of bytes of a GUID: an MD5 digest in hexadecimal digits.
  private static let guidBytes = 32

  /// The part of the packet that one segment holds.
  private struct PacketPart {
    /// The offset of the part in the packet, in bytes.
    var offset: Int
    var content: PictureBytes
  }

  /// The maximum distance in bytes between the name of the property HasExtendedXMP and its value,
  /// the GUID; the property can be an attribute, or an element with attributes.
  private static let maxGUIDDistance = 256

  /// The GUID of the extended XMP, which the main packet of a JPEG file states; nil when it states
  /// none.
  ///
  /// The packet is searched for the name of the property: libexiv2 cannot read the property once
  /// another file has bound the prefix `xmpNote` to another namespace.
  static func guid(in bytes: PictureBytes) -> String? {
    var guid: String?
    _ = bytes.visitJPEGSegmentsReturningScanOffset { marker, range in
      guard marker == 0xE1, guid == nil, range.upperBound <= bytes.count else { return }
      let segment = bytes.part(range)
      let name: StaticString = "HasExtendedXMP"
      guard segment.hasBytes("http://ns.adobe.com/xap/1.0/\0"),
        let start = (0..<segment.count).first(where: { segment.hasBytes(name, at: $0) })
      else { return }
      let rest = segment.rest(from: start + name.utf8CodeUnitCount)
      var digits: [UInt8] = []
      for byte in rest.raw.prefix(maxGUIDDistance) where digits.count < guidBytes {
        let isDigit = UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
        let isLetter = UInt8(ascii: "A")...UInt8(ascii: "F") ~= byte & 0xDF
        if isDigit || isLetter { digits.append(byte) } else { digits = [] }
      }
      if digits.count == guidBytes { guid = String(decoding: digits, as: UTF8.self) }
    }
    return guid
  }

  /// The joined packet of extended XMP; nil when a part is missing or appears twice, the segments
  /// disagree on the size, or the packet is too large.
  ///
  /// - Parameter guid: the result of ``guid(in:)``. Segments with other GUIDs do not belong to the
  ///   packet of this file.
  static func packet(of bytes: PictureBytes, guid: String) -> [UInt8]? {
    guard guid.utf8.count == guidBytes, bytes.big16(0) == 0xFFD8 else { return nil }
    let signature: StaticString = "http://ns.adobe.com/xmp/extension/\0"
    let head = signature.utf8CodeUnitCount
    var parts: [PacketPart] = []
    var sizes: Set<Int> = []
    _ = bytes.visitJPEGSegmentsReturningScanOffset { marker, range in
      guard marker == 0xE1, range.upperBound <= bytes.count else { return }
      let segment = bytes.part(range)
      guard segment.hasBytes(signature), let size = segment.big32(head + guidBytes),
        let offset = segment.big32(head + guidBytes + 4),
        segment.part(head..<head + guidBytes).raw.elementsEqual(guid.utf8)
      else { return }
      sizes.insert(size)
      parts.append(PacketPart(offset: offset, content: segment.rest(from: head + guidBytes + 8)))
    }
    guard sizes.count == 1, let size = sizes.first, size <= maxPacketBytes else { return nil }
    return joined(parts, size: size)
  }

  /// The joined contents of parts, which programs may write in any order; nil when they are not
  /// exactly `size` bytes.
  private static func joined(_ parts: [PacketPart], size: Int) -> [UInt8]? {
    var packet: [UInt8] = []
    for part in parts.sorted(by: { $0.offset < $1.offset }) {
      guard part.offset == packet.count, part.content.count <= size - packet.count else {
        return nil
      }
      packet += part.content.raw
    }
    return packet.count == size ? packet : nil
  }
}
