/// A JPEG of flat 8 × 8 blocks whose colours encode the position. A flat block has only a DC
/// coefficient and decodes without rounding errors. A file takes a few bytes per block.
public struct BlockJPEG {
  /// The width in pixels.
  public let width: Int
  /// The height in pixels.
  public let height: Int

  /// Creates a picture. The image edge may cut the last blocks.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// The colour of a pixel as 0x00RRGGBB. The colours repeat every 2048 pixels horizontally and
  /// vertically, and at some diagonal offsets such as (128, 384).
  ///
  /// - Source: JFIF 1.02, conversion to and from RGB.
  public static func color(x: Int, y: Int) -> UInt32 {
    let samples = samples(column: x / 8, row: y / 8).map(Double.init)
    let (luma, blue, red) = (samples[0], samples[1] - 128, samples[2] - 128)
    return [luma + 1.402 * red, luma - 0.344136 * blue - 0.714136 * red, luma + 1.772 * blue]
      .reduce(0) { $0 << 8 | UInt32(min(max($1.rounded(), 0), 255)) }
  }

  /// The Y, Cb and Cr values of a block.
  private static func samples(column: Int, row: Int) -> [Int] {
    [64 + column % 16 * 8, 88 + row % 16 * 5, 88 + (column / 16 + row / 16 * 5) % 16 * 5]
  }

  /// The bytes of the JPEG file.
  public var bytes: [UInt8] {
    var file: [UInt8] = [0xFF, 0xD8]
    file += segment(0xE0, Array("JFIF".utf8) + [0, 1, 2, 0, 0, 1, 0, 1, 0, 0])
    // All quantisation steps are 8, so that the DC coefficient of a flat block represents its value
    // exactly.
    file += segment(0xDB, [0] + [UInt8](repeating: 8, count: 64))
    let frame = [8] + word(height) + word(width) + [3]
    file += segment(0xC0, frame + [1, 2, 3].flatMap { [$0, 0x11, 0] })
    // The DC table has twelve categories with 4-bit codes; the AC table has only EOB with a 1-bit
    // code.
    file += segment(0xC4, [0] + counts([4: 12]) + (0..<12).map { UInt8($0) })
    file += segment(0xC4, [0x10] + counts([1: 1]) + [0])
    file += segment(0xDA, [3, 1, 0, 2, 0, 3, 0, 0, 63, 0])
    return file + scan + [0xFF, 0xD9]
  }

  private var scan: [UInt8] {
    var bits = BitWriter()
    var last = [128, 128, 128]
    for row in 0..<(height + 7) / 8 {
      for column in 0..<(width + 7) / 8 {
        let samples = Self.samples(column: column, row: row)
        for index in 0..<3 {
          bits.write(difference: samples[index] - last[index])
          bits.write(0, count: 1)
        }
        last = samples
      }
    }
    return bits.finished
  }

  private func segment(_ marker: UInt8, _ body: [UInt8]) -> [UInt8] {
    [0xFF, marker] + word(body.count + 2) + body
  }

  private func word(_ value: Int) -> [UInt8] { [UInt8(value >> 8), UInt8(value & 0xFF)] }

  private func counts(_ codes: [Int: UInt8]) -> [UInt8] { (1...16).map { codes[$0] ?? 0 } }

  private struct BitWriter {
    private var bytes: [UInt8] = []
    private var pending: UInt64 = 0
    private var count = 0

    mutating func write(difference: Int) {
      let length = Int.bitWidth - abs(difference).leadingZeroBitCount
      write(length, count: 4)
      // Negative differences are coded as value + 2^length - 1 (ITU-T T.81, F.1.2.1).
      write(difference < 0 ? difference + (1 << length) - 1 : difference, count: length)
    }

    mutating func write(_ value: Int, count more: Int) {
      pending = pending << UInt64(more) | UInt64(value)
      count += more
      while count >= 8 {
        count -= 8
        let byte = UInt8(pending >> UInt64(count) & 0xFF)
        bytes.append(byte)
        if byte == 0xFF { bytes.append(0) }
      }
    }

    var finished: [UInt8] {
      var end = self
      if end.count > 0 { end.write((1 << (8 - end.count)) - 1, count: 8 - end.count) }
      return end.bytes
    }
  }
}
