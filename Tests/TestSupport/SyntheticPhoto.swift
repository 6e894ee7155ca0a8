public import Pixels

/// Synthetic pictures whose pixels show crops, rotations and scaling.
public enum SyntheticPhoto {
  /// A gradient: red increases to the right, green downwards; `blue` distinguishes several
  /// pictures.
  public static func gradient(_ width: Int, _ height: Int, blue: UInt8 = 128) -> Bitmap {
    Bitmap.computed(width, height) { x, y in
      let red = UInt32(x * 255 / max(1, width - 1))
      let green = UInt32(y * 255 / max(1, height - 1))
      return 0xFF00_0000 | red << 16 | green << 8 | UInt32(blue)
    }
  }

  /// The colours of `quadrants`, from the top left clockwise: red, green, yellow, blue.
  public static let quadrantColors: [UInt32] = [
    0xFFE0_3030, 0xFF30_B040, 0xFFE0_C030, 0xFF30_60D0,
  ]

  /// Four quadrants of different colours, which show rotation and mirroring.
  public static func quadrants(_ width: Int, _ height: Int) -> Bitmap {
    Bitmap.computed(width, height) { x, y in
      switch (x * 2 < width, y * 2 < height) {
      case (true, true): quadrantColors[0]
      case (false, true): quadrantColors[1]
      case (false, false): quadrantColors[2]
      case (true, false): quadrantColors[3]
      }
    }
  }

  /// A chessboard with squares of `cell` pixels, each with its number in reading order.
  public static func numberedGrid(_ width: Int, _ height: Int, cell: Int = 32) -> Bitmap {
    let columns = (width + cell - 1) / cell
    return Bitmap.computed(width, height) { x, y in
      let column = x / cell
      let row = y / cell
      let isInk = isInk(of: row * columns + column, x: x % cell, y: y % cell, cell: cell)
      if isInk { return 0xFF20_2020 }
      return (column + row).isMultiple(of: 2) ? 0xFFF0_F0F0 : 0xFFB8_D0E8
    }
  }

  /// A premultiplied disc that fades to transparent at its edge.
  public static func transparentDisc(_ side: Int) -> Bitmap {
    Bitmap.computed(side, side, isOpaque: false) { x, y in
      let dx = Double(2 * x + 1 - side) / Double(side)
      let dy = Double(2 * y + 1 - side) / Double(side)
      let share = max(0, 1 - (dx * dx + dy * dy).squareRoot())
      let alpha = UInt32((share * 255).rounded())
      return alpha << 24 | alpha << 16 | (alpha / 2) << 8
    }
  }

  /// Random pixels, opaque or premultiplied with random alpha.
  public static func noise(_ width: Int, _ height: Int, isOpaque: Bool, seed: UInt64) -> Bitmap {
    var generator = SeededGenerator(seed: seed)
    return Bitmap.computed(width, height, isOpaque: isOpaque) { _, _ in
      let bits = generator.next()
      let alpha = isOpaque ? 255 : UInt32(bits & 255)
      func channel(_ shift: UInt64) -> UInt32 { UInt32((bits >> shift) & 255) * alpha / 255 }
      return alpha << 24 | channel(8) << 16 | channel(16) << 8 | channel(24)
    }
  }

  /// Digits as 3 × 5 bitmaps: one byte per row from the top, the highest of three bits on the left.
  private static let digits: [[UInt8]] = [
    [7, 5, 5, 5, 7], [2, 6, 2, 2, 7], [7, 1, 7, 4, 7], [7, 1, 3, 1, 7], [5, 5, 7, 1, 1],
    [7, 4, 7, 1, 7], [7, 4, 7, 5, 7], [7, 1, 1, 2, 2], [7, 5, 7, 5, 7], [7, 5, 7, 1, 7],
  ]

  private static func isInk(of number: Int, x: Int, y: Int, cell: Int) -> Bool {
    let dot = max(1, cell / 16)
    let column = x / dot - 1
    let row = y / dot - 1
    guard column >= 0, (0..<5).contains(row), column % 4 < 3 else { return false }
    let text = Array(String(number).utf8)
    guard column / 4 < text.count else { return false }
    let digit = Int(text[column / 4] - UInt8(ascii: "0"))
    return digits[digit][row] & (4 >> UInt8(column % 4)) != 0
  }
}
