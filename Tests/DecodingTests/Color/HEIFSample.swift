import Geometry
import Pixels

/// A HEIF or AVIF file made by code around pictures that were encoded once: 128 × 64 pixels in
/// blocks of 32 × 16.
struct HEIFSample: Sendable {
  enum Coding: CaseIterable {
    case av1
    case hevc
  }
  /// One item of the file: a picture or metadata.
  struct Item {
    var kind: String
    var content: [UInt8]
    /// The property boxes of the item, in their order.
    var properties: [[UInt8]] = []
    /// The item reference: its type and the number of the item it refers to.
    var reference: (kind: String, item: Int)?
    /// The content type of an item of the kind "mime"; nil for other items.
    var contentType: String?
  }
  static let size = PixelSize(width: 128, height: 64)

  let coding: Coding
  /// The items, numbered from 1. The first one is the picture that is shown.
  var items: [Item]
  /// Whether the file has a list of properties for each item instead of one for all.
  var hasManyLists = false
  /// Whether the locations of items have a base offset of 0 and a construction method, as exiftool
  /// writes them into files of libheif.
  var hasBaseOffsets = false

  /// The coded picture with further property boxes.
  init(_ coding: Coding, _ properties: [[UInt8]] = [], isGray: Bool = false) {
    self.coding = coding
    items = [Self.picture(coding, properties, isGray: isGray)]
  }

  /// The picture in broadcast coding: the matrix of BT.709 in narrow range.
  static var television: HEIFSample {
    var sample = HEIFSample(.av1)
    sample.items[0].content = FormatSamples.hexadecimal(televisionAV1)
    sample.items[0].properties.append(
      box("colr", Array("nclx".utf8) + [1, 13, 1].flatMap(Samples.big16) + [0]))
    return sample
  }

  /// The pixel at the stored (x, y). HEVC reproduces it approximately.
  static func color(_ x: Int, _ y: Int) -> UInt32 {
    let (column, row) = (x / 32, y / 16)
    return pixel(levels[column], levels[row], levels[(2 * column + row + 1) % 4])
  }
  /// The pixel of the gray picture at the stored (x, y).
  static func gray(_ x: Int, _ y: Int) -> UInt32 {
    pixel(levels[x / 32], levels[x / 32], levels[x / 32])
  }
  private static let levels: [UInt32] = [8, 88, 168, 248]
  private static func pixel(_ red: UInt32, _ green: UInt32, _ blue: UInt32) -> UInt32 {
    0xFF00_0000 | red << 16 | green << 8 | blue
  }

  static func picture(
    _ coding: Coding, _ properties: [[UInt8]] = [], isGray: Bool = false
  ) -> Item {
    let coded = coding == .av1 ? (isGray ? grayAV1 : colorAV1) : isGray ? grayHEVC : colorHEVC
    let channels: [UInt8] = isGray ? [1, 8] : [3, 8, 8, 8]
    let own = [
      box(coding == .av1 ? "av1C" : "hvcC", FormatSamples.hexadecimal(coded.setup)),
      box("ispe", [0, 0, 0, 0] + Samples.big32(size.width) + Samples.big32(size.height)),
      box("pixi", [0, 0, 0, 0] + channels),
    ]
    return Item(
      kind: coding == .av1 ? "av01" : "hvc1", content: FormatSamples.hexadecimal(coded.data),
      properties: own + properties)
  }

  /// A grid of one tile, the item with the given number.
  static func grid(of item: Int, _ properties: [[UInt8]] = []) -> Item {
    let (w, h) = (Samples.big16(size.width), Samples.big16(size.height))
    let own = [
      box("ispe", [0, 0, 0, 0] + Samples.big32(size.width) + Samples.big32(size.height)),
      box("pixi", [0, 0, 0, 0, 3, 8, 8, 8]),
    ]
    return Item(
      kind: "grid", content: [0, 0, 0, 0] + w + h, properties: own + properties,
      reference: ("dimg", item))
  }

  /// A block of EXIF about the first picture.
  static func exif(_ orientation: Orientation) -> Item {
    Item(
      kind: "Exif", content: Samples.big32(0) + Samples.exif(orientation), reference: ("cdsc", 1))
  }

  // MARK: Item properties

  static func profile(_ bytes: [UInt8], kind: String = "prof") -> [UInt8] {
    box("colr", Array(kind.utf8) + bytes)
  }

  /// The code points of ITU-T H.273. The AV1 picture is coded as RGB, the HEVC picture as YCbCr of
  /// BT.601, both in full range.
  static func coded(_ coding: Coding, primaries: Int, transfer: Int) -> [UInt8] {
    let numbers = [primaries, transfer, coding == .av1 ? 0 : 6].flatMap(Samples.big16)
    return box("colr", Array("nclx".utf8) + numbers + [0x80])
  }

  /// The item properties that bring a picture of that orientation upright: `irot` in quarter turns
  /// counterclockwise, then `imir`, 0 for upside down and 1 for left to right.
  static func turn(_ orientation: Orientation) -> [[UInt8]] {
    let (turns, mirror): (UInt8, UInt8?) =
      switch orientation {
      case .up: (0, nil)
      case .upMirrored: (0, 1)
      case .down: (2, nil)
      case .downMirrored: (0, 0)
      case .leftMirrored: (1, 0)
      case .right: (3, nil)
      case .rightMirrored: (3, 0)
      case .left: (1, nil)
      }
    return (turns > 0 ? [box("irot", [turns])] : []) + (mirror.map { [box("imir", [$0])] } ?? [])
  }

  static func box(_ kind: String, _ content: [UInt8]) -> [UInt8] {
    Samples.big32(content.count + 8) + Array(kind.utf8) + content
  }

  // MARK: The file

  var bytes: [UInt8] {
    let brands = coding == .av1 ? "avif\0\0\0\0avifmif1miaf" : "heic\0\0\0\0mif1heic"
    let head = Self.box("ftyp", Array(brands.utf8))
    let data = Self.box("mdat", items.flatMap(\.content))
    let handler = [UInt8](repeating: 0, count: 8) + Array("pict".utf8)
    var parts = Self.box("hdlr", handler + [UInt8](repeating: 0, count: 13))
    parts += Self.box("pitm", [0, 0, 0, 0, 0, 1]) + extents(from: head.count + 8) + names
    let links = items.enumerated().flatMap { index, item in
      item.reference.map {
        Self.box(
          $0.kind, Samples.big16(index + 1) + Samples.big16(1) + Samples.big16($0.item))
      } ?? []
    }
    if !links.isEmpty { parts += Self.box("iref", [0, 0, 0, 0] + links) }
    let properties = Self.box("ipco", items.flatMap { $0.properties.flatMap(\.self) })
    parts += Self.box("iprp", properties + lists)
    return head + data + Self.box("meta", [0, 0, 0, 0] + parts)
  }

  private func extents(from start: Int) -> [UInt8] {
    var offset = start
    var out: [UInt8] = hasBaseOffsets ? [1, 0, 0, 0, 0x44, 0x40] : [0, 0, 0, 0, 0x44, 0]
    out += Samples.big16(items.count)
    for (index, item) in items.enumerated() {
      out += Samples.big16(index + 1) + (hasBaseOffsets ? [0, 0] : []) + [0, 0]
      out += (hasBaseOffsets ? [0, 0, 0, 0] : []) + Samples.big16(1)
      out += Samples.big32(offset) + Samples.big32(item.content.count)
      offset += item.content.count
    }
    return Self.box("iloc", out)
  }

  private var names: [UInt8] {
    let entries = items.enumerated().flatMap { index, item in
      let kind = Array(item.kind.utf8) + [0] + (item.contentType.map { Array($0.utf8) + [0] } ?? [])
      return Self.box("infe", [2, 0, 0, 0] + Samples.big16(index + 1) + [0, 0] + kind)
    }
    return Self.box("iinf", [0, 0, 0, 0] + Samples.big16(items.count) + entries)
  }

  /// The property association box: the properties of each item, counted from 1.
  private var lists: [UInt8] {
    var next: UInt8 = 1
    let entries = items.enumerated().map { index, item in
      Samples.big16(index + 1) + [UInt8(item.properties.count)]
        + item.properties.map { box in
          defer { next += 1 }
          // The property is marked as essential: a reader that does not know it has to refuse the
          // picture.
          let name = String(decoding: box[4..<8], as: UTF8.self)
          return ["av1C", "hvcC", "irot", "imir"].contains(name) ? next | 0x80 : next
        }
    }
    guard hasManyLists else {
      return Self.box("ipma", [0, 0, 0, 0] + Samples.big32(items.count) + entries.flatMap(\.self))
    }
    return entries.reversed().flatMap { Self.box("ipma", [0, 0, 0, 0] + Samples.big32(1) + $0) }
  }

  // MARK: Coded pictures

  private typealias Coded = (setup: String, data: String)

  /// The lossless colour picture, encoded by libaom.
  private static let colorAV1: Coded = (
    "81200000",
    "12000a0938197ffec2021a00403273100000ceea82db89b60429add60ac4d38c7ca8b4afe27eb722a1ffb05164bd"
      + "a27716d08049ebe3558e4022a5fb1f540954f71c49111e92d106e5b09b73f1717fb97b0b27781076826a0e91"
      + "f51450826f550787c7ffb67382a26145d8c900a492cec763b4622cf07e086e623acc5ba303d30724"
  )
  private static let televisionAV1 =
    "12000a0938197ffec2021a022032a201100000ceea82db83d9b429addb405f4e25c5bdfb1ccb783c212359843fc6"
    + "ae069cd7a7a798fe9e366b040c2b76d2e917d2fe7d41248c81c7aa7940a55cf3756c856cc04a925390508d2b"
    + "e76e846f2061ba44217efa4fbbb8d42b85bcbbe0d8feaff00621e560522c9e6546d84adccfa05c1b75632683"
    + "ba68895ecaa56d8684f4664b37ee88117ad55e5c02d645e504478d64792b14e6fb3eefe2634de877bbaae201"
  private static let grayAV1: Coded = (
    "81001c00",
    "12000a0918197ffec3010d06a0321c100000b45404ad63a58a06c59fa07b142aef5fdbb3e9cdd61a2f1c38"
  )
  /// The nearly lossless colour picture, encoded by x265.
  private static let colorHEVC: Coded = (
    "0104080000000000000000001ef000fcfff8f800000f03200001001740010c01ffff0408000003009e3800000300"
      + "001eba0240210001002a4201010408000003009e3800000300001e900204082cb752494d7370202060400000"
      + "030040000003004222000100084401c172860c0224",
    "0000012d2801af06b8468139ffb283ffbdfbcf7fffb218edfa8fcd7ddb98da77debfff9a42982ba6e0329e1794ad"
      + "e407bff7ec46a809bcea095a741e7dae75ff6472e1405ee86c36c60b8e87f0da2c004a5832a25f66eb61f43f"
      + "e0b6836b4ba97cfe14f8fa61638f89cbfe31bd37e2bffffe0847ffb78c04bd21b8bf6e1407e7809ff3aead0f"
      + "ac2cc61ea7a1cfdd6f1df21eaf7e1f7917c7e7a9f922c27c9b80ef189ee6dce6011aebb80c77eabd3658227a"
      + "f67f268427ec2fe9fb1ff49000be46a6afa02dba135ad880b60f345f3de6b1a4fe770c072c897e8d1b46fe60"
      + "bde66217aef9af9a416b8709d99c2dfbb746391da7d82977f0283fe96277baf5b01cfcbb46eadfc20ef3c2fb"
      + "f1dd996cee6909fe8f585ccd8d73787e956dd5adb1f5df81f5f36a62d53d6563cc052beeee7bb0"
  )
  private static let grayHEVC: Coded = (
    "0104080000000000000000001ef000fcfcf8f800000f03200001001740010c01ffff0408000003009ff800000300"
      + "001eba024021000100274201010408000003009ff800000300001ec040810596ea4929ae6c08000003000800"
      + "000300084022000100074401c172b02240",
    "000000292801ae0d707c2133ff90ed224c4fe753683392bf5439d297fd0e7944dfee36b7bbfe1dccd87f7575e0"
  )
}
