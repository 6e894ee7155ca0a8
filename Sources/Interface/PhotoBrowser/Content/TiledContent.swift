package import Drawing
package import Geometry
package import Pixels
package import Tiles

/// A huge picture as a zoomable content: a coarse version of the whole picture, and, when enlarged,
/// tiles of the visible area that the host loads.
///
/// The memory that it takes is bounded by the screen and a budget, however large the picture is.
package final class TiledContent: ZoomableContent {
  /// The natural size of the picture.
  package let contentSize: Size
  /// A closure called when the set of wanted regions has changed. `parts` are the missing regions,
  /// the most urgent first; `scale` is the current scale.
  package var onMissingRegionsChange: ((_ parts: [PictureRegion], _ scale: Double) -> Void)?
  /// A closure called when the enlarged picture rests and no visible tile is missing.
  package var onVisibleTilesShown: (() -> Void)?
  /// A closure called when ``wantedRegion`` has become another region.
  package var onWantedRegionChange: (() -> Void)?
  /// The visible region to resample, which would make the picture at rest sharper than its tiles
  /// are; nil while tiles are missing or the picture moves, and when nothing would be gained.
  package private(set) var wantedRegion: RestingRegion?
  /// The closure to be called when the appearance has changed; set by the cell that shows the
  /// content.
  package var onChange: (() -> Void)?
  /// The requested regions that could not be loaded; a warning sign is drawn on each. The host sets
  /// them.
  package var failedRegions: [PictureRegion] = [] {
    didSet { if failedRegions != oldValue { onChange?() } }
  }

  private var coarsePicture: Picture
  private var tiles: TileCache<Bitmap>
  /// The new tiles and coarse picture after ``reload()``, not shown until they contain everything
  /// that is visible; nil for none.
  private var replacement: (tiles: TileCache<Bitmap>, whole: Picture?)?
  private var requestedRegions: [PictureRegion] = []
  /// The visible region at rest, resampled to screen pixels; nil for none.
  private var restingPixels: (part: RestingRegion, bitmap: Bitmap)?
  private var lastRequestNumber = 0
  private var currentScale = 1.0
  /// The visible area for which ``onVisibleTilesShown`` was called last.
  private var reportedViewport: TileViewport?

  /// Makes a content that shows the coarse picture `whole`.
  ///
  /// - Parameters:
  ///   - pyramid: the division of the picture into levels and tiles; nil for that of pictures in
  ///     files.
  ///   - budget: the maximum size of the tiles in memory, in bytes; exceeded only if more are
  ///     visible.
  package init(_ whole: Picture, pyramid: TilePyramid? = nil, budget: Int) {
    contentSize = whole.contentSize
    coarsePicture = whole
    tiles = TileCache(pyramid ?? TilePyramid(whole.naturalSize), budget: budget)
  }

  /// The coarse version of the whole picture; after ``reload()``, the new one as soon as there is
  /// one.
  package var wholePicture: Picture { replacement?.whole ?? coarsePicture }
  /// True when nothing behind the picture shows through it.
  package var isOpaque: Bool { coarsePicture.isOpaque }
  /// False: a picture has a finite resolution.
  package var isScalable: Bool { false }
  /// True: transparent areas can show the checkerboard.
  package var showsCheckerboard: Bool { true }
  /// The size of the tiles in memory, in bytes.
  package var tileBytes: Int { tiles.byteCount }

  /// The visible pixels of the tiles, of the level that suits the current scale; nil while some are
  /// missing, and while the coarse picture is sharp enough.
  package var visibleTiles: [VisiblePixels]? {
    guard let view = tiles.view, tiles.isComplete else { return nil }
    let level = tiles.pyramid.level(for: view.scale)
    let unit = 1 / Double(1 << level)
    return tiles.entries(for: view).filter { $0.run.level == level }.map { entry in
      let part = tiles.pyramid.region(of: entry.run)
      return VisiblePixels(
        bitmap: entry.pixels,
        part: Rect(
          x: view.visible.minX * unit - Double(part.x),
          y: view.visible.minY * unit - Double(part.y),
          width: view.visible.width * unit, height: view.visible.height * unit))
    }
  }

  /// Replaces the coarse version of the whole picture.
  package func show(whole picture: Picture) {
    guard picture.naturalSize == coarsePicture.naturalSize else { return }
    if replacement != nil {
      replacement?.whole = picture
      return adoptCompleteReplacement()
    }
    coarsePicture = picture
    onChange?()
  }

  /// Adds the pixels of a region. Those of a region that is not wanted any more are added, too, as
  /// the region may become visible again. A bitmap of another size than its region, and a region
  /// that is no run of tiles, are ignored.
  package func show(_ bitmap: Bitmap, of part: PictureRegion) {
    guard bitmap.size == part.size, let run = tiles.pyramid.run(of: part) else { return }
    guard replacement == nil else {
      replacement?.tiles.insert(bitmap, of: run, cost: bitmap.byteCount)
      adoptCompleteReplacement()
      return requestTiles(at: currentScale)
    }
    tiles.insert(bitmap, of: run, cost: bitmap.byteCount)
    onChange?()
  }

  /// Adopts the pixels of ``wantedRegion`` after resampling, unless another region is wanted by
  /// now.
  package func show(_ bitmap: Bitmap, of part: RestingRegion) {
    guard part.requestNumber == wantedRegion?.requestNumber, bitmap.size == part.region.size else {
      return
    }
    wantedRegion = nil
    restingPixels = (part, bitmap)
    onChange?()
  }

  /// Requests all pixels again, for instance after a change of the monitor's colour profile. The
  /// current pixels stay until all visible ones have been replaced.
  package func reload() {
    reportedViewport = nil
    tiles.removeInvisible()
    var fresh = TileCache<Bitmap>(tiles.pyramid, budget: tiles.budget)
    fresh.setView(tiles.view)
    replacement = (fresh, nil)
    requestedRegions = []
    adoptCompleteReplacement()
    requestTiles(at: currentScale)
  }

  /// Discards all tiles, because the picture is not visible any more.
  package func forgetTiles() {
    coarsePicture = replacement?.whole ?? coarsePicture
    replacement = nil
    tiles.removeAll()
    tiles.setView(nil)
    (reportedViewport, restingPixels, wantedRegion) = (nil, nil, nil)
    requestTiles(at: 1)
  }

  // MARK: ZoomableContent

  /// The coarse picture, if it is sharp enough to be drawn at `rect`; nil otherwise.
  package func picture(at rect: Rect) -> Picture? {
    coarsePicture.isSharp(at: scale(at: rect) / TilePyramid.maxEnlargement) ? coarsePicture : nil
  }

  /// The rectangle in which the picture is drawn when it rests at `rect`, in the canvas's
  /// coordinates. At natural size its pixels coincide with those of the screen.
  package func restingRect(_ rect: Rect) -> Rect {
    let natural = contentSize
    let isNatural =
      abs(rect.width - natural.width) <= 1 && abs(rect.height - natural.height) <= 1
    guard isNatural else { return coarsePicture.restingRect(rect) }
    return Rect(center: rect.center, size: natural).pixelAligned
  }

  /// Requests the missing tiles of the visible area, or its resampling when no tile is missing.
  package func rest(at placement: ContentPlacement) {
    updateTileViewport(at: placement)
    adoptCompleteReplacement()
    guard replacement == nil, let view = tiles.view, tiles.isComplete else {
      wantedRegion = nil
      if tiles.view == nil { restingPixels = nil }
      return
    }
    requestRestingRegion(at: placement)
    guard view != reportedViewport else { return }
    reportedViewport = view
    onVisibleTilesShown?()
  }

  /// Draws the best available pixels: the resampled region, then tiles, then the coarse picture.
  package func draw(in canvas: Canvas, at placement: ContentPlacement) {
    guard let view = tileViewport(at: placement) else {
      return drawWhole(in: canvas, at: placement)
    }
    // A moving picture may move far before it rests, so it requests tiles while moving. A picture
    // that is visible as a whole, as in a pull-down, needs no more tiles.
    if placement.isMoving, placement.visible != placement.rect { updateTileViewport(at: placement) }
    if placement.isMoving { wantedRegion = nil }
    var rest = [placement.visible.roundedOut]
    drawRestingRegion(in: canvas, at: placement, &rest)
    for entry in tiles.entries(for: view) {
      let covered = placement.rect(of: tiles.pyramid.rect(of: entry.run), in: contentSize).snapped
      let parts = rest.compactMap { $0.intersection(covered) }
      guard !parts.isEmpty else { continue }
      canvas.saved {
        canvas.clip(to: parts)
        draw(entry, in: canvas, at: placement)
      }
      rest = rest.flatMap { $0.subtracting(covered) }
    }
    if !rest.isEmpty {
      canvas.saved {
        canvas.clip(to: rest)
        drawWhole(in: canvas, at: placement)
      }
    }
    for region in failedRegions {
      guard let run = tiles.pyramid.run(of: region) else { continue }
      let area = placement.rect(of: tiles.pyramid.rect(of: run), in: contentSize)
      FailedTileSign(tileArea: area).draw(in: canvas, visible: placement.visible)
    }
  }

  /// The pixel in a column and a row of the picture, from a tile of full resolution, or else from
  /// the coarse picture; nil when neither has that pixel.
  func reading(x: Int, y: Int) -> PixelReading? {
    for entry in tiles.entries where entry.run.level == 0 {
      let part = tiles.pyramid.region(of: entry.run)
      let (column, row) = (x - part.x, y - part.y)
      guard (0..<entry.pixels.size.width).contains(column),
        (0..<entry.pixels.size.height).contains(row)
      else { continue }
      return PixelReading(x: x, y: y, color: entry.pixels.pixel(x: column, y: row))
    }
    return coarsePicture.reading(x: x, y: y)
  }

  // MARK: Private

  /// Sets ``wantedRegion`` to the visible region, if the tiles have to be scaled down to screen
  /// pixels.
  private func requestRestingRegion(at placement: ContentPlacement) {
    guard let region = PictureRegion(placement), let view = tiles.view else {
      return wantedRegion = nil
    }
    let level = tiles.pyramid.level(for: view.scale)
    let unit = Double(1 << level)
    let extent = Size(width: contentSize.width / unit, height: contentSize.height / unit)
    if restingPixels?.part.region.whole != region.whole { restingPixels = nil }
    let isNatural = extent == region.whole.size
    guard !isNatural, view.scale * unit <= TilePyramid.maxEnlargement,
      restingPixels?.part.region != region
    else {
      return wantedRegion = nil
    }
    guard wantedRegion?.region != region else { return }
    lastRequestNumber += 1
    wantedRegion = RestingRegion(
      region: region, requestNumber: lastRequestNumber, wholeSize: extent,
      pieces: tiles.entries(for: view).filter { $0.run.level == level }.map {
        RestingRegion.Piece(part: tiles.pyramid.region(of: $0.run), bitmap: $0.pixels)
      })
    onWantedRegionChange?()
  }

  /// Draws the resampled region if it was made for the current size, and removes its area from
  /// `rest`, the rectangles that remain to be drawn.
  private func drawRestingRegion(
    in canvas: Canvas, at placement: ContentPlacement, _ rest: inout [Rect]
  ) {
    guard let restingPixels, restingPixels.part.region.whole.size.isNear(placement.rect.size)
    else { return }
    let area = restingPixels.part.region.rect(in: placement.rect)
    let covered = area.snapped
    let parts = rest.compactMap { $0.intersection(covered) }
    guard !parts.isEmpty else { return }
    canvas.saved {
      canvas.clip(to: parts)
      canvas.draw(restingPixels.bitmap, in: area, filter: placement.filter, replaces: isOpaque)
    }
    rest = rest.flatMap { $0.subtracting(covered) }
  }

  /// Replaces tiles and coarse picture by the new ones, if these contain everything that is
  /// visible.
  private func adoptCompleteReplacement() {
    guard let replacement, replacement.tiles.isComplete else { return }
    tiles = replacement.tiles
    coarsePicture = replacement.whole ?? coarsePicture
    self.replacement = nil
    (restingPixels, wantedRegion) = (nil, nil)
    onChange?()
  }

  private func drawWhole(in canvas: Canvas, at placement: ContentPlacement) {
    canvas.draw(
      coarsePicture.bitmaps(at: placement), in: placement.rect,
      filter: coarsePicture.filter(at: placement),
      replaces: isOpaque)
  }

  private func draw(
    _ entry: TileCache<Bitmap>.Entry, in canvas: Canvas, at placement: ContentPlacement
  ) {
    let part = tiles.pyramid.region(of: entry.run)
    let unit = Double(1 << entry.run.level)
    // The last pixels of a level also cover an area beyond the edge of the picture.
    let source = Rect(
      x: 0, y: 0, width: min(Double(part.size.width), contentSize.width / unit - Double(part.x)),
      height: min(Double(part.size.height), contentSize.height / unit - Double(part.y)))
    let area = Rect(
      x: Double(part.x) * unit, y: Double(part.y) * unit, width: source.width * unit,
      height: source.height * unit)
    canvas.draw(
      entry.pixels, in: placement.rect(of: area, in: contentSize), source: source,
      filter: entry.run.level == 0 ? placement.filter : .bilinear, replaces: isOpaque)
  }

  /// The visible area in pixels of the picture; nil when the coarse picture is sharp enough, or
  /// nothing is visible.
  private func tileViewport(at placement: ContentPlacement) -> TileViewport? {
    guard !placement.visible.isEmpty, !contentSize.isEmpty, picture(at: placement.rect) == nil
    else { return nil }
    return TileViewport(
      visible: placement.part(at: placement.visible, of: contentSize),
      scale: scale(at: placement.rect),
      focus: placement.pointer.map {
        placement.part(at: Rect(origin: $0, size: .zero), of: contentSize).origin
      })
  }

  private func scale(at rect: Rect) -> Double { rect.width / max(1, contentSize.width) }

  private func updateTileViewport(at placement: ContentPlacement) {
    let view = tileViewport(at: placement)
    tiles.setView(view)
    replacement?.tiles.setView(view)
    currentScale = scale(at: placement.rect)
    requestTiles(at: currentScale)
  }

  private func requestTiles(at scale: Double) {
    let wanted = (replacement?.tiles ?? tiles).runsToLoad.map { tiles.pyramid.region(of: $0) }
    guard wanted != requestedRegions else { return }
    requestedRegions = wanted
    onMissingRegionsChange?(wanted, scale)
  }
}

extension ContentPlacement {
  /// The rectangle in the canvas's coordinates of `part`, a rectangle in pixels of a content of the
  /// size `natural`.
  fileprivate func rect(of part: Rect, in natural: Size) -> Rect {
    let (kx, ky) = (rect.width / natural.width, rect.height / natural.height)
    return Rect(
      x: rect.minX + part.minX * kx, y: rect.minY + part.minY * ky, width: part.width * kx,
      height: part.height * ky)
  }

  /// The part of a content of the size `natural` that lies in `area`, a rectangle in the canvas's
  /// coordinates; in pixels of the content.
  fileprivate func part(at area: Rect, of natural: Size) -> Rect {
    let (kx, ky) = (natural.width / rect.width, natural.height / rect.height)
    return Rect(
      x: (area.minX - rect.minX) * kx, y: (area.minY - rect.minY) * ky, width: area.width * kx,
      height: area.height * ky)
  }
}

extension Size {
  /// Whether the sizes differ by less than half a pixel in both directions.
  fileprivate nonisolated func isNear(_ other: Size) -> Bool {
    abs(width - other.width) < 0.5 && abs(height - other.height) < 0.5
  }
}
