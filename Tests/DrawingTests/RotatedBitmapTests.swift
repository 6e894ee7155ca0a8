import Drawing
import Geometry
import Pixels
import TestSupport
import Testing

@Suite(.tags(.seeded)) struct RotatedBitmapTests {
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

  /// The maximum and mean difference from Cairo's drawing in levels. Cairo's weights have seven
  /// bits, those of the bands eight: each axis differs by at most one of 128 steps between
  /// neighbours, which differ by up to 120 levels, and by rounding. At the edges Cairo counts
  /// samples in a grid of 15 rows; a coverage between two counts differs by up to a fifteenth of
  /// the contrast of 230 levels.
  private static let (tolerance, meanTolerance) = (16, 0.5)

  private static let angles: [Double] = [0, 0.01, 0.3, .pi / 4, 1.3, .pi / 2, 2, -0.5]

  @Test(arguments: angles, [true, false])
  func `bands have Cairo's pixels within the precision of the weights`(
    angle: Double, isOpaque: Bool
  ) {
    var random = SeededGenerator(seed: 9)
    let size = PixelSize(width: 300, height: 200)
    let picture = Bitmap.computed(size.width, size.height, isOpaque: isOpaque) { _, _ in
      let alpha = isOpaque ? 255 : UInt32.random(in: 120...200, using: &random)
      return (0..<3).reduce(alpha) { pixel, _ in
        pixel << 8 | UInt32.random(in: alpha / 2...alpha, using: &random)
      }
    }
    let rect = Rect(x: 90, y: 120, width: 330, height: 220)
    func drawn(_ body: (Canvas, () -> Void) -> Void) -> Bitmap {
      Bitmap.drawn(PixelSize(width: 500, height: 460)) { canvas in
        canvas.fill(canvas.bounds, Color(white: 0.1))
        body(canvas) { canvas.draw(picture, in: rect, rotatedBy: angle) }
      }
    }
    let bands = drawn { $1() }
    // Cairo draws in a group; this opacity, which is rounded to 1, makes a group.
    let cairo = drawn { canvas, draw in canvas.withOpacity(0.999_999) { draw() } }
    #expect(bands.largestDifference(from: cairo) <= Self.tolerance)
    #expect(bands.meanDifference(from: cairo) <= Self.meanTolerance)
  }

  @Test func `a rotated bitmap follows the clip and the scale of the canvas`() {
    func drawn(_ body: (Canvas) -> Void) -> Bitmap {
      Bitmap.drawn(PixelSize(width: 60, height: 60)) { body($0) }
    }
    let plain = drawn {
      $0.draw(Self.bitmap, in: Rect(x: 15, y: 20, width: 30, height: 20), rotatedBy: 0.6)
    }
    let scaled = drawn { canvas in
      canvas.translate(Vector(dx: 5, dy: 0))
      canvas.scale(2)
      canvas.draw(Self.bitmap, in: Rect(x: 5, y: 10, width: 15, height: 10), rotatedBy: 0.6)
    }
    #expect(scaled.isSame(as: plain))
    let clip = Rect(x: 20, y: 10, width: 13, height: 31)
    let clipped = drawn { canvas in
      canvas.clip(to: clip)
      canvas.draw(Self.bitmap, in: Rect(x: 15, y: 20, width: 30, height: 20), rotatedBy: 0.6)
    }
    for y in 0..<60 {
      for x in 0..<60 {
        let isInside = clip.contains(Point(x: Double(x) + 0.5, y: Double(y) + 0.5))
        #expect(clipped.pixel(x: x, y: y) == (isInside ? plain.pixel(x: x, y: y) : 0))
      }
    }
  }
}
