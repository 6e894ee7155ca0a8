package import DecoderWire
package import DecodingSupport
import Deflate
package import Geometry
import PNGEncoding
package import Pixels

/// The lossless rotation of a PNG of any colour type and depth: its pixels are rearranged without a
/// change of their samples. The result is not interlaced.
///
/// - Source: PNG specification, third edition.
package enum LosslessPNG {
  /// The maximum number of bytes of the decoded samples.
  private static let maxBytes = 1 << 30
  /// The number of bytes after a row that ``PNGFilter`` may read and write.
  private static let filterPaddingBytes = 16

  /// The PNG file with its pixels rearranged by the orientation of the picture followed by `turn`,
  /// and the new size.
  ///
  /// - Parameter metadata: makes the new body of an eXIf or iTXt chunk, from its old body and the
  ///   new size in pixels.
  /// - Throws: `.empty` when no pixel would move, `.unsupported` for an animation, `.tooLarge`
  ///   above the limits, `.damaged` for invalid data.
  package static func turned(
    _ bytes: PictureBytes, by turn: Orientation,
    metadata: (_ kind: String, _ body: [UInt8], _ size: PixelSize) -> [UInt8]
  ) throws(DecodeFailure) -> (bytes: [UInt8], size: PixelSize) {
    let file = try PNGFile(bytes)
    let whole = file.orientation.followed(by: turn)
    guard whole != .up else { throw DecodeFailure(.empty) }
    let chunks = Chunk.all(in: bytes)
    guard !chunks.contains(where: { $0.kind == "acTL" }) else {
      throw DecodeFailure(.unsupported, format: "PNG", detail: "has several frames")
    }
    let pixel = max(1, file.pixelBits / 8)
    let (count, isTooLarge) = file.size.width.multipliedReportingOverflow(by: file.size.height)
    guard !isTooLarge, count <= maxBytes / pixel, let raw = PNGRowDecoder.inflatedByteCount(file),
      raw <= 2 * maxBytes
    else { throw DecodeFailure(.tooLarge, format: "PNG", detail: "\(count) pixels") }
    guard file.isComplete, !file.size.isEmpty, let samples = pixelBytes(of: file, raw, pixel) else {
      throw PNGFile.damaged("its data cannot be decompressed")
    }
    let size = whole.swapsAxes ? file.size.transposed : file.size
    let turned = whole.upright(samples, of: file.size, pixel: pixel)
    let data = ZlibStream.make(filtered(turned, size, file, pixel))
    return (makeFile(chunks, size, data, swapsAxes: whole.swapsAxes, metadata), size)
  }

  // MARK: Samples

  /// The pixels of the stored picture, each in `pixel` bytes: all of its samples, or the bits of a
  /// pixel of less than a byte. nil for damaged data.
  ///
  /// - Parameter raw: the inflated size of all rows in bytes.
  static func pixelBytes(of file: PNGFile, _ raw: Int, _ pixel: Int) -> [UInt8]? {
    var inflater = Inflater(CompressedPieces(file.imageData, of: file.bytes))
    let lines = [UInt8](unsafeUninitializedCapacity: raw + Inflater.outputMargin) { buffer, count in
      count = buffer.baseAddress.map { min(raw, inflater.fill($0, history: 0, count: raw)) } ?? 0
    }
    guard lines.count == raw else { return nil }
    var result = [UInt8](repeating: 0, count: file.size.width * file.size.height * pixel)
    let room = (file.size.width * file.pixelBits + 7) / 8 + filterPaddingBytes
    var row = [UInt8](repeating: 0, count: room)
    var filtered = row
    var position = 0
    for pass in PNGRowDecoder.passes(file) {
      var above = [UInt8](repeating: 0, count: room)
      let length = pass.rowBytes(file.pixelBits)
      for y in 0..<pass.size.height {
        filtered.replaceSubrange(0..<length, with: lines[position + 1..<position + 1 + length])
        let isKnown = PNGFilter.undo(
          lines[position], filtered, above: above, into: &row, count: length, step: pixel)
        guard isKnown else { return nil }
        position += 1 + length
        let start = (pass.y0 + y * pass.dy) * file.size.width + pass.x0
        writePixels(of: row, pass, from: start, file, pixel, into: &result)
        swap(&row, &above)
      }
    }
    return result
  }

  /// Writes the pixels of an unfiltered row to their places in `result`: the first one to the pixel
  /// with index `start`, the others at the distances of the interlacing pass.
  private static func writePixels(
    of row: [UInt8], _ pass: PNGRowDecoder.Pass, from start: Int, _ file: PNGFile, _ pixel: Int,
    into result: inout [UInt8]
  ) {
    result.withUnsafeMutableBufferPointer { result in
      row.withUnsafeBufferPointer { row in
        guard file.pixelBits >= 8 else {
          let (bits, mask) = (file.pixelBits, UInt8(1) << file.pixelBits - 1)
          for x in 0..<pass.size.width {
            let shift = 8 - bits - x * bits % 8
            result[start + x * pass.dx] = row[x * bits / 8] >> shift & mask
          }
          return
        }
        for x in 0..<pass.size.width {
          let to = (start + x * pass.dx) * pixel
          for index in 0..<pixel { result[to + index] = row[x * pixel + index] }
        }
      }
    }
  }

  // MARK: Rows

  private enum FilterType {
    static let none: UInt8 = 0
    static let sub: UInt8 = 1
    static let up: UInt8 = 2
    static let paeth: UInt8 = 4
  }

  /// The rows of samples with their filter type bytes, ready for compression.
  ///
  /// Pixels of less than a byte and those of a palette have no filter. Other rows have the filter
  /// that leaves the smallest differences.
  ///
  /// - Source: PNG specification, third edition, 9 and 12.7.
  private static func filtered(
    _ samples: [UInt8], _ size: PixelSize, _ file: PNGFile, _ pixel: Int
  ) -> [UInt8] {
    let isUnfiltered = file.pixelBits < 8 || file.colorType == .palette
    let length = (size.width * file.pixelBits + 7) / 8
    var result: [UInt8] = []
    result.reserveCapacity((length + 1) * size.height)
    // A pixel of zeros precedes each row: the left neighbour of its first pixel.
    var above = [UInt8](repeating: 0, count: pixel + length)
    var row = above
    for y in 0..<size.height {
      if file.pixelBits < 8 {
        packBits(samples, y * size.width, size.width, file.pixelBits, into: &row, at: pixel)
      } else {
        row.replaceSubrange(pixel..., with: samples[y * length..<(y + 1) * length])
      }
      let filters =
        isUnfiltered ? [FilterType.none] : [FilterType.sub, FilterType.up, FilterType.paeth]
      let lines = filters.map { ($0, filteredRow(row, above, $0, pixel)) }
      if let best = lines.min(by: { sumOfMagnitudes($0.1) < sumOfMagnitudes($1.1) }) {
        result.append(best.0)
        result += best.1
      }
      swap(&row, &above)
    }
    return result
  }

  /// Packs `width` pixels of `bits` bits each from index `start` on into `row`, from the byte
  /// `position` on.
  private static func packBits(
    _ samples: [UInt8], _ start: Int, _ width: Int, _ bits: Int, into row: inout [UInt8],
    at position: Int
  ) {
    for index in position..<row.count { row[index] = 0 }
    for x in 0..<width {
      row[position + x * bits / 8] |= samples[start + x] << (8 - bits - x * bits % 8)
    }
  }

  private static func filteredRow(
    _ row: [UInt8], _ above: [UInt8], _ filter: UInt8, _ pixel: Int
  ) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: row.count - pixel) { out, count in
      count = row.count - pixel
      row.withUnsafeBufferPointer { row in
        above.withUnsafeBufferPointer { above in
          for i in 0..<count {
            let (left, up) = (row[i], above[i + pixel])
            let predicted =
              switch filter {
              case FilterType.sub: left
              case FilterType.up: up
              case FilterType.paeth: PNGFilter.paeth(up, left, above[i])
              default: UInt8(0)
              }
            out[i] = row[i + pixel] &- predicted
          }
        }
      }
    }
  }

  /// The sum of the magnitudes of the filtered bytes, taken as signed differences.
  private static func sumOfMagnitudes(_ filteredRow: [UInt8]) -> Int {
    filteredRow.reduce(0) { $0 + Int(min($1, 0 &- $1)) }
  }

  // MARK: Chunks

  private struct Chunk {
    var kind: String
    var body: [UInt8]

    /// The chunks of a file up to IEND, or up to the first incomplete one, with a single IDAT chunk
    /// without its body.
    static func all(in bytes: PictureBytes) -> [Chunk] {
      var chunks: [Chunk] = []
      var position = 8
      while let length = bytes.big32(position), bytes.hasChunkName(at: position + 4),
        position + 12 + length <= bytes.count
      {
        let kind = String(decoding: bytes.raw[position + 4..<position + 8], as: UTF8.self)
        let body = kind == "IDAT" ? [] : Array(bytes.raw[position + 8..<position + 8 + length])
        if kind != "IDAT" || !chunks.contains(where: { $0.kind == kind }) {
          chunks.append(Chunk(kind: kind, body: body))
        }
        if kind == "IEND" { break }
        position += 12 + length
      }
      return chunks
    }

    /// The ancillary chunks that are not safe to copy, but do not depend on the order of the
    /// pixels.
    private static let kindsIndependentOfPixelOrder: Set<String> = [
      "cHRM", "cICP", "cLLI", "gAMA", "iCCP", "mDCV", "sBIT", "sRGB", "bKGD", "hIST", "tRNS",
    ]

    /// Whether the chunk may be copied to a picture whose pixels are rearranged.
    ///
    /// - Source: PNG specification, third edition, 5.4: the safe-to-copy bit, which is set when the
    ///   fourth letter of the chunk type is lowercase.
    var isSafeToCopy: Bool {
      let letters = Array(kind.utf8)
      return letters[0] & 0x20 == 0 || letters[3] & 0x20 != 0
        || Self.kindsIndependentOfPixelOrder.contains(kind)
    }
  }

  private static func makeFile(
    _ chunks: [Chunk], _ size: PixelSize, _ data: [UInt8], swapsAxes: Bool,
    _ metadata: (_ kind: String, _ body: [UInt8], _ size: PixelSize) -> [UInt8]
  ) -> [UInt8] {
    var result: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    for chunk in chunks where chunk.isSafeToCopy {
      var body = chunk.body
      switch chunk.kind {
      case "IHDR" where body.count == 13:
        body.replaceSubrange(
          0..<8, with: PNGChunks.bigEndian32(size.width) + PNGChunks.bigEndian32(size.height))
        body[12] = 0
      case "IDAT": body = data
      case "pHYs" where swapsAxes && body.count == 9:
        body = Array(body[4..<8] + body[..<4] + body[8...])
      case "eXIf", "iTXt": body = metadata(chunk.kind, body, size)
      default: break
      }
      result += PNGChunks.chunk(chunk.kind, body)
    }
    return result
  }
}
