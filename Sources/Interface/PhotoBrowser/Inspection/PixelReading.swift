package import Geometry
import Pixels

/// The coordinates and the colour of one pixel of a picture, as displayed: after the conversion to
/// the colours of the monitor.
nonisolated package struct PixelReading: Hashable, Sendable {
  /// The column of the pixel in the picture, from 0.
  package let x: Int
  /// The row of the pixel in the picture, from 0.
  package let y: Int
  /// The red component, 0 to 255, not multiplied by alpha.
  package let red: UInt8
  /// The green component, 0 to 255, not multiplied by alpha.
  package let green: UInt8
  /// The blue component, 0 to 255, not multiplied by alpha.
  package let blue: UInt8
  /// The opacity of the pixel, 0 to 255.
  package let alpha: UInt8
  /// Whether the pixel is one of the picture's own; false when only a reduced version is loaded,
  /// whose pixels are averages.
  package let isExact: Bool

  /// Makes a reading of the pixel in column `x` and row `y`; `color` is premultiplied, 0xAARRGGBB.
  package init(x: Int, y: Int, color: UInt32, isExact: Bool = true) {
    let alpha = color >> 24
    func component(_ shift: UInt32) -> UInt8 {
      guard alpha > 0 else { return 0 }
      return UInt8(clamping: ((color >> shift & 0xff) * 255 + alpha / 2) / alpha)
    }
    (self.x, self.y, self.isExact) = (x, y, isExact)
    (red, green, blue) = (component(16), component(8), component(0))
    self.alpha = UInt8(clamping: alpha)
  }

  /// The colour as "#RRGGBB", or as "#RRGGBBAA" when it is not opaque.
  package var hex: String {
    let parts = [red, green, blue] + (alpha < 255 ? [alpha] : [])
    return "#"
      + parts.map { part in
        let digits = String(part, radix: 16, uppercase: true)
        return digits.count < 2 ? "0" + digits : digits
      }.joined()
  }

  /// The coordinates and the colour of the pixel, as one line of text.
  package var text: String {
    let parts = [red, green, blue] + (alpha < 255 ? [alpha] : [])
    let numbers = parts.map(String.init).joined(separator: " ")
    return "\(x), \(y)   \(isExact ? "" : "≈ ")\(hex)   \(numbers)"
  }
}

/// The grid between the pixels of a picture on the screen.
nonisolated package struct PixelGrid: Hashable, Sendable {
  /// The rectangle of the whole picture in the browser's coordinates; it may be larger than the
  /// window.
  package var rect: Rect
  /// The size of the picture in its own pixels.
  package var size: Size

  package init(rect: Rect, size: Size) {
    self.rect = rect
    self.size = size
  }

  /// The device pixels per pixel of the picture.
  package var scale: Double { size.width > 0 ? rect.width / size.width : 0 }

  /// The column and row of the picture's pixel at a point in the browser's coordinates; nil beside
  /// the picture.
  package func pixel(at point: Point) -> (x: Int, y: Int)? {
    guard rect.width > 0, rect.height > 0, size.width >= 1, size.height >= 1, point.isFinite else {
      return nil
    }
    let x = ((point.x - rect.minX) * size.width / rect.width).rounded(.down)
    let y = ((point.y - rect.minY) * size.height / rect.height).rounded(.down)
    guard x >= 0, y >= 0, x < size.width, y < size.height else { return nil }
    return (Int(x), Int(y))
  }

  /// The x coordinates between `from` and `to` of the vertical lines between columns of the
  /// picture's pixels, in device pixels; the edges of the picture are not among them.
  package func columnLines(from: Double, to: Double) -> [Double] {
    Self.lineCoordinates(rect.minX, rect.width, size.width, from, to)
  }

  /// The y coordinates between `from` and `to` of the horizontal lines between rows of the
  /// picture's pixels, in device pixels; the edges of the picture are not among them.
  package func rowLines(from: Double, to: Double) -> [Double] {
    Self.lineCoordinates(rect.minY, rect.height, size.height, from, to)
  }

  private static func lineCoordinates(
    _ start: Double, _ length: Double, _ count: Double, _ from: Double, _ to: Double
  ) -> [Double] {
    guard length > 0, count >= 2, from < to else { return [] }
    let step = length / count
    let first = max(1, ((from - start) / step).rounded(.up))
    let last = min(count - 1, ((to - start) / step).rounded(.down))
    guard first <= last, last - first < 100_000 else { return [] }
    return (Int(first)...Int(last)).map { (start + Double($0) * step).rounded() }
  }
}

extension Picture {
  /// The pixel in column `x` and row `y` of the picture, read from the largest bitmap; nil outside
  /// the picture.
  func reading(x: Int, y: Int) -> PixelReading? {
    guard let bitmap = bitmaps.first, naturalSize.width > 0, naturalSize.height > 0 else {
      return nil
    }
    let column = x * bitmap.size.width / naturalSize.width
    let row = y * bitmap.size.height / naturalSize.height
    guard (0..<bitmap.size.width).contains(column), (0..<bitmap.size.height).contains(row) else {
      return nil
    }
    return PixelReading(
      x: x, y: y, color: bitmap.pixel(x: column, y: row), isExact: bitmap.size == naturalSize)
  }
}
