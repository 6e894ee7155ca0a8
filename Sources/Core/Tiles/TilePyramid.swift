public import Geometry
public import Pixels

/// The levels of one picture, each half the size of the one before, and their division into square
/// tiles.
///
/// A pixel of level `k` covers a square of 2ᵏ × 2ᵏ picture pixels. Where the size of the picture is
/// not divisible, the last pixels extend beyond its edge.
public struct TilePyramid: Hashable, Sendable {
  /// The default side of a tile in pixels of its level: a page at 1080p has some twenty tiles.
  public static let defaultTileSide = 512
  /// The number of pixels that a decoded run of tiles includes beyond its edges, where the picture
  /// continues: interpolation at the edge needs the pixels of the neighbouring tile.
  public static let border = 2
  /// The maximum number of tiles in one run; a longer run would take too long to decode.
  private static let maxRunLength = 8
  /// The maximum enlargement at which a level is drawn before the tiles of the next finer level are
  /// wanted.
  public static let maxEnlargement = 1.02

  /// The size of the picture at full resolution, in pixels.
  public let natural: PixelSize
  /// The side of a tile in pixels of its level, the same at every level.
  public let tileSide: Int
  /// The number of levels; the last level is a single tile, unless a server has fewer levels.
  public let levelCount: Int
  /// The number of pixels that a decoded run of tiles includes beyond its edges: ``border``, or 0
  /// for tiles that a server has cut.
  public let overlap: Int
  /// The maximum number of tiles that are decoded together in one run.
  public let runLength: Int

  /// Makes the pyramid of a picture of the size `natural`, with tiles of `side` pixels.
  public init(_ natural: PixelSize, side: Int = TilePyramid.defaultTileSide) {
    self.init(
      natural, side: side, maxLevelCount: .max, overlap: Self.border, runLength: Self.maxRunLength)
  }

  /// Makes the pyramid of a picture whose tiles a server has cut, with sides of `servedSide`
  /// pixels: they are loaded one by one, without a border.
  ///
  /// - Parameter maxLevelCount: the number of levels that the server has, at least 1. Default: as
  ///   many as lead to a single tile.
  public init(_ natural: PixelSize, servedSide: Int, maxLevelCount: Int = .max) {
    self.init(
      natural, side: servedSide, maxLevelCount: maxLevelCount, overlap: 0, runLength: 1)
  }

  private init(
    _ natural: PixelSize, side: Int, maxLevelCount: Int, overlap: Int, runLength: Int
  ) {
    precondition(side > Self.border, "tiles of \(side) pixels")
    self.natural = natural
    self.tileSide = side
    self.overlap = overlap
    self.runLength = runLength
    var count = 1
    while count < maxLevelCount,
      max(natural.width, natural.height).dividedUp(by: 1 << (count - 1)) > side
    {
      count += 1
    }
    levelCount = count
  }

  /// The size of the picture at `level`, in pixels of that level: `natural` divided by 2^level,
  /// rounded up.
  public func size(at level: Int) -> PixelSize {
    PixelSize(
      width: natural.width.dividedUp(by: 1 << level),
      height: natural.height.dividedUp(by: 1 << level))
  }

  /// The coarsest level that is sharp at `scale`, in screen pixels per picture pixel.
  public func level(for scale: Double) -> Int {
    var level = 0
    while level + 1 < levelCount, scale * Double(1 << (level + 1)) <= Self.maxEnlargement {
      level += 1
    }
    return level
  }

  public func tiles(at level: Int) -> TileArea {
    let size = size(at: level)
    return TileArea(
      level: level, columns: 0..<size.width.dividedUp(by: tileSide),
      rows: 0..<size.height.dividedUp(by: tileSide))
  }

  /// The tiles of `level` that intersect `rect`, in picture pixels.
  public func tiles(in rect: Rect, at level: Int) -> TileArea {
    let unit = Double(tileSide << level)
    let all = tiles(at: level)
    return TileArea(
      level: level, columns: Self.tileIndices(rect.minX, rect.maxX, unit, within: all.columns),
      rows: Self.tileIndices(rect.minY, rect.maxY, unit, within: all.rows))
  }

  private static func tileIndices(
    _ low: Double, _ high: Double, _ unit: Double, within all: Range<Int>
  ) -> Range<Int> {
    guard low.isFinite, high.isFinite, high > low else { return 0..<0 }
    let end = Double(all.upperBound)
    let first = min(max((low / unit).rounded(.down), 0), end)
    let last = min(max((high / unit).rounded(.up), first), end)
    return Int(first)..<Int(last)
  }

  /// The rectangle that a run of tiles covers, in picture pixels; tiles of a level do not overlap.
  public func rect(of run: TileRun) -> Rect {
    let unit = tileSide << run.level
    let x0 = run.columns.lowerBound * unit
    let y0 = run.row * unit
    return Rect(
      x: Double(x0), y: Double(y0),
      width: Double(min(natural.width, run.columns.upperBound * unit) - x0),
      height: Double(min(natural.height, y0 + unit) - y0))
  }

  /// The rectangle, in picture pixels, whose tiles interpolation reads when it draws `rect` from
  /// `level`: enlarged by the part of the border's width that decoded tiles do not include.
  public func interpolationArea(of rect: Rect, at level: Int) -> Rect {
    let width = Double((Self.border - overlap) << level)
    return width == 0
      ? rect
      : Rect(
        x: rect.minX - width, y: rect.minY - width, width: rect.width + 2 * width,
        height: rect.height + 2 * width)
  }

  /// The region of the picture to decode for a run of tiles, in pixels of the run's level: the
  /// tiles' own pixels and the border, where the picture continues.
  public func region(of run: TileRun) -> PictureRegion {
    let whole = size(at: run.level)
    let x0 = max(0, run.columns.lowerBound * tileSide - overlap)
    let y0 = max(0, run.row * tileSide - overlap)
    let x1 = min(whole.width, run.columns.upperBound * tileSide + overlap)
    let y1 = min(whole.height, (run.row + 1) * tileSide + overlap)
    return PictureRegion(
      whole: whole, x: x0, y: y0, size: PixelSize(width: x1 - x0, height: y1 - y0))
  }

  /// The run of tiles whose decoded region is `part`; nil when `part` is not of the size of a
  /// level.
  public func run(of part: PictureRegion) -> TileRun? {
    guard let level = (0..<levelCount).first(where: { size(at: $0) == part.whole }) else {
      return nil
    }
    let right = part.x + part.size.width
    let end =
      right == part.whole.width ? tiles(at: level).columns.upperBound : (right - overlap) / tileSide
    let first = (part.x + overlap) / tileSide
    guard first < end else { return nil }
    return TileRun(level: level, row: (part.y + overlap) / tileSide, columns: first..<end)
  }

  /// The size in memory of the decoded region of a run of tiles, in bytes.
  public func cost(of run: TileRun) -> Int {
    let size = region(of: run).size
    return CheckedSize.byteCount(size)?.total ?? .max
  }
}

extension Int {
  fileprivate func dividedUp(by divisor: Int) -> Int { (self + divisor - 1) / divisor }
}
