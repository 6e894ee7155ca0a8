import Geometry

/// The few fields of a TIFF structure (an EXIF block, or a TIFF file) that matter here.
///
/// Only the first two directories are visited, so directories that point at each other cost
/// nothing; every offset is checked where it is used.
struct ExifReader {
  private let bytes: PictureBytes
  private let isBigEndian: Bool

  /// Where the first directory is.
  let firstDirectory: Int

  /// Nil when it is not a TIFF structure; an "Exif" prefix is skipped.
  init?(_ block: PictureBytes) {
    let b = block.has("Exif\0\0") ? block.part(6..<block.count) : block
    switch b.big16(0) {
    case 0x4D4D: isBigEndian = true
    case 0x4949: isBigEndian = false
    default: return nil
    }
    guard b.number(at: 2, size: 2, bigEndian: isBigEndian) == 42,
      let first = b.number(at: 4, size: 4, bigEndian: isBigEndian)
    else { return nil }
    bytes = b
    firstDirectory = first
  }

  /// One directory: a table of tags.
  struct Directory {
    fileprivate let reader: ExifReader
    fileprivate let offset: Int
    fileprivate let count: Int

    /// The tag's number, the first of several, when it is an integer, else nil.
    func value(_ tag: Int) -> Int? {
      for i in 0..<count {
        let entry = offset + 2 + i * 12
        guard reader.number(entry, 2) == tag else { continue }
        guard let length = reader.number(entry + 4, 4), length >= 1 else { return nil }
        let sizes = [1: 1, 3: 2, 4: 4]
        guard let kind = reader.number(entry + 2, 2), let size = sizes[kind] else { return nil }
        // What does not fit into the entry is elsewhere.
        let isHere = length * size <= 4
        return (isHere ? entry + 8 : reader.number(entry + 8, 4)).flatMap {
          reader.number($0, size)
        }
      }
      return nil
    }

    /// The tag's contents where they are bytes of any meaning, nil when they are not.
    func data(_ tag: Int) -> PictureBytes? {
      for i in 0..<count {
        let entry = offset + 2 + i * 12
        guard reader.number(entry, 2) == tag else { continue }
        guard let kind = reader.number(entry + 2, 2), [1, 2, 7].contains(kind),
          let length = reader.number(entry + 4, 4),
          let start = length <= 4 ? entry + 8 : reader.number(entry + 8, 4),
          start + length <= reader.bytes.count
        else { return nil }
        return reader.bytes.part(start..<start + length)
      }
      return nil
    }

    /// Where the next directory is, nil after the last.
    var next: Int? {
      guard let next = reader.number(offset + 2 + count * 12, 4), next > 0 else { return nil }
      return next
    }
  }

  /// The directory at `offset`, nil when there is none.
  func directory(at offset: Int?) -> Directory? {
    guard let offset, let count = number(offset, 2) else { return nil }
    return Directory(reader: self, offset: offset, count: min(count, 512))
  }

  /// The orientation, `.up` when there is none or it makes no sense.
  var orientation: Orientation {
    let value = directory(at: firstDirectory)?.value(0x0112) ?? 1
    return Orientation(rawValue: value) ?? .up
  }

  /// The JPEG in the second directory, nil when there is none.
  var thumbnail: PictureBytes? {
    guard let second = directory(at: directory(at: firstDirectory)?.next),
      let offset = second.value(0x0201), let length = second.value(0x0202),
      length > 4, offset > 0, offset < bytes.count
    else { return nil }
    let part = bytes.part(offset..<offset + length)
    return part.big16(0) == 0xFFD8 ? part : nil
  }

  private func number(_ i: Int, _ size: Int) -> Int? {
    bytes.number(at: i, size: size, bigEndian: isBigEndian)
  }
}
