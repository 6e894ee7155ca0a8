import DecodingSupport

/// A TIFF structure with EXIF tags, of which single values are replaced in place.
///
/// - Source: TIFF 6.0, section 2; CIPA DC-008, 4.6.
package struct ExifPatch {
  /// The bytes of the structure, from the byte order mark on.
  package private(set) var bytes: [UInt8]
  private let isBigEndian: Bool

  private static let maxEntries = 1000
  private static let orientation = 0x0112
  private static let exifDirectory = 0x8769
  private static let (width, height) = (0xA002, 0xA003)
  private static let (thumbnailStart, thumbnailLength) = (0x0201, 0x0202)

  /// Reads the header of a TIFF structure; nil for other bytes.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count >= 8, bytes[0] == bytes[1], [0x49, 0x4D].contains(bytes[0]) else {
      return nil
    }
    self.bytes = bytes
    isBigEndian = bytes[0] == 0x4D
    guard number(2, 2) == 42 else { return nil }
  }

  private func number(_ offset: Int, _ size: Int) -> Int? {
    bytes.withUnsafeBytes {
      PictureBytes(raw: $0).number(at: offset, size: size, bigEndian: isBigEndian)
    }
  }

  /// Writes a number of `size` bytes in the byte order of the structure; does nothing where it
  /// would exceed the bytes.
  private mutating func write(_ value: Int, at offset: Int, _ size: Int) {
    guard offset >= 0, offset <= bytes.count - size else { return }
    bytes.replaceSubrange(
      offset..<offset + size,
      with: isBigEndian ? bigEndian(value, size) : littleEndian(value, size))
  }

  /// The offset of the entry with `tag` in the directory at offset `directory`; nil when it has no
  /// such entry.
  private func entry(_ tag: Int, of directory: Int) -> Int? {
    guard let count = number(directory, 2), count <= Self.maxEntries else { return nil }
    return (0..<count).map { directory + 2 + $0 * 12 }.first { number($0, 2) == tag }
  }

  /// The value of a tag of type SHORT or LONG; nil when the directory has no such tag, or one with
  /// several values.
  private func value(_ tag: Int, of directory: Int) -> Int? {
    guard let entry = entry(tag, of: directory), number(entry + 4, 4) == 1 else { return nil }
    switch number(entry + 2, 2) {
    case 3: return number(entry + 8, 2)
    case 4: return number(entry + 8, 4)
    default: return nil
    }
  }

  private mutating func setValue(_ tag: Int, of directory: Int?, to value: Int) {
    guard let directory, let entry = entry(tag, of: directory), number(entry + 4, 4) == 1 else {
      return
    }
    switch number(entry + 2, 2) {
    case 3 where value <= UInt16.max: write(value, at: entry + 8, 2)
    case 4: write(value, at: entry + 8, 4)
    default: break
    }
  }

  private var firstDirectory: Int? { number(4, 4) }

  /// Sets the Orientation tag to upright, if there is one.
  package mutating func resetOrientation() { setValue(Self.orientation, of: firstDirectory, to: 1) }

  /// Sets the tags PixelXDimension and PixelYDimension to the size of the picture in pixels, if
  /// they exist.
  package mutating func setSize(width: Int, height: Int) {
    let directory = firstDirectory.flatMap { value(Self.exifDirectory, of: $0) }
    setValue(Self.width, of: directory, to: width)
    setValue(Self.height, of: directory, to: height)
  }

  /// Removes the reference to the directory of the embedded thumbnail, and overwrites the thumbnail
  /// with zeros.
  package mutating func removeThumbnail() {
    guard let first = firstDirectory, let count = number(first, 2), count <= Self.maxEntries else {
      return
    }
    let link = first + 2 + count * 12
    guard let second = number(link, 4), second > 0 else { return }
    if let start = value(Self.thumbnailStart, of: second),
      let length = value(Self.thumbnailLength, of: second), start < bytes.count
    {
      for index in start..<min(bytes.count, start + length) { bytes[index] = 0 }
    }
    write(0, at: link, 4)
  }
}
