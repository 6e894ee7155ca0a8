package import DecodingSupport

/// The items of a HEIF or AVIF file, with their properties and references.
///
/// - Source: ISO/IEC 14496-12, 8.11 (items and references between them); ISO/IEC 23008-12, 9.3
///   (item properties).
package struct HEIFItems {
  package struct Box {
    package let name: String
    package let body: PictureBytes
  }
  /// Maximum number of boxes in a box: an association has a property index of 15 bits.
  private static let maxBoxes = 1 << 15
  /// Maximum number of items that are searched; tiled pictures have thousands.
  private static let maxItems = 100_000

  /// The identifier of the primary item, from the "pitm" box.
  package let primaryItem: Int
  private let properties: [Box]
  /// The bodies of the `ipma` boxes, which associate items with properties; the file has one for
  /// each combination of version and flags.
  private let associations: [PictureBytes]
  private let references: PictureBytes?
  private let itemInfoEntries: PictureBytes?
  private let itemLocations: PictureBytes?
  private let file: PictureBytes

  /// Parses the "meta" box of a file.
  ///
  /// - Returns: nil when the file has no "meta" box with a primary item and item properties.
  package init?(_ b: PictureBytes) {
    guard let meta = Self.boxes(b).first(where: { $0.name == "meta" })?.body else { return nil }
    let inside = Self.boxes(meta.rest(from: 4))
    func body(_ name: String) -> PictureBytes? { inside.first { $0.name == name }?.body }
    guard let named = body("pitm"), let version = named.byte(0),
      let main = version == 0 ? named.big16(4) : named.big32(4),
      let propertyBoxes = body("iprp").map(Self.boxes),
      let list = propertyBoxes.first(where: { $0.name == "ipco" })
    else { return nil }
    primaryItem = main
    properties = Self.boxes(list.body)
    associations = propertyBoxes.filter { $0.name == "ipma" }.map(\.body)
    references = body("iref")
    itemInfoEntries = body("iinf")
    itemLocations = body("iloc")
    file = b
  }

  /// The name of the top-level box of length 0, which extends to the end of the file; nil when the
  /// file has none.
  package static func nameOfUnboundedBox(_ b: PictureBytes) -> String? {
    var i = 0
    for _ in 0..<maxBoxes {
      guard let length = b.big32(i) else { return nil }
      if length == 0 { return b.fourCC(i + 4) }
      let size = length == 1 ? b.number(at: i + 8, size: 8, bigEndian: true) ?? 0 : length
      guard size >= 8, size < b.count - i else { return nil }
      i += size
    }
    return nil
  }

  private static func boxes(_ b: PictureBytes) -> [Box] {
    var found: [Box] = []
    var i = 0
    while found.count < maxBoxes, let length = b.big32(i), let name = b.fourCC(i + 4) {
      // Length 1 means that a 64-bit length follows the name, length 0 that the box extends to the
      // end of the file.
      let head = length == 1 ? 16 : 8
      let size = length == 1 ? b.number(at: i + 8, size: 8, bigEndian: true) ?? 0 : length
      let end = length == 0 ? b.count : i + min(max(size, 0), b.count)
      guard end >= i + head else { break }
      found.append(Box(name: name, body: b.part(i + head..<end)))
      i = end
    }
    return found
  }

  /// The properties of the item with identifier `item`, in order of association; empty for an
  /// unknown item.
  package func properties(of item: Int) -> [Box] {
    let numbers = associations.lazy.compactMap { Self.propertyIndices($0, of: item) }.first ?? []
    return numbers.filter { $0 >= 1 && $0 <= properties.count }.map { properties[$0 - 1] }
  }

  /// The property indices of `item` in the body of an `ipma` box, counted from 1; nil when the box
  /// has no entry for the item.
  private static func propertyIndices(_ b: PictureBytes, of item: Int) -> [Int]? {
    guard let version = b.byte(0), let flags = b.byte(3), let count = b.big32(4) else { return nil }
    let nameBytes = version < 1 ? 2 : 4
    let isWide = flags & 1 == 1
    var i = 8
    for _ in 0..<min(count, maxItems) {
      guard let name = b.number(at: i, size: nameBytes, bigEndian: true),
        let uses = b.byte(i + nameBytes)
      else { return nil }
      i += nameBytes + 1
      if name == item {
        return (0..<Int(uses)).compactMap { use in
          isWide ? b.big16(i + use * 2).map { $0 & 0x7FFF } : b.byte(i + use).map { Int($0 & 0x7F) }
        }
      }
      i += Int(uses) * (isWide ? 2 : 1)
    }
    return nil
  }

  /// The four-character type of an item: its coding, or the kind of derivation. nil when the file
  /// does not state the type.
  package func kind(of item: Int) -> String? {
    typedItems.first { $0.item == item }?.kind
  }

  /// The identifiers of the items with their four-character types, and the bytes behind the type.
  /// Entries of versions 0 and 1, which have no type, are left out.
  private var typedItems: [(item: Int, kind: String, bytesAfterType: PictureBytes)] {
    guard let itemInfoEntries, let version = itemInfoEntries.byte(0) else { return [] }
    return Self.boxes(itemInfoEntries.rest(from: version == 0 ? 6 : 8)).compactMap { entry in
      guard entry.name == "infe", let version = entry.body.byte(0), version >= 2 else {
        return nil
      }
      let bytes = version == 2 ? 2 : 4
      guard let item = entry.body.number(at: 4, size: bytes, bigEndian: true),
        let kind = entry.body.fourCC(6 + bytes)
      else { return nil }
      return (item, kind, entry.body.rest(from: 10 + bytes))
    }
  }

  /// The TIFF structure of the EXIF item; nil when the file has no such item.
  ///
  /// - Source: ISO/IEC 23008-12, A.2.1: the offset of the TIFF header precedes the EXIF block.
  package var exif: PictureBytes? {
    guard let item = typedItems.first(where: { $0.kind == "Exif" })?.item,
      let block = data(of: item), let offset = block.big32(0)
    else { return nil }
    return block.rest(from: 4 + offset)
  }

  /// The XMP packet; nil when the file has no such item.
  ///
  /// - Source: ISO/IEC 23008-12, A.3; ISO/IEC 14496-12, 8.11.6 (`infe`): the name of the item and
  ///   its content type end with 0.
  package var xmp: PictureBytes? {
    let found = typedItems.first { entry in
      guard entry.kind == "mime", let end = entry.bytesAfterType.raw.firstIndex(of: 0) else {
        return false
      }
      return entry.bytesAfterType.rest(from: end + 1).hasBytes("application/rdf+xml\0")
    }
    return found.flatMap { data(of: $0.item) }
  }

  /// The data of an item that is stored as one extent of the file; nil for any other item.
  ///
  /// - Source: ISO/IEC 14496-12, 8.11.3 (`iloc`).
  private func data(of item: Int) -> PictureBytes? {
    guard let b = itemLocations, let version = b.byte(0), version <= 2, let sizes = b.big16(4)
    else {
      return nil
    }
    let (offsetSize, lengthSize) = (sizes >> 12, sizes >> 8 & 15)
    let (baseSize, indexSize) = (sizes >> 4 & 15, version == 0 ? 0 : sizes & 15)
    let nameSize = version < 2 ? 2 : 4
    var i = 6
    /// The next field of the `iloc` box, of `size` bytes; 0 for a field of no bytes.
    func next(_ size: Int) -> Int? {
      defer { i += size }
      return size == 0 ? 0 : b.number(at: i, size: size, bigEndian: true)
    }
    guard let count = next(nameSize) else { return nil }
    for _ in 0..<min(count, Self.maxItems) {
      guard let name = next(nameSize), let method = next(version == 0 ? 0 : 2), next(2) != nil,
        let base = next(baseSize), let extents = next(2)
      else { return nil }
      guard name == item else {
        i += extents * (indexSize + offsetSize + lengthSize)
        continue
      }
      // Construction method 0 means an offset in the file.
      guard method & 15 == 0, extents == 1, next(indexSize) != nil,
        let offset = next(offsetSize), let length = next(lengthSize)
      else { return nil }
      let (start, overflows) = base.addingReportingOverflow(offset)
      guard !overflows, start >= 0, start <= file.count, length >= 0 else { return nil }
      // Length 0 means the rest of the file.
      let rest = file.rest(from: start)
      return length == 0 ? rest : rest.part(0..<length)
    }
    return nil
  }

  /// The identifier of the first input item of a derived item, such as the first tile of a grid;
  /// nil for an item that is not derived.
  package func firstInputItem(of item: Int) -> Int? { referencedItem("dimg", of: item) }

  /// Whether the colours of the primary item are premultiplied by its alpha, as a "prem" reference
  /// states.
  package var isPremultiplied: Bool { referencedItem("prem", of: primaryItem) != nil }

  /// The first item to which `item` refers by a reference of the type `kind`; nil when it has no
  /// such reference.
  private func referencedItem(_ kind: String, of item: Int) -> Int? {
    guard let references, let version = references.byte(0) else { return nil }
    let bytes = version == 0 ? 2 : 4
    let link = Self.boxes(references.rest(from: 4)).first {
      $0.name == kind && $0.body.number(at: 0, size: bytes, bigEndian: true) == item
    }
    // The number of references follows the identifier of the item.
    return link?.body.number(at: bytes + 2, size: bytes, bigEndian: true)
  }
}

extension PictureBytes {
  /// The four characters at offset `i`; nil when they exceed the bounds.
  fileprivate func fourCC(_ i: Int) -> String? {
    guard i >= 0, i <= count - 4 else { return nil }
    return String(decoding: raw[i..<i + 4], as: UTF8.self)
  }
}
