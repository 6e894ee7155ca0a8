import Geometry
import TestSupport
import Testing

@Suite(.tags(.seeded)) struct RectTests {
  private static func rect(_ chance: inout SeededGenerator) -> Rect {
    Rect(
      x: Double.random(in: -50...50, using: &chance),
      y: Double.random(in: -50...50, using: &chance),
      width: Double.random(in: 0...60, using: &chance),
      height: Double.random(in: 0...60, using: &chance))
  }

  private static func covers(_ outer: Rect, _ inner: Rect) -> Bool {
    outer.minX <= inner.minX + 1e-9 && outer.minY <= inner.minY + 1e-9
      && outer.maxX >= inner.maxX - 1e-9 && outer.maxY >= inner.maxY - 1e-9
  }

  @Test func `a point is in the intersection exactly when it is in both rectangles`() {
    var chance = SeededGenerator(seed: 3)
    for _ in 0..<2000 {
      let a = Self.rect(&chance)
      let b = Self.rect(&chance)
      let p = Point(
        x: Double.random(in: -60...120, using: &chance),
        y: Double.random(in: -60...120, using: &chance))
      #expect((a.intersection(b)?.contains(p) ?? false) == (a.contains(p) && b.contains(p)))
      #expect(a.intersection(b) == b.intersection(a))
    }
  }

  @Test func `union and roundedOut cover their rectangles, snapped moves edges by half a point`() {
    var chance = SeededGenerator(seed: 4)
    for _ in 0..<2000 {
      let a = Self.rect(&chance)
      let b = Self.rect(&chance)
      #expect(Self.covers(a.union(b), a) && Self.covers(a.union(b), b))
      #expect(Self.covers(a.roundedOut, a))
      #expect(a.roundedOut.minX == a.roundedOut.minX.rounded())
      #expect(a.roundedOut.width - a.width < 2)
      #expect(abs(a.snapped.minX - a.minX) <= 0.5 && abs(a.snapped.maxX - a.maxX) <= 0.5)
    }
  }

  @Test func `an empty rectangle adds nothing to a union and intersects nothing`() {
    let a = Rect(x: 1, y: 2, width: 3, height: 4)
    let empty = Rect(x: 900, y: 900, width: 0, height: 10)
    #expect(a.union(empty) == a)
    #expect(empty.union(a) == a)
    #expect(a.intersection(empty) == nil)
    #expect(a.intersection(Rect(x: 4, y: 2, width: 1, height: 1)) == nil)
  }

  @Test func `a shared edge belongs to one rectangle only`() {
    let left = Rect(x: 0, y: 0, width: 10, height: 10)
    let right = Rect(x: 10, y: 0, width: 10, height: 10)
    let edge = Point(x: 10, y: 5)
    #expect(!left.contains(edge))
    #expect(right.contains(edge))
  }

  @Test func `insets never give a negative size`() {
    let a = Rect(x: 0, y: 0, width: 10, height: 20)
    #expect(a.inset(by: .all(2)) == Rect(x: 2, y: 2, width: 6, height: 16))
    #expect(a.inset(by: .all(8)).width == 0)
    #expect(a.inset(by: Insets(left: -5)) == Rect(x: -5, y: 0, width: 15, height: 20))
  }

  @Test func `fractions address points of the rectangle`() {
    let a = Rect(x: 10, y: 20, width: 30, height: 40)
    #expect(a.point(atX: 0, y: 0) == a.origin)
    #expect(a.point(atX: 0.5, y: 0.5) == a.center)
    #expect(a.point(atX: 1, y: 1) == Point(x: 40, y: 60))
    #expect(Rect(center: a.center, size: a.size) == a)
  }

  @Test func `an axis selects one component of points, vectors and sizes`() {
    var p = Point(x: 1, y: 2)
    p[.vertical] = 5
    #expect(p == Point(x: 1, y: 5))
    #expect(Vector(dx: 3, dy: 4)[.horizontal] == 3)
    #expect(Vector(dx: 3, dy: 4).length == 5)
    #expect(Size(width: 6, height: 7)[Axis.horizontal.cross] == 7)
  }

  @Test func `opposite offsets cancel`() {
    var chance = SeededGenerator(seed: 5)
    for _ in 0..<200 {
      let a = Self.rect(&chance)
      let b = Self.rect(&chance)
      let way = b.origin - a.origin
      #expect(a.offset(by: way).origin.distance(to: b.origin) < 1e-9)
      #expect((a.origin + way - way).distance(to: a.origin) < 1e-9)
    }
  }
}
