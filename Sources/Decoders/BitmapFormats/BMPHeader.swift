import DecoderWire
import DecodingSupport
import Geometry
import Pixels

/// The header of a Windows or OS/2 bitmap.
///
/// - Source: Microsoft, "Bitmap Storage"; IBM, "OS/2 Presentation Manager bitmaps"; J. Summers' BMP
///   suite for the practice of writers.
package struct BMPHeader {
  /// The encoding of the pixels in a bitmap file.
  enum PixelEncoding {
    case uncompressed
    /// Run-length encoding of 8-bit or 4-bit indices; in OS/2 bitmaps also of 24-bit colours.
    case runLengthEncoded(bits: Int)
    /// A whole PNG or JPEG file in place of the pixels.
    case embeddedFile
  }

  let size: PixelSize
  let isTopDown: Bool
  /// Bits per pixel.
  let depth: Int
  let pixelEncoding: PixelEncoding
  /// The colour table as opaque BGRA pixels, without the entries that are missing in the file;
  /// empty above eight bits a pixel.
  let palette: [UInt32]
  /// The bit fields of the components in a pixel; nil unless a pixel has 16 or 32 bits.
  let bitFields: BMPBitFields?
  /// Offset of the pixels from the beginning of the parsed bytes.
  let pixelOffset: Int

  private static let fileHeaderBytes = 14

  /// Parses the header at the beginning of the bytes.
  ///
  /// - Parameters:
  ///   - isIcon: true when the bytes begin with the info header, without a file header, as in an
  ///     icon. The stated height then includes that of a mask, and 32-bit pixels have alpha.
  /// - Throws: `.damaged` for an invalid or incomplete header, `.unsupported` for an unknown
  ///   compression or number of bits.
  init(_ b: PictureBytes, isIcon: Bool = false) throws(DecodeFailure) {
    let base = isIcon ? 0 : Self.fileHeaderBytes
    guard let length = b.little32(base), length == 12 || (16...1024).contains(length) else {
      throw Self.damaged("its header is invalid")
    }
    let isOld = length == 12
    guard let width = isOld ? b.little16(base + 4) : b.little32(base + 4),
      let height = isOld ? b.little16(base + 6) : b.little32(base + 8),
      let depth = b.little16(base + (isOld ? 10 : 14))
    else { throw Self.damaged("the file ends before the picture") }
    let rows = Int(isOld ? Int32(height) : Int32(truncatingIfNeeded: height))
    size = PixelSize(
      width: Int(Int32(truncatingIfNeeded: width)), height: rows.clampedMagnitude / (isIcon ? 2 : 1)
    )
    isTopDown = rows < 0
    self.depth = depth
    let scheme = length >= 20 ? b.little32(base + 16) ?? 0 : 0
    // The OS/2 2.x header has other lengths, and other meanings of the compression values 3 and 4.
    let isOS2 = ![12, 40, 52, 56, 108, 124].contains(length)
    pixelEncoding = try Self.pixelEncoding(scheme, depth, isOS2: isOS2)
    let hasFields = !isOS2 && (scheme == 3 || scheme == 6)
    bitFields =
      [16, 32].contains(depth)
      ? BMPBitFields(
        b, at: hasFields ? base + 40 : nil, depth,
        hasAlpha: hasFields ? length >= 56 || scheme == 6 : isIcon && depth == 32) : nil
    let extra = hasFields && length == 40 ? (scheme == 6 ? 16 : 12) : 0
    let table = base + length + extra
    let entry = isOld ? 3 : 4
    let used = length >= 36 ? b.little32(base + 32) ?? 0 : 0
    let colorCount = depth <= 8 ? (used == 0 ? 1 << depth : min(used, 1 << depth)) : used
    let start = isIcon ? table + min(colorCount, 256) * entry : b.little32(10) ?? 0
    pixelOffset = start > base + length ? start : table + min(colorCount, 256) * entry
    palette =
      depth <= 8
      ? Self.palette(b, table, entry, count: max(0, min(colorCount, (pixelOffset - table) / entry)))
      : []
  }

  static func damaged(_ detail: String) -> DecodeFailure {
    DecodeFailure(.damaged, format: PictureFormat.bmp.name, detail: detail)
  }

  private static func pixelEncoding(
    _ scheme: Int, _ depth: Int, isOS2: Bool
  ) throws(DecodeFailure) -> PixelEncoding {
    switch (scheme, depth) {
    case (0, 1), (0, 2), (0, 4), (0, 8), (0, 16), (0, 24), (0, 32): return .uncompressed
    case (6, 16), (6, 32): return .uncompressed
    case (3, 16) where !isOS2, (3, 32) where !isOS2: return .uncompressed
    case (1, 8), (2, 4): return .runLengthEncoded(bits: depth)
    case (4, 24) where isOS2: return .runLengthEncoded(bits: depth)
    case (4, _), (5, _): return .embeddedFile
    default:
      let detail = scheme == 0 ? "\(depth) bits a pixel" : "compression scheme \(scheme)"
      throw DecodeFailure(.unsupported, format: PictureFormat.bmp.name, detail: detail)
    }
  }

  private static func palette(
    _ b: PictureBytes, _ start: Int, _ entry: Int, count: Int
  ) -> [UInt32] {
    (0..<count).compactMap { i in
      b.number(at: start + i * entry, size: 3, bigEndian: false).map { 0xFF00_0000 | UInt32($0) }
    }
  }
}

extension Int {
  /// The absolute value, clamped to the maximum of the type, because a header may state the
  /// minimum.
  fileprivate var clampedMagnitude: Int { Int(clamping: magnitude) }
}

/// The bit fields of the colour components in a pixel.
struct BMPBitFields {
  private struct BitField {
    let shift: UInt32
    let mask: UInt32
    /// The level from 0 to 255 for every value of the bit field; of a field of more than eight
    /// bits, only the upper eight are used.
    let levels: [UInt8]

    init(_ mask: UInt32, none: UInt8) {
      guard mask != 0 else {
        (shift, self.mask, levels) = (0, 0, [none])
        return
      }
      let low = UInt32(mask.trailingZeroBitCount)
      let bits = 32 - UInt32(mask.leadingZeroBitCount) - low
      let kept = min(8, bits)
      shift = low + bits - kept
      let maxLevel = 1 << Int(kept) - 1
      self.mask = UInt32(maxLevel)
      levels = (0...maxLevel).map { UInt8(($0 * 255 + maxLevel / 2) / maxLevel) }
    }

    @inline(__always)
    func level(_ pixel: UInt32) -> UInt32 { UInt32(levels[Int(pixel &>> shift & mask)]) }
  }
  private let red: BitField
  private let green: BitField
  private let blue: BitField
  private let alpha: BitField
  let hasAlpha: Bool

  /// Reads the masks of the bit fields of pixels with `depth` bits.
  ///
  /// - Parameter position: the offset of the masks in `b`; nil for the default ones.
  init(_ b: PictureBytes, at position: Int?, _ depth: Int, hasAlpha: Bool) {
    let usual: [UInt32] =
      depth == 16 ? [0x7C00, 0x3E0, 0x1F, 0] : [0xFF_0000, 0xFF00, 0xFF, 0xFF00_0000]
    let masks = (0..<4).map { i in
      position.map { UInt32(b.little32($0 + i * 4) ?? 0) } ?? usual[i]
    }
    let alphaMask = hasAlpha ? masks[3] : 0
    red = BitField(masks[0], none: 0)
    green = BitField(masks[1], none: 0)
    blue = BitField(masks[2], none: 0)
    alpha = BitField(alphaMask, none: 255)
    self.hasAlpha = alphaMask != 0
  }

  /// The colour of a stored pixel as BGRA with straight alpha.
  @inline(__always)
  func color(_ pixel: UInt32) -> UInt32 {
    alpha.level(pixel) << 24 | red.level(pixel) << 16 | green.level(pixel) << 8 | blue.level(pixel)
  }
}
