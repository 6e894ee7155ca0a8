import CJPEG
import Geometry

/// Pictures made by code, as small as the format allows.
enum Samples {
  /// The red, green and blue at stored (x, y): every corner differs, and so do the two axes.
  static func color(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> (UInt8, UInt8, UInt8) {
    let left = x < width / 2
    let top = y < height / 2
    return switch (left, top) {
    case (true, true): (220, 20, 20)
    case (false, true): (20, 220, 20)
    case (true, false): (20, 20, 220)
    case (false, false): (220, 220, 20)
    }
  }

  /// The RGB bytes of the four colours. Rows in the same half are equal, and computed once.
  static func rgb(_ width: Int, _ height: Int) -> [UInt8] {
    func row(_ y: Int) -> [UInt8] {
      (0..<width).flatMap { x in
        let c = color(x, y, width, height)
        return [c.0, c.1, c.2]
      }
    }
    let top = row(0)
    let bottom = row(height - 1)
    return (0..<height).flatMap { $0 < height / 2 ? top : bottom }
  }

  /// A JPEG of the four colours, with an EXIF orientation if one is given.
  static func jpeg(
    _ width: Int, _ height: Int, orientation: Orientation? = nil, progressive: Bool = false,
    thumbnail: [UInt8]? = nil
  ) -> [UInt8] {
    let bytes = jpeg(rgb(width, height), width, height, progressive: progressive)
    guard orientation != nil || thumbnail != nil else { return bytes }
    let block = exif(orientation ?? .up, thumbnail: thumbnail)
    let body: [UInt8] = Array("Exif\0\0".utf8) + block
    return bytes[..<2] + [0xFF, 0xE1] + big16(body.count + 2) + body + bytes[2...]
  }

  /// A JPEG of one shade of gray.
  static func jpeg(gray: UInt8, _ width: Int, _ height: Int) -> [UInt8] {
    jpeg([UInt8](repeating: gray, count: width * height * 3), width, height, progressive: false)
  }

  private static func jpeg(
    _ pixels: [UInt8], _ width: Int, _ height: Int, progressive: Bool
  ) -> [UInt8] {
    guard let handle = tjInitCompress() else { return [] }
    defer { tjDestroy(handle) }
    var buffer: UnsafeMutablePointer<UInt8>?
    var size: UInt = 0
    let flags = progressive ? TJFLAG_PROGRESSIVE : 0
    _ = pixels.withUnsafeBufferPointer {
      tjCompress2(
        handle, $0.baseAddress, Int32(width), 0, Int32(height), Int32(TJPF_RGB.rawValue), &buffer,
        &size, Int32(TJSAMP_444.rawValue), 92, flags)
    }
    defer { tjFree(buffer) }
    return Array(UnsafeBufferPointer(start: buffer, count: Int(size)))
  }

  /// A TIFF structure with an orientation and perhaps a thumbnail in the second directory.
  static func exif(_ orientation: Orientation, thumbnail: [UInt8]? = nil) -> [UInt8] {
    var out: [UInt8] = Array("MM".utf8) + big16(42) + big32(8)
    out += big16(1) + entry(0x0112, 3, orientation.rawValue << 16)
    guard let thumbnail else { return out + big32(0) }
    out += big32(out.count + 4)
    let data = out.count + 2 + 24 + 4
    out += big16(2) + entry(0x0201, 4, data) + entry(0x0202, 4, thumbnail.count) + big32(0)
    return out + thumbnail
  }

  private static func entry(_ tag: Int, _ kind: Int, _ value: Int) -> [UInt8] {
    big16(tag) + big16(kind) + big32(1) + big32(value)
  }

  /// A PNG of the four colours, its data stored without compression.
  static func png(_ width: Int, _ height: Int, orientation: Orientation? = nil) -> [UInt8] {
    let pixels = rgb(width, height)
    var raw: [UInt8] = []
    for y in 0..<height { raw += [0] + pixels[y * width * 3..<(y + 1) * width * 3] }
    var out = pngHead(width, height)
    if let orientation { out += chunk("eXIf", exif(orientation)) }
    return out + chunk("IDAT", stored(raw)) + chunk("IEND", [])
  }

  /// The signature and the header of a PNG that states a size.
  static func pngHead(_ width: Int, _ height: Int) -> [UInt8] {
    [0x89] + Array("PNG\r\n".utf8) + [0x1A, 0x0A]
      + chunk("IHDR", big32(width) + big32(height) + [8, 2, 0, 0, 0])
  }

  static func chunk(_ kind: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(kind.utf8) + data
    return big32(data.count) + body + big32(Int(crc(body)))
  }

  /// A 24-bit BMP of the four colours; `claim` overrides the size in the header.
  static func bmp(_ width: Int, _ height: Int, claim: (Int, Int)? = nil) -> [UInt8] {
    let row = (width * 3 + 3) & ~3
    var out: [UInt8] = Array("BM".utf8) + little32(54 + row * height) + little32(0) + little32(54)
    out += little32(40) + little32(claim?.0 ?? width) + little32(claim?.1 ?? height)
    out += [1, 0, 24, 0] + little32(0) + little32(row * height) + little32(0) + little32(0)
    out += little32(0) + little32(0)
    for y in (0..<height).reversed() {
      for x in 0..<width {
        let c = color(x, y, width, height)
        out += [c.2, c.1, c.0]
      }
      out += [UInt8](repeating: 0, count: row - width * 3)
    }
    return out
  }

  /// A GIF with a screen of the given size and `frames` frames of one red pixel.
  static func gif(_ width: Int, _ height: Int, frames: Int = 1) -> [UInt8] {
    var out: [UInt8] = Array("GIF89a".utf8)
    out += [UInt8(width & 255), UInt8(width >> 8), UInt8(height & 255), UInt8(height >> 8)]
    out += [0x80, 0, 0, 220, 20, 20, 20, 20, 220]
    let frame: [UInt8] = [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 0x01, 0]
    for _ in 0..<frames { out += frame }
    return out + [0x3B]
  }

  static func stored(_ raw: [UInt8]) -> [UInt8] {
    var out: [UInt8] = [0x78, 0x01]
    var i = 0
    repeat {
      let count = min(65535, raw.count - i)
      out += [i + count == raw.count ? 1 : 0]
      out += [UInt8(count & 255), UInt8(count >> 8), UInt8(~count & 255), UInt8(~count >> 8 & 255)]
      out += raw[i..<i + count]
      i += count
    } while i < raw.count
    var a = 1
    var b = 0
    for byte in raw {
      a = (a + Int(byte)) % 65521
      b = (b + a) % 65521
    }
    return out + big32(b << 16 | a)
  }

  static func crc(_ bytes: [UInt8]) -> UInt32 {
    var c: UInt32 = ~0
    for byte in bytes {
      c ^= UInt32(byte)
      for _ in 0..<8 { c = c & 1 == 1 ? c >> 1 ^ 0xEDB8_8320 : c >> 1 }
    }
    return ~c
  }

  static func big16(_ v: Int) -> [UInt8] { [UInt8(v >> 8 & 255), UInt8(v & 255)] }
  static func big32(_ v: Int) -> [UInt8] { big16(v >> 16) + big16(v) }
  static func little16(_ v: Int) -> [UInt8] { big16(v).reversed() }
  static func little32(_ v: Int) -> [UInt8] { big32(v).reversed() }
}
