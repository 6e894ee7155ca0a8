import Geometry
import TestSupport
import Testing

@Suite(.tags(.seeded)) struct ContentFitTests {
  private static func size(_ chance: inout SeededGenerator) -> Size {
    Size(
      width: Double.random(in: 1...9000, using: &chance),
      height: Double.random(in: 1...9000, using: &chance))
  }

  @Test func `fitted content touches two edges from inside, filling content covers the box`() {
    var chance = SeededGenerator(seed: 1)
    for _ in 0..<1000 {
      let content = Self.size(&chance)
      let box = Rect(origin: Point(x: 3, y: -7), size: Self.size(&chance))
      let fit = ContentFit.fit.rect(content: content, in: box)
      #expect(fit.width <= box.width + 1e-6 && fit.height <= box.height + 1e-6)
      #expect(abs(fit.width - box.width) < 1e-6 || abs(fit.height - box.height) < 1e-6)
      let fill = ContentFit.fill.rect(content: content, in: box)
      #expect(fill.width >= box.width - 1e-6 && fill.height >= box.height - 1e-6)
      #expect(abs(fill.width - box.width) < 1e-6 || abs(fill.height - box.height) < 1e-6)
      #expect(abs(ContentFit.width.rect(content: content, in: box).width - box.width) < 1e-6)
      #expect(abs(ContentFit.height.rect(content: content, in: box).height - box.height) < 1e-6)
    }
  }

  @Test func `every fit keeps the aspect ratio and the centre`() {
    var chance = SeededGenerator(seed: 2)
    for _ in 0..<1000 {
      let content = Self.size(&chance)
      let box = Rect(origin: Point(x: 30, y: 5), size: Self.size(&chance))
      for fit in ContentFit.allCases {
        let rect = fit.rect(content: content, in: box)
        #expect(abs(rect.width * content.height - rect.height * content.width) < 1)
        #expect(rect.center.distance(to: box.center) < 1e-6)
      }
    }
  }

  @Test func `empty or invalid sizes give a scale of 1`() {
    let box = Size(width: 100, height: 100)
    for empty in [
      Size.zero, Size(width: 0, height: 5), Size(width: -1, height: 5),
      Size(width: .nan, height: 5), Size(width: .infinity, height: 5),
    ] {
      for fit in ContentFit.allCases {
        #expect(fit.scale(content: empty, in: box) == 1)
        #expect(fit.scale(content: box, in: empty) == 1)
      }
    }
  }
}
