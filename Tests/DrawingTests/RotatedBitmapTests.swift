import Drawing
import Geometry
import Pixels
import TestSupport
import Testing

@Suite struct RotatedBitmapTests {
  /// A bitmap whose pixels are all different.
  private static let bitmap = Bitmap.drawn(PixelSize(width: 6, height: 4), isOpaque: true) {
    canvas in
    for y in 0..<4 {
      for x in 0..<6 {
        canvas.fill(
          Rect(x: Double(x), y: Double(y), width: 1, height: 1),
          Color(red: Double(x) / 6, green: Double(y) / 4, blue: 0.5))
      }
    }
  }

  private func drawn(_ angle: Double) -> Bitmap {
    Bitmap.drawn(PixelSize(width: 6, height: 6)) { canvas in
      canvas.draw(
        Self.bitmap, in: Rect(x: 0, y: 1, width: 6, height: 4), rotatedBy: angle)
    }
  }

  @Test func `a quarter turn moves every pixel to its place`() {
    let right = drawn(.pi / 2)
    let left = drawn(-.pi / 2)
    for y in 0..<4 {
      for x in 0..<6 {
        let expected = Self.bitmap.pixel(x: x, y: y)
        #expect(right.pixel(x: 4 - y, y: x) == expected)
        #expect(left.pixel(x: 1 + y, y: 5 - x) == expected)
      }
    }
  }

  @Test func `an angle of 0 copies the pixels, and an angle that is not a number draws nothing`() {
    let same = drawn(0)
    for y in 0..<4 {
      for x in 0..<6 { #expect(same.pixel(x: x, y: y + 1) == Self.bitmap.pixel(x: x, y: y)) }
    }
    let nothing = drawn(.nan)
    #expect((0..<6).allSatisfy { nothing.pixel(x: $0, y: 3) == 0 })
  }
}
