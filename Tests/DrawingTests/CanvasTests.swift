import Drawing
import Geometry
import Glibc
import Pixels
import TestSupport
import Testing

@Suite(.tags(.recordedPictures)) struct CanvasTests {
  @Test func `a filled rectangle covers exactly its pixels`() {
    let picture = Bitmap.drawn(8, 6) { canvas in
      canvas.fill(Rect(x: 2, y: 1, width: 3, height: 4), Color(red: 1, green: 0, blue: 0))
    }
    for y in 0..<6 {
      for x in 0..<8 {
        let isInside = (2..<5).contains(x) && (1..<5).contains(y)
        #expect(picture.pixel(x: x, y: y) == (isInside ? 0xFFFF_0000 : 0))
      }
    }
  }

  @Test func `a large rectangle has the pixels of its parts, also where it is clipped or scaled`() {
    let color = Color(red: 0.9, green: 0.4, blue: 0.2, alpha: 0.6)
    let rect = Rect(x: 20, y: 10, width: 1300, height: 1001)
    func drawn(_ body: (Canvas) -> Void) -> Bitmap {
      Bitmap.drawn(1400, 1100) { canvas in
        canvas.fill(canvas.bounds, Color(white: 0.3))
        canvas.clip(to: [
          Rect(x: 0, y: 0, width: 1390, height: 700), Rect(x: 90, y: 700, width: 1300, height: 390),
        ])
        body(canvas)
      }
    }
    let parts = drawn { canvas in
      for y in stride(from: 0.0, to: 1100, by: 100) {
        canvas.saved {
          canvas.clip(to: Rect(x: 0, y: y, width: 1400, height: 100))
          canvas.fill(rect, color)
        }
      }
    }
    #expect(drawn { $0.fill(rect, color) }.isSame(as: parts))
    let scaled = drawn { canvas in
      canvas.scale(0.5)
      canvas.fill(Rect(x: 40, y: 20, width: 2600, height: 2002), color)
    }
    #expect(scaled.isSame(as: parts))
  }

  @Test func `clear replaces pixels and fill blends over them`() {
    let half = Color(white: 1, alpha: 0.5)
    let picture = Bitmap.drawn(2, 1) { canvas in
      canvas.clear(canvas.bounds, to: .black)
      canvas.clear(Rect(x: 0, y: 0, width: 1, height: 1), to: half)
      canvas.fill(Rect(x: 1, y: 0, width: 1, height: 1), half)
    }
    #expect(picture.pixel(x: 0, y: 0) == 0x8080_8080)
    #expect(picture.pixel(x: 1, y: 0) == 0xFF80_8080)
  }

  @Test func `saved restores the translation and the clip`() {
    let picture = Bitmap.drawn(4, 4) { canvas in
      canvas.saved {
        canvas.translate(Vector(dx: 2, dy: 2))
        canvas.clip(to: Rect(x: 0, y: 0, width: 1, height: 1))
        #expect(canvas.clipBounds == Rect(x: 0, y: 0, width: 1, height: 1))
      }
      #expect(canvas.clipBounds == canvas.bounds)
      canvas.fill(canvas.bounds, .white)
    }
    #expect(picture.pixel(x: 0, y: 0) == 0xFFFF_FFFF)
  }

  @Test func `non-finite numbers draw nothing and leave the canvas usable`() {
    let bad = [Double.nan, .infinity, -.infinity]
    let picture = Bitmap.drawn(4, 4) { canvas in
      for number in bad {
        let rect = Rect(x: number, y: 0, width: 4, height: 4)
        canvas.fill(rect, .white)
        canvas.fill(Rect(x: 0, y: 0, width: number, height: 4), .white)
        canvas.clear(rect, to: .white)
        canvas.fillRounded(rect, radius: 2, .white)
        canvas.strokeRounded(rect, radius: number, width: number, .white)
        canvas.fillPie(center: Point(x: 2, y: number), radius: 2, from: 0, sweep: 1, .white)
        canvas.strokeArc(center: Point(x: 2, y: 2), radius: number, width: 1, .white)
        canvas.checkerboard(in: rect, cell: number, .white, .white)
        canvas.shadow(around: rect, radius: 1, blur: number, .white)
        canvas.draw(SyntheticPhoto.gradient(4, 4), in: rect)
        canvas.saved {
          canvas.scale(number)
          canvas.fill(Rect(x: 0, y: 0, width: 4, height: 4), .white)
        }
        canvas.saved {
          canvas.translate(Vector(dx: number, dy: 0))
          canvas.fill(Rect(x: 0, y: 0, width: 4, height: 4), .white)
        }
      }
      canvas.saved {
        canvas.scale(0)
        canvas.fill(canvas.bounds, .white)
      }
      canvas.fill(Rect(x: 3, y: 3, width: 1, height: 1), .white)
    }
    #expect(picture.pixel(x: 0, y: 0) == 0)
    #expect(picture.pixel(x: 3, y: 3) == 0xFFFF_FFFF)
  }

  @Test func `a group fades as one picture`() {
    let picture = Bitmap.drawn(3, 1) { canvas in
      canvas.withOpacity(0.5) {
        canvas.fill(Rect(x: 0, y: 0, width: 2, height: 1), .white)
        canvas.fill(Rect(x: 1, y: 0, width: 2, height: 1), .white)
        canvas.draw(
          SyntheticPhoto.quadrants(1, 1), in: Rect(x: 0, y: 0, width: 1, height: 1),
          replaces: true)
      }
    }
    #expect(picture.pixel(x: 1, y: 0) == picture.pixel(x: 2, y: 0))
    #expect(picture.pixel(x: 1, y: 0) >> 24 == 0x80)
    #expect(picture.pixel(x: 0, y: 0) >> 24 == 0x80, "a row copy must not bypass the group")
  }

  @Test func `a large group has the same pixels as its parts`() {
    let photo = SyntheticPhoto.quadrants(640, 480)
    func draw(in parts: [Rect]) -> Bitmap {
      Bitmap.drawn(1400, 900) { canvas in
        canvas.fill(canvas.bounds, Color(red: 0.2, green: 0.4, blue: 0.6))
        for part in parts {
          canvas.saved {
            canvas.clip(to: part)
            canvas.translate(Vector(dx: 20, dy: 10))
            canvas.withOpacity(0.4) {
              canvas.draw(photo, in: Rect(x: 5, y: 7, width: 1300, height: 800))
              canvas.withOpacity(0.5) { canvas.fill(canvas.clipBounds, .white) }
              canvas.draw(photo, in: Rect(x: 200, y: 100, width: 640, height: 480))
            }
          }
        }
        canvas.fill(Rect(x: 0, y: 0, width: 9, height: 9), .white)
      }
    }
    let whole = draw(in: [Rect(x: 0, y: 0, width: 1400, height: 900)])
    let small = draw(
      in: (0..<9).map { Rect(x: 0, y: Double($0) * 100, width: 1400, height: 100) })
    #expect(
      (0..<900).allSatisfy { y in
        memcmp(whole.bytes + y * whole.stride, small.bytes + y * small.stride, 5600) == 0
      })
    #expect(whole.pixel(x: 0, y: 0) == 0xFFFF_FFFF, "the canvas draws into its buffer again")
    Canvas.trimMemory()
  }

  @Test func `a group with opacity 0 draws nothing, with opacity 1 it draws unchanged`() {
    let picture = Bitmap.drawn(2, 1) { canvas in
      canvas.withOpacity(0) { canvas.fill(canvas.bounds, .white) }
      canvas.withOpacity(1) { canvas.fill(Rect(x: 1, y: 0, width: 1, height: 1), .white) }
    }
    #expect(picture.pixel(x: 0, y: 0) == 0)
    #expect(picture.pixel(x: 1, y: 0) == 0xFFFF_FFFF)
  }

  @Test func `a quarter pie from the top covers the upper right quarter`() {
    let picture = Bitmap.drawn(40, 40) { canvas in
      canvas.fillPie(
        center: Point(x: 20, y: 20), radius: 18, from: -.pi / 2, sweep: .pi / 2, .white)
    }
    #expect(picture.pixel(x: 26, y: 12) == 0xFFFF_FFFF)
    #expect(picture.pixel(x: 12, y: 12) == 0)
    #expect(picture.pixel(x: 26, y: 26) == 0)
    #expect(picture.pixel(x: 12, y: 26) == 0)
  }

  @Test func `a checkerboard begins with its first colour and keeps its origin`() {
    let whole = Bitmap.drawn(20, 20) { canvas in
      canvas.checkerboard(in: canvas.bounds, cell: 4, .white, .black)
    }
    #expect(whole.pixel(x: 0, y: 0) == 0xFFFF_FFFF)
    #expect(whole.pixel(x: 4, y: 3) == 0xFF00_0000)
    #expect(whole.pixel(x: 4, y: 4) == 0xFFFF_FFFF)
    let pieces = Bitmap.drawn(20, 20) { canvas in
      for part in [
        Rect(x: 0, y: 0, width: 7, height: 20), Rect(x: 7, y: 0, width: 13, height: 20),
      ] {
        canvas.checkerboard(in: part, cell: 4, .white, .black, origin: .zero)
      }
    }
    #expect(whole.isSame(as: pieces))
  }

  @Test func `shapes match the recorded picture`() throws {
    let picture = Bitmap.drawn(160, 80, isOpaque: true) { canvas in
      canvas.clear(canvas.bounds, to: Color(white: 0.2))
      canvas.fillRounded(Rect(x: 8, y: 8, width: 40, height: 30), radius: 8, .white)
      canvas.strokeRounded(
        Rect(x: 56, y: 8, width: 40, height: 30), radius: 8, width: 2, .white)
      canvas.fillPie(
        center: Point(x: 124, y: 23), radius: 15, from: -.pi / 2, sweep: 4, .white)
      canvas.strokeArc(
        center: Point(x: 24, y: 60), radius: 13, from: 0, sweep: 4, width: 3, style: .round,
        .white)
      canvas.shadow(
        around: Rect(x: 64, y: 50, width: 30, height: 16), radius: 4, blur: 10, .black)
      canvas.checkerboard(
        in: Rect(x: 112, y: 48, width: 32, height: 24), cell: 8, .white, Color(white: 0.8))
      canvas.fillGradient(
        Rect(x: 148, y: 8, width: 8, height: 64), top: .white, bottom: .clear)
    }
    try Snapshot.check(picture, named: "shapes")
  }
}
