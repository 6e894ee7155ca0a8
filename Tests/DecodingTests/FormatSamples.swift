import Geometry

/// The four colours of ``Samples`` in many formats: made by code where the format is simple, else
/// encoded once by its encoder.
enum FormatSamples {
  /// JPEG XL, lossless, 60 × 40 stored pixels.
  static func jpegXL(_ orientation: Orientation = .up) -> [UInt8] {
    var bytes = fourColorsXL
    // Three bits of the header are the orientation, counted from 0.
    bytes[3] = 5 | UInt8(orientation.rawValue - 1) << 3
    return bytes
  }

  private static let fourColorsXL = hexadecimal(
    "ff0a090d10505c12080201009c004b18938e838700a8f37f62fc18f302410000ccf95c20ad554835a8c747c0e047"
      + "e8985c33d21d0b")

  /// 16 × 16 pixels of red 200 and alpha 128.
  static let clearXL = hexadecimal(
    "ff0a43c082e2420808100068004b188b1500d48c3118c70b4800a0480903b04800f90848c50300")

  /// Frames of red, green and blue, 16 × 16 pixels, shown for 100, 200 and 300 milliseconds.
  static let framesXL = hexadecimal(
    "ff0a43040308282e090802920900005c004b188b1500d48c3118c70b44004048241086fb086a0b030802220b0000"
      + "60004b188b1500d48c31c67831f2021100304c9284214042c8470802b3040000040060004b188b1500d417638c"
      + "f162bc0b44007030eb08002c822001")

  /// Two frames of 32 × 4 pixels in PQ, gray levels of 16 bits that grow from pixel to pixel by 20.
  static let wideFramesXL = hexadecimal(
    "0000000c4a584c200d0a870a00000014667479706a786c20000000006a786c20000000096a786c6c0a00000067"
      + "6a786c7000000000ff0a18003e089a00f003904787381c00000000020802010004014b18938e8383493006adc6"
      + "608e620c6e500caee10108ec16003855c3545555555555555515a8aaaaaaaaaaaaaa82b2035555555555555555"
      + "a0aaaaaaaaaaaaaa0a000000536a786c70800000010802050004014b18938e8383493006adc6608e620c6e500c"
      + "aee10108ec16003855c37c5555555555555515a8aaaaaaaaaaaaaa82b2035555555555555555a0aaaaaaaaaaaa"
      + "aa0a")

  /// A lossless WebP of 60 × 40 stored pixels, with an EXIF block if there is an orientation.
  static func webp(_ orientation: Orientation? = nil) -> [UInt8] {
    guard let orientation else { return riff(fourColorsWebP) }
    let head: [UInt8] =
      Array("VP8X".utf8) + Samples.little32(10) + [8, 0, 0, 0, 59, 0, 0, 39, 0, 0]
    var exif = Samples.exif(orientation)
    exif += [UInt8](repeating: 0, count: exif.count % 2)
    return riff(head + fourColorsWebP + Array("EXIF".utf8) + Samples.little32(exif.count) + exif)
  }

  private static func riff(_ chunks: [UInt8]) -> [UInt8] {
    Array("RIFF".utf8) + Samples.little32(chunks.count + 4) + Array("WEBP".utf8) + chunks
  }

  private static let fourColorsWebP = hexadecimal(
    "5650384c1e0000002f3bc0090010121027fc5fe6902e9c82fb14dcfd9f008a257e0e8c2d7e0e")

  static func hexadecimal(_ text: String) -> [UInt8] {
    let digits = Array(text.utf8).map { $0 <= 0x39 ? $0 - 0x30 : $0 - 0x61 + 10 }
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }

  // MARK: Bitmaps

  /// The header, masks and palette of a BMP.
  struct Bitmap {
    var depth = 24
    var compression = 0
    var isTopDown = false
    var masks: [Int] = []
    var palette: [UInt8] = []
    /// The number of bytes between the palette and the pixels.
    var gap = 0
  }

  static func bmp(_ width: Int, _ height: Int, _ kind: Bitmap, _ data: [UInt8]) -> [UInt8] {
    let masks = kind.masks.flatMap(Samples.little32)
    let start = 54 + masks.count + kind.palette.count + kind.gap
    var out: [UInt8] = Array("BM".utf8) + Samples.little32(start + data.count)
    out += Samples.little32(0) + Samples.little32(start)
    out += bitmapHeader(width, kind.isTopDown ? -height : height, kind)
    out += masks + kind.palette + [UInt8](repeating: 0, count: kind.gap)
    return out + data
  }

  private static func bitmapHeader(_ width: Int, _ height: Int, _ kind: Bitmap) -> [UInt8] {
    var out = Samples.little32(40) + Samples.little32(width)
    out += Samples.little32(height & 0xFFFF_FFFF)
    out += [1, 0, UInt8(kind.depth), 0] + Samples.little32(kind.compression)
    out += Samples.little32(0) + Samples.little32(0) + Samples.little32(0)
    return out + Samples.little32(kind.palette.count / 4) + Samples.little32(0)
  }

  /// An icon of one bitmap of 24 bits, whose mask hides the right half.
  static func icon(_ side: Int) -> [UInt8] {
    var picture = bitmapHeader(side, side * 2, Bitmap())
    for y in (0..<side).reversed() {
      for x in 0..<side {
        let c = Samples.color(x, y, side, side)
        picture += [c.2, c.1, c.0]
      }
    }
    for _ in 0..<side { picture += [0, 0, 0xFF, 0xFF] }
    let line: [UInt8] = [UInt8(side), UInt8(side), 0, 0, 1, 0, 24, 0]
    return [0, 0, 1, 0, 1, 0] + line + Samples.little32(picture.count) + Samples.little32(22)
      + picture
  }

  // MARK: TIFF

  /// The tags of a TIFF.
  struct TIFF {
    var bits = 8
    /// The sample format: 1 unsigned, 2 signed, 3 floating point.
    var kind = 1
    var photometric = 2
    var samples = 3
    var isPlanar = false
    /// The kind of the alpha channel: 1 premultiplied, 2 straight; nil for none.
    var alpha: Int?
    var orientation = Orientation.up
    var tile = 0
  }

  /// A little-endian TIFF with its directory first, so that a truncated file has a directory; one
  /// strip a row, or tiles.
  static func tiff(_ width: Int, _ height: Int, _ kind: TIFF, _ data: [UInt8]) -> [UInt8] {
    let planes = kind.isPlanar ? kind.samples : 1
    let inPlane = kind.isPlanar ? 1 : kind.samples
    let pieces: Int
    let pieceBytes: Int
    if kind.tile > 0 {
      pieces = (width / kind.tile) * (height / kind.tile) * planes
      pieceBytes = kind.tile * kind.tile * inPlane * kind.bits / 8
    } else {
      pieces = height * planes
      pieceBytes = width * inPlane * kind.bits / 8
    }
    var tags: [(tag: Int, type: Int, values: [Int])] = [
      (256, 4, [width]), (257, 4, [height]),
      (258, 3, [Int](repeating: kind.bits, count: kind.samples)), (259, 3, [1]),
      (262, 3, [kind.photometric]), (274, 3, [kind.orientation.rawValue]),
      (277, 3, [kind.samples]), (284, 3, [kind.isPlanar ? 2 : 1]),
      (339, 3, [Int](repeating: kind.kind, count: kind.samples)),
    ]
    if let alpha = kind.alpha { tags.append((338, 3, [alpha])) }
    if kind.tile > 0 { tags += [(322, 4, [kind.tile]), (323, 4, [kind.tile])] }
    if kind.tile == 0 { tags.append((278, 4, [1])) }
    let (offsets, counts) = kind.tile > 0 ? (324, 325) : (273, 279)
    tags.append((counts, 4, [Int](repeating: pieceBytes, count: pieces)))
    tags.append((offsets, 4, [Int](repeating: 0, count: pieces)))
    tags.sort { $0.tag < $1.tag }
    let extra = tags.map { bytes($0).count }.filter { $0 > 4 }.reduce(0, +)
    let start = 8 + 2 + tags.count * 12 + 4 + extra
    var directory: [UInt8] = Array("II*\0".utf8) + Samples.little32(8)
    directory += [UInt8(tags.count), 0]
    var rest: [UInt8] = []
    for var tag in tags {
      if tag.tag == offsets { tag.values = (0..<pieces).map { start + $0 * pieceBytes } }
      let value = bytes(tag)
      directory += [UInt8(tag.tag & 255), UInt8(tag.tag >> 8), UInt8(tag.type), 0]
      directory += Samples.little32(tag.values.count)
      if value.count > 4 {
        directory += Samples.little32(start - extra + rest.count)
        rest += value
      } else {
        directory += value + [UInt8](repeating: 0, count: 4 - value.count)
      }
    }
    return directory + Samples.little32(0) + rest + data
  }

  private static func bytes(_ tag: (tag: Int, type: Int, values: [Int])) -> [UInt8] {
    tag.values.flatMap { tag.type == 3 ? Array(Samples.little32($0)[..<2]) : Samples.little32($0) }
  }
}
