import Geometry
import Pixels
import TestSupport
import Testing

@testable import Resampling

@Suite(.tags(.seeded)) struct RotatedPictureTests {
  private static let angles: [Double] = [
    0, 0.02, 0.4, .pi / 4, 1.2, .pi / 2, 2.5, .pi, -0.7, -.pi / 2,
  ]
  private static let size = PixelSize(width: 90, height: 70)

  /// Random premultiplied pixels.
  private func picture(_ size: PixelSize, isOpaque: Bool) -> Bitmap {
    var random = SeededGenerator(seed: 3)
    return Bitmap.computed(size.width, size.height, isOpaque: isOpaque) { _, _ in
      let alpha = isOpaque ? 255 : UInt32.random(in: 0...255, using: &random)
      return (0..<3).reduce(alpha) { pixel, _ in
        pixel << 8 | UInt32.random(in: 0...alpha, using: &random)
      }
    }
  }

  private func drawn(
    _ picture: Bitmap, in rect: Rect, _ angle: Double, usesAVX2: Bool = Enlargement.supportsAVX2,
    ground: UInt32? = nil,
    parts: [(columns: Range<Int>, rows: Range<Int>)] = [(0..<size.width, 0..<size.height)]
  ) -> Bitmap {
    Bitmap(size: Self.size, isOpaque: false) { memory, stride in
      guard let bytes = memory.baseAddress else { return }
      for index in memory.indices { memory[index] = index & 3 == 3 ? 255 : 60 }
      let buffer = PixelBuffer(size: Self.size, stride: stride, bytes: bytes)
      let rotated = RotatedPicture(
        PixelView(picture), isOpaque: picture.isOpaque, in: rect, rotatedBy: angle,
        usesAVX2: usesAVX2)
      for part in parts {
        rotated.draw(into: buffer, columns: part.columns, rows: part.rows, background: ground)
      }
    }
  }

  @Test(.enabled(if: Enlargement.supportsAVX2), arguments: angles)
  func `vectors of 32 and of 16 bytes give equal pixels`(angle: Double) {
    for isOpaque in [true, false] {
      let picture = picture(PixelSize(width: 41, height: 23), isOpaque: isOpaque)
      for rect in [
        Rect(x: 20, y: 20, width: 41, height: 23), Rect(x: 3, y: 9, width: 93, height: 61),
      ] {
        let wide = drawn(picture, in: rect, angle, usesAVX2: true)
        #expect(wide.isSame(as: drawn(picture, in: rect, angle, usesAVX2: false)), "\(rect)")
      }
    }
  }

  @Test(arguments: angles)
  func `parts of the target have the pixels of the whole`(angle: Double) {
    let picture = picture(PixelSize(width: 60, height: 40), isOpaque: true)
    let rect = Rect(x: 14.3, y: 15.2, width: 66, height: 44)
    let whole = drawn(picture, in: rect, angle, ground: 0xFF20_4060)
    let parts = [(0..<33, 0..<70), (33..<90, 0..<1), (33..<90, 1..<70)]
    #expect(
      drawn(picture, in: rect, angle, ground: 0xFF20_4060, parts: parts).isSame(as: whole))
  }

  @Test(arguments: angles)
  func `a ground has the pixels of a background in its colour`(angle: Double) {
    for isOpaque in [true, false] {
      let picture = picture(PixelSize(width: 60, height: 40), isOpaque: isOpaque)
      let rect = Rect(x: 14, y: 15, width: 60, height: 40)
      let filled = drawn(picture, in: rect, angle, ground: 0xFF3C_3C3C)
      #expect(filled.isSame(as: drawn(picture, in: rect, angle)))
    }
  }

  @Test(arguments: angles)
  func `a picture of one colour has that colour up to its edges, and no pixel beyond them`(
    angle: Double
  ) {
    let color: UInt32 = 0xFFC8_B4A0
    let picture = Bitmap.computed(30, 20) { _, _ in color }
    let result = drawn(picture, in: Rect(x: 30, y: 25, width: 30, height: 20), angle)
    #expect(result.pixel(x: 45, y: 35) == color)
    // The reach is half of the diagonal, and half of a pixel's diagonal.
    let reach = Vector(dx: 30, dy: 20).length / 2 + 0.71
    var area = 0.0
    for y in 0..<Self.size.height {
      for x in 0..<Self.size.width {
        let pixel = result.pixel(x: x, y: y)
        let distance = Vector(dx: Double(x) + 0.5 - 45, dy: Double(y) + 0.5 - 35).length
        if distance > reach { #expect(pixel == 0xFF3C_3C3C, "\(x) \(y)") }
        #expect(pixel >> 24 == 255)
        area += (Double(pixel & 0xFF) - 60) / (160 - 60)
      }
    }
    // The coverages add up to the area; each of the hundred is rounded by at most half a level.
    #expect(abs(area - 600) < 2)
  }

  @Test func `rectangles and pictures out of range are refused`() {
    let size = PixelSize(width: 100, height: 100)
    #expect(RotatedPicture.canDraw(size, in: Rect(x: 0, y: 0, width: 2, height: 2)))
    #expect(!RotatedPicture.canDraw(size, in: Rect(x: 0, y: 0, width: 1, height: 50)))
    #expect(!RotatedPicture.canDraw(size, in: Rect(x: 2e6, y: 0, width: 50, height: 50)))
    #expect(
      !RotatedPicture.canDraw(
        PixelSize(width: 1, height: 9), in: Rect(x: 0, y: 0, width: 9, height: 9)))
  }
}
