import Geometry
import Pixels

/// A PNG of any colour type, with the pixels that it encodes.
struct RandomPNG {
  let size: PixelSize
  /// The colour type of the header.
  let kind: UInt8
  let depth: Int
  let orientation: Orientation
  let bytes: [UInt8]
  /// The samples of every row, packed as in the file.
  private let rows: [[UInt8]]

  private static let kinds: [(kind: UInt8, channels: Int, depths: [Int])] = [
    (0, 1, [1, 2, 4, 8, 16]), (2, 3, [8, 16]), (3, 1, [1, 2, 4, 8]), (4, 2, [8, 16]),
    (6, 4, [8, 16]),
  ]

  /// - Parameters:
  ///   - kind: any colour type when nil.
  ///   - size: any up to 90 × 70 when nil.
  init(
    _ chance: inout some RandomNumberGenerator, kind: UInt8? = nil, size: PixelSize? = nil,
    orientation: Orientation? = nil
  ) {
    let kinds = Self.kinds.filter { kind == nil || $0.kind == kind }
    let choice = kinds.randomElement(using: &chance) ?? Self.kinds[0]
    let depth = choice.depths.randomElement(using: &chance) ?? 8
    let size =
      size
      ?? PixelSize(
        width: Int.random(in: 1...90, using: &chance),
        height: Int.random(in: 1...70, using: &chance))
    self.size = size
    self.kind = choice.kind
    self.depth = depth
    let orientation = orientation ?? Orientation.allCases.randomElement(using: &chance) ?? .up
    self.orientation = orientation
    let bits = depth * choice.channels
    rows = Self.samples(size, bits, &chance)
    let filtered = Self.filtered(rows, step: max(1, bits / 8), &chance)
    let level = Int32.random(in: 0...9, using: &chance)
    var out: [UInt8] = [0x89] + Array("PNG\r\n".utf8) + [0x1A, 0x0A]
    out += Samples.chunk(
      "IHDR",
      Samples.big32(size.width) + Samples.big32(size.height)
        + [UInt8(depth), choice.kind, 0, 0, 0])
    if choice.kind == 3 { out += Samples.chunk("PLTE", Self.palette) }
    if orientation != .up { out += Samples.chunk("eXIf", Samples.exif(orientation)) }
    var data = ZlibStream.compressed(filtered, level: level)[...]
    while !data.isEmpty {
      let piece = data.prefix(Int.random(in: 0...max(1, data.count), using: &chance))
      out += Samples.chunk("IDAT", Array(piece))
      data = data.dropFirst(piece.count)
    }
    bytes = out + Samples.chunk("IEND", [])
  }

  /// The palette, in which colour `i` is the gray `255 − i`, so that an index is not taken for a
  /// colour.
  private static let palette = (0..<256).flatMap { [UInt8](repeating: UInt8(255 - $0), count: 3) }

  // Samples of noise and slopes in equal parts, so that every filter and both kinds of codes are
  // useful.
  private static func samples(
    _ size: PixelSize, _ bits: Int, _ chance: inout some RandomNumberGenerator
  ) -> [[UInt8]] {
    let count = (size.width * bits + 7) / 8
    return (0..<size.height).map { y in
      let noise = UInt8.random(in: 0...255, using: &chance) & 31
      return (0..<count).map { i in
        UInt8(truncatingIfNeeded: i * 3 + y * 5) &+ UInt8(truncatingIfNeeded: (i ^ y) * 7) & noise
      }
    }
  }

  private static func filtered(
    _ rows: [[UInt8]], step: Int, _ chance: inout some RandomNumberGenerator
  ) -> [UInt8] {
    var out: [UInt8] = []
    var above = [UInt8](repeating: 0, count: rows[0].count)
    for row in rows {
      let filter = UInt8.random(in: 0...4, using: &chance)
      out.append(filter)
      for i in row.indices {
        let left = i >= step ? row[i - step] : 0
        let corner = i >= step ? above[i - step] : 0
        let guess: UInt8 =
          switch filter {
          case 1: left
          case 2: above[i]
          case 3: UInt8((Int(left) + Int(above[i])) / 2)
          case 4: paeth(Int(left), Int(above[i]), Int(corner))
          default: 0
          }
        out.append(row[i] &- guess)
      }
      above = row
    }
    return out
  }

  private static func paeth(_ left: Int, _ up: Int, _ corner: Int) -> UInt8 {
    let guess = left + up - corner
    let (a, b, c) = (abs(guess - left), abs(guess - up), abs(guess - corner))
    return UInt8(a <= b && a <= c ? left : b <= c ? up : corner)
  }

  // MARK: Expected pixels

  /// The upright pixels, computed as the specification states.
  var upright: Bitmap {
    let shown = orientation.swapsAxes ? size.transposed : size
    return Bitmap(size: shown, isOpaque: kind != 4 && kind != 6) { memory, stride in
      for y in 0..<shown.height {
        for x in 0..<shown.width {
          let from = orientation.storedPixel(x: x, y: y, width: size.width, height: size.height)
          memory.storeBytes(
            of: pixel(from.x, from.y), toByteOffset: y * stride + x * 4, as: UInt32.self)
        }
      }
    }
  }

  private func pixel(_ x: Int, _ y: Int) -> UInt32 {
    switch kind {
    case 0:
      let most = 1 << depth - 1
      return Self.word(gray: depth == 16 ? eight(x, y, 0, 1) : sample(x, y, 0, 1) * 255 / most)
    case 3: return Self.word(gray: 255 - sample(x, y, 0, 1))
    case 4: return Self.word(gray: eight(x, y, 0, 2), eight(x, y, 1, 2))
    case 2: return Self.word(eight(x, y, 0, 3), eight(x, y, 1, 3), eight(x, y, 2, 3), 255)
    default:
      return Self.word(eight(x, y, 0, 4), eight(x, y, 1, 4), eight(x, y, 2, 4), eight(x, y, 3, 4))
    }
  }

  private static func word(gray: Int, _ alpha: Int = 255) -> UInt32 {
    word(gray, gray, gray, alpha)
  }

  private static func word(_ r: Int, _ g: Int, _ b: Int, _ alpha: Int) -> UInt32 {
    func times(_ v: Int) -> UInt32 { UInt32((v * alpha * 2 + 255) / 510) }
    return UInt32(alpha) << 24 | times(r) << 16 | times(g) << 8 | times(b)
  }

  /// A sample, rounded to eight bits.
  private func eight(_ x: Int, _ y: Int, _ channel: Int, _ channels: Int) -> Int {
    let value = sample(x, y, channel, channels)
    return depth == 16 ? (value * 255 + 32767) / 65535 : value
  }

  private func sample(_ x: Int, _ y: Int, _ channel: Int, _ channels: Int) -> Int {
    let bit = (x * channels + channel) * depth
    let byte = Int(rows[y][bit / 8])
    if depth == 16 { return byte << 8 | Int(rows[y][bit / 8 + 1]) }
    return byte >> (8 - depth - bit % 8) & (1 << depth - 1)
  }
}

extension Bitmap {
  /// The number of pixels with a channel that differs from that of `other` by more than
  /// `tolerance`; -1 if the sizes differ.
  func differences(from other: Bitmap, tolerance: Int = 0) -> Int {
    guard size == other.size else { return -1 }
    var count = 0
    for y in 0..<size.height {
      for x in 0..<size.width {
        let here = pixel(x: x, y: y)
        let there = other.pixel(x: x, y: y)
        if here == there { continue }
        for shift: UInt32 in [0, 8, 16, 24] {
          let a = Int(here >> shift & 0xFF)
          let b = Int(there >> shift & 0xFF)
          if abs(a - b) > tolerance {
            count += 1
            break
          }
        }
      }
    }
    return count
  }
}
