package import DecodeJobs
package import DecoderWire
import DecodingSupport
import Geometry
import PictureMetadata
import Pixels

/// The decoder of Targa files.
///
/// - Source: Truevision, "TGA File Format Specification", version 2.0.
package enum TargaDecoder {
  private static let format = PictureFormat.tga

  package static func decode(_ job: DecodeJob) throws(DecodeFailure) -> DecodeAnswer {
    guard let picture = TargaPicture(job.bytes) else {
      throw DecodeFailure(.damaged, format: format.name, detail: "its header is invalid")
    }
    if let kind = picture.rejectedKind {
      throw DecodeFailure(.unsupported, format: format.name, detail: kind)
    }
    try job.check(picture.size, format: format)
    try job.checkPlausible(picture.size, format: format)
    var info = DecodeReply.Info(naturalSize: picture.size, format: format.name)
    if job.request.kind == .probe { return DecodeAnswer(.info(info)) }
    let raster = try StoredRaster(picture.size, info, job)
    raster.clearReusedMemory()
    let done = picture.writePixels(to: raster.buffer)
    guard done > 0 else {
      throw DecodeFailure(
        .damaged, format: format.name, detail: "the file ends before the picture")
    }
    info.isTruncated = done < picture.size.width * picture.size.height
    // Many writers announce an alpha channel but leave it zero, or call it undefined.
    if picture.isAlphaUndefined || raster.buffer.isFullyTransparent {
      raster.buffer.makeOpaque(0..<picture.size.height)
    } else if !picture.isPremultiplied {
      raster.buffer.premultiply()
    }
    if picture.isPremultiplied { raster.buffer.clampToAlpha() }
    let isOpaque = raster.buffer.isOpaque
    return try raster.answer(info, isOpaque: isOpaque)
  }
}

/// A Targa file: its header, and a reader of its pixels.
private struct TargaPicture {
  let size: PixelSize
  private let bytes: PictureBytes
  private let pixelOffset: Int
  /// Bits per pixel.
  private let depth: Int
  private let isGray: Bool
  private let isRunLengthEncoded: Bool
  private let palette: [UInt32]
  private let firstPaletteIndex: Int
  private let hasPalette: Bool
  /// The number of alpha bits a pixel that the header states.
  private let alphaBits: Int
  /// The type of the alpha in the extension area (Attributes Type); nil without one.
  private let alphaType: UInt8?
  private let isRightToLeft: Bool
  private let isTopDown: Bool

  init?(_ b: PictureBytes) {
    guard let size = PictureSizeInHeader.targa(b), let name = b.byte(0), let map = b.byte(1),
      let kind = b.byte(2), let first = b.little16(3), let count = b.little16(5),
      let mapDepth = b.byte(7), let depth = b.byte(16), let order = b.byte(17)
    else { return nil }
    bytes = b
    self.size = size
    self.depth = Int(depth)
    (isGray, isRunLengthEncoded, hasPalette) = (kind & 7 == 3, kind & 8 != 0, kind & 7 == 1)
    alphaBits = Int(order & 15)
    alphaType = Self.alphaType(b)
    (isRightToLeft, isTopDown) = (order & 0x10 != 0, order & 0x20 != 0)
    guard !hasPalette || map == 1 && [15, 16, 24, 32].contains(mapDepth) && depth <= 16 else {
      return nil
    }
    firstPaletteIndex = first
    let step = (Int(mapDepth) + 7) / 8
    let table = 18 + Int(name)
    pixelOffset = table + (map == 1 ? count * step : 0)
    let bits = alphaBits
    palette =
      hasPalette
      ? (0..<count).map {
        Self.color(b, table + $0 * step, Int(mapDepth), isGray: false, alphaBits: bits) ?? 0
      } : []
  }

  /// Whether the file calls its alpha undefined data, to be ignored or retained.
  var isAlphaUndefined: Bool { alphaType == 1 || alphaType == 2 }

  /// Whether the file calls its colours premultiplied.
  var isPremultiplied: Bool { alphaType == 4 }

  /// The alpha type in the extension area, which the footer locates.
  ///
  /// - Source: TGA 2.0, field 24 (Attributes Type) and field 28 (Extension Area Offset).
  private static func alphaType(_ b: PictureBytes) -> UInt8? {
    guard b.hasBytes("TRUEVISION-XFILE.", at: b.count - 18),
      let area = b.little32(b.count - 26), area > 0, let length = b.little16(area), length >= 495
    else { return nil }
    return b.byte(area + 494)
  }

  /// The name, for a message, of this picture's kind if no program writes that kind and other
  /// decoders reject it; nil for all other kinds.
  var rejectedKind: String? {
    !isGray && !hasPalette && depth == 8 ? "true colours of 8 bits a pixel" : nil
  }

  /// Writes the pixels as BGRA with straight alpha to `buffer`.
  ///
  /// - Returns: the number of decoded pixels.
  func writePixels(to buffer: PixelBuffer) -> Int {
    let count = size.width * size.height
    let step = (depth + 7) / 8
    var i = pixelOffset
    var done = 0
    while done < count {
      var length = 1
      var isRun = false
      if isRunLengthEncoded {
        guard let head = bytes.byte(i) else { return done }
        isRun = head & 0x80 != 0
        length = Int(head & 0x7F) + 1
        i += 1
      }
      for k in 0..<min(length, count - done) {
        guard let color = color(at: i) else { return done }
        writePixel(color, done, buffer)
        done += 1
        if !isRun || k == length - 1 { i += step }
      }
    }
    return done
  }

  private func writePixel(_ color: UInt32, _ index: Int, _ buffer: PixelBuffer) {
    let (row, column) = (index / size.width, index % size.width)
    let y = isTopDown ? row : size.height - 1 - row
    let x = isRightToLeft ? size.width - 1 - column : column
    buffer.bytes.storeBytes(of: color, toByteOffset: y * buffer.stride + x * 4, as: UInt32.self)
  }

  private func color(at i: Int) -> UInt32? {
    guard hasPalette else {
      return Self.color(bytes, i, depth, isGray: isGray, alphaBits: alphaBits)
    }
    guard let index = bytes.number(at: i, size: (depth + 7) / 8, bigEndian: false) else {
      return nil
    }
    let position = index - firstPaletteIndex
    return palette.indices.contains(position) ? palette[position] : 0xFF00_0000
  }

  private static func color(
    _ b: PictureBytes, _ i: Int, _ depth: Int, isGray: Bool, alphaBits: Int
  ) -> UInt32? {
    guard let value = b.number(at: i, size: (depth + 7) / 8, bigEndian: false).map(UInt32.init)
    else { return nil }
    switch depth {
    case 8: return 0xFF00_0000 | value * 0x01_0101
    case 16 where isGray: return (value >> 8) << 24 | (value & 0xFF) * 0x01_0101
    case 15, 16:
      func level(_ shift: UInt32) -> UInt32 { (value >> shift & 31) * 255 / 31 }
      let isClear = depth == 16 && alphaBits == 1 && value >> 15 == 0
      return (isClear ? 0 : 0xFF00_0000) | level(10) << 16 | level(5) << 8 | level(0)
    case 24: return 0xFF00_0000 | value
    default: return value
    }
  }
}
