import TestSupport
import Testing

@testable import Windowing

/// Sets of pixels, compared with a map of single pixels.
@Suite(.tags(.seeded)) struct PixelRegionTests {
  private static let side = 24

  /// A set of pixels, one by one.
  private struct Map: Equatable {
    var isSet = [Bool](repeating: false, count: side * side)

    init() {}

    init(_ region: PixelRegion) {
      for area in region.areas {
        for y in area.y..<area.bottom {
          for x in area.x..<area.right {
            #expect(!isSet[y * side + x], "rectangles overlap")
            isSet[y * side + x] = true
          }
        }
      }
    }

    mutating func set(_ area: PixelArea, to value: Bool) {
      for y in area.y..<area.bottom {
        for x in area.x..<area.right { isSet[y * side + x] = value }
      }
    }

    mutating func move(to target: PixelArea, dx: Int, dy: Int) {
      let old = isSet
      for y in target.y..<target.bottom {
        for x in target.x..<target.right {
          isSet[y * side + x] = old[(y - dy) * side + x - dx]
        }
      }
    }
  }

  private func area(_ generator: inout SeededGenerator) -> PixelArea {
    let (x, y) = (
      Int.random(in: 0..<Self.side, using: &generator),
      Int.random(in: 0..<Self.side, using: &generator)
    )
    return PixelArea(
      x: x, y: y, width: .random(in: 1...Self.side - x, using: &generator),
      height: .random(in: 1...Self.side - y, using: &generator))
  }

  @Test func `a region is the set of its pixels after any changes`() {
    var generator = SeededGenerator(seed: 17)
    for _ in 0..<40 {
      var (region, map) = (PixelRegion(), Map())
      for _ in 0..<30 {
        let area = area(&generator)
        switch Int.random(in: 0..<3, using: &generator) {
        case 0:
          region.add(area)
          map.set(area, to: true)
        case 1:
          region.subtract(area)
          map.set(area, to: false)
        default:
          let dx = Int.random(in: area.right - Self.side...area.x, using: &generator)
          let dy = Int.random(in: area.bottom - Self.side...area.y, using: &generator)
          region.move(to: area, dx: dx, dy: dy)
          map.move(to: area, dx: dx, dy: dy)
        }
        #expect(Map(region) == map)
      }
    }
  }

  @Test func `many rectangles become their bounds`() {
    var region = PixelRegion()
    for index in 0..<600 {
      region.add(PixelArea(x: index * 2, y: index % 7, width: 1, height: 1))
    }
    #expect(region.areas.count < 300)
    region.subtract(PixelArea(x: 0, y: 0, width: 1200, height: 7))
    #expect(region.isEmpty)
  }
}
