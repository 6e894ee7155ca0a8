import Geometry
import Pixels
import TestSupport
import Testing

@testable import Tiles

/// Invariants of the tile cache for random views of random pictures.
@Suite(.tags(.seeded)) struct TileCacheTests {
  private static let screen = Size(width: 1920, height: 1080)

  /// A random view of the picture at a plausible scale.
  private static func view(_ dice: inout SeededRandom, of pyramid: TilePyramid) -> TileViewport {
    let scale = [0.02, 0.09, 0.3, 0.51, 0.7, 1, 1, 3][dice.whole(0...7)]
    let size = Size(width: screen.width / scale, height: screen.height / scale)
    let whole = pyramid.natural.size
    let seen = Rect(
      x: dice.number(0...max(1, whole.width - size.width)),
      y: dice.number(0...max(1, whole.height - size.height)), width: size.width,
      height: size.height)
    let focus = seen.point(atX: dice.number(0...1), y: dice.number(0...1))
    return TileViewport(visible: seen, scale: scale, focus: dice.chance(0.5) ? focus : nil)
  }

  private static func cache(_ dice: inout SeededRandom, budget: Int) -> TileCache<TileRun> {
    let size = PixelSize(width: dice.whole(1...30_000), height: dice.whole(1...30_000))
    return TileCache(TilePyramid(size, side: 256), budget: budget)
  }

  /// Inserts the most wanted run, up to `count` times.
  private static func fetch(_ cache: inout TileCache<TileRun>, _ count: Int) {
    for _ in 0..<count {
      guard let run = cache.runsToLoad.first else { return }
      cache.insert(run, of: run, cost: cache.pyramid.cost(of: run))
    }
  }

  private static func tiles(_ runs: [TileRun]) -> [[Int]] {
    runs.flatMap { run in run.columns.map { [run.level, run.row, $0] } }
  }

  @Test(arguments: Seeds.block(0, of: 60))
  func `fetching all wanted runs completes a view`(seed: Int) throws {
    var dice = SeededRandom(seed: seed)
    var cache = Self.cache(&dice, budget: 32 << 20)
    for _ in 0..<6 {
      cache.setView(Self.view(&dice, of: cache.pyramid))
      Self.fetch(&cache, 2000)
      #expect(cache.isComplete && cache.runsToLoad.isEmpty)
      let area = try #require(cache.visibleArea)
      let there = Set(Self.tiles(cache.entries.map(\.run)))
      for row in area.rows {
        for column in area.columns { #expect(there.contains([area.level, row, column])) }
      }
    }
  }

  @Test(arguments: Seeds.block(0, of: 60))
  func `no tile is cached or wanted twice`(seed: Int) {
    var dice = SeededRandom(seed: seed)
    var cache = Self.cache(&dice, budget: 8 << 20)
    for _ in 0..<12 {
      cache.setView(Self.view(&dice, of: cache.pyramid))
      Self.fetch(&cache, dice.whole(0...6))
      let all = Self.tiles(cache.entries.map(\.run) + cache.runsToLoad)
      #expect(Set(all).count == all.count)
    }
  }

  @Test(arguments: Seeds.block(0, of: 60))
  func `the cache stays within its budget or the visible tiles and counts its bytes`(seed: Int) {
    var dice = SeededRandom(seed: seed)
    var cache = Self.cache(&dice, budget: 8 << 20)
    for _ in 0..<12 {
      cache.setView(Self.view(&dice, of: cache.pyramid))
      for _ in 0..<dice.whole(0...8) {
        Self.fetch(&cache, 1)
        #expect(cache.byteCount == cache.entries.reduce(0) { $0 + $1.cost })
        // Entries of all levels count as visible when they intersect the view.
        let seen = cache.entries.filter {
          cache.pyramid.rect(of: $0.run).intersection(cache.view?.visible ?? .zero) != nil
        }
        #expect(cache.byteCount <= max(cache.budget, seen.reduce(0) { $0 + $1.cost }))
      }
      cache.setView(nil)
      #expect(cache.byteCount <= cache.budget && cache.runsToLoad.isEmpty)
    }
  }

  @Test(arguments: Seeds.block(0, of: 60))
  func `visible runs are wanted first, each group by distance from the focus`(seed: Int) throws {
    var dice = SeededRandom(seed: seed)
    var cache = Self.cache(&dice, budget: 64 << 20)
    let view = Self.view(&dice, of: cache.pyramid)
    cache.setView(view)
    Self.fetch(&cache, dice.whole(0...4))
    let area = try #require(cache.visibleArea)
    let wanted = cache.runsToLoad
    let seen = wanted.prefix { area.touches($0) }
    #expect(!wanted.dropFirst(seen.count).contains { area.touches($0) })
    for part in [Array(seen), Array(wanted.dropFirst(seen.count))] {
      let distances = part.map { cache.pyramid.distance(of: $0, from: view.focus) }
      #expect(distances == distances.sorted())
    }
  }

  @Test func `visible tiles stay at any budget and are fetched only once`() {
    let pyramid = TilePyramid(PixelSize(width: 30_000, height: 20_000))
    var cache = TileCache<Int>(pyramid, budget: 1)
    cache.setView(
      TileViewport(visible: Rect(x: 5000, y: 5000, width: 1920, height: 1080), scale: 1))
    var fetched = 0
    while let run = cache.runsToLoad.first, fetched < 100 {
      fetched += 1
      cache.insert(0, of: run, cost: pyramid.cost(of: run))
    }
    #expect(fetched == 3 && cache.isComplete)
  }

  @Test func `a coarser level stays until the finer one is complete`() {
    let pyramid = TilePyramid(PixelSize(width: 8192, height: 8192))
    var cache = TileCache<Int>(pyramid, budget: 1)
    let seen = Rect(x: 100, y: 100, width: 1400, height: 1400)
    cache.setView(TileViewport(visible: seen, scale: 0.5))
    while let run = cache.runsToLoad.first { cache.insert(1, of: run, cost: pyramid.cost(of: run)) }
    cache.setView(TileViewport(visible: seen, scale: 1))
    while let run = cache.runsToLoad.first {
      #expect(cache.entries.contains { $0.run.level == 1 })
      cache.insert(0, of: run, cost: pyramid.cost(of: run))
    }
    #expect(Set(cache.entries.map(\.run.level)) == [0])
  }

  @Test func `the entries for a view are ordered from the best level on`() {
    let pyramid = TilePyramid(PixelSize(width: 8192, height: 8192))
    var cache = TileCache<Int>(pyramid, budget: 1 << 30)
    for level in [3, 0, 1, 2] {
      cache.insert(level, of: TileRun(level: level, row: 0, columns: 0..<1), cost: 1)
    }
    let seen = Rect(x: 0, y: 0, width: 400, height: 400)
    #expect(
      cache.entries(for: TileViewport(visible: seen, scale: 0.5)).map(\.pixels) == [1, 2, 3, 0])
    #expect(
      cache.entries(for: TileViewport(visible: seen, scale: 0.125)).map(\.pixels) == [3, 2, 1])
    let elsewhere = seen.offset(by: Vector(dx: 5000, dy: 5000))
    #expect(cache.entries(for: TileViewport(visible: elsewhere, scale: 1)).isEmpty)
  }
}
