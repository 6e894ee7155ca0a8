package import DecoderWire
package import DecodingSupport
package import Geometry
import PNGEncoding
import PictureMetadata
package import Pixels

/// The lossless rotation of a TIFF: its samples are rearranged without a change of their values.
///
/// Everything else in the file keeps its place. The new samples replace the former ones in place if
/// they are not longer, else they are appended to the file, as is the new directory.
///
/// - Source: TIFF 6.0, sections 2 to 8 and 14; Adobe Photoshop TIFF Technical Notes of 2002
///   (Deflate).
package enum LosslessTIFF {
  /// The maximum number of bytes of the uncompressed samples.
  private static let maxBytes = 1 << 30

  private enum Tag {
    static let (width, height, compression, orientation) = (256, 257, 259, 274)
    static let (stripOffsets, rowsPerStrip, stripByteCounts) = (273, 278, 279)
    static let (tileOffsets, tileByteCounts) = (324, 325)
    static let (xResolution, yResolution) = (282, 283)
    static let predictor = 317
    static let subdirectories = 330
    /// The tags whose values are the offsets of EXIF, GPS and interoperability directories.
    static let metadataDirectories = [34665, 34853, 40965]
    /// The tags that describe the former samples, and are written anew or left out; 266 is the
    /// order of bits in a byte.
    static let replacedTags = [256, 257, 259, 266, 273, 274, 278, 279, 317, 322, 323, 324, 325]
  }

  private enum Compression {
    static let none = 1
    static let deflate = 8
    /// The values of the tag Compression without loss: none, LZW, Deflate in both its codes, and
    /// PackBits.
    static let losslessSchemes: Set<Int> = [1, 5, 8, 32773, 32946]
  }

  /// The TIFF file with its pixels rearranged by the orientation of the picture followed by `turn`,
  /// and the new size.
  ///
  /// - Throws: `.empty` when no pixel would move, `.unsupported` for a file that cannot be turned,
  ///   `.tooLarge`, `.damaged`, and `.missingLoader` without libtiff.
  package static func turned(
    _ bytes: PictureBytes, by turn: Orientation
  ) throws(DecodeFailure) -> (bytes: [UInt8], size: PixelSize) {
    guard let library = TIFFLibrary.shared else {
      throw DecodeFailure(.missingLoader, format: "TIFF", detail: "libtiff6")
    }
    guard let file = TIFFFile(bytes, library, page: 0), let directory = Directory(bytes) else {
      throw DecodeFailure(.damaged, format: "TIFF")
    }
    let whole = file.orientation.followed(by: turn)
    guard whole != .up else { throw DecodeFailure(.empty) }
    guard directory.nextDirectoryOffset == 0, directory.entry(Tag.subdirectories) == nil else {
      throw refusal(detail: "holds several pictures")
    }
    guard Compression.losslessSchemes.contains(file.compression) else {
      throw refusal(detail: "is compressed with loss, so its pixels would change")
    }
    guard !file.isPlanar || file.samplesPerPixel == 1, file.samplesPerPixel > 0,
      [8, 16, 32].contains(file.bitsPerSample), !file.size.isEmpty
    else { throw refusal(detail: "cannot be written again without loss") }
    let pixel = file.samplesPerPixel * file.bitsPerSample / 8
    guard let area = file.size.area, area <= maxBytes / pixel else {
      throw DecodeFailure(
        .tooLarge, format: "TIFF", detail: "\(file.size.width) × \(file.size.height) pixels")
    }
    guard let samples = samples(of: file, pixel) else {
      throw DecodeFailure(.damaged, format: "TIFF")
    }
    let size = whole.swapsAxes ? file.size.transposed : file.size
    let turned = whole.upright(samples, of: file.size, pixel: pixel)
    return (makeFile(turned, size, pixel, file, directory, swapsAxes: whole.swapsAxes, bytes), size)
  }

  private static func refusal(detail: String) -> DecodeFailure {
    DecodeFailure(.unsupported, format: "TIFF", detail: detail)
  }

  // MARK: Samples

  /// All samples of a page without padding, in the byte order of the machine; nil for a damaged
  /// file.
  ///
  /// - Parameter pixel: the size of a pixel in bytes.
  private static func samples(of file: TIFFFile, _ pixel: Int) -> [UInt8]? {
    let (width, height) = (file.size.width, file.size.height)
    var result = [UInt8](repeating: 0, count: width * height * pixel)
    let isRead = result.withUnsafeMutableBytes { all -> Bool in
      guard let start = all.baseAddress else { return false }
      if let tile = file.tile { return readTiles(tile, of: file, pixel, into: start) }
      guard file.library.rowSize(file.handle) == width * pixel else { return false }
      return (0..<height).allSatisfy { y in
        file.library.readRow(file.handle, start + y * width * pixel, UInt32(y), 0) >= 0
      }
    }
    return isRead ? result : nil
  }

  private static func readTiles(
    _ tile: PixelSize, of file: TIFFFile, _ pixel: Int, into start: UnsafeMutableRawPointer
  ) -> Bool {
    let row = tile.width * pixel
    guard !tile.isEmpty, file.library.tileRowSize(file.handle) == row,
      file.library.tileSize(file.handle) == row * tile.height, row * tile.height <= maxBytes
    else { return false }
    var buffer = [UInt8](repeating: 0, count: row * tile.height)
    for y in stride(from: 0, to: file.size.height, by: tile.height) {
      for x in stride(from: 0, to: file.size.width, by: tile.width) {
        let count = buffer.withUnsafeMutableBytes { bytes in
          bytes.baseAddress.map {
            file.library.readTile(file.handle, $0, UInt32(x), UInt32(y), 0, 0)
          } ?? -1
        }
        guard count == row * tile.height else { return false }
        let width = min(tile.width, file.size.width - x) * pixel
        for line in 0..<min(tile.height, file.size.height - y) {
          let to = start + ((y + line) * file.size.width + x) * pixel
          buffer.withUnsafeBytes { bytes in
            if let from = bytes.baseAddress {
              to.copyMemory(from: from + line * row, byteCount: width)
            }
          }
        }
      }
    }
    return true
  }

  // MARK: The file

  private static func makeFile(
    _ samples: [UInt8], _ size: PixelSize, _ pixel: Int, _ file: TIFFFile, _ directory: Directory,
    swapsAxes: Bool, _ bytes: PictureBytes
  ) -> [UInt8] {
    var (data, compression, predictor) = (samples, Compression.none, 1)
    if file.compression != Compression.none {
      let bytes = file.bitsPerSample / 8
      var rows = samples
      if bytes == 1 {
        applyPredictor(&rows, row: size.width * pixel, distance: file.samplesPerPixel)
      }
      let packed = ZlibStream.make(bytes == 1 ? rows : inFileByteOrder(samples, bytes, directory))
      if packed.count < samples.count {
        (data, compression, predictor) = (packed, Compression.deflate, bytes == 1 ? 2 : 1)
      }
    }
    if compression == Compression.none {
      data = inFileByteOrder(samples, file.bitsPerSample / 8, directory)
    }
    var result = Array(bytes.raw)
    func align() { if !result.count.isMultiple(of: 2) { result.append(0) } }
    let start: Int
    if let former = directory.formerDataRange, data.count <= former.count {
      start = former.lowerBound
      result.replaceSubrange(start..<start + data.count, with: data)
    } else {
      align()
      start = result.count
      result += data
    }
    var entries = directory.entries.filter { !Tag.replacedTags.contains($0.tag) }
    if swapsAxes { swapResolutions(&entries) }
    let long: [(Int, Int)] = [
      (Tag.width, size.width), (Tag.height, size.height), (Tag.stripOffsets, start),
      (Tag.rowsPerStrip, size.height), (Tag.stripByteCounts, data.count),
    ]
    let short = [(Tag.compression, compression), (Tag.orientation, 1), (Tag.predictor, predictor)]
    entries += long.map { directory.entry($0.0, long: $0.1) }
    entries += short.filter { $0 != (Tag.predictor, 1) }
      .map { directory.entry($0.0, short: $0.1) }
    align()
    let position = result.count
    result += directory.integerBytes(entries.count, 2)
    for entry in entries.sorted(by: { $0.tag < $1.tag }) { result += entry.bytes }
    result += [0, 0, 0, 0]
    result.replaceSubrange(4..<8, with: directory.integerBytes(position, 4))
    return result
  }

  /// Replaces every byte by its difference from the byte `distance` bytes before it in the same row
  /// (Predictor 2).
  private static func applyPredictor(_ bytes: inout [UInt8], row: Int, distance: Int) {
    guard row > 0, distance > 0 else { return }
    bytes.withUnsafeMutableBufferPointer { bytes in
      for start in stride(from: 0, to: bytes.count, by: row) {
        for position in stride(from: start + row - 1, through: start + distance, by: -1) {
          bytes[position] &-= bytes[position - distance]
        }
      }
    }
  }

  /// The samples of `size` bytes each, converted from the byte order of the machine to that of the
  /// file.
  private static func inFileByteOrder(_ samples: [UInt8], _ size: Int, _ directory: Directory)
    -> [UInt8]
  {
    guard size > 1, directory.isBigEndian != (1.bigEndian == 1) else { return samples }
    var result = samples
    for start in stride(from: 0, to: result.count - size + 1, by: size) {
      result[start..<start + size].reverse()
    }
    return result
  }

  private static func swapResolutions(_ entries: inout [Directory.Entry]) {
    guard let x = entries.firstIndex(where: { $0.tag == Tag.xResolution }),
      let y = entries.firstIndex(where: { $0.tag == Tag.yResolution })
    else { return }
    let (one, other) = (entries[x], entries[y])
    entries[x].copyValue(from: other)
    entries[y].copyValue(from: one)
  }

  // MARK: The directory

  /// The first directory of a TIFF, with its entries as they are stored.
  private struct Directory {
    /// An entry of twelve bytes: tag, type, number of values, and the value or its offset.
    struct Entry {
      var tag: Int
      private(set) var bytes: [UInt8]

      init(tag: Int, bytes: [UInt8]) { (self.tag, self.bytes) = (tag, bytes) }

      /// Copies the type, the number of values and the value of another entry.
      mutating func copyValue(from other: Entry) {
        bytes.replaceSubrange(2..., with: other.bytes[2...])
      }
    }

    let isBigEndian: Bool
    let entries: [Entry]
    /// The offset of the next directory in the chain; 0 when there is none.
    let nextDirectoryOffset: Int
    /// The range of bytes of the former strips or tiles; nil unless they follow each other and
    /// nothing else is stored between them. Some files state byte counts that are too large.
    let formerDataRange: Range<Int>?

    /// Reads the first directory of a TIFF; nil for a BigTIFF, and for a damaged file.
    init?(_ bytes: PictureBytes) {
      let isBig = bytes.hasBytes("MM")
      func number(_ position: Int, _ size: Int) -> Int? {
        bytes.number(at: position, size: size, bigEndian: isBig)
      }
      guard isBig || bytes.hasBytes("II"), number(2, 2) == 42, bytes.count < 1 << 31,
        let start = number(4, 4), let count = number(start, 2), count > 0,
        let next = number(start + 2 + 12 * count, 4)
      else { return nil }
      isBigEndian = isBig
      nextDirectoryOffset = next
      entries = (0..<count).compactMap { index in
        let position = start + 2 + 12 * index
        guard let tag = number(position, 2), position + 12 <= bytes.count else { return nil }
        return Entry(tag: tag, bytes: Array(bytes.raw[position..<position + 12]))
      }
      /// The values of an entry of type SHORT or LONG; empty without such an entry.
      func integerValues(_ tag: Int) -> [Int] {
        guard let index = (0..<count).first(where: { number(start + 2 + 12 * $0, 2) == tag }),
          let type = number(start + 4 + 12 * index, 2), let size = [3: 2, 4: 4][type],
          let length = number(start + 6 + 12 * index, 4), length <= bytes.count / size
        else { return [] }
        let here = start + 10 + 12 * index
        guard let position = length * size <= 4 ? here : number(here, 4) else { return [] }
        return (0..<length).compactMap { number(position + $0 * size, size) }
      }
      let strips = integerValues(Tag.stripOffsets)
      let starts = strips.isEmpty ? integerValues(Tag.tileOffsets) : strips
      let counts = integerValues(strips.isEmpty ? Tag.tileByteCounts : Tag.stripByteCounts)
      // Some writers leave out the byte counts; libtiff knows the length of a single strip.
      guard starts.count == counts.count || counts.isEmpty else { return nil }
      let parts = zip(starts, counts).sorted { $0.0 < $1.0 }
      let followEachOther = zip(parts, parts.dropFirst()).allSatisfy { one, other in
        // A strip or tile may begin at an even offset, after a padding byte.
        (0...1).contains(other.0 - one.0 - one.1)
      }
      guard followEachOther, let first = parts.first, let last = parts.last, first.0 >= 8,
        last.0 + last.1 <= bytes.count
      else {
        formerDataRange = nil
        return
      }
      let data = first.0..<last.0 + last.1
      let isFree = Self.usedRanges(at: start, of: bytes, bigEndian: isBig).allSatisfy {
        !$0.overlaps(data)
      }
      formerDataRange = isFree ? data : nil
    }

    /// The ranges of bytes of the directory at `start`, of its values, and of the metadata
    /// directories to which it refers, through `depth` levels.
    private static func usedRanges(
      at start: Int, of bytes: PictureBytes, bigEndian isBig: Bool, depth: Int = 2
    ) -> [Range<Int>] {
      func number(_ offset: Int, _ size: Int) -> Int? {
        bytes.number(at: offset, size: size, bigEndian: isBig)
      }
      guard let count = number(start, 2) else { return [] }
      let end = start + 2 + 12 * count
      var ranges = [start..<end + 4]
      var directories: [Int: Int] = [:]
      for entry in stride(from: start + 2, to: end, by: 12) {
        guard let tag = number(entry, 2), let type = number(entry + 2, 2),
          let length = number(entry + 4, 4), let value = number(entry + 8, 4)
        else { break }
        let size = length * (valueSizes[type] ?? 1)
        if size > 4 { ranges.append(value..<value + size) }
        if depth > 0, Tag.metadataDirectories.contains(tag), directories[tag] == nil {
          directories[tag] = value
        }
      }
      return ranges
        + directories.values.flatMap {
          Self.usedRanges(at: $0, of: bytes, bigEndian: isBig, depth: depth - 1)
        }
    }

    /// The size in bytes of a value of each type, without the types of one byte.
    private static let valueSizes = [3: 2, 4: 4, 5: 8, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8, 13: 4]

    func entry(_ tag: Int) -> Entry? { entries.first { $0.tag == tag } }

    /// The `size` low bytes of `value`, in the byte order of the file.
    func integerBytes(_ value: Int, _ size: Int) -> [UInt8] {
      let bytes = (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
      return isBigEndian ? bytes.reversed() : bytes
    }

    func entry(_ tag: Int, long value: Int) -> Entry {
      Entry(
        tag: tag,
        bytes: integerBytes(tag, 2) + integerBytes(4, 2) + integerBytes(1, 4)
          + integerBytes(value, 4))
    }

    func entry(_ tag: Int, short value: Int) -> Entry {
      Entry(
        tag: tag,
        bytes: integerBytes(tag, 2) + integerBytes(3, 2) + integerBytes(1, 4)
          + integerBytes(value, 2) + [0, 0])
    }
  }
}
