/// A JPEG with the metadata of a camera and of a program after it.
struct MetadataSample {
  /// The value of an EXIF tag.
  enum Value {
    case text(String)
    case short(Int)
    case ratio(Int, Int)
    case ratios([(Int, Int)])
    case signedRatio(Int, Int)
    case bytes([UInt8])

    fileprivate var type: Int {
      switch self {
      case .text: 2
      case .short: 3
      case .ratio, .ratios: 5
      case .bytes: 7
      case .signedRatio: 10
      }
    }

    fileprivate var content: [UInt8] {
      switch self {
      case .text(let text): Array(text.utf8) + [0]
      case .short(let value): Samples.little16(value)
      case .ratio(let n, let d), .signedRatio(let n, let d):
        Samples.little32(n) + Samples.little32(d)
      case .ratios(let values):
        values.flatMap { Samples.little32($0.0) + Samples.little32($0.1) }
      case .bytes(let bytes): bytes
      }
    }

    fileprivate var count: Int {
      switch self {
      case .text, .bytes: content.count
      case .short, .ratio, .signedRatio: 1
      case .ratios(let values): values.count
      }
    }
  }

  /// The tags of the first directory.
  var image: [Int: Value] = [:]
  /// The tags of the EXIF directory.
  var photo: [Int: Value] = [:]
  /// The tags of the GPS directory.
  var gps: [Int: Value] = [:]
  /// The content of the element `rdf:Description` of an XMP packet; nil without a packet.
  var xmp: String?

  /// The file: a small picture with the metadata in its APP1 segments.
  var jpeg: [UInt8] {
    let picture = Samples.jpeg(8, 8)
    var segments = Self.segment(Array("Exif\0\0".utf8) + tiff)
    if xmp != nil {
      segments += Self.segment(Array("http://ns.adobe.com/xap/1.0/\0".utf8) + sidecar)
    }
    return picture[..<2] + segments + picture[2...]
  }

  /// The XMP packet, as a file beside the picture.
  var sidecar: [UInt8] {
    let packet = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF \
      xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" \
      xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" \
      xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/">\(xmp ?? "")</rdf:Description></rdf:RDF>\
      </x:xmpmeta>
      """
    return Array(packet.utf8)
  }

  private static func segment(_ body: [UInt8]) -> [UInt8] {
    [0xFF, 0xE1] + Samples.big16(body.count + 2) + body
  }

  /// The TIFF structure, little-endian.
  var tiff: [UInt8] {
    var image = image
    // The offsets of the other directories are known only when the first directory has been laid
    // out.
    image[0x8769] = .bytes([0, 0, 0, 0])
    image[0x8825] = .bytes([0, 0, 0, 0])
    let photoStart = 8 + Self.directory(image, at: 8).count
    let gpsStart = photoStart + Self.directory(photo, at: photoStart).count
    image[0x8769] = .bytes(Samples.little32(photoStart))
    image[0x8825] = .bytes(Samples.little32(gpsStart))
    return Array("II".utf8) + Samples.little16(42) + Samples.little32(8)
      + Self.directory(image, at: 8) + Self.directory(photo, at: photoStart)
      + Self.directory(gps, at: gpsStart)
  }

  /// A directory, followed by the values that do not fit into its entries.
  private static func directory(_ tags: [Int: Value], at start: Int) -> [UInt8] {
    var entries: [UInt8] = []
    var values: [UInt8] = []
    let end = start + 2 + tags.count * 12 + 4
    for (tag, value) in tags.sorted(by: { $0.key < $1.key }) {
      let content = value.content
      let isOffset = tag == 0x8769 || tag == 0x8825
      entries += Samples.little16(tag) + Samples.little16(isOffset ? 4 : value.type)
      entries += Samples.little32(isOffset ? 1 : value.count)
      if content.count <= 4 {
        entries += content + [UInt8](repeating: 0, count: 4 - content.count)
      } else {
        entries += Samples.little32(end + values.count)
        values += content + [UInt8](repeating: 0, count: content.count % 2)
      }
    }
    return Samples.little16(tags.count) + entries + Samples.little32(0) + values
  }
}
