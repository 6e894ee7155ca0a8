import Geometry
import ImageServers
import Pixels
import TestSupport
import Testing

@testable import Tiles

/// The tiles that views of pictures on image servers request.
@Suite(.tags(.seeded)) struct TilePlanTests {
  private static func picture(_ dice: inout SeededRandom) throws -> ServedPicture {
    let longest = [300, 5000, 50_000, 400_000][dice.whole(0...3)]
    let (width, height) = (dice.whole(1...longest), dice.whole(1...longest))
    let side = [128, 254, 256, 512, 1024][dice.whole(0...4)]
    let text: String
    if dice.whole(0...1) == 0 {
      text =
        "<Image TileSize='\(side)' Overlap='\(dice.whole(0...2))' Format='jpg'><Size Width='\(width)' Height='\(height)'/></Image>"
    } else {
      text =
        "{\"type\": \"ImageService3\", \"profile\": \"level2\", \"width\": \(width), \"height\": \(height), \"tiles\": [{\"width\": \(side), \"scaleFactors\": [1, 2]}]}"
    }
    let document = try ServedDocument.read(Array(text.utf8), from: "http://h/p.dzi", languages: [])
    guard case .picture(let picture) = document else { throw DescriptionFailure.notADescription }
    return picture
  }

  private static func view(of picture: ServedPicture, _ dice: inout SeededRandom) -> TileViewport {
    let (width, height) = (Double(picture.natural.width), Double(picture.natural.height))
    let screen = Size(width: 1200, height: 900)
    let fit = min(1, screen.width / width, screen.height / height)
    let scale = fit * dice.number(1...max(1.01, 2 / fit))
    let seen = Size(
      width: min(width, screen.width / scale), height: min(height, screen.height / scale))
    return TileViewport(
      visible: Rect(
        x: dice.number(0...max(0.01, width - seen.width)),
        y: dice.number(0...max(0.01, height - seen.height)),
        width: seen.width, height: seen.height), scale: scale)
  }

  @Test(arguments: Seeds.block(0, of: 150))
  func `the requests of a view cover every visible pixel once, the nearest to the centre first`(
    seed: Int
  ) throws {
    var dice = SeededRandom(seed: seed)
    let picture = try Self.picture(&dice)
    let view = Self.view(of: picture, &dice)
    var cache = TileCache<Int>(picture.pyramid, budget: 400 << 20)
    cache.setView(view)
    let wanted = cache.runsToLoad
    let level = picture.pyramid.level(for: view.scale)
    #expect(wanted.allSatisfy { $0.level == level && $0.columns.count == 1 })
    let addresses = try wanted.map { try #require(picture.request(for: $0)).address }
    #expect(Set(addresses).count == addresses.count)
    let all = Rect(origin: .zero, size: picture.natural.size)
    let seen = try #require(view.visible.intersection(all))
    let visible = wanted.prefix { picture.pyramid.rect(of: $0).intersection(seen) != nil }
    let covered = wanted.reduce(0.0) { sum, run in
      let part = picture.pyramid.rect(of: run).intersection(seen)
      return sum + (part.map { $0.width * $0.height } ?? 0)
    }
    #expect(abs(covered - seen.width * seen.height) <= 1e-6 * seen.width * seen.height)
    // Level pixels are at least as small as screen pixels, unless the picture has no finer ones.
    #expect(level == 0 || view.scale * Double(1 << level) <= TilePyramid.maxEnlargement)
    let distances = visible.map { picture.pyramid.distance(of: $0, from: view.focus) }
    #expect(distances == distances.sorted())
  }

  @Test(arguments: Seeds.block(0, of: 60))
  func `a region is requested as the tile that it is, and any other region is not`(seed: Int) throws
  {
    var dice = SeededRandom(seed: seed)
    let picture = try Self.picture(&dice)
    let level = dice.whole(0...picture.pyramid.levelCount - 1)
    let all = picture.pyramid.tiles(at: level)
    let run = TileRun(
      level: level, row: dice.whole(0...all.rows.upperBound - 1),
      columns: { $0..<$0 + 1 }(dice.whole(0...all.columns.upperBound - 1)))
    var part = picture.pyramid.region(of: run)
    let request = try #require(picture.request(for: part))
    #expect(request == picture.request(for: run))
    #expect(request.partSize == part.size)
    part.x += 1
    #expect(picture.request(for: part) == nil)
  }

  @Test
  func `the first picture of a whole is one request, and fit is the smallest sufficient level`()
    throws
  {
    let text =
      "<Image TileSize='256' Overlap='1' Format='jpg'><Size Width='46000' Height='46000'/></Image>"
    guard
      case .picture(let picture) = try ServedDocument.read(
        Array(text.utf8), from: "http://h/p.dzi", languages: [])
    else { throw DescriptionFailure.notADescription }
    #expect(picture.overviewRequest?.size == PixelSize(width: 180, height: 180))
    var cache = TileCache<Int>(picture.pyramid, budget: 100 << 20)
    cache.setView(
      TileViewport(visible: Rect(x: 0, y: 0, width: 46_000, height: 46_000), scale: 1000 / 46_000))
    #expect(cache.runsToLoad.first?.level == 5)
    #expect(cache.runsToLoad.count == 36)
  }
}
