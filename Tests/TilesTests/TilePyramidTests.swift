import Geometry
import Pixels
import TestSupport
import Testing
import Tiles

/// Invariants of the tile pyramid for random picture sizes.
@Suite(.tags(.seeded)) struct TilePyramidTests {
  private static func pyramid(_ dice: inout SeededRandom) -> TilePyramid {
    let longest = [3, 700, 40_000, 300_000][dice.whole(0...3)]
    let size = PixelSize(width: dice.whole(1...longest), height: dice.whole(1...longest))
    return TilePyramid(size, side: [3, 7, 256, 512][dice.whole(longest > 700 ? 2...3 : 0...3)])
  }

  @Test(arguments: Seeds.block(0, of: 200))
  func `tiles cover every level exactly, without gap or overlap`(seed: Int) {
    var dice = SeededRandom(seed: seed)
    let pyramid = Self.pyramid(&dice)
    let level = dice.whole(0...pyramid.levelCount - 1)
    let all = pyramid.tiles(at: level)
    var x = 0.0
    for column in all.columns {
      let rect = pyramid.rect(of: TileRun(level: level, row: 0, columns: column..<column + 1))
      #expect(rect.minX == x && rect.width > 0, "column \(column)")
      x = rect.maxX
    }
    #expect(x == Double(pyramid.natural.width))
    var y = 0.0
    for row in all.rows {
      let rect = pyramid.rect(of: TileRun(level: level, row: row, columns: 0..<1))
      #expect(rect.minY == y && rect.height > 0, "row \(row)")
      y = rect.maxY
    }
    #expect(y == Double(pyramid.natural.height))
  }

  @Test(arguments: Seeds.block(0, of: 200))
  func `the tiles of a view cover it and intersect it`(seed: Int) {
    var dice = SeededRandom(seed: seed)
    let pyramid = Self.pyramid(&dice)
    let level = dice.whole(0...pyramid.levelCount - 1)
    let (w, h) = (Double(pyramid.natural.width), Double(pyramid.natural.height))
    let seen = Rect(
      x: dice.number(-w...w), y: dice.number(-h...h), width: dice.number(0.01...min(w, 5000)),
      height: dice.number(0.01...min(h, 5000)))
    let area = pyramid.tiles(in: seen, at: level)
    let inside = seen.intersection(Rect(x: 0, y: 0, width: w, height: h))
    #expect((area.count == 0) == (inside == nil))
    guard let inside else { return }
    let corner = area.columns.lowerBound..<area.columns.lowerBound + 1
    let first = pyramid.rect(of: TileRun(level: level, row: area.rows.lowerBound, columns: corner))
    let far = area.columns.upperBound - 1..<area.columns.upperBound
    let last = pyramid.rect(of: TileRun(level: level, row: area.rows.upperBound - 1, columns: far))
    #expect(first.minX <= inside.minX && first.minY <= inside.minY)
    #expect(last.maxX >= inside.maxX && last.maxY >= inside.maxY)
    #expect(first.intersection(inside) != nil && last.intersection(inside) != nil)
    // The number of tiles depends on the view, not on the size of the picture.
    let unit = Double(pyramid.tileSide << level)
    #expect(Double(area.columns.count) <= inside.width / unit + 2)
    #expect(Double(area.rows.count) <= inside.height / unit + 2)
  }

  @Test(arguments: Seeds.block(0, of: 200))
  func `the level for a scale is the coarsest one that is sharp`(seed: Int) {
    var dice = SeededRandom(seed: seed)
    let pyramid = Self.pyramid(&dice)
    let scale = dice.number(0.0001...4)
    let level = pyramid.level(for: scale)
    #expect(level == 0 || scale * Double(1 << level) <= TilePyramid.maxEnlargement)
    #expect(
      level == pyramid.levelCount - 1 || scale * Double(2 << level) > TilePyramid.maxEnlargement)
  }

  @Test(arguments: Seeds.block(0, of: 200))
  func `the region of a run lies in its level and includes the border`(seed: Int) {
    var dice = SeededRandom(seed: seed)
    let pyramid = Self.pyramid(&dice)
    let level = dice.whole(0...pyramid.levelCount - 1)
    let all = pyramid.tiles(at: level)
    let column = dice.whole(0...all.columns.count - 1)
    let end = dice.whole(column + 1...all.columns.count)
    let run = TileRun(
      level: level, row: dice.whole(0...all.rows.count - 1), columns: column..<end)
    let part = pyramid.region(of: run)
    #expect(part.whole == pyramid.size(at: level))
    #expect(part.x >= 0 && part.x + part.size.width <= part.whole.width)
    #expect(part.y >= 0 && part.y + part.size.height <= part.whole.height)
    let rect = pyramid.rect(of: run)
    let unit = Double(1 << level)
    let border = Double(TilePyramid.border)
    #expect(Double(part.x) == max(0, rect.minX / unit - border))
    let right = Double(part.x + part.size.width)
    #expect(right == min(Double(part.whole.width), (rect.maxX / unit + border).rounded(.up)))
    let bottom = Double(part.y + part.size.height)
    #expect(bottom == min(Double(part.whole.height), (rect.maxY / unit + border).rounded(.up)))
  }

  @Test(arguments: Seeds.block(0, of: 200))
  func `a region maps back to its run, or to a longer run of the same pixels`(seed: Int) throws {
    var dice = SeededRandom(seed: seed)
    let pyramid = Self.pyramid(&dice)
    let level = dice.whole(0...pyramid.levelCount - 1)
    let all = pyramid.tiles(at: level)
    let column = dice.whole(0...all.columns.count - 1)
    let end = dice.whole(column + 1...all.columns.count)
    let run = TileRun(
      level: level, row: dice.whole(0...all.rows.count - 1), columns: column..<end)
    let found = try #require(pyramid.run(of: pyramid.region(of: run)))
    #expect(pyramid.region(of: found) == pyramid.region(of: run))
    #expect(found.level == level && found.row == run.row)
    #expect(found.columns.lowerBound == column && found.columns.upperBound >= end)
  }

  @Test func `a region of another picture has no run`() {
    let pyramid = TilePyramid(PixelSize(width: 3000, height: 2000))
    let part = PictureRegion(
      whole: PixelSize(width: 1499, height: 1000), x: 0, y: 0, size: PixelSize(width: 9, height: 9))
    #expect(pyramid.run(of: part) == nil)
  }

  @Test func `each level halves the size, rounded up, down to one tile`() {
    let pyramid = TilePyramid(PixelSize(width: 12_001, height: 8400))
    #expect(pyramid.levelCount == 6)
    #expect(pyramid.size(at: 1) == PixelSize(width: 6001, height: 4200))
    #expect(pyramid.size(at: 5) == PixelSize(width: 376, height: 263))
    #expect(pyramid.tiles(at: 5).count == 1 && pyramid.tiles(at: 4).count == 4)
    #expect(TilePyramid(.zero).levelCount == 1 && TilePyramid(.zero).tiles(at: 0).count == 0)
  }
}
