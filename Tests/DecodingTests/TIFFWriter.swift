import CJPEG

/// A writer of little-endian TIFFs and BigTIFFs of any tags, whose directory precedes the strips.
struct TIFFWriter {
  /// The contents of a tag, by its field type.
  enum Value {
    case shorts([Int])
    case longs([Int])
    case doubles([Double])
    case text(String)
    case bytes([UInt8])

    fileprivate var type: Int {
      switch self {
      case .text: 2
      case .shorts: 3
      case .longs: 4
      case .bytes: 7
      case .doubles: 12
      }
    }

    fileprivate var content: [UInt8] {
      switch self {
      case .text(let text): Array(text.utf8) + [0]
      case .shorts(let values): values.flatMap { TIFFWriter.little($0, 2) }
      case .longs(let values): values.flatMap { TIFFWriter.little($0, 4) }
      case .bytes(let bytes): bytes
      case .doubles(let values):
        values.flatMap { TIFFWriter.little(Int(bitPattern: UInt($0.bitPattern)), 8) }
      }
    }

    fileprivate var count: Int {
      switch self {
      case .shorts(let values): values.count
      case .longs(let values): values.count
      case .doubles(let values): values.count
      case .text, .bytes: content.count
      }
    }
  }

  /// The compression schemes of the writer.
  enum Packing: Int, CaseIterable {
    case none = 1
    case lzw = 5
    case jpeg = 7
    case deflate = 8
    case packBits = 32773
    case zstd = 50000
  }

  var isBig = false
  /// Whether the byte counts of the strips or tiles are stated.
  var hasByteCounts = true
  var tags: [Int: Value] = [:]

  /// Makes a picture with the tags that every TIFF needs.
  init(_ width: Int, _ height: Int, samples: Int, bits: Int = 8, photometric: Int) {
    tags = [
      256: .longs([width]), 257: .longs([height]),
      258: .shorts([Int](repeating: bits, count: samples)), 259: .shorts([1]),
      262: .shorts([photometric]), 277: .shorts([samples]), 278: .longs([height]),
    ]
  }

  /// A file of several pages, each with its strips.
  static func file(_ pages: [(page: TIFFWriter, strips: [[UInt8]])]) -> [UInt8] {
    var out: [UInt8] = []
    for (index, (page, strips)) in pages.enumerated() {
      out += page.bytes(strips, at: out.count, hasNext: index + 1 < pages.count)
    }
    return out
  }

  /// The file with its strips, or its tiles.
  ///
  /// - Parameters:
  ///   - base: the offset of the bytes in a file of several pages; the first has the header.
  ///   - hasNext: whether another page follows immediately.
  func bytes(
    _ strips: [[UInt8]], tiled: Bool = false, at base: Int = 0, hasNext: Bool = false
  ) -> [UInt8] {
    var tags = tags
    let (offsets, counts) = tiled ? (324, 325) : (273, 279)
    if hasByteCounts { tags[counts] = .longs(strips.map(\.count)) }
    tags[offsets] = .longs([Int](repeating: 0, count: strips.count))
    let (inline, entry) = isBig ? (8, 20) : (4, 12)
    let head = base > 0 ? base : isBig ? 16 : 8
    let sorted = tags.sorted { $0.key < $1.key }
    let directory = (isBig ? 8 : 2) + sorted.count * entry + inline
    let extra = sorted.map(\.value.content.count).filter { $0 > inline }.reduce(0, +)
    var offset = head + directory + extra
    tags[offsets] = .longs(
      strips.map { strip in
        defer { offset += strip.count }
        return offset
      })
    var out: [UInt8] = base > 0 ? [] : Array("II".utf8)
    if base == 0 {
      out += isBig ? [43, 0, 8, 0, 0, 0] + Self.little(head, 8) : [42, 0] + Self.little(head, 4)
    }
    out += Self.little(sorted.count, isBig ? 8 : 2)
    var rest: [UInt8] = []
    for (tag, _) in sorted {
      guard let value = tags[tag] else { continue }
      let content = value.content
      out += Self.little(tag, 2) + Self.little(value.type, 2) + Self.little(value.count, inline)
      if content.count > inline {
        out += Self.little(head + directory + rest.count, inline)
        rest += content
      } else {
        out += content + [UInt8](repeating: 0, count: inline - content.count)
      }
    }
    return out + Self.little(hasNext ? offset : 0, inline) + rest + strips.flatMap(\.self)
  }

  /// A number of `count` bytes, the lowest first.
  static func little(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }

  // MARK: Packed strips

  /// A TIFF of `rgb` in strips of `stripRows` rows. JPEG loses precision within its blocks; all
  /// other schemes are lossless.
  static func packed(
    _ rgb: [UInt8], _ width: Int, _ height: Int, stripRows: Int, _ packing: Packing
  ) -> [UInt8] {
    var writer = TIFFWriter(width, height, samples: 3, photometric: packing == .jpeg ? 6 : 2)
    writer.tags[259] = .shorts([packing.rawValue])
    writer.tags[278] = .longs([stripRows])
    if packing == .jpeg { writer.tags[530] = .shorts([1, 1]) }
    return writer.bytes(
      stride(from: 0, to: height, by: stripRows).map { top in
        let rows = min(stripRows, height - top)
        let strip = Array(rgb[top * width * 3..<(top + rows) * width * 3])
        return pack(strip, packing, width: width, rows: rows)
      })
  }

  /// The bytes of one strip, of three samples a pixel where it is a JPEG.
  static func pack(_ bytes: [UInt8], _ packing: Packing, width: Int, rows: Int) -> [UInt8] {
    switch packing {
    case .none: bytes
    case .deflate: ZlibStream.compressed(bytes, level: 6)
    case .packBits: packBits(bytes, rowBytes: bytes.count / rows)
    case .lzw: lzw(bytes)
    case .zstd: zstd(bytes)
    case .jpeg: jpeg(bytes, width, rows)
    }
  }

  /// Literal runs, none of which reaches into the next row.
  private static func packBits(_ bytes: [UInt8], rowBytes: Int) -> [UInt8] {
    stride(from: 0, to: bytes.count, by: rowBytes).flatMap { start in
      stride(from: start, to: start + rowBytes, by: 128).flatMap { first in
        let run = bytes[first..<min(first + 128, start + rowBytes)]
        return [UInt8(run.count - 1)] + run
      }
    }
  }

  /// LZW with codes of nine bits only: the table is cleared before it needs ten bits.
  private static func lzw(_ bytes: [UInt8]) -> [UInt8] {
    var codes: [Int] = []
    for (index, byte) in bytes.enumerated() {
      if index % 200 == 0 { codes.append(256) }
      codes.append(Int(byte))
    }
    codes.append(257)
    var out: [UInt8] = []
    var (word, count) = (0, 0)
    for code in codes {
      word = word << 9 | code
      count += 9
      while count >= 8 {
        out.append(UInt8(truncatingIfNeeded: word >> (count - 8)))
        count -= 8
      }
      word &= 1 << count - 1
    }
    return count == 0 ? out : out + [UInt8(truncatingIfNeeded: word << (8 - count))]
  }

  /// A Zstandard frame of one raw block.
  /// - Source: RFC 8878, 3.1.1.
  private static func zstd(_ bytes: [UInt8]) -> [UInt8] {
    [0x28, 0xB5, 0x2F, 0xFD, 0xA0] + little(bytes.count, 4) + little(bytes.count << 3 | 1, 3)
      + bytes
  }

  private static func jpeg(_ rgb: [UInt8], _ width: Int, _ rows: Int) -> [UInt8] {
    guard let handle = tjInitCompress() else { return [] }
    defer { tjDestroy(handle) }
    var buffer: UnsafeMutablePointer<UInt8>?
    var size: UInt = 0
    _ = tjCompress2(
      handle, rgb, Int32(width), 0, Int32(rows), Int32(TJPF_RGB.rawValue), &buffer, &size,
      Int32(TJSAMP_444.rawValue), 90, 0)
    defer { tjFree(buffer) }
    return Array(UnsafeBufferPointer(start: buffer, count: Int(size)))
  }
}
