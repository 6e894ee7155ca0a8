public import Pixels

extension Bitmap {
  /// The mean of every channel over each of `size` areas, in row order and from the lowest byte of
  /// a pixel; an area has at least one pixel.
  public func means(_ size: PixelSize) -> [Double] {
    var out: [Double] = []
    let parts = (0..<size.width).map { Self.part($0, of: size.width, self.size.width) }
    for y in 0..<size.height {
      let rows = Self.part(y, of: size.height, self.size.height)
      for columns in parts {
        var (a, b, c, d) = (0, 0, 0, 0)
        for row in rows {
          let line = bytes + row * stride
          for column in columns {
            let pixel = Int(line.load(fromByteOffset: column * 4, as: UInt32.self))
            a += pixel & 0xFF
            b += pixel >> 8 & 0xFF
            c += pixel >> 16 & 0xFF
            d += pixel >> 24 & 0xFF
          }
        }
        out += [a, b, c, d].map { Double($0) / Double(rows.count * columns.count) }
      }
    }
    return out
  }

  /// The maximum number of rows or columns of an area that are compared.
  private static let maxSamples = 64

  private static func part(_ index: Int, of count: Int, _ extent: Int) -> [Int] {
    func edge(_ index: Int) -> Int { (index * extent * 2 + count) / (count * 2) }
    let first = min(extent - 1, edge(index))
    let end = max(first + 1, edge(index + 1))
    return Array(Swift.stride(from: first, to: end, by: max(1, (end - first) / maxSamples)))
  }
}
