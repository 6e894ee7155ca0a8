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
  public var onNeed: ((_ parts: [PictureRegion], _ scale: Double) -> Void)?
  /// Called when it rests enlarged and nothing is missing of what is seen.
  public var onComplete: (() -> Void)?
  /// Called when ``wantedRest`` is another one.
  public var onRest: (() -> Void)?
  /// The part it would be sharper with than with its tiles; nil while they are not all there, or it
  /// moves, or there is nothing to gain.
  public private(set) var wantedRest: RestingPart?
  /// Called when it looks different.
  public var onChange: (() -> Void)?

  private var whole: Picture
  private var tiles: TileCache<Bitmap>
  /// What takes the place of ``tiles`` and ``whole`` when nothing of what is seen is missing in it.
  private var next: (tiles: TileCache<Bitmap>, whole: Picture?)?
  private var asked: [PictureRegion] = []
  /// What is seen at rest, in the screen's own pixels.
  private var rested: (part: RestingPart, bitmap: Bitmap)?
  private var lastNumber = 0
  private var lastScale = 1.0
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
    if next != nil {
      next?.whole = picture
      return takeNext()
    }
    whole = picture
    onChange?()
  }

  /// Takes the pixels of a part; one that is not wanted any more may be again.
  public func show(_ bitmap: Bitmap, of part: PictureRegion) {
    guard bitmap.size == part.size, let run = tiles.pyramid.run(of: part) else { return }
    guard next == nil else {
      next?.tiles.insert(bitmap, of: run, cost: bitmap.byteCount)
      takeNext()
      return ask(at: lastScale)
    }
    tiles.insert(bitmap, of: run, cost: bitmap.byteCount)
    onChange?()
  }

  /// Takes what was made of ``wantedRest``, unless something else is wanted by now.
  public func show(_ bitmap: Bitmap, of part: RestingPart) {
    guard part.number == wantedRest?.number, bitmap.size == part.region.size else { return }
    wantedRest = nil
    rested = (part, bitmap)
    onChange?()
  }

  /// Its pixels are other ones from here on, such as in another monitor's colours. What there is stays
  /// until all that is seen has come anew.
  public func renew() {
    completed = nil
    tiles.removeUnseen()
    var fresh = TileCache<Bitmap>(tiles.pyramid, budget: tiles.budget)
    fresh.look(at: tiles.view)
    next = (fresh, nil)
    asked = []
    takeNext()
    ask(at: lastScale)
  }

  /// Lets all tiles go: it is not looked at.
  public func forgetTiles() {
    whole = next?.whole ?? whole
    next = nil
    tiles.removeAll()
    tiles.look(at: nil)
    (completed, rested, wantedRest) = (nil, nil, nil)
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
    takeNext()
    guard next == nil, let view = tiles.view, tiles.isComplete else {
      wantedRest = nil
      if tiles.view == nil { rested = nil }
      return
    }
    wantRest(at: place)
    guard view != completed else { return }
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
    if place.isMoving { wantedRest = nil }
    var rest = [place.visible.roundedOut]
    drawRested(in: canvas, at: place, &rest)
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

  /// Asks for the pixels of the screen where a tile's are smaller.
  private func wantRest(at place: ContentPlace) {
    guard let region = PictureRegion(place), let view = tiles.view else { return wantedRest = nil }
    let level = tiles.pyramid.level(for: view.scale)
    let unit = Double(1 << level)
    let extent = Size(width: contentSize.width / unit, height: contentSize.height / unit)
    if rested?.part.region.whole != region.whole { rested = nil }
    let isNatural = extent == region.whole.size
    guard !isNatural, view.scale * unit <= TilePyramid.slack, rested?.part.region != region else {
      return wantedRest = nil
    }
    guard wantedRest?.region != region else { return }
    lastNumber += 1
    wantedRest = RestingPart(
      region: region, number: lastNumber, extent: extent,
      pieces: tiles.entries(for: view).filter { $0.run.level == level }.map {
        RestingPart.Piece(part: tiles.pyramid.part(of: $0.run), bitmap: $0.pixels)
      })
    onRest?()
  }

  /// Draws what was made for this size, where that is, and takes it from the `rest`.
  private func drawRested(in canvas: Canvas, at place: ContentPlace, _ rest: inout [Rect]) {
    guard let rested, rested.part.region.whole.size.isNear(place.rect.size) else { return }
    let area = rested.part.region.rect(in: place.rect)
    let covered = area.snapped
    let parts = rest.compactMap { $0.intersection(covered) }
    guard !parts.isEmpty else { return }
    canvas.saved {
      canvas.clip(to: parts)
      canvas.draw(rested.bitmap, in: area, filter: place.filter, replaces: isOpaque)
    }
    rest = rest.flatMap { $0.subtracting(covered) }
  }

  /// Shows what was fetched anew, if nothing is missing any more.
  private func takeNext() {
    guard let next, next.tiles.isComplete else { return }
    tiles = next.tiles
    whole = next.whole ?? whole
    self.next = nil
    (rested, wantedRest) = (nil, nil)
    onChange?()
  }

  private func drawWhole(in canvas: Canvas, at place: ContentPlace) {
    canvas.draw(
      whole.levels(at: place), in: place.rect, filter: whole.filter(at: place), replaces: isOpaque)
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
      entry.pixels, in: place.rect(of: area, in: contentSize), source: source,
      filter: entry.run.level == 0 ? place.filter : .bilinear, replaces: isOpaque)
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
    let view = view(at: place)
    tiles.look(at: view)
    next?.tiles.look(at: view)
    lastScale = scale(at: place.rect)
    ask(at: lastScale)
  }

  private func ask(at scale: Double) {
    let wanted = (next?.tiles ?? tiles).wanted.map { tiles.pyramid.part(of: $0) }
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

extension Size {
  /// True when no pixel of a picture of the one size is elsewhere in the other.
  fileprivate nonisolated func isNear(_ other: Size) -> Bool {
    abs(width - other.width) < 0.5 && abs(height - other.height) < 0.5
  }
}
