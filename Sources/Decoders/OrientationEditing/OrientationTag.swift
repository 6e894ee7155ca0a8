import DecoderWire
import DecodingSupport
import Geometry

/// The orientation tag of a TIFF structure, which is an EXIF block or a TIFF file.
///
/// - Source: TIFF 6.0, sections 2 and 8 (Orientation).
struct OrientationTag {
  private static let tagNumber = 0x0112
  /// The number of the TIFF type SHORT.
  private static let shortType = 3
  /// The sizes in bytes of the TIFF types SHORT, LONG and SLONG. Some programs write the tag as one
  /// of the others.
  private static let typeSizes = [shortType: 2, 4: 4, 9: 4]
  /// The maximum number of entries of a directory that may be copied in order to add the tag.
  private static let maxEntries = 70

  /// The bytes of the file that contains the TIFF structure.
  private let file: PictureBytes
  /// The range of the TIFF structure in the file.
  private let structureRange: Range<Int>
  private let isBigEndian: Bool
  private let directoryOffset: Int
  private let entryCount: Int

  /// Finds the first directory of the TIFF structure; nil for bytes that are no TIFF structure, or
  /// a BigTIFF.
  init?(_ file: PictureBytes, _ block: Range<Int>) {
    let bytes = file.part(block)
    switch bytes.big16(0) {
    case 0x4D4D: isBigEndian = true
    case 0x4949: isBigEndian = false
    default: return nil
    }
    guard bytes.number(at: 2, size: 2, bigEndian: isBigEndian) == 42,
      let directoryOffset = bytes.number(at: 4, size: 4, bigEndian: isBigEndian),
      directoryOffset >= 8,
      let count = bytes.number(at: directoryOffset, size: 2, bigEndian: isBigEndian), count > 0,
      directoryOffset + 2 + count * 12 + 4 <= bytes.count
    else { return nil }
    self.file = file
    self.structureRange = block.lowerBound..<block.lowerBound + bytes.count
    self.directoryOffset = directoryOffset
    entryCount = count
  }

  /// The edits of the file that store `orientation` in the tag.
  ///
  /// - Returns: the edits, of which the last one may append bytes to the structure; nil when the
  ///   tag has an unusual type, or the directory is too large to be copied.
  func edits(_ orientation: Orientation) -> [FileEdit]? {
    for number in 0..<entryCount {
      let entry = directoryOffset + 2 + number * 12
      guard value(entry, 2) == Self.tagNumber else { continue }
      guard let size = value(entry + 2, 2).flatMap({ Self.typeSizes[$0] }), value(entry + 4, 4) == 1
      else { return nil }
      return [
        FileEdit(
          offset: structureRange.lowerBound + entry + 8, removedCount: size,
          bytes: integerBytes(orientation.rawValue, size))
      ]
    }
    return editsAppendingDirectory(orientation)
  }

  /// The edits that append a copy of the directory, extended by the tag, and make the header refer
  /// to the copy; nil when the directory is too large.
  private func editsAppendingDirectory(_ orientation: Orientation) -> [FileEdit]? {
    guard entryCount < Self.maxEntries else { return nil }
    let end = structureRange.count
    // Directories begin at even offsets.
    let start = end + end % 2
    var bytes = [UInt8](repeating: 0, count: end % 2) + integerBytes(entryCount + 1, 2)
    var isAdded = false
    // The entries are sorted by tag.
    for number in 0..<entryCount {
      let entry = directoryOffset + 2 + number * 12
      if !isAdded, value(entry, 2) ?? 0 > Self.tagNumber {
        bytes += self.entryBytes(orientation)
        isAdded = true
      }
      bytes +=
        file.part(structureRange.lowerBound + entry..<structureRange.lowerBound + entry + 12).raw
    }
    if !isAdded { bytes += entryBytes(orientation) }
    let next = directoryOffset + 2 + entryCount * 12
    bytes += file.part(structureRange.lowerBound + next..<structureRange.lowerBound + next + 4).raw
    guard bytes.count <= FileEdit.maxBytes, start <= UInt32.max else { return nil }
    return [
      FileEdit(
        offset: structureRange.lowerBound + 4, removedCount: 4, bytes: integerBytes(start, 4)),
      FileEdit(offset: structureRange.upperBound, removedCount: 0, bytes: bytes),
    ]
  }

  private func entryBytes(_ orientation: Orientation) -> [UInt8] {
    integerBytes(Self.tagNumber, 2) + integerBytes(Self.shortType, 2) + integerBytes(1, 4)
      + integerBytes(orientation.rawValue, 2) + [0, 0]
  }

  private func value(_ offset: Int, _ size: Int) -> Int? {
    file.number(at: structureRange.lowerBound + offset, size: size, bigEndian: isBigEndian)
  }

  private func integerBytes(_ value: Int, _ size: Int) -> [UInt8] {
    let bytes = (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    return isBigEndian ? bytes.reversed() : bytes
  }

  /// The bytes of a big-endian TIFF structure whose only tag is an orientation.
  static func tiffStructure(_ orientation: Orientation) -> [UInt8] {
    Array("MM\0*".utf8) + [0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1]
      + [0, UInt8(orientation.rawValue), 0, 0, 0, 0, 0, 0]
  }
}
