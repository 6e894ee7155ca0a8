import Geometry
import TestSupport
import Testing

@Suite(.tags(.seeded)) struct DamageRegionTests {
  private let bounds = Rect(x: 0, y: 0, width: 100, height: 80)

  private func region(_ rects: Rect...) -> DamageRegion {
    var region = DamageRegion()
    for rect in rects { region.add(rect, within: bounds) }
    return region
  }

  @Test func `rectangles are rounded out to whole pixels inside the bounds`() {
    let region = region(Rect(x: -5.5, y: 10.2, width: 20, height: 3.1))
    #expect(region.rects == [Rect(x: 0, y: 10, width: 15, height: 4)])
  }

  @Test func `rectangles outside the bounds and invalid ones add nothing`() {
    let nowhere = Rect(x: .nan, y: 0, width: 5, height: 5)
    #expect(
      region(
        Rect(x: 200, y: 0, width: 5, height: 5), .zero, nowhere,
        Rect(x: 0, y: 0, width: .infinity, height: 1)
      ).isEmpty)
  }

  @Test func `overlapping rectangles merge and distant ones stay separate`() {
    let merged = region(
      Rect(x: 0, y: 0, width: 10, height: 10), Rect(x: 50, y: 50, width: 10, height: 10),
      Rect(x: 5, y: 5, width: 10, height: 10))
    #expect(
      merged.rects == [
        Rect(x: 50, y: 50, width: 10, height: 10), Rect(x: 0, y: 0, width: 15, height: 15),
      ])
  }

  @Test func `at most 8 disjoint rectangles cover all added ones`() {
    var g = SeededGenerator(seed: 4)
    let bounds = Rect(x: 0, y: 0, width: 200, height: 200)
    for _ in 0..<50 {
      var region = DamageRegion()
      var added: [Rect] = []
      for _ in 0..<20 {
        let rect = Rect(
          x: Double.random(in: -20...190, using: &g), y: Double.random(in: -20...190, using: &g),
          width: Double.random(in: 1...40, using: &g),
          height: Double.random(in: 1...40, using: &g))
        region.add(rect, within: bounds)
        added.append(rect)
      }
      #expect(region.rects.count <= 8)
      for (index, rect) in region.rects.enumerated() {
        #expect(rect == rect.roundedOut)
        #expect(region.rects[(index + 1)...].allSatisfy { $0.intersection(rect) == nil })
      }
      for rect in added {
        guard let seen = rect.intersection(bounds) else { continue }
        let corners = [(0.01, 0.01), (0.99, 0.01), (0.01, 0.99), (0.99, 0.99), (0.5, 0.5)]
        for (x, y) in corners {
          let point = seen.point(atX: x, y: y)
          #expect(region.rects.contains { $0.contains(point) })
        }
      }
    }
  }
}
