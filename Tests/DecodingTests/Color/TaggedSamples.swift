import CJPEG
import Geometry

/// Pictures of many colours, tagged with their colour space as in each format.
enum TaggedSamples {
  static let width = 32
  static let height = 24

  /// Red, green, blue at (x, y): all of the range, in a step of 8.
  static let rgb: [UInt8] = {
    var bytes: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        let third: Int = (x * 5 + y * 7) % 32 * 8
        bytes += [UInt8(min(255, x * 8 + 4)), UInt8(min(255, y * 11)), UInt8(third)]
      }
    }
    return bytes
  }()

  // MARK: JPEG

  /// A JPEG of the colours in blocks of eight pixels, with segments after the SOI marker.
  static func jpeg(_ segments: [[UInt8]] = []) -> [UInt8] {
    spliced(compressed(blocks, TJPF_RGB, TJSAMP_444), segments)
  }

  /// A JPEG of the same blocks in shades of gray.
  static func grayJPEG(_ segments: [[UInt8]] = []) -> [UInt8] {
    spliced(compressed(blocks, TJPF_RGB, TJSAMP_GRAY), segments)
  }

  /// A JPEG of one mix of inks, stored with these levels and compressed as YCCK.
  static func inkJPEG(_ inks: [UInt8], _ segments: [[UInt8]] = []) -> [UInt8] {
    let pixels = (0..<width * height).flatMap { _ in inks }
    return spliced(compressed(pixels, TJPF_CMYK, TJSAMP_444), segments)
  }

  private static var blocks: [UInt8] {
    var bytes: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        let i = (y / 8 * 8 * width + x / 8 * 8) * 3
        bytes += rgb[i..<i + 3]
      }
    }
    return bytes
  }

  private static func compressed(
    _ pixels: [UInt8], _ format: TJPF, _ sampling: TJSAMP
  ) -> [UInt8] {
    guard let handle = tjInitCompress() else { return [] }
    defer { tjDestroy(handle) }
    var buffer: UnsafeMutablePointer<UInt8>?
    var size: UInt = 0
    _ = tjCompress2(
      handle, pixels, Int32(width), 0, Int32(height), Int32(format.rawValue), &buffer, &size,
      Int32(sampling.rawValue), 97, 0)
    defer { tjFree(buffer) }
    return Array(UnsafeBufferPointer(start: buffer, count: Int(size)))
  }

  /// A JPEG with segments inserted after the SOI marker.
  static func spliced(_ jpeg: [UInt8], _ segments: [[UInt8]]) -> [UInt8] {
    jpeg[..<2] + segments.flatMap(\.self) + jpeg[2...]
  }

  /// The APP2 segments of a profile.
  static func segments(_ profile: [UInt8], count: Int = 1) -> [[UInt8]] {
    let step = (profile.count + count - 1) / count
    return (0..<count).map { i in
      let part = profile[min(i * step, profile.count)..<min((i + 1) * step, profile.count)]
      let body = Array("ICC_PROFILE\0".utf8) + [UInt8(i + 1), UInt8(count)] + part
      return [0xFF, 0xE2] + Samples.big16(body.count + 2) + body
    }
  }

  /// An Exif segment with a colour space and an interoperability index.
  static func cameraSegment(space: Int, rule: String, orientation: Orientation = .up) -> [UInt8] {
    func entry(_ tag: Int, _ kind: Int, _ count: Int, _ value: [UInt8]) -> [UInt8] {
      Samples.big16(tag) + Samples.big16(kind) + Samples.big32(count) + value
    }
    let first = 8 + 2 + 2 * 12 + 4
    let second = first + 2 + 2 * 12 + 4
    var block: [UInt8] = Array("MM".utf8) + Samples.big16(42) + Samples.big32(8)
    block += Samples.big16(2) + entry(0x0112, 3, 1, Samples.big16(orientation.rawValue) + [0, 0])
    block += entry(0x8769, 4, 1, Samples.big32(first)) + Samples.big32(0)
    block += Samples.big16(2) + entry(0xA001, 3, 1, Samples.big16(space) + [0, 0])
    block += entry(0xA005, 4, 1, Samples.big32(second)) + Samples.big32(0)
    block += Samples.big16(1) + entry(0x0001, 2, 4, Array((rule + "\0").utf8)) + Samples.big32(0)
    let body: [UInt8] = Array("Exif\0\0".utf8) + block
    return [0xFF, 0xE1] + Samples.big16(body.count + 2) + body
  }

  // MARK: PNG

  /// A PNG of the colours with chunks after the header; with an alpha that grows from row to row.
  static func png(_ chunks: [(String, [UInt8])] = [], hasAlpha: Bool = false) -> [UInt8] {
    var raw: [UInt8] = []
    for y in 0..<height {
      raw.append(0)
      for x in 0..<width {
        let i = (y * width + x) * 3
        raw += rgb[i..<i + 3]
        if hasAlpha { raw.append(UInt8(min(255, y * 12))) }
      }
    }
    return png(kind: hasAlpha ? 6 : 2, depth: 8, raw, chunks)
  }

  /// Shades of gray from left to right, in 8 or 16 bits.
  static func grayPNG(depth: Int, _ chunks: [(String, [UInt8])] = []) -> [UInt8] {
    var row: [UInt8] = [0]
    for x in 0..<width { row += [UInt8](repeating: UInt8(x * 8), count: depth / 8) }
    let raw = [[UInt8]](repeating: row, count: height).flatMap(\.self)
    return png(kind: 0, depth: depth, raw, chunks)
  }

  private static func png(
    kind: UInt8, depth: Int, _ raw: [UInt8], _ chunks: [(String, [UInt8])]
  ) -> [UInt8] {
    let head = Samples.big32(width) + Samples.big32(height) + [UInt8(depth), kind, 0, 0, 0]
    var out: [UInt8] = [0x89] + Array("PNG\r\n".utf8) + [0x1A, 0x0A]
    out += Samples.chunk("IHDR", head)
    for (name, content) in chunks { out += Samples.chunk(name, content) }
    return out + Samples.chunk("IDAT", Samples.stored(raw)) + Samples.chunk("IEND", [])
  }

  static func profileChunk(_ profile: [UInt8]) -> (String, [UInt8]) {
    ("iCCP", Array("name\0\0".utf8) + Samples.stored(profile))
  }

  /// The chunk of the chromaticities of white, red, green and blue, each as x and y.
  static func chromaticitiesChunk(_ chromaticities: [Double]) -> (String, [UInt8]) {
    ("cHRM", chromaticities.flatMap { Samples.big32(Int(($0 * 100_000).rounded())) })
  }

  static func powerChunk(_ power: Double) -> (String, [UInt8]) {
    ("gAMA", Samples.big32(Int((100_000 / power).rounded())))
  }

  // MARK: TIFF

  /// An uncompressed TIFF of the colours.
  static func tiff(_ profile: [UInt8]) -> [UInt8] {
    func entry(_ tag: Int, _ kind: Int, _ count: Int, _ value: Int) -> [UInt8] {
      let short = kind == 3 && count == 1
      return Samples.big16(tag) + Samples.big16(kind) + Samples.big32(count)
        + (short ? Samples.big16(value) + [0, 0] : Samples.big32(value))
    }
    let data = 8 + 2 + 10 * 12 + 4
    var out: [UInt8] = Array("MM".utf8) + Samples.big16(42) + Samples.big32(8) + Samples.big16(10)
    out += entry(256, 3, 1, width) + entry(257, 3, 1, height) + entry(258, 3, 3, data)
    out += entry(259, 3, 1, 1) + entry(262, 3, 1, 2) + entry(273, 4, 1, data + 6)
    out += entry(277, 3, 1, 3) + entry(278, 3, 1, height) + entry(279, 4, 1, rgb.count)
    out += entry(34675, 7, profile.count, data + 6 + rgb.count) + Samples.big32(0)
    return out + [0, 8, 0, 8, 0, 8] + rgb + profile
  }
}
