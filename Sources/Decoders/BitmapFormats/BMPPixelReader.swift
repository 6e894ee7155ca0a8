import DecodingSupport
import Pixels

/// The reader of a bitmap's pixels, which writes them as BGRA with straight alpha. Pixels that are
/// missing in the file stay transparent.
struct BMPPixelReader {
  private let bytes: PictureBytes
  private let header: BMPHeader
  private let buffer: PixelBuffer

  init(_ bytes: PictureBytes, _ header: BMPHeader, _ buffer: PixelBuffer) {
    (self.bytes, self.header, self.buffer) = (bytes, header, buffer)
  }

  /// Writes the pixels of all rows that the file contains.
  ///
  /// - Returns: the number of complete rows, in file order.
  func writeRows() -> Int {
    if case .runLengthEncoded(let bits) = header.pixelEncoding { return writeRunLengthRows(bits) }
    var done = 0
    while done < header.size.height, writeRow(done) { done += 1 }
    return done
  }

  /// Number of bytes in a stored row of `width` pixels of `depth` bits, padded to 32 bits. The
  /// caller has checked `width` against the limit.
  static func rowBytes(_ width: Int, depth: Int) -> Int { (width * depth + 31) / 32 * 4 }

  private func address(ofRow row: Int) -> UnsafeMutablePointer<UInt32> {
    let y = header.isTopDown ? row : header.size.height - 1 - row
    return (buffer.bytes + y * buffer.stride).assumingMemoryBound(to: UInt32.self)
  }

  private func writeRow(_ index: Int) -> Bool {
    let length = Self.rowBytes(header.size.width, depth: header.depth)
    let start = header.pixelOffset + index * length
    let width = header.size.width
    // The padding of the last row may be missing.
    guard start >= 0, start + (width * header.depth + 7) / 8 <= bytes.count else { return false }
    let source = bytes.raw[start...]
    let out = address(ofRow: index)
    switch header.depth {
    case 24:
      for x in 0..<width {
        let i = source.startIndex + x * 3
        out[x] =
          0xFF00_0000 | UInt32(bytes.raw[i + 2]) << 16 | UInt32(bytes.raw[i + 1]) << 8
          | UInt32(bytes.raw[i])
      }
    case 16, 32:
      guard let bitFields = header.bitFields else { return false }
      for x in 0..<width {
        let pixel =
          header.depth == 16
          ? UInt32(bytes.raw.loadUnaligned(fromByteOffset: start + x * 2, as: UInt16.self))
          : bytes.raw.loadUnaligned(fromByteOffset: start + x * 4, as: UInt32.self)
        out[x] = bitFields.color(pixel)
      }
    case 1, 2, 4, 8:
      let depth = header.depth
      let mask = UInt8(truncatingIfNeeded: 1 << depth - 1)
      for x in 0..<width {
        let bit = x * depth
        let index = bytes.raw[start + bit >> 3] >> (8 - depth - bit & 7) & mask
        out[x] = paletteColor(Int(index))
      }
    default: return false
    }
    return true
  }

  /// The colour of a palette index; black for an index without an entry, as in other readers.
  private func paletteColor(_ index: Int) -> UInt32 {
    index < header.palette.count ? header.palette[index] : 0xFF00_0000
  }

  // Decodes run-length encoding: pairs of a count and a value. A count of zero is an escape: end of
  // line, end of bitmap, a delta, or a number of literal values. Returns the number of complete
  // rows.
  private func writeRunLengthRows(_ bits: Int) -> Int {
    var position = PixelPosition(x: 0, y: 0, size: header.size)
    var i = header.pixelOffset
    let step = bits == 24 ? 3 : 1
    while position.y < header.size.height, let count = bytes.byte(i),
      let second = bytes.byte(i + 1)
    {
      if count > 0 {
        for k in 0..<Int(count) { write(storedColor(i + 1, k, bits), &position) }
        i += 1 + step
        continue
      }
      i += 2
      switch second {
      case 0: position.newLine()
      case 1: return header.size.height
      case 2:
        position.x += Int(bytes.byte(i) ?? 0)
        position.y += Int(bytes.byte(i + 1) ?? 0)
        i += 2
      default:
        let length = (Int(second) * bits + 7) / 8
        guard i + length <= bytes.count else { return position.y }
        for k in 0..<Int(second) {
          let offset = bits == 4 ? i + k / 2 : i + k * step
          write(storedColor(offset, bits == 4 ? k % 2 : 0, bits), &position)
        }
        i += length + length % 2
      }
    }
    return position.y
  }

  private struct PixelPosition {
    var x: Int
    var y: Int
    let size: PixelSize
    mutating func newLine() { (x, y) = (0, y + 1) }
    var isInside: Bool { x < size.width && y < size.height }
  }

  /// The colour of the value at byte offset `i`; with four bits, that of the upper half of the byte
  /// for even `k` and of the lower half for odd `k`.
  private func storedColor(_ i: Int, _ k: Int, _ bits: Int) -> UInt32 {
    if bits == 24 {
      return 0xFF00_0000 | UInt32(bytes.number(at: i, size: 3, bigEndian: false) ?? 0)
    }
    let byte = Int(bytes.byte(i) ?? 0)
    return paletteColor(bits == 8 ? byte : k % 2 == 0 ? byte >> 4 : byte & 15)
  }

  private func write(_ color: UInt32, _ position: inout PixelPosition) {
    if position.isInside { address(ofRow: position.y)[position.x] = color }
    position.x += 1
  }
}
