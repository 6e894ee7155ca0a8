extension FuzzTarget {
  /// Inputs for the parsers of metadata that are not left to libraries.
  static let metadataSeeds = [jpegWithExtendedXMP, datedClip, clipWithXMP, pictureWithXMP]

  /// A JPEG without pixels, with an XMP packet that names an extension, and the extension in two
  /// segments.
  private static let jpegWithExtendedXMP: [UInt8] = {
    let guid = "0123456789ABCDEF0123456789ABCDEF"
    let main = packet(
      "<n:HasExtendedXMP xmlns:n=\"http://ns.adobe.com/xmp/note/\">\(guid)</n:HasExtendedXMP>")
    let other = packet("<p:City xmlns:p=\"http://ns.adobe.com/photoshop/1.0/\">Oslo</p:City>")
    let half = other.count / 2
    let parts = [(0, other[..<half]), (half, other[half...])].map { offset, content in
      segment(
        Array("http://ns.adobe.com/xmp/extension/\0\(guid)".utf8) + big32(other.count)
          + big32(offset) + content)
    }
    return [0xFF, 0xD8] + segment(Array("http://ns.adobe.com/xap/1.0/\0".utf8) + main)
      + parts.flatMap(\.self) + [0xFF, 0xD9]
  }()

  private static func packet(_ properties: String) -> [UInt8] {
    Array(
      """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF \
      xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="">\
      \(properties)</rdf:Description></rdf:RDF></x:xmpmeta>
      """.utf8)
  }

  /// A clip with a movie header, and one item of metadata.
  private static let datedClip: [UInt8] = {
    let key = box("mdta", Array("com.apple.quicktime.make".utf8))
    let value = box("data", [0, 0, 0, 1, 0, 0, 0, 0] + Array("Maker".utf8))
    let item = big32(value.count + 8) + big32(1) + value
    let meta =
      box("hdlr", [UInt8](repeating: 0, count: 24)) + box("keys", big32(0) + big32(1) + key)
      + box("ilst", item)
    let header = box("mvhd", big32(0) + big32(3_792_054_896) + big32(3_792_054_896))
    return box("ftyp", Array("qt  ".utf8) + big32(0)) + box("moov", header + box("meta", meta))
  }()

  /// A clip with an XMP packet.
  private static let clipWithXMP: [UInt8] = {
    let start: [UInt8] = box("ftyp", Array("qt  ".utf8) + big32(0))
    return start + box("moov", box("udta", box("XMP_", packet(""))))
  }()

  /// An AVIF without pixels, with an XMP packet at a place that libexiv2 0.27 does not find.
  private static let pictureWithXMP: [UInt8] = {
    let content = packet("")
    let start: [UInt8] = box("ftyp", Array("avif".utf8) + big32(0) + Array("avif".utf8))
    let kind = Array("mime\0application/rdf+xml\0".utf8)
    let entry: [UInt8] = box("infe", [2, 0, 0, 0, 0, 1, 0, 0] + kind)
    var place: [UInt8] = [1, 0, 0, 0, 0x44, 0x40, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]
    place += big32(start.count + 8)
    place += big32(content.count)
    var parts: [UInt8] = box("pitm", [0, 0, 0, 0, 0, 2])
    parts += box("iloc", place)
    parts += box("iinf", [0, 0, 0, 0, 0, 1] + entry)
    parts += box("iprp", box("ipco", []))
    return start + box("mdat", content) + box("meta", big32(0) + parts)
  }()

  private static func segment(_ body: [UInt8]) -> [UInt8] {
    [0xFF, 0xE1] + big32(body.count + 2).suffix(2) + body
  }

  private static func box(_ name: String, _ body: [UInt8]) -> [UInt8] {
    big32(body.count + 8) + Array(name.utf8) + body
  }

  private static func big32(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }
}
