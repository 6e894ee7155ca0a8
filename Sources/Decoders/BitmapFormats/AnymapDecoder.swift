package import DecodeJobs
package import DecoderWire
package import DecodingSupport
import Geometry
import Pixels
import Resampling

/// The decoder of the Netpbm formats: PBM, PGM, PPM and PAM. gdk-pixbuf does not support PAM, and
/// shows nothing of a truncated file.
///
/// - Source: the Netpbm manual, pbm(5) to pam(5).
package enum AnymapDecoder {
  package static func decode(
    _ job: DecodeJob, _ format: PictureFormat
  ) throws(DecodeFailure) -> DecodeAnswer {
    guard var picture = Anymap(job.bytes) else {
      throw DecodeFailure(.damaged, format: format.name, detail: "its header is invalid")
    }
    try job.check(picture.size, format: format)
    try job.checkPlausible(picture.size, format: format)
    var info = DecodeReply.Info(naturalSize: picture.size, format: format.name)
    if job.request.kind == .probe { return DecodeAnswer(.info(info)) }
    let raster = try StoredRaster(picture.size, info, job)
    raster.clearReusedMemory()
    let rows = picture.writeRows(to: raster.buffer)
    guard rows > 0 else {
      throw DecodeFailure(
        .damaged, format: format.name, detail: "the file ends before the picture")
    }
    info.isTruncated = rows < picture.size.height
    if picture.hasAlpha { raster.buffer.premultiply() }
    let isOpaque = !info.isTruncated && !picture.hasAlpha
    return try raster.answer(info, isOpaque: isOpaque)
  }
}

/// A Netpbm file: its header, and a reader of its samples.
private struct Anymap {
  private enum SampleEncoding {
    case asciiNumbers
    case asciiBits
    case packedBits
    case bytes
    case words
  }

  private(set) var size = PixelSize.zero
  private let bytes: PictureBytes
  private var position = 2
  private var maxValue = 1
  private var samplesPerPixel = 1
  private var encoding = SampleEncoding.bytes

  var hasAlpha: Bool { samplesPerPixel == 2 || samplesPerPixel == 4 }

  init?(_ b: PictureBytes) {
    bytes = b
    guard let kind = b.byte(1) else { return nil }
    let isRead = kind == UInt8(ascii: "7") ? readPAMHeader() : readPNMHeader(kind)
    guard isRead, (1...4).contains(samplesPerPixel), (1...65535).contains(maxValue) else {
      return nil
    }
  }

  private mutating func readPNMHeader(_ kind: UInt8) -> Bool {
    let isBitmap = kind == UInt8(ascii: "1") || kind == UInt8(ascii: "4")
    guard let width = readNumber(), let height = readNumber(),
      let maxValue = isBitmap ? 1 : readNumber()
    else {
      return false
    }
    size = PixelSize(width: width, height: height)
    self.maxValue = maxValue
    samplesPerPixel = kind == UInt8(ascii: "3") || kind == UInt8(ascii: "6") ? 3 : 1
    if kind <= UInt8(ascii: "3") {
      encoding = isBitmap ? .asciiBits : .asciiNumbers
    } else {
      encoding = isBitmap ? .packedBits : maxValue > 255 ? .words : .bytes
      // One whitespace byte ends the header.
      position += 1
    }
    return true
  }

  // Reads the lines of a PAM header, each of which is a word and a number, up to ENDHDR.
  private mutating func readPAMHeader() -> Bool {
    let end = min(bytes.count, 4096)
    while position < end {
      skipSpace()
      if bytes.hasBytes("ENDHDR", at: position) {
        skipLine()
        encoding = maxValue > 255 ? .words : .bytes
        return true
      }
      let word = position
      while position < end, let c = bytes.byte(position), c > 0x20 { position += 1 }
      if bytes.hasBytes("TUPLTYPE", at: word) {
        skipLine()
        continue
      }
      guard let value = readNumber() else { return false }
      if bytes.hasBytes("WIDTH", at: word) { size.width = value }
      if bytes.hasBytes("HEIGHT", at: word) { size.height = value }
      if bytes.hasBytes("DEPTH", at: word) { samplesPerPixel = value }
      if bytes.hasBytes("MAXVAL", at: word) { maxValue = value }
    }
    return false
  }

  /// Maximum number of bytes between two numbers of the header. Where there are more, the file has
  /// a hole, or was made so that searching it takes long.
  private static let maxSkippedBytes = 1 << 16

  private mutating func skipLine() { skipLine(to: position + Self.maxSkippedBytes) }

  private mutating func skipLine(to end: Int) {
    while position < end, let c = bytes.byte(position), c != 0x0A { position += 1 }
    position += 1
  }

  private mutating func skipSpace() {
    let end = position + Self.maxSkippedBytes
    while position < end, let c = bytes.byte(position) {
      if c == UInt8(ascii: "#") {
        skipLine(to: end)
      } else if c == 0x20 || (0x09...0x0D).contains(c) {
        position += 1
      } else {
        return
      }
    }
  }

  private mutating func readNumber() -> Int? {
    skipSpace()
    var value: Int?
    while let c = bytes.byte(position), (0x30...0x39).contains(c), value ?? 0 < 1 << 32 {
      value = (value ?? 0) * 10 + Int(c - 0x30)
      position += 1
    }
    return value
  }

  /// Writes the pixels as BGRA with straight alpha to `buffer`.
  ///
  /// - Returns: the number of complete rows.
  mutating func writeRows(to buffer: PixelBuffer) -> Int {
    let levels =
      maxValue <= 255 ? (0...maxValue).map { UInt32(($0 * 255 + maxValue / 2) / maxValue) } : []
    let isInverted = encoding == .packedBits || encoding == .asciiBits
    for y in 0..<size.height {
      let out = (buffer.bytes + y * buffer.stride).assumingMemoryBound(to: UInt32.self)
      if copyPlainRGBRow(to: out) { continue }
      for x in 0..<size.width {
        var pixel = (UInt32(0), UInt32(0), UInt32(0), UInt32(0))
        for k in 0..<samplesPerPixel {
          guard let raw = readSample(x) else { return y }
          let value = min(raw, maxValue)
          let level =
            isInverted
            ? (value == 0 ? 255 : 0)
            : levels.isEmpty ? UInt32((value * 255 + maxValue / 2) / maxValue) : levels[value]
          switch k {
          case 0: pixel.0 = level
          case 1: pixel.1 = level
          case 2: pixel.2 = level
          default: pixel.3 = level
          }
        }
        out[x] =
          switch samplesPerPixel {
          case 1: 0xFF00_0000 | pixel.0 * 0x01_0101
          case 2: pixel.1 << 24 | pixel.0 * 0x01_0101
          case 3: 0xFF00_0000 | pixel.0 << 16 | pixel.1 << 8 | pixel.2
          default: pixel.3 << 24 | pixel.0 << 16 | pixel.1 << 8 | pixel.2
          }
      }
      // Rows of packed bits begin at a byte boundary.
      if encoding == .packedBits { position += (size.width + 7) / 8 }
    }
    return size.height
  }

  /// Copies the next row to `out` if its samples are of the most common kind, 8-bit RGB with
  /// maximum value 255.
  ///
  /// - Returns: false for samples of another kind and for an incomplete row, of which nothing is
  ///   copied.
  private mutating func copyPlainRGBRow(to out: UnsafeMutablePointer<UInt32>) -> Bool {
    let count = size.width * 3
    guard encoding == .bytes, maxValue == 255, samplesPerPixel == 3,
      position + count <= bytes.count,
      let start = bytes.raw.baseAddress
    else { return false }
    PixelConversion.convertToOpaque(
      rgb: (start + position).assumingMemoryBound(to: UInt8.self), count: size.width,
      into: UnsafeMutableRawPointer(out))
    position += count
    return true
  }

  private mutating func readSample(_ x: Int) -> Int? {
    switch encoding {
    case .asciiNumbers: return readNumber()
    case .asciiBits:
      skipSpace()
      guard let c = bytes.byte(position), c == 0x30 || c == 0x31 else { return nil }
      position += 1
      return Int(c - 0x30)
    case .packedBits: return bytes.byte(position + x / 8).map { Int($0 >> (7 - x % 8) & 1) }
    case .bytes:
      defer { position += 1 }
      return bytes.byte(position).map(Int.init)
    case .words:
      defer { position += 2 }
      return bytes.big16(position)
    }
  }
}
