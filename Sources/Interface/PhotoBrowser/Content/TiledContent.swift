public import Drawing
public import Geometry
public import Pixels
import Tiles

/// A huge picture: all of it coarsely, and of what is seen enlarged the pixels that are seen, in tiles
/// fetched elsewhere.
///
/// However large the picture is, what is kept of it is bounded by the screen and a budget.
public final class TiledContent: ZoomableContent {
  /// Its natural size.
  public let contentSize: Size
  /// Called when other parts are wanted than before: the most urgent first, none when all is there.
  public var onNeed: ((_ parts: [ContentRegion], _ scale: Double) -> Void)?
  /// Called when it rests enlarged and nothing is missing of what is seen.
  public var onComplete: (() -> Void)?
  /// Called when it looks different.
  public var onChange: (() -> Void)?

  private var whole: Picture
  private var tiles: TileCache<Bitmap>
  private var asked: [ContentRegion] = []
  /// The rest that ``onComplete`` was told of.
  private var completed: TileView?

  /// Makes a content of which `whole` is there.
  ///
  /// - Parameter budget: bytes of tiles that are kept; more only where more is seen.
  public init(_ whole: Picture, budget: Int) {
    contentSize = whole.contentSize
    self.whole = whole
    tiles = TileCache(TilePyramid(whole.naturalSize), budget: budget)
  }

  /// True when nothing behind it is seen through it.
  public var isOpaque: Bool { whole.isOpaque }
  /// Its pixels end somewhere.
  public var isScalable: Bool { false }
  /// Shown as any picture.
  public var isOnSquares: Bool { true }
  /// Bytes of the tiles that are kept.
  public var tileBytes: Int { tiles.bytes }

  /// Takes another picture of the whole instead of the one there was.
  public func show(whole picture: Picture) {
    guard picture.naturalSize == whole.naturalSize else { return }
    whole = picture
    onChange?()
  }

  /// Takes the pixels of a part; one that is not wanted any more may be again.
  public func show(_ bitmap: Bitmap, of part: ContentRegion) {
    guard bitmap.size == part.size, let run = tiles.pyramid.run(of: TilePart(part)) else { return }
    tiles.insert(bitmap, of: run, cost: bitmap.byteCount)
    onChange?()
  }

  /// Lets all tiles go: it is not looked at, or they are to be fetched anew.
  public func forgetTiles() {
    tiles.removeAll()
    tiles.look(at: nil)
    completed = nil
    ask(at: 1)
  }

  // MARK: Content

  /// The whole, as long as it is sharp.
  public func picture(at rect: Rect) -> Picture? {
    whole.isSharp(at: scale(at: rect) / TilePyramid.slack) ? whole : nil
  }

  /// At natural size its pixels are the screen's.
  public func restingRect(_ rect: Rect) -> Rect {
    let natural = contentSize
    let isNatural =
      abs(rect.width - natural.width) <= 1 && abs(rect.height - natural.height) <= 1
    guard isNatural else { return whole.restingRect(rect) }
    return Rect(center: rect.center, size: natural).pixelAligned
  }

  /// Asks for what is missing.
  public func rest(at place: ContentPlace) {
    look(at: place)
    guard let view = tiles.view, view != completed, tiles.isComplete else { return }
    completed = view
    onComplete?()
  }

  /// Draws the best there is of every pixel.
  public func draw(in canvas: Canvas, at place: ContentPlace) {
    guard let view = view(at: place) else {
      return drawWhole(in: canvas, at: place)
    }
    // What moves is not told when it will rest, and a long way may be gone until then. All of a
    // long picture is never wanted, however it is pulled out of its page.
    if place.isMoving, place.visible != place.rect { look(at: place) }
    var rest = [place.visible.roundedOut]
    for entry in tiles.entries(for: view) {
      let covered = place.rect(of: tiles.pyramid.rect(of: entry.run), in: contentSize).snapped
      let parts = rest.compactMap { $0.intersection(covered) }
      guard !parts.isEmpty else { continue }
      canvas.saved {
        canvas.clip(to: parts)
        draw(entry, in: canvas, at: place)
      }
      rest = rest.flatMap { $0.subtracting(covered) }
    }
    guard !rest.isEmpty else { return }
    canvas.saved {
      canvas.clip(to: rest)
      drawWhole(in: canvas, at: place)
    }
  }

  // MARK: Inside

  private func drawWhole(in canvas: Canvas, at place: ContentPlace) {
    canvas.draw(
      whole.levels(at: place), in: place.rect, filter: place.filter, replaces: isOpaque)
  }

  private func draw(
    _ entry: TileCache<Bitmap>.Entry, in canvas: Canvas, at place: ContentPlace
  ) {
    let part = tiles.pyramid.part(of: entry.run)
    let unit = Double(1 << entry.run.level)
    // The last pixels of a level stand for something beyond the picture, too.
    let source = Rect(
      x: 0, y: 0, width: min(Double(part.size.width), contentSize.width / unit - Double(part.x)),
      height: min(Double(part.size.height), contentSize.height / unit - Double(part.y)))
    let area = Rect(
      x: Double(part.x) * unit, y: Double(part.y) * unit, width: source.width * unit,
      height: source.height * unit)
    canvas.draw(
      entry.pixels, in: place.rect(of: area, in: contentSize), source: source, filter: place.filter,
      replaces: isOpaque)
  }

  /// What is seen of it; nil when the whole is as sharp as anything, or nothing is seen.
  private func view(at place: ContentPlace) -> TileView? {
    guard !place.visible.isEmpty, !contentSize.isEmpty, picture(at: place.rect) == nil else {
      return nil
    }
    return TileView(
      seen: place.part(at: place.visible, of: contentSize), scale: scale(at: place.rect),
      focus: place.focus.map {
        place.part(at: Rect(origin: $0, size: .zero), of: contentSize).origin
      })
  }

  private func scale(at rect: Rect) -> Double { rect.width / max(1, contentSize.width) }

  private func look(at place: ContentPlace) {
    tiles.look(at: view(at: place))
    ask(at: scale(at: place.rect))
  }

  private func ask(at scale: Double) {
    let wanted = tiles.wanted.map { ContentRegion(tiles.pyramid.part(of: $0)) }
    guard wanted != asked else { return }
    asked = wanted
    onNeed?(wanted, scale)
  }
}

extension ContentPlace {
  /// Where a part of a content of so many pixels is, given in those pixels.
  fileprivate func rect(of part: Rect, in natural: Size) -> Rect {
    let (kx, ky) = (rect.width / natural.width, rect.height / natural.height)
    return Rect(
      x: rect.minX + part.minX * kx, y: rect.minY + part.minY * ky, width: part.width * kx,
      height: part.height * ky)
  }

  /// What of a content of so many pixels is in `area`, in those pixels.
  fileprivate func part(at area: Rect, of natural: Size) -> Rect {
    let (kx, ky) = (natural.width / rect.width, natural.height / rect.height)
    return Rect(
      x: (area.minX - rect.minX) * kx, y: (area.minY - rect.minY) * ky, width: area.width * kx,
      height: area.height * ky)
  }
}

extension ContentRegion {
  fileprivate nonisolated init(_ part: TilePart) {
    self.init(whole: part.whole, x: part.x, y: part.y, size: part.size)
  }
}

extension TilePart {
  fileprivate nonisolated init(_ region: ContentRegion) {
    self.init(whole: region.whole, x: region.x, y: region.y, size: region.size)
  }
}
