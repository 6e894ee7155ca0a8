package import DecodingSupport
package import Geometry

/// A reader of some tags of a TIFF structure: an EXIF block, a TIFF or a BigTIFF file.
///
/// The bytes are borrowed. Every offset is checked when it is used.
package struct ExifReader {
  private let bytes: PictureBytes
  private let isBigEndian: Bool
  private let layout: Layout

  /// The sizes of fields, in bytes, in which TIFF and BigTIFF differ.
  ///
  /// - Source: TIFF 6.0, section 2; the BigTIFF proposal of 2004.
  private struct Layout {
    /// The size in bytes of the entry count of a directory.
    let entryCountBytes: Int
    /// The size in bytes of an entry of a directory.
    let entryBytes: Int
    /// The size in bytes of an offset, of the value count of an entry, and of the inline value of
    /// an entry.
    let offsetBytes: Int

    static let classic = Layout(entryCountBytes: 2, entryBytes: 12, offsetBytes: 4)
    static let big = Layout(entryCountBytes: 8, entryBytes: 20, offsetBytes: 8)
  }

  /// The maximum number of entries of a directory that are searched.
  private static let maxEntries = 512

  /// Offset of the first image file directory; it may lie outside the bytes.
  package let firstDirectoryOffset: Int

  /// Reads the header of a TIFF structure, which an "Exif" identifier may precede; nil for other
  /// bytes.
  package init?(_ block: PictureBytes) {
    let b = block.hasBytes("Exif\0\0") ? block.part(6..<block.count) : block
    switch b.big16(0) {
    case 0x4D4D: isBigEndian = true
    case 0x4949: isBigEndian = false
    default: return nil
    }
    switch b.number(at: 2, size: 2, bigEndian: isBigEndian) {
    case 42: layout = .classic
    case 43: layout = .big
    default: return nil
    }
    guard
      let first = b.number(at: layout.offsetBytes, size: layout.offsetBytes, bigEndian: isBigEndian)
    else { return nil }
    bytes = b
    firstDirectoryOffset = first
  }

  /// An image file directory (IFD): a table of tags.
  package struct Directory {
    fileprivate let reader: ExifReader
    fileprivate let offset: Int
    /// The number of entries that the file states, which may be more than it has.
    fileprivate let statedEntryCount: Int
    /// The number of entries that are searched.
    fileprivate var searchedEntryCount: Int { min(statedEntryCount, ExifReader.maxEntries) }

    /// The first value of a tag of type BYTE, SHORT, LONG, SLONG or LONG8; nil when the directory
    /// has no such tag, or it has another type, no value or a negative one.
    package func value(_ tag: Int) -> Int? {
      guard let found = entry(tag), found.valueCount >= 1 else { return nil }
      let sizes = [1: 1, 3: 2, 4: 4, 9: 4, 16: 8]
      guard let size = sizes[found.type] else { return nil }
      let limit = found.type == 9 ? Int(Int32.max) : .max
      // A value that does not fit into the entry is stored at the offset in the entry.
      let isHere = found.valueCount <= reader.layout.offsetBytes / size
      let start =
        isHere ? found.fieldOffset : reader.number(found.fieldOffset, reader.layout.offsetBytes)
      return start.flatMap { reader.number($0, size) }.flatMap { 0...limit ~= $0 ? $0 : nil }
    }

    /// The first `limit` values of a tag that are offsets of other directories; empty when the
    /// directory has no such tag, or it has another type.
    package func directoryOffsets(_ tag: Int, atMost limit: Int) -> [Int] {
      // The types are LONG, IFD, LONG8 and IFD8.
      let sizes = [4: 4, 13: 4, 16: 8, 18: 8]
      guard let found = entry(tag), found.valueCount >= 1, let size = sizes[found.type] else {
        return []
      }
      let isHere = found.valueCount <= reader.layout.offsetBytes / size
      guard
        let start = isHere
          ? found.fieldOffset : reader.number(found.fieldOffset, reader.layout.offsetBytes)
      else { return [] }
      return (0..<min(found.valueCount, limit)).compactMap { index in
        reader.number(at: start, size: size, plus: index * size).flatMap { $0 > 0 ? $0 : nil }
      }
    }

    /// The bytes of a tag of type BYTE, ASCII or UNDEFINED; nil when the directory has no such tag,
    /// or it has another type.
    package func data(_ tag: Int) -> PictureBytes? {
      guard let found = entry(tag), [1, 2, 7].contains(found.type) else { return nil }
      let isHere = found.valueCount <= reader.layout.offsetBytes
      guard (0...reader.bytes.count).contains(found.valueCount),
        let start = isHere
          ? found.fieldOffset : reader.number(found.fieldOffset, reader.layout.offsetBytes),
        (0...reader.bytes.count - found.valueCount).contains(start)
      else { return nil }
      return reader.bytes.part(start..<start + found.valueCount)
    }

    /// The first value of a tag of type RATIONAL; nil when the directory has no such tag, or it has
    /// another type.
    package func ratio(_ tag: Int) -> (numerator: Int, denominator: Int)? {
      guard let found = entry(tag), found.type == 5, found.valueCount >= 1 else { return nil }
      let isHere = reader.layout.offsetBytes >= 8
      guard
        let start = isHere
          ? found.fieldOffset : reader.number(found.fieldOffset, reader.layout.offsetBytes),
        let numerator = reader.number(start, 4), let denominator = reader.number(start + 4, 4)
      else { return nil }
      return (numerator, denominator)
    }

    /// The type of a tag, the number of its values, and the offset of the field in its entry that
    /// holds the value or the offset of the values; nil when the directory has no such tag.
    private func entry(_ tag: Int) -> (type: Int, valueCount: Int, fieldOffset: Int)? {
      let layout = reader.layout
      for i in 0..<searchedEntryCount {
        let entry = offset + layout.entryCountBytes + i * layout.entryBytes
        guard reader.number(entry, 2) == tag else { continue }
        guard let kind = reader.number(entry + 2, 2),
          let length = reader.number(entry + 4, layout.offsetBytes)
        else { return nil }
        return (kind, length, entry + 4 + layout.offsetBytes)
      }
      return nil
    }

    /// Offset of the next directory in the chain; nil after the last one.
    var nextDirectoryOffset: Int? {
      let layout = reader.layout
      guard statedEntryCount <= reader.bytes.count / layout.entryBytes,
        let next = reader.number(
          offset + layout.entryCountBytes + statedEntryCount * layout.entryBytes, layout.offsetBytes
        ),
        next > 0
      else { return nil }
      return next
    }
  }

  /// The directory at `offset`; nil without an offset, or when it lies outside the bytes.
  package func directory(at offset: Int?) -> Directory? {
    guard let offset, let count = number(offset, layout.entryCountBytes), count >= 0 else {
      return nil
    }
    return Directory(reader: self, offset: offset, statedEntryCount: count)
  }

  /// The orientation in the first directory; `.up` when it is missing or invalid.
  package var orientation: Orientation {
    let value = directory(at: firstDirectoryOffset)?.value(0x0112) ?? 1
    return Orientation(rawValue: value) ?? .up
  }

  /// The JPEG thumbnail to which the second directory refers; nil when the structure has none.
  package var thumbnail: PictureBytes? {
    guard let second = directory(at: directory(at: firstDirectoryOffset)?.nextDirectoryOffset),
      let offset = second.value(0x0201), let length = second.value(0x0202),
      length > 4, offset > 0, offset < bytes.count
    else { return nil }
    let part = bytes.part(offset..<offset + min(length, bytes.count))
    return part.big16(0) == 0xFFD8 ? part : nil
  }

  private func number(at start: Int, size: Int, plus count: Int) -> Int? {
    let (offset, overflows) = start.addingReportingOverflow(count)
    return overflows ? nil : number(offset, size)
  }

  private func number(_ i: Int, _ size: Int) -> Int? {
    bytes.number(at: i, size: size, bigEndian: isBigEndian)
  }
}
