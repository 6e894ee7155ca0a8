package import DecodingSupport
package import Pixels

/// The reader of the picture size in the header of a file, before any decoder reads the file.
package enum PictureSizeInHeader {
  package static func size(of bytes: PictureBytes, _ format: PictureFormat) -> PixelSize? {
    switch format {
    case .png: png(bytes)
    case .gif: gif(bytes)
    case .bmp: bmp(bytes)
    case .webp: webp(bytes)
    case .tiff: tiff(bytes)
    case .pnm: anymap(bytes)
    case .tga: targa(bytes)
    default: nil
    }
  }

  private static func png(_ b: PictureBytes) -> PixelSize? {
    guard b.hasBytes("IHDR", at: 12) else { return nil }
    return pixelSize(b.big32(16), b.big32(20))
  }

  /// The size of the logical screen of a GIF; when that is empty, the size of the first frame, as
  /// in browsers.
  private static func gif(_ b: PictureBytes) -> PixelSize? {
    let screen = pixelSize(b.little16(6), b.little16(8))
    guard screen?.isEmpty == true, let flags = b.byte(10) else { return screen }
    var i = flags & 0x80 == 0 ? 13 : 13 + (3 << (Int(flags & 7) + 1))
    while b.byte(i) == 0x21 {
      i += 2
      while let length = b.byte(i), length > 0 { i += 1 + Int(length) }
      i += 1
    }
    guard b.byte(i) == 0x2C else { return screen }
    return pixelSize(b.little16(i + 5), b.little16(i + 7)) ?? screen
  }

  private static func bmp(_ b: PictureBytes) -> PixelSize? {
    guard let header = b.little32(14) else { return nil }
    if header == 12 { return pixelSize(b.little16(18), b.little16(20)) }
    guard let width = b.little32(18), let height = b.little32(22) else { return nil }
    // A negative height means that the rows are stored from top to bottom.
    let rows = Int(Int32(truncatingIfNeeded: height).magnitude)
    return PixelSize(width: Int(Int32(truncatingIfNeeded: width)), height: rows)
  }

  private static func webp(_ b: PictureBytes) -> PixelSize? {
    if b.hasBytes("VP8X", at: 12) {
      guard let w = b.number(at: 24, size: 3, bigEndian: false),
        let h = b.number(at: 27, size: 3, bigEndian: false)
      else { return nil }
      return PixelSize(width: w + 1, height: h + 1)
    }
    if b.hasBytes("VP8L", at: 12), b.byte(20) == 0x2F, let bits = b.little32(21) {
      return PixelSize(width: (bits & 0x3FFF) + 1, height: (bits >> 14 & 0x3FFF) + 1)
    }
    guard b.hasBytes("VP8 ", at: 12), let w = b.little16(26), let h = b.little16(28) else {
      return nil
    }
    return PixelSize(width: w & 0x3FFF, height: h & 0x3FFF)
  }

  private static func tiff(_ b: PictureBytes) -> PixelSize? {
    let tiff = ExifReader(b)
    guard let first = tiff?.directory(at: tiff?.firstDirectoryOffset),
      let width = first.value(0x0100),
      let height = first.value(0x0101)
    else { return nil }
    return PixelSize(width: width, height: height)
  }

  /// The number of bytes at the beginning of a Netpbm file in which width and height are searched:
  /// comments may precede them.
  private static let maxAnymapHeader = 4096

  private static func anymap(_ b: PictureBytes) -> PixelSize? {
    var numbers: [Int] = []
    var i = 2
    let end = min(b.count, maxAnymapHeader)
    while numbers.count < 2, i < end, let c = b.byte(i) {
      if c == UInt8(ascii: "#") {
        while i < end, let c = b.byte(i), c != 0x0A { i += 1 }
      } else if (0x30...0x39).contains(c) {
        var value = 0
        while let c = b.byte(i), (0x30...0x39).contains(c), value < 1 << 32 {
          value = value * 10 + Int(c - 0x30)
          i += 1
        }
        numbers.append(value)
      } else {
        i += 1
      }
    }
    return numbers.count == 2 ? PixelSize(width: numbers[0], height: numbers[1]) : nil
  }

  /// The picture size in a Targa header; nil when a field of the header is invalid, because the
  /// format has no signature. The combination of depth and image type is not checked.
  package static func targa(_ b: PictureBytes) -> PixelSize? {
    guard let map = b.byte(1), map <= 1, let kind = b.byte(2), [1, 2, 3, 9, 10, 11].contains(kind),
      let depth = b.byte(16), [8, 15, 16, 24, 32].contains(depth),
      let width = b.little16(12), let height = b.little16(14), width > 0, height > 0
    else { return nil }
    return PixelSize(width: width, height: height)
  }

  private static func pixelSize(_ width: Int?, _ height: Int?) -> PixelSize? {
    guard let width, let height else { return nil }
    return PixelSize(width: width, height: height)
  }
}
