import DecodingSupport

/// The place of the XMP packet in a GIF or SVG file, and in a sidecar that begins with a comment.
enum EmbeddedXMP {
  /// The maximum number of bytes of an SVG file that are searched for a packet.
  private static let maxSearchedBytes = 1 << 20
  /// The offset in a GIF file behind which no packet is searched: programs write it before the
  /// frames, or at the end of smaller files.
  private static let maxOffset = 1 << 24
  /// The number of bytes at the beginning of an XML file in which its root element is searched.
  private static let headBytes = 4096

  /// The bytes of the XMP packet of a GIF or SVG file, or of a sidecar that begins with a comment;
  /// nil for any other file, and without a packet.
  static func packet(of bytes: PictureBytes) -> PictureBytes? {
    if bytes.hasBytes("GIF8", at: 0) { return packetInGIF(bytes) }
    guard bytes.byte(0) == UInt8(ascii: "<") || bytes.hasBytes("\u{FEFF}") else { return nil }
    let head = 0..<min(headBytes, bytes.count)
    return offsetOfFirst("<svg", in: bytes, head) != nil
      ? packetInSVG(bytes) : rootElementBehindComment(bytes, head)
  }

  /// The root element of a sidecar that begins with a comment, because of which libexiv2 0.27 does
  /// not recognise the whole file; nil for any other file.
  private static func rootElementBehindComment(_ bytes: PictureBytes, _ head: Range<Int>)
    -> PictureBytes?
  {
    guard let comment = offsetOfFirst("<!--", in: bytes, head),
      offsetOfFirst("<x:xmpmeta", in: bytes, 0..<comment) == nil,
      let end = offsetOfFirst("-->", in: bytes, comment..<head.upperBound),
      let start = offsetOfFirst("<x:xmpmeta", in: bytes, end..<head.upperBound)
    else { return nil }
    return bytes.part(start..<bytes.count)
  }

  /// The number of bytes of the magic trailer behind a packet: 0x01, then 0xFF down to 0x00, then
  /// 0x00. By these bytes a reader that does not know the packet gets to the end of the extension.
  ///
  /// - Source: XMP specification, part 3, 1.1.2 (GIF).
  private static let magicTrailerBytes = 258

  private static func packetInGIF(_ bytes: PictureBytes) -> PictureBytes? {
    guard let flags = bytes.byte(10) else { return nil }
    var position = 13 + (flags & 0x80 != 0 ? 3 << (Int(flags & 7) + 1) : 0)
    while position < maxOffset, let kind = bytes.byte(position) {
      switch kind {
      case 0x21:
        let isXMP =
          bytes.byte(position + 1) == 0xFF && bytes.hasBytes("XMP DataXMP", at: position + 3)
        let start = position + (isXMP ? 14 : 2)
        guard let end = endOfBlocks(bytes, start) else { return nil }
        if isXMP {
          return end - magicTrailerBytes > start ? bytes.part(start..<end - magicTrailerBytes) : nil
        }
        position = end
      case 0x2C:
        guard let flags = bytes.byte(position + 9) else { return nil }
        // The local colour table and the LZW minimum code size precede the data sub-blocks.
        let table = flags & 0x80 != 0 ? 3 << (Int(flags & 7) + 1) : 0
        guard let end = endOfBlocks(bytes, position + 11 + table) else { return nil }
        position = end
      default: return nil
      }
    }
    return nil
  }

  /// The offset behind the terminator of a sequence of data sub-blocks; nil when the file ends
  /// before it.
  private static func endOfBlocks(_ bytes: PictureBytes, _ start: Int) -> Int? {
    var position = start
    while let length = bytes.byte(position) {
      position += 1 + Int(length)
      if length == 0 { return position }
    }
    return nil
  }

  private static func packetInSVG(_ bytes: PictureBytes) -> PictureBytes? {
    let area = 0..<min(maxSearchedBytes, bytes.count)
    guard let start = offsetOfFirst("<x:xmpmeta", in: bytes, area),
      let end = offsetOfFirst("</x:xmpmeta>", in: bytes, start..<area.upperBound)
    else { return nil }
    return bytes.part(start..<end + "</x:xmpmeta>".utf8.count)
  }

  /// The offset of the first occurrence of `text` in a range of bytes; nil when there is none.
  private static func offsetOfFirst(
    _ text: StaticString, in bytes: PictureBytes, _ range: Range<Int>
  )
    -> Int?
  {
    range.first { bytes.byte($0) == text.utf8Start.pointee && bytes.hasBytes(text, at: $0) }
  }
}
