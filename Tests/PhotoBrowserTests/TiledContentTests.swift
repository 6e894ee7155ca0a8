import Resampling
import TestSupport
import Testing
import Tiles

@testable import PhotoBrowser

/// Tests of huge pictures, with tiles that the test delivers.
@MainActor @Suite(.tags(.seeded)) struct TiledContentTests {
  /// A picture that delivers its tiles at every level, as a helper does.
  private final class Source {
    private var levels: [Bitmap]
    /// The requested lists of tiles.
    var asked: [[PictureRegion]] = []

    init(_ natural: Bitmap) { levels = [natural] }

    func render(_ part: PictureRegion) -> Bitmap {
      while let last = levels.last, last.size.width > part.whole.width {
        levels.append(Resampler.half(last))
      }
      let level = levels.first { $0.size == part.whole }
      return Bitmap.computed(part.size.width, part.size.height, isOpaque: levels[0].isOpaque) {
        level?.pixel(x: part.x + $0, y: part.y + $1) ?? 0
      }
    }
  }

  private static let natural = SyntheticPhoto.numberedGrid(2001, 1403, cell: 25)

  private static func fitted(_ bitmap: Bitmap) -> Picture {
    Picture(
      Resampler.scale(bitmap, to: PixelSize(width: 228, height: 160)), naturalSize: bitmap.size)
  }

  private func rig(
    _ natural: Bitmap = natural, budget: Int = 64 << 20, answers: Bool = true
  ) -> (BrowserRig, TiledContent, Source) {
    let content = TiledContent(Self.fitted(natural), budget: budget)
    let source = Source(natural)
    content.onMissingRegionsChange = { [weak content] parts, _ in
      source.asked.append(parts)
      guard answers, let first = parts.first else { return }
      content?.show(source.render(first), of: first)
    }
    let rig = BrowserRig([.zoomable(content)])
    rig.settle()
    return (rig, content, source)
  }

  /// The whole picture, as the reference.
  private func plain(_ natural: Bitmap = natural) -> BrowserRig {
    let fitted = Self.fitted(natural).bitmaps
    let picture = Picture([natural] + fitted, naturalSize: natural.size)
    let rig = BrowserRig([picture.map(PhotoContent.picture) ?? .empty])
    rig.settle()
    return rig
  }

  @Test func `at fit the picture is shown, and no tile is requested`() {
    let (rig, content, source) = rig()
    #expect(source.asked.isEmpty && content.tileBytes == 0)
    #expect(rig.picture.isSame(as: plain().picture))
    #expect(rig.content == plain().content)
  }

  @Test(arguments: [1.0, 2, 4])
  func `at whole scales the tiles equal the pixels of the picture`(scale: Double) {
    let (tiled, _, _) = rig()
    let plain = plain()
    for rig in [tiled, plain] {
      rig.perform(.zoomTo(scale, at: Point(x: 100, y: 60), animated: true))
      rig.settle()
    }
    #expect(tiled.content == plain.content)
    #expect(tiled.picture.isSame(as: plain.picture))
    #expect(tiled.redrawn.isSame(as: tiled.picture))
  }

  @Test(arguments: [0.26, 0.4, 0.51, 0.77, 1.3, 2.6])
  func `between whole scales the borders of tiles are invisible`(scale: Double) {
    // Wrong levels and wrong tiles both change the brightness of a gradient.
    let natural = SyntheticPhoto.gradient(2001, 1403)
    let (tiled, _, _) = rig(natural)
    let plain = plain(natural)
    for rig in [tiled, plain] {
      rig.perform(.zoomTo(scale, at: Point(x: 120, y: 80), animated: true))
      rig.settle()
    }
    #expect(tiled.picture.largestDifference(from: plain.picture) <= 1)
    for rig in [tiled, plain] {
      rig.press(120, 80)
      rig.drag(to: 40.3, 30.7, over: 0.3)
      rig.frame()
    }
    #expect(tiled.picture.largestDifference(from: plain.picture) <= 1, "while it moves")
  }

  @Test func `missing tiles show coarser pixels until the sharp ones arrive`() {
    let (rig, content, source) = rig(answers: false)
    rig.perform(.zoomTo(1, at: Point(x: 120, y: 80), animated: true))
    rig.settle()
    let coarse = rig.picture
    #expect(!coarse.isSame(as: plain().picture))
    let parts = source.asked.last ?? []
    #expect(!parts.isEmpty)
    var known = coarse
    for part in parts {
      content.show(source.render(part), of: part)
      rig.settle()
      #expect(rig.redrawn.isSame(as: rig.picture))
      known = rig.picture
    }
    #expect(!known.isSame(as: coarse))
  }

  @Test func `only sharp tiles are drawn with square pixels`() {
    func picture(_ filter: BrowserOptions.MagnificationFilter, answers: Bool) -> Bitmap {
      let (rig, _, _) = rig(answers: answers)
      rig.browser.options.magnificationFilter = filter
      rig.perform(.zoomTo(4, at: Point(x: 120, y: 80), animated: false))
      rig.settle()
      return rig.picture
    }
    let coarse = picture(.automatic, answers: false)
    #expect(coarse.isSame(as: picture(.bilinear, answers: false)))
    let sharp = picture(.automatic, answers: true)
    #expect(!sharp.isSame(as: picture(.bilinear, answers: true)))
  }

  @Test func `tiles that are no longer visible are no longer requested`() {
    let (rig, _, source) = rig(answers: false)
    rig.perform(.zoomTo(1, at: Point(x: 10, y: 10), animated: false))
    rig.settle()
    #expect(source.asked.last?.isEmpty == false)
    rig.perform(.zoomTo(0.05, at: nil, animated: false))
    rig.settle()
    #expect(source.asked.last?.isEmpty == true)
  }

  @Test func `a pan requests tiles during the drag`() {
    let (rig, _, source) = rig()
    rig.perform(.zoomTo(1, at: Point(x: 120, y: 80), animated: false))
    rig.settle()
    let before = source.asked.count
    rig.press(200, 150)
    for _ in 0..<5 { rig.drag(to: rig.lastPlace.x - 180, rig.lastPlace.y, over: 0.2) }
    rig.frame()
    #expect(source.asked.count > before, "before the hand lets go")
  }

  @Test func `the tiles under the pointer come first`() {
    let (rig, _, source) = rig(answers: false)
    rig.perform(.zoomTo(0.5, at: Point(x: 120, y: 80), animated: false))
    rig.settle()
    rig.wheel(0, -3, at: 230, 150, .control)
    rig.settle()
    let rect = rig.content
    let first = source.asked.last?.first
    let pointer = Point(x: 230, y: 150)
    #expect(first.map { $0.rect(in: rect).contains(pointer) } == true)
  }

  @Test(arguments: Seeds.block(0, of: 4))
  func `random zooms keep the tiles within the budget and the visible ones`(seed: Int) {
    var dice = SeededRandom(seed: seed)
    let budget = 3 << 20
    let (rig, content, _) = rig(budget: budget)
    for _ in 0..<12 {
      let point = Point(x: dice.number(0...240), y: dice.number(0...160))
      rig.perform(.zoomTo(dice.number(0.1...2), at: point, animated: dice.chance(0.5)))
      rig.wait(dice.number(0...0.3))
      // At most four tiles of this level and three of the coarser levels are visible.
      #expect(content.tileBytes <= budget + 4 << 20)
      #expect(rig.redrawn.isSame(as: rig.picture) || rig.stage.needsFrame)
    }
    rig.settle()
    #expect(rig.redrawn.isSame(as: rig.picture))
    content.forgetTiles()
    #expect(content.tileBytes == 0)
  }

  @Test func `the end of loading is reported once`() {
    let (rig, content, _) = rig()
    var completions = 0
    content.onVisibleTilesShown = { completions += 1 }
    rig.perform(.zoomTo(1, at: nil, animated: true))
    rig.settle()
    rig.wait(0.5)
    #expect(completions == 1)
  }

  @Test(arguments: [0.26, 0.4, 0.51, 0.77])
  func `at rest every pixel is exact, and the borders of tiles are invisible`(scale: Double) throws
  {
    let natural = SyntheticPhoto.noise(2001, 1403, isOpaque: true, seed: 8)
    let (rig, content, _) = rig(natural)
    var made = 0
    content.onWantedRegionChange = { [weak content] in
      guard let part = content?.wantedRegion else { return }
      made += 1
      content?.show(part.makeBitmap(), of: part)
    }
    rig.perform(.zoomTo(scale, at: Point(x: 120, y: 80), animated: true))
    rig.settle()
    let rect = rig.content.pixelAligned
    let size = PixelSize(width: Int(rect.width), height: Int(rect.height))
    // The last pixel of a level is extended beyond the picture.
    let isHalf = TilePyramid(natural.size).level(for: rect.width / 2001) == 1
    let region = isHalf ? Rect(x: 0, y: 0, width: 1000.5, height: 701.5) : nil
    let want = Resampler.scale(
      isHalf ? Resampler.half(natural) : natural, region: region, to: size)
    let seen = Bitmap.computed(240, 160) {
      want.pixel(x: $0 - Int(rect.minX), y: $1 - Int(rect.minY))
    }
    #expect(rig.picture.largestDifference(from: seen) <= 1)
    #expect(rig.redrawn.isSame(as: rig.picture))
    #expect(made == 1)
    let sharp = rig.picture
    rig.perform(.zoomTo(scale * 1.1, at: Point(x: 120, y: 80), animated: false))
    rig.perform(.zoomTo(scale, at: Point(x: 120, y: 80), animated: false))
    rig.settle()
    #expect(rig.picture.isSame(as: sharp))
  }

  @Test func `a region made for another rest is not shown`() throws {
    let (rig, content, _) = rig()
    rig.perform(.zoomTo(0.7, at: Point(x: 120, y: 80), animated: false))
    rig.settle()
    let first = try #require(content.wantedRegion)
    rig.perform(.zoomTo(0.8, at: Point(x: 120, y: 80), animated: false))
    rig.settle()
    let before = rig.picture
    content.show(first.makeBitmap(), of: first)
    rig.settle()
    #expect(rig.picture.isSame(as: before))
    rig.perform(.zoomTo(1, at: Point(x: 120, y: 80), animated: false))
    rig.settle()
    #expect(content.wantedRegion == nil, "nothing to gain")
  }

  @Test func `new colours appear all at once when their tiles are complete`() throws {
    let natural = SyntheticPhoto.gradient(2001, 1403)
    let inverted = Bitmap.computed(2001, 1403) { natural.pixel(x: $0, y: $1) ^ 0xFF_FFFF }
    let (rig, content, source) = rig(natural)
    let point = Point(x: 120, y: 60)
    rig.perform(.zoomTo(1, at: point, animated: false))
    rig.settle()
    let old = rig.picture
    let new = Source(inverted)
    content.onMissingRegionsChange = { parts, _ in source.asked.append(parts) }
    content.reload()
    content.show(whole: Self.fitted(inverted))
    var count = 0
    while count < 9, rig.picture.isSame(as: old), let part = source.asked.last?.first {
      #expect(rig.redrawn.isSame(as: old))
      content.show(new.render(part), of: part)
      rig.settle()
      count += 1
    }
    #expect((2..<9).contains(count))
    let plain = plain(inverted)
    for scale in [1, 0.05] {
      for rig in [rig, plain] {
        rig.perform(.zoomTo(scale, at: point, animated: false))
        rig.settle()
      }
      #expect(rig.picture.isSame(as: plain.picture))
    }
  }

  @Test func `new colours appear at once where no tile is visible`() {
    let (rig, content, _) = rig()
    let other = SyntheticPhoto.gradient(2001, 1403)
    content.reload()
    content.show(whole: Self.fitted(other))
    rig.settle()
    #expect(rig.picture.isSame(as: plain(other).picture))
  }

  @Test func `a picture with sides beyond the drawing limit is drawn`() {
    // The pixels of the tiles are computed from their positions, because such a picture is too
    // large for a test.
    let natural = PixelSize(width: 70_000, height: 40_000)
    let whole = SyntheticPhoto.gradient(280, 160)
    let content = TiledContent(Picture(whole, naturalSize: natural), budget: 16 << 20)
    content.onMissingRegionsChange = { [weak content] parts, _ in
      guard let part = parts.first else { return }
      let unit = natural.width / part.whole.width
      content?.show(
        Bitmap.computed(part.size.width, part.size.height) { x, y in
          Self.color((part.x + x) * unit, (part.y + y) * unit)
        }, of: part)
    }
    let rig = BrowserRig([.zoomable(content)])
    rig.settle()
    rig.perform(.zoomTo(1, at: Point(x: 210, y: 150), animated: false))
    rig.settle()
    let rect = rig.content.pixelAligned
    #expect(rect.minX < -33_000)
    for point in [(0, 0), (239, 0), (120, 80), (239, 159)] {
      let want = Self.color(point.0 - Int(rect.minX), point.1 - Int(rect.minY))
      #expect(rig.pixel(point.0, point.1) == want, "\(point)")
    }
  }

  /// The colour that encodes the coordinates of a pixel, modulo 4096.
  private static func color(_ x: Int, _ y: Int) -> UInt32 {
    0xFF00_0000 | UInt32(x & 0xFFF) << 12 | UInt32(y & 0xFFF)
  }

  @Test func `translucent tiles are drawn once at every pixel`() {
    let natural = Bitmap.computed(1201, 801, isOpaque: false) { _, _ in 0x8080_8080 }
    let (tiled, _, _) = rig(natural)
    let plain = plain(natural)
    for rig in [tiled, plain] {
      rig.perform(.zoomTo(0.8, at: Point(x: 120, y: 80), animated: false))
      rig.settle()
    }
    #expect(tiled.picture.largestDifference(from: plain.picture) <= 1)
  }

  @Test func `the visible pixels of an enlarged picture are those of its tiles`() throws {
    let (rig, content, _) = rig()
    #expect(content.visibleTiles == nil, "the coarse picture is sharp enough")
    rig.perform(.zoomTo(1, at: Point(x: 100, y: 60), animated: true))
    rig.settle()
    let seen = try #require(content.visibleTiles)
    let count = seen.reduce(0) { $0 + $1.columns.count * $1.rows.count }
    let screen = Int(rig.browser.bounds.width * rig.browser.bounds.height)
    #expect(abs(count - screen) < screen / 20, "\(count)")
    #expect(seen.allSatisfy { $0.rows.upperBound <= $0.bitmap.size.height })
  }

  @Test func `a tile that failed has a warning sign in its middle, until it comes`() throws {
    let (rig, content, source) = rig(answers: false)
    rig.perform(.zoomTo(1, at: Point(x: 120, y: 80), animated: false))
    rig.settle()
    let coarse = rig.picture
    let wanted = try #require(source.asked.last)
    content.failedRegions = wanted
    rig.settle()
    #expect(!rig.picture.isSame(as: coarse))
    content.failedRegions = []
    rig.settle()
    #expect(rig.picture.isSame(as: coarse))
  }
}
