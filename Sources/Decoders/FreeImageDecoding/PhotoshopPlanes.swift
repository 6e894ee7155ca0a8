import DecodingSupport
import Pixels

/// The planes of the merged picture of a Photoshop document, raw or run-length coded.
///
/// - Source: Adobe Photoshop File Formats Specification, Image Data Section.
struct PhotoshopPlanes {
  /// The size of every plane in samples, which is that of the picture in pixels.
  let size: PixelSize
  private let bytes: PictureBytes
  /// The bytes of a sample.
  private let sampleBytes: Int
  /// The offsets of the rows of each plane in turn, and the end of the last one; nil for raw
  /// planes.
  private let rowOffsets: [Int]?
  /// Whether the file ends before the last row.
  let isTruncated: Bool

  /// Finds the rows of the first `count` planes.
  ///
  /// - Returns: nil for samples of less than a byte, for another compression, and when the table of
  ///   rows exceeds the file.
  init?(_ document: PhotoshopDocument, count: Int) {
    let b = document.imageData
    guard [8, 16, 32].contains(document.bitsPerSample), count <= document.channelCount,
      let compression = b.big16(0), compression <= 1
    else { return nil }
    (bytes, size, sampleBytes) = (b, document.size, document.bitsPerSample / 8)
    guard compression == 1 else {
      rowOffsets = nil
      isTruncated = b.count < 2 + count * size.height * size.width * sampleBytes
      return
    }
    let lengthBytes = document.isLargeDocument ? 4 : 2
    let height = document.size.height
    var offset = 2 + document.channelCount * height * lengthBytes
    guard offset <= b.count else { return nil }
    var found: [Int] = [offset]
    found.reserveCapacity(count * height + 1)
    for row in 0..<count * height {
      offset += b.number(at: 2 + row * lengthBytes, size: lengthBytes, bigEndian: true) ?? 0
      found.append(offset)
    }
    rowOffsets = found
    isTruncated = offset > b.count
  }

  /// Writes the levels of row `y` of a plane to `levels`; samples behind the end of the file are
  /// the highest level. Samples of 32 bits are floating-point numbers from 0 to 1.
  func write(_ plane: Int, row y: Int, to levels: UnsafeMutablePointer<UInt16>) {
    let index = plane * size.height + y
    let rowBytes = size.width * sampleBytes
    guard let rowOffsets else {
      let start = 2 + index * rowBytes
      return writeLevels(bytes.part(start..<start + rowBytes).raw, to: levels)
    }
    let packed = bytes.part(rowOffsets[index]..<rowOffsets[index + 1])
    withUnsafeTemporaryAllocation(byteCount: rowBytes, alignment: 16) { row in
      let count = Self.unpackBits(packed.raw, to: row)
      writeLevels(
        UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(row)[0..<count]), to: levels)
    }
  }

  /// Decodes a row that is packed by PackBits.
  ///
  /// - Returns: the number of bytes that were written.
  private static func unpackBits(
    _ packed: UnsafeRawBufferPointer, to row: UnsafeMutableRawBufferPointer
  ) -> Int {
    var (read, written) = (0, 0)
    while written < row.count, read < packed.count {
      let head = Int(packed[read])
      read += 1
      if head < 128 {
        let length = min(head + 1, row.count - written, packed.count - read)
        for k in 0..<length { row[written + k] = packed[read + k] }
        read += length
        written += length
      } else if head > 128, read < packed.count {
        let length = min(257 - head, row.count - written)
        let level = packed[read]
        for k in 0..<length { row[written + k] = level }
        read += 1
        written += length
      }
    }
    return written
  }

  private func writeLevels(
    _ stored: UnsafeRawBufferPointer, to levels: UnsafeMutablePointer<UInt16>
  ) {
    let count = min(size.width, stored.count / sampleBytes)
    for x in 0..<count {
      switch sampleBytes {
      case 1: levels[x] = UInt16(stored[x]) * 257
      case 2: levels[x] = UInt16(stored[2 * x]) << 8 | UInt16(stored[2 * x + 1])
      default: levels[x] = Self.level(of: stored, at: 4 * x)
      }
    }
    for x in count..<size.width { levels[x] = .max }
  }

  /// The level of a big-endian floating-point number.
  private static func level(of stored: UnsafeRawBufferPointer, at i: Int) -> UInt16 {
    let high = UInt32(stored[i]) << 24 | UInt32(stored[i + 1]) << 16
    let number = Float(bitPattern: high | UInt32(stored[i + 2]) << 8 | UInt32(stored[i + 3]))
    return number.isNaN ? 0 : UInt16(min(1, max(0, number)) * 65535)
  }
}
