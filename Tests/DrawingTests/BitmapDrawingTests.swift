import Drawing
import Geometry
import Pixels
import TestSupport
import Testing

@Suite(.tags(.seeded)) struct BitmapDrawingTests {
  private let side = 48

  private func randomRect(_ g: inout SeededGenerator, whole: Bool) -> Rect {
    func number(_ range: ClosedRange<Double>) -> Double {
      let value = Double.random(in: range, using: &g)
      return whole ? value.rounded() : value
    }
    return Rect(
      x: number(-20...40), y: number(-20...40), width: number(1...60), height: number(1...60))
  }

  @Test(arguments: [true, false])
  func `a row copy matches a per-pixel reference`(replaces: Bool) {
    var g = SeededGenerator(seed: 7)
    let base = SyntheticPhoto.gradient(side, side)
    for round in 0..<200 {
      let bitmap = SyntheticPhoto.noise(
        Int.random(in: 1...60, using: &g), Int.random(in: 1...60, using: &g),
        isOpaque: !replaces, seed: UInt64(round))
      let origin = randomRect(&g, whole: true).origin
      let clips = (0..<Int.random(in: 1...3, using: &g)).map { _ in randomRect(&g, whole: true) }
      let move = Vector(dx: Double(Int.random(in: -5...5, using: &g)), dy: 3)
      let picture = Bitmap.drawn(side, side) { canvas in
        canvas.draw(base, in: canvas.bounds)
        canvas.clip(to: clips)
        canvas.translate(move)
        canvas.draw(
          bitmap, in: Rect(origin: origin, size: bitmap.size.size), replaces: replaces)
      }
      let x0 = Int(origin.x + move.dx)
      let y0 = Int(origin.y + move.dy)
      let expected = Bitmap.computed(side, side) { x, y in
        let isAllowed = clips.contains { $0.contains(Point(x: Double(x), y: Double(y))) }
        let isHit =
          (x0..<x0 + bitmap.size.width).contains(x) && (y0..<y0 + bitmap.size.height).contains(y)
        return isAllowed && isHit
          ? bitmap.pixel(x: x - x0, y: y - y0) : base.pixel(x: x, y: y)
      }
      #expect(picture.isSame(as: expected), "seed 7, round \(round)")
    }
  }

  @Test func `an enlarged picture equals Cairo's result under any clip`() {
    var g = SeededGenerator(seed: 23)
    for round in 0..<200 {
      let size = (Int.random(in: 2...40, using: &g), Int.random(in: 1...40, using: &g))
      let bitmap = SyntheticPhoto.noise(size.0, size.1, isOpaque: true, seed: UInt64(round))
      // The same pixels without the opaque flag are drawn by Cairo.
      let unknown = Bitmap.computed(size.0, size.1, isOpaque: false) { bitmap.pixel(x: $0, y: $1) }
      let rect = Rect(
        x: Double.random(in: -300...40, using: &g), y: Double.random(in: -300...40, using: &g),
        width: Double(size.0) * Double.random(in: 1...20, using: &g),
        height: Double(size.1) * Double.random(in: 1...20, using: &g))
      let clip = randomRect(&g, whole: true)
      let drawn = [bitmap, unknown].map { picture in
        Bitmap.drawn(side, side) { canvas in
          canvas.clip(to: [clip, Rect(x: 0, y: 0, width: 9, height: 30)])
          canvas.draw(picture, in: round % 2 == 0 ? rect : rect.snapped)
        }
      }
      #expect(drawn[0].isSame(as: drawn[1]), "seed 23, round \(round)")
    }
  }

  @Test func `a row copy equals Cairo's result`() {
    var g = SeededGenerator(seed: 11)
    for round in 0..<100 {
      let bitmap = SyntheticPhoto.noise(37, 29, isOpaque: true, seed: UInt64(round))
      // The same pixels without the opaque flag are drawn by Cairo.
      let unknown = Bitmap.computed(37, 29, isOpaque: false) { bitmap.pixel(x: $0, y: $1) }
      let corner = randomRect(&g, whole: true).origin
      let source = Rect(
        x: Double(Int.random(in: 0...10, using: &g)), y: Double(Int.random(in: 0...10, using: &g)),
        width: 20, height: 15)
      let clip = randomRect(&g, whole: true)
      func draw(_ bitmap: Bitmap) -> Bitmap {
        Bitmap.drawn(side, side) { canvas in
          canvas.clear(canvas.bounds, to: Color(white: 0.4))
          canvas.clip(to: clip)
          canvas.draw(bitmap, in: Rect(origin: corner, size: source.size), source: source)
        }
      }
      #expect(draw(bitmap).isSame(as: draw(unknown)), "seed 11, round \(round)")
    }
  }

  @Test(arguments: [Filter.nearest, .bilinear, .high])
  func `drawing in parts equals drawing at once`(filter: Filter) {
    var g = SeededGenerator(seed: 3)
    let bitmap = SyntheticPhoto.noise(61, 43, isOpaque: true, seed: 5)
    for round in 0..<60 {
      let rect = randomRect(&g, whole: false)
      let cut = Double(Int.random(in: 1..<side, using: &g))
      let whole = Bitmap.drawn(side, side) { canvas in
        canvas.draw(bitmap, in: rect, filter: filter)
      }
      let parts = Bitmap.drawn(side, side) { canvas in
        for part in [
          Rect(x: 0, y: 0, width: cut, height: 48), Rect(x: cut, y: 0, width: 48, height: 48),
        ] {
          canvas.saved {
            canvas.clip(to: part)
            canvas.draw(bitmap, in: rect, filter: filter)
          }
        }
      }
      #expect(whole.isSame(as: parts), "seed 3, round \(round), \(rect), cut at \(cut)")
    }
  }

  @Test func `an enlarged opaque picture is opaque to its edge`() {
    let bitmap = SyntheticPhoto.quadrants(5, 4)
    let picture = Bitmap.drawn(40, 40) { canvas in
      canvas.draw(bitmap, in: Rect(x: 3, y: 5, width: 31, height: 30))
    }
    for (x, y) in [(3, 5), (33, 5), (3, 34), (33, 34), (18, 5), (3, 20)] {
      #expect(picture.pixel(x: x, y: y) >> 24 == 0xFF)
    }
    #expect(picture.pixel(x: 3, y: 5) == SyntheticPhoto.quadrantColors[0])
    #expect(picture.pixel(x: 2, y: 5) == 0)
    #expect(picture.pixel(x: 34, y: 34) == 0)
  }

  @Test func `edges between pixels have the alpha of their coverage`() {
    let white = Bitmap.computed(10, 10) { _, _ in 0xFFFF_FFFF }
    let picture = Bitmap.drawn(20, 20) { canvas in
      canvas.draw(white, in: Rect(x: 2.5, y: 3.25, width: 10, height: 10))
    }
    #expect(picture.pixel(x: 8, y: 8) == 0xFFFF_FFFF)
    #expect(abs(Int(picture.pixel(x: 2, y: 8) >> 24) - 128) <= 2)
    #expect(abs(Int(picture.pixel(x: 8, y: 3) >> 24) - 191) <= 2)
    #expect(abs(Int(picture.pixel(x: 2, y: 3) >> 24) - 96) <= 2)
    #expect(abs(Int(picture.pixel(x: 8, y: 13) >> 24) - 64) <= 2)
  }

  @Test func `nearest-neighbour enlargement keeps hard pixel edges`() {
    let bitmap = SyntheticPhoto.noise(4, 4, isOpaque: true, seed: 1)
    let picture = Bitmap.drawn(32, 32) { canvas in
      canvas.draw(bitmap, in: canvas.bounds, filter: .nearest)
    }
    let expected = Bitmap.computed(32, 32) { bitmap.pixel(x: $0 / 8, y: $1 / 8) }
    #expect(picture.isSame(as: expected))
  }

  @Test func `a source rectangle beyond the picture leaves the outside empty`() {
    let bitmap = Bitmap.computed(4, 4) { _, _ in 0xFFFF_FFFF }
    let picture = Bitmap.drawn(8, 8) { canvas in
      canvas.draw(
        bitmap, in: canvas.bounds, source: Rect(x: -2, y: -2, width: 8, height: 8))
    }
    #expect(picture.pixel(x: 1, y: 4) == 0)
    #expect(picture.pixel(x: 2, y: 4) == 0xFFFF_FFFF)
    #expect(picture.pixel(x: 5, y: 4) == 0xFFFF_FFFF)
    #expect(picture.pixel(x: 6, y: 4) == 0)
  }

  @Test func `alpha reduces the opacity of a picture`() {
    let picture = Bitmap.drawn(4, 4) { canvas in
      canvas.draw(SyntheticPhoto.quadrants(4, 4), in: canvas.bounds, alpha: 0.5)
    }
    #expect(picture.pixel(x: 0, y: 0) >> 24 == 0x80)
  }

  @Test(arguments: [0.02, 1, 3])
  func `a picture beyond Cairo's size limit is drawn at any scale`(scale: Double) {
    let bitmap = Bitmap.computed(70_000, 3) { x, _ in x < 35_000 ? 0xFF00_0000 : 0xFFFF_FFFF }
    let width = 70_000 * scale
    let shift = width / 2 - 50
    let picture = Bitmap.drawn(100, 3) { canvas in
      canvas.draw(
        bitmap, in: Rect(x: -shift, y: 0, width: width, height: 3), filter: .nearest)
    }
    #expect(picture.pixel(x: 48, y: 1) == 0xFF00_0000)
    #expect(picture.pixel(x: 51, y: 1) == 0xFFFF_FFFF)
    #expect(picture.pixel(x: 0, y: 1) == 0xFF00_0000)
    #expect(picture.pixel(x: 99, y: 1) == 0xFFFF_FFFF)
  }

  @Test func `a picture beyond Cairo's size limit can be drawn whole`() {
    let bitmap = Bitmap.computed(70_000, 3) { x, _ in x < 35_000 ? 0xFF00_0000 : 0xFFFF_FFFF }
    let picture = Bitmap.drawn(100, 3) { canvas in
      canvas.draw(bitmap, in: canvas.bounds, filter: .bilinear)
    }
    for x in 0..<100 {
      #expect(picture.pixel(x: x, y: 1) == (x < 50 ? 0xFF00_0000 : 0xFFFF_FFFF))
    }
  }

  @Test func `the smallest level that needs no enlargement is chosen`() {
    let sizes = [(1001, 701), (500, 350), (250, 175), (125, 87)].map {
      PixelSize(width: $0.0, height: $0.1)
    }
    func level(_ width: Double, _ height: Double) -> Int {
      Canvas.level(for: Size(width: width, height: height), among: sizes)
    }
    #expect(level(2000, 1400) == 0)
    #expect(level(502, 352) == 0)
    #expect(level(500.5, 350.5) == 1)
    #expect(level(251, 100) == 2)
    #expect(level(10, 7) == 3)
    #expect(level(100, 340) == 1)
  }

  @Test func `drawing chooses the level by the size in device pixels`() {
    let levels = [(64, 0xFFFF_0000), (32, 0xFF00_FF00), (16, 0xFF00_00FF)].map { side, color in
      Bitmap.computed(side, side) { _, _ in UInt32(color) }
    }
    func color(_ side: Double, source: Rect? = nil, scale: Double = 1) -> UInt32 {
      let picture = Bitmap.drawn(64, 64) { canvas in
        canvas.scale(scale)
        canvas.draw(
          levels, in: Rect(x: 0, y: 0, width: side, height: side), source: source)
      }
      return picture.pixel(x: 4, y: 4)
    }
    #expect(color(64) == 0xFFFF_0000)
    #expect(color(32) == 0xFF00_FF00)
    #expect(color(16) == 0xFF00_00FF)
    #expect(color(16, scale: 2) == 0xFF00_FF00)
    #expect(color(32, source: Rect(x: 0, y: 0, width: 32, height: 32)) == 0xFFFF_0000)
  }
}
