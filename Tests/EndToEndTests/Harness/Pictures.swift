/// Test pictures in which each pixel encodes its picture and position.
///
/// A picture is a grid of cells of one colour each: red encodes the picture's number, green the
/// column and blue the row. One pixel of a screenshot therefore identifies the shown part, also
/// after scaling, which blurs only the borders between cells.
enum Pictures {
  /// The identity of a cell, as encoded in its colour.
  struct Cell: Hashable, Sendable {
    /// The number of the picture, 0…15.
    let picture: Int
    /// The column and row of the cell, 0…63.
    let column: Int
    let row: Int

    init(picture: Int, column: Int, row: Int) {
      (self.picture, self.column, self.row) = (picture, column, row)
    }

    /// Decodes a cell's colour; nil for any other colour.
    init?(colour: UInt32) {
      let (red, green, blue) = (colour >> 16 & 0xff, colour >> 8 & 0xff, colour & 0xff)
      guard red % 16 == 8, green % 4 == 2, blue % 4 == 2 else { return nil }
      self.init(picture: Int(red / 16), column: Int(green / 4), row: Int(blue / 4))
    }

    /// The colour of the cell, 0x00RRGGBB.
    var colour: UInt32 {
      UInt32(picture * 16 + 8) << 16 | UInt32(column * 4 + 2) << 8 | UInt32(row * 4 + 2)
    }
  }

  /// A picture of `width` × `height` pixels in cells of `cell` × `cell` pixels.
  struct Plan {
    var number: Int
    var width = 600
    var height = 400
    var cell = 20

    /// The cell at a pixel.
    func cell(x: Int, y: Int) -> Cell {
      Cell(picture: number, column: x / cell % 64, row: y / cell % 64)
    }

    /// One row of pixels, three bytes each in the order of `shifts`.
    func row(_ y: Int, shifts: [UInt32]) -> [UInt8] {
      var bytes: [UInt8] = []
      bytes.reserveCapacity(width * 3)
      for x in 0..<width {
        let colour = cell(x: x, y: y).colour
        for shift in shifts { bytes.append(UInt8(colour >> shift & 0xff)) }
      }
      return bytes
    }

    /// Calls `body` with every row; the pixel rows of one row of cells are computed once.
    func forEachRow(shifts: [UInt32], bottomUp: Bool = false, _ body: ([UInt8]) -> Void) {
      var last: (index: Int, bytes: [UInt8])?
      for line in 0..<height {
        let y = bottomUp ? height - 1 - line : line
        if last?.index != y / cell { last = (y / cell, row(y, shifts: shifts)) }
        if let last { body(last.bytes) }
      }
    }
  }

  /// The file formats that the tests write.
  enum Format: CaseIterable {
    case bmp, ppm, png

    /// The bytes of a file in this format.
    func write(_ plan: Plan) -> [UInt8] {
      switch self {
      case .bmp: Pictures.bmp(plan)
      case .ppm: Pictures.ppm(plan)
      case .png: Pictures.png(plan)
      }
    }
  }

  /// A binary portable pixmap (P6).
  static func ppm(_ plan: Plan) -> [UInt8] {
    var bytes = Array("P6\n\(plan.width) \(plan.height)\n255\n".utf8)
    bytes.reserveCapacity(bytes.count + plan.width * plan.height * 3)
    plan.forEachRow(shifts: [16, 8, 0]) { bytes += $0 }
    return bytes
  }

  /// A Windows bitmap, 24 bits per pixel, rows from the bottom up.
  static func bmp(_ plan: Plan) -> [UInt8] {
    let padding = [UInt8](repeating: 0, count: (4 - plan.width * 3 % 4) % 4)
    let size = (plan.width * 3 + padding.count) * plan.height
    var bytes = Array("BM".utf8)
    for value in [54 + size, 0, 54, 40, plan.width, plan.height] { bytes += little(value) }
    bytes += [1, 0, 24, 0]
    for value in [0, size, 2835, 2835, 0, 0] { bytes += little(value) }
    plan.forEachRow(shifts: [0, 8, 16], bottomUp: true) { bytes += $0 + padding }
    return bytes
  }

  /// A PNG with stored (uncompressed) deflate blocks, one IDAT chunk per row, so that equal rows
  /// share one checksum.
  static func png(_ plan: Plan) -> [UInt8] {
    var header = big(plan.width) + big(plan.height)
    header += [8, 2, 0, 0, 0]
    var bytes = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] + chunk("IHDR", header)
    bytes += chunk("IDAT", [0x78, 0x01])
    var sum = Adler()
    var last: (row: [UInt8], chunk: [UInt8], sum: Adler)?
    plan.forEachRow(shifts: [16, 8, 0]) { row in
      let known =
        last?.row == row ? last : (row, chunk("IDAT", blocks([0] + row)), Adler(of: [0] + row))
      guard let known else { return }
      bytes += known.chunk
      sum.append(known.sum)
      last = known
    }
    return bytes + chunk("IDAT", [1, 0, 0, 0xff, 0xff] + big(sum.value)) + chunk("IEND", [])
  }

  /// Stored blocks (RFC 1951) without the final flag.
  private static func blocks(_ bytes: [UInt8]) -> [UInt8] {
    let largest = 65535
    return stride(from: 0, to: bytes.count, by: largest).flatMap { start in
      let part = bytes[start..<min(start + largest, bytes.count)]
      let (low, high) = (UInt8(part.count & 0xff), UInt8(part.count >> 8))
      return [0, low, high, ~low, ~high] + part
    }
  }

  /// The Adler-32 checksum of a zlib stream (RFC 1950), combinable from the checksums of its parts.
  private struct Adler {
    private static let modulus = 65521
    private var (low, high, count) = (1, 0, 0)

    init() {}

    init(of bytes: [UInt8]) {
      count = bytes.count
      for byte in bytes {
        low = (low + Int(byte)) % Self.modulus
        high = (high + low) % Self.modulus
      }
    }

    /// Combines two checksums: each byte of `next` adds the previous low sum to `high` once more.
    mutating func append(_ next: Adler) {
      high = (high + next.high + (low - 1) * (next.count % Self.modulus)) % Self.modulus
      low = (low + next.low - 1 + Self.modulus) % Self.modulus
      count += next.count
    }

    var value: Int { high << 16 | low }
  }

  private static func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
    let content = Array(name.utf8) + body
    return big(body.count) + content + big(Int(checksum(content)))
  }

  /// The CRC-32 of the PNG specification, annex D.
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    let table: [UInt32] = (0..<256).map { start in
      var value = UInt32(start)
      for _ in 0..<8 { value = value & 1 == 1 ? 0xedb8_8320 ^ (value >> 1) : value >> 1 }
      return value
    }
    var sum = UInt32.max
    for byte in bytes { sum = table[Int((sum ^ UInt32(byte)) & 0xff)] ^ (sum >> 8) }
    return ~sum
  }

  private static func big(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(value >> $0 & 0xff) }
  }

  private static func little(_ value: Int) -> [UInt8] {
    [0, 8, 16, 24].map { UInt8(value >> $0 & 0xff) }
  }
}
