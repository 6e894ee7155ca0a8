import Drawing
import Geometry
import Pixels
import Resampling
import Views

/// The ways in which pictures are fitted into the cells of the grid.
package enum ThumbnailFit {
  /// The cell is filled with the middle of the picture, or with the top of a very tall one.
  case fill
  /// The whole picture is visible in its own proportions, in the middle of the cell.
  case whole
}

/// The painter of grid cells: thumbnails, placeholder tiles, badges, the selection, the focus ring
/// and names.
final class CellPainter {
  /// Everything that determines the pixels of one cell.
  struct Cell {
    var item: GalleryItem
    /// The cell's rectangle in the grid's coordinates, in whole device pixels.
    var rect: Rect
    var thumbnail: GalleryThumbnail
    /// The opacity of the whole cell, 0 to 1.
    var alpha = 1.0
    /// The opacity of the picture over its placeholder tile, 0 to 1.
    var pictureOpacity = 1.0
    var isSelected = false
    var isHovered = false
    var hasFocus = false
    /// Whether only the outline of the cell is drawn, because its picture is in flight or open in
    /// the browser. Default: false.
    var isEmptySlot = false
    /// Whether the picture could be decoded only in part. Default: false.
    var isPartial = false
    /// The rating, flag and colour label of the photo. Default: none.
    var marks = PhotoMarks()
    /// The contents of the card of a folder; nil for a photo.
    var folder: Folder?
    /// Whether the cell is a picture on a folder's card, which fills ``rect`` and has no name.
    var isCoverPicture = false
  }
  /// The texts and pictures of a folder's card.
  struct Folder {
    var name: String
    /// The line of text under the name, with the number of pictures.
    var detail: String
    /// The pictures on the card with their thumbnails, at most four.
    var covers: [(item: GalleryItem, thumbnail: GalleryThumbnail)]
  }
  /// The UI scale, in device pixels per point.
  var scale = 1.0 {
    didSet { if scale != oldValue { clearCaches() } }
  }
  /// The colours of the appearance; set before each drawing. A change empties the caches.
  var palette = Chrome.palette {
    didSet { if palette != oldValue { clearCaches() } }
  }
  /// The corner radius and colours of cells that the owner of the grid chooses.
  var style = CellStyle() {
    didSet { if style != oldValue { clearCaches() } }
  }
  /// Whether a cell under the pointer shows a disc, a click on which selects it. Default: true.
  var offersSelection = true
  /// The way in which pictures are fitted into their cells. Default: `.fill`.
  var fit = ThumbnailFit.fill {
    didSet { if fit != oldValue { lastRendering = nil } }
  }
  /// The height of the name below a picture, in pixels; 0 when no names are shown. Default: 0.
  var captionHeight = 0.0 {
    didSet { if captionHeight != oldValue { lastRendering = nil } }
  }
  /// Whether texts are drawn; false while the loading of fonts is put off. Default: true.
  var drawsText = true
  /// The cache of thumbnails that are cropped and scaled, so that drawing only copies them.
  var bitmapCache = CellBitmapCache(budget: CellPainter.minBudget)

  private var placeholderTiles: [PixelSize: Bitmap] = [:]
  private var selectionRings: [PixelSize: Bitmap] = [:]
  private var cornerMasks: [Bitmap] = []
  private var badges = CellBadgePainter()
  private var nameTexts: [GalleryItem: CachedText] = [:]
  private var folderTexts = FolderCardTexts()
  private var lastRendering: (cell: Cell, drawsText: Bool, bitmap: Bitmap)?
  /// The maximum number of cached text layouts of names: those of a few screens of small cells.
  private static let maxNames = 512

  /// The minimum budget for cropped and scaled thumbnails, in bytes.
  static let minBudget = 48 << 20
  /// The maximum number of sizes for which placeholder tiles, or selection rings, are cached: a
  /// growing cell has a new size in every frame.
  private static let maxCachedSizes = 4
  /// The number of screens full of cells for whose thumbnails the cache has room.
  static let cachedScreens = 3

  /// The corner radius of a cell, in whole pixels.
  var cornerRadius: Double { (style.cornerRadius * scale).rounded() }

  /// The distance by which the focus ring may extend beyond its cell, in pixels.
  var focusRingExtent: Double {
    ((GalleryStyle.focusGap + GalleryStyle.focusRingWidth) * scale).rounded(.up) + 1
  }

  private func clearCaches() {
    bitmapCache.removeAll()
    placeholderTiles = [:]
    selectionRings = [:]
    cornerMasks = []
    badges = CellBadgePainter()
    nameTexts = [:]
    folderTexts = FolderCardTexts()
    lastRendering = nil
  }

  // MARK: Frames

  /// The minimum enlargement, to fill its cell, at which a picture is drawn as an icon instead.
  private static let minIconEnlargement = 2.0
  /// The longer side in pixels below which a thumbnail of unknown natural size is the picture
  /// itself: that of a larger picture has at least 128, the smallest size in the shared cache.
  private static let minReducedThumbnailSide = 128

  /// The rectangles of the parts of `cell`, in the grid's coordinates.
  func frames(of cell: Cell) -> CellFrames {
    if cell.isCoverPicture {
      return CellFrames(
        pictureArea: cell.rect, pictureRect: cell.rect, selectionRing: cell.rect, isIcon: false)
    }
    if cell.folder != nil {
      let cover = FolderCardLayout(in: cell.rect, covers: 0, scale: scale).coverFrame
      return CellFrames(pictureArea: cover, pictureRect: cover, selectionRing: cover, isIcon: false)
    }
    var area = cell.rect
    area.size.height = max(1, area.height - captionHeight)
    let margin = selectionInset
    let inset = cell.isSelected ? min(margin, (area.width / 8).rounded(.down)) : 0
    guard let whole = cell.thumbnail.bitmap else {
      return CellFrames(
        pictureArea: area, pictureRect: area.inset(by: .all(inset)), selectionRing: area,
        isIcon: false)
    }
    if let icon = iconSize(whole, cell.thumbnail.naturalSize, in: area.size) {
      let target = Rect(center: area.center, size: icon).snapped
      let around = target.inset(by: .all(-margin))
      return CellFrames(
        pictureArea: fit == .fill ? area : target, pictureRect: target,
        selectionRing: fit == .fill ? area : around,
        isIcon: true)
    }
    var frame = area
    if fit == .whole {
      let picture = (cell.thumbnail.naturalSize ?? whole.size).size
      frame = ContentFit.fit.rect(content: picture, in: area).snapped
    }
    return CellFrames(
      pictureArea: frame, pictureRect: frame.inset(by: .all(inset)), selectionRing: frame,
      isIcon: false)
  }

  /// The size in pixels at which a small picture is drawn as an icon in `area`; nil for a larger
  /// picture, for one whose thumbnail is larger than its natural size, and for one of unknown size
  /// whose thumbnail has ``minReducedThumbnailSide`` pixels or more.
  ///
  /// - Parameters:
  ///   - whole: The uncropped thumbnail.
  ///   - natural: The natural size of the picture; nil when unknown.
  private func iconSize(_ whole: Bitmap, _ natural: PixelSize?, in area: Size) -> Size? {
    let size = natural ?? whole.size
    let side = max(size.width, size.height)
    guard max(whole.size.width, whole.size.height) <= side,
      natural != nil || side < Self.minReducedThumbnailSide
    else { return nil }
    let factor = max(1, scale.rounded(.down))
    guard Double(side) * factor * Self.minIconEnlargement <= min(area.width, area.height) else {
      return nil
    }
    return size.size * factor
  }

  // MARK: Pictures

  /// Makes the bitmap of a cell, and caches it: the thumbnail cropped and scaled to `size`, with
  /// rounded corners on the colour behind the cells.
  ///
  /// - Parameters:
  ///   - whole: The uncropped thumbnail.
  ///   - isPartial: Whether the picture is incomplete: the placeholder tile, not the checkerboard,
  ///     is visible where pixels are missing. Default: false.
  /// - Complexity: O(pixels of the thumbnail).
  func makeCellBitmap(of whole: Bitmap, size: PixelSize, isPartial: Bool = false) -> Bitmap {
    let part = ThumbnailCrop.part(of: whole.size, filling: size.size)
    let cell = Bitmap(size: size, isOpaque: true) { memory, stride in
      guard let base = memory.baseAddress else { return }
      let buffer = PixelBuffer(size: size, stride: stride, bytes: base)
      let canvas = Canvas(buffer)
      canvas.clear(canvas.bounds, to: style.tile)
      if !whole.isOpaque, !isPartial {
        GalleryStyle.drawCheckerboard(in: canvas, canvas.bounds, scale: scale)
      }
      // The resampler only scales down; the canvas draws enlarged pixels as squares.
      if part.width < canvas.bounds.width || part.height < canvas.bounds.height {
        canvas.draw(whole, in: canvas.bounds, source: part)
      } else {
        canvas.draw(Resampler.scale(whole, region: part, to: size), in: canvas.bounds)
      }
      roundCorners(of: canvas.bounds, in: canvas)
    }
    bitmapCache.insert(cell, for: whole, size: size)
    return cell
  }

  /// The pixels of a cell at rest, without highlight and focus ring: a picture that flies back to
  /// the grid ends on exactly these pixels.
  ///
  /// - Returns: Nil for a cell without a picture or with an empty rectangle.
  func rendering(of cell: Cell) -> Bitmap? {
    guard cell.thumbnail.bitmap != nil, !cell.rect.isEmpty else { return nil }
    var rest = cell
    rest.rect = Rect(origin: .zero, size: cell.rect.roundedPixelSize.size)
    (rest.alpha, rest.pictureOpacity) = (1, 1)
    (rest.isHovered, rest.hasFocus, rest.isEmptySlot) = (false, false, false)
    if let last = lastRendering, last.drawsText == drawsText, last.cell.looks(like: rest) {
      return last.bitmap
    }
    prepareBitmap(of: rest)
    let frame = frames(of: rest).pictureArea
    let bitmap = Bitmap.drawn(frame.roundedPixelSize, isOpaque: true) { canvas in
      canvas.clear(canvas.bounds, to: style.background)
      canvas.translate(Point.zero - frame.origin)
      draw(rest, in: canvas)
    }
    lastRendering = (rest, drawsText, bitmap)
    return bitmap
  }

  /// The size of the bitmap that ``prepareBitmap(of:)`` would make for a cell; nil when that is
  /// cached, or the cell needs none.
  func missingBitmapSize(of cell: Cell) -> PixelSize? {
    let frames = frames(of: cell)
    let size = frames.pictureRect.roundedPixelSize
    guard let whole = cell.thumbnail.bitmap, !frames.isIcon, !size.isEmpty,
      bitmapCache.bitmap(for: whole, size: size) == nil
    else { return nil }
    return size
  }

  /// The cells of the pictures drawn for a cell: the cell itself, or those on a folder's card.
  func pictureCells(of cell: Cell) -> [Cell] {
    guard let folder = cell.folder else { return [cell] }
    let layout = FolderCardLayout(in: cell.rect, covers: folder.covers.count, scale: scale)
    return zip(folder.covers, layout.pictureFrames).map { cover, tile in
      Cell(item: cover.item, rect: tile, thumbnail: cover.thumbnail, isCoverPicture: true)
    }
  }

  /// Makes and caches the cropped and scaled bitmap of a cell's picture, if it is not cached.
  func prepareBitmap(of cell: Cell) {
    if let whole = cell.thumbnail.bitmap, let size = missingBitmapSize(of: cell) {
      _ = makeCellBitmap(of: whole, size: size, isPartial: cell.isPartial)
    }
  }

  /// The size, in pixels, of the rectangle in which a cell shows its picture.
  func pictureSize(of cell: Cell) -> Size { frames(of: cell).pictureRect.size }

  /// Draws a cell with its badges, selection, focus ring and name.
  func draw(_ cell: Cell, in canvas: Canvas) {
    guard !cell.rect.isEmpty, cell.alpha > 0 else { return }
    guard cell.alpha >= 1 else { return drawFading(cell, in: canvas) }
    if let folder = cell.folder { return draw(folder, of: cell, in: canvas) }
    let frames = frames(of: cell)
    defer {
      if cell.hasFocus {
        drawFocusRing(
          around: cell.isSelected ? frames.selectionRing : frames.pictureArea, in: canvas)
      }
      drawName(of: cell, in: canvas)
    }
    guard !cell.isEmptySlot else { return drawEmptySlot(frames.pictureArea, in: canvas) }
    drawContent(of: cell, frames, in: canvas)
    if cell.marks.flag == .reject {
      canvas.fillRounded(frames.pictureRect, radius: cornerRadius, GalleryStyle.rejectedShade)
    }
    badges.draw(for: cell, in: frames.pictureRect, canvas, scale: scale, drawsText: drawsText)
    CellBadgePainter.draw(cell.marks, in: frames.pictureRect, canvas, scale: scale)
    if cell.isHovered, !cell.isSelected {
      canvas.fillRounded(frames.pictureArea, radius: cornerRadius, GalleryStyle.hoverHighlight)
      if offersSelection { GalleryIcon.drawEmptyTick(in: canvas, tickRect(of: cell)) }
    }
    if cell.isPartial {
      CellBadgePainter.drawPartialSign(on: frames.pictureArea, in: canvas, scale: scale)
    }
    if cell.isSelected { drawSelection(of: cell, frames, in: canvas) }
  }

  /// Draws a folder's card: its pictures, its name, and the line of text under it.
  private func draw(_ folder: Folder, of cell: Cell, in canvas: Canvas) {
    let layout = FolderCardLayout(in: cell.rect, covers: folder.covers.count, scale: scale)
    let pictures = pictureCells(of: cell)
    for (index, tile) in layout.pictureFrames.enumerated() {
      guard index < pictures.count else {
        canvas.draw(self.placeholderTile(for: tile), in: tile)
        continue
      }
      drawContent(of: pictures[index], frames(of: pictures[index]), in: canvas)
    }
    if cell.isHovered {
      canvas.fillRounded(layout.coverFrame, radius: cornerRadius, GalleryStyle.hoverHighlight)
    }
    if cell.hasFocus { drawFocusRing(around: layout.coverFrame, in: canvas) }
    guard drawsText else { return }
    folderTexts.draw(folder, of: cell.item, in: layout, canvas, scale: scale)
  }

  /// Draws a cell with an opacity below 1. A plain picture that is already scaled is blended
  /// directly, instead of drawing the cell into an offscreen group, because many cells may fade at
  /// once.
  private func drawFading(_ cell: Cell, in canvas: Canvas) {
    var whole = cell
    whole.alpha = 1
    let isPlain = !cell.isSelected && !cell.isHovered && !cell.hasFocus && captionHeight == 0
    if isPlain, cell.pictureOpacity >= 1, !cell.isEmptySlot, let bitmap = cell.thumbnail.bitmap {
      let target = frames(of: cell).pictureRect
      if let ready = bitmapCache.bitmap(for: bitmap, size: target.roundedPixelSize) {
        return canvas.draw(ready, in: target, alpha: cell.alpha)
      }
    }
    canvas.saved {
      canvas.clip(to: cell.rect.inset(by: .all(-focusRingExtent)))
      canvas.withOpacity(cell.alpha) { draw(whole, in: canvas) }
    }
  }

  private func drawContent(of cell: Cell, _ frames: CellFrames, in canvas: Canvas) {
    switch cell.thumbnail {
    case .none, .loading:
      canvas.draw(placeholderTile(for: frames.pictureRect), in: frames.pictureRect)
    case .failed:
      canvas.draw(placeholderTile(for: frames.pictureRect), in: frames.pictureRect)
      GalleryIcon.broken.draw(
        in: canvas, center: frames.pictureRect.center,
        side: failureIconSide(in: frames.pictureRect),
        GalleryStyle.failureIconColor)
    case .picture(let whole, _, _, _): drawPicture(whole, of: cell, frames, in: canvas)
    }
  }

  private func drawPicture(
    _ whole: Bitmap, of cell: Cell, _ frames: CellFrames, in canvas: Canvas
  ) {
    let target = frames.pictureRect
    guard !frames.isIcon else { return drawIcon(whole, of: cell, frames, in: canvas) }
    if cell.pictureOpacity < 1 {
      var pending = cell
      pending.thumbnail = .loading
      let tileFrame = self.frames(of: pending).pictureRect
      canvas.draw(
        placeholderTile(for: tileFrame), in: tileFrame,
        alpha: fit == .fill ? 1 : 1 - cell.pictureOpacity)
    }
    if let ready = bitmapCache.bitmap(for: whole, size: target.roundedPixelSize) {
      return canvas.draw(ready, in: target, alpha: cell.pictureOpacity)
    }
    if cell.isPartial {
      canvas.draw(placeholderTile(for: target), in: target, alpha: cell.pictureOpacity)
    } else if !whole.isOpaque {
      canvas.withOpacity(cell.pictureOpacity) {
        GalleryStyle.drawCheckerboard(in: canvas, target, scale: scale)
      }
    }
    let part = ThumbnailCrop.part(of: whole.size, filling: target.size)
    canvas.draw(whole, in: target, source: part, alpha: cell.pictureOpacity)
    roundCorners(of: target, in: canvas)
  }

  /// Draws a small picture at an integer scale without smoothing; with ``fit`` `.fill`, on a tile.
  private func drawIcon(_ whole: Bitmap, of cell: Cell, _ frames: CellFrames, in canvas: Canvas) {
    if fit == .fill {
      let tileFrame =
        cell.isSelected ? frames.selectionRing.inset(by: .all(selectionInset)) : frames.pictureArea
      canvas.draw(placeholderTile(for: tileFrame), in: tileFrame)
    }
    canvas.withOpacity(cell.pictureOpacity) {
      if !whole.isOpaque {
        GalleryStyle.drawCheckerboard(in: canvas, frames.pictureRect, scale: scale)
      }
      canvas.draw(whole, in: frames.pictureRect, filter: .nearest)
    }
  }

  private var selectionInset: Double {
    ((GalleryStyle.selectionWidth + GalleryStyle.selectionGap) * scale).rounded()
  }

  /// Rounds the corners of a picture drawn in `rect` by covering them: four small copies cost less
  /// than a rounded clip. A rectangle smaller than two corners stays as it is.
  private func roundCorners(of rect: Rect, in canvas: Canvas) {
    let side = cornerRadius
    guard side >= 1, rect.width >= 2 * side, rect.height >= 2 * side else { return }
    if cornerMasks.isEmpty { cornerMasks = Self.makeCornerMasks(radius: side, style.background) }
    for (index, corner) in cornerMasks.enumerated() {
      let x = index.isMultiple(of: 2) ? rect.minX : rect.maxX - side
      let y = index < 2 ? rect.minY : rect.maxY - side
      canvas.draw(corner, in: Rect(x: x, y: y, width: side, height: side))
    }
  }

  /// The bitmaps of the areas outside four round corners, in the background colour: top left, top
  /// right, bottom left, bottom right.
  private static func makeCornerMasks(radius: Double, _ background: Color) -> [Bitmap] {
    (0..<4).map { index in
      let round = Rect(
        x: index.isMultiple(of: 2) ? 0 : -radius, y: index < 2 ? 0 : -radius, width: 2 * radius,
        height: 2 * radius)
      return Bitmap.drawn(PixelSize(width: Int(radius), height: Int(radius))) { canvas in
        canvas.clear(canvas.bounds, to: background)
        canvas.clip(toRounded: round, radius: radius)
        canvas.clear(canvas.bounds)
      }
    }
  }

  private func placeholderTile(for rect: Rect) -> Bitmap {
    let size = rect.roundedPixelSize
    if let tile = placeholderTiles[size] { return tile }
    if placeholderTiles.count >= Self.maxCachedSizes { placeholderTiles = [:] }
    let tile = Bitmap.drawn(size, isOpaque: true) { canvas in
      canvas.clear(canvas.bounds, to: style.tile)
      roundCorners(of: canvas.bounds, in: canvas)
    }
    placeholderTiles[size] = tile
    return tile
  }

  // MARK: Marks

  private func drawEmptySlot(_ rect: Rect, in canvas: Canvas) {
    canvas.strokeRounded(
      rect, radius: cornerRadius, width: max(1, scale.rounded()), GalleryStyle.slotLine)
  }

  private func drawFocusRing(around rect: Rect, in canvas: Canvas) {
    let width = (GalleryStyle.focusRingWidth * scale).rounded()
    let gap = (GalleryStyle.focusGap * scale).rounded()
    canvas.strokeRounded(
      rect.inset(by: .all(-gap - width)), radius: cornerRadius + gap + width, width: width,
      GalleryStyle.accent)
  }

  /// Draws the selection ring and the tick disc of a cell. Only the disc covers the picture.
  private func drawSelection(of cell: Cell, _ frames: CellFrames, in canvas: Canvas) {
    canvas.draw(selectionRing(for: frames.selectionRing), in: frames.selectionRing)
    GalleryIcon.drawTick(in: canvas, tickRect(of: cell))
  }

  /// The cached bitmap of a selection ring with the size of `rect`: after Select All a hundred
  /// cells may show one.
  private func selectionRing(for rect: Rect) -> Bitmap {
    let size = rect.roundedPixelSize
    if let overlay = selectionRings[size] { return overlay }
    if selectionRings.count >= Self.maxCachedSizes { selectionRings = [:] }
    let overlay = Bitmap.drawn(size) { canvas in
      canvas.strokeRounded(
        canvas.bounds, radius: cornerRadius + selectionInset / 2,
        width: (GalleryStyle.selectionWidth * scale).rounded(), GalleryStyle.accent)
    }
    selectionRings[size] = overlay
    return overlay
  }

  /// The rectangle of a cell's disc, in the grid's coordinates; a click on it selects the cell.
  func tickRect(of cell: Cell) -> Rect {
    let rect = frames(of: cell).pictureArea
    let side = min((GalleryStyle.tickDiameter * scale).rounded(), (rect.width / 2).rounded(.down))
    let inset = CellBadgePainter.badgeInset(in: rect, scale: scale)
    return Rect(x: rect.maxX - inset - side, y: rect.minY + inset, width: side, height: side)
  }

  private func drawName(of cell: Cell, in canvas: Canvas) {
    guard captionHeight > 0, drawsText else { return }
    if nameTexts.count > Self.maxNames { nameTexts = [:] }
    let text = CachedText.layout(
      &nameTexts[cell.item], DisplayText.name(cell.item.name),
      TextStyle(size: GalleryStyle.secondaryTextSize * scale), maxWidth: max(1, cell.rect.width),
      flow: .ellipsisInMiddle)
    let top = cell.rect.maxY - captionHeight
    canvas.draw(
      text,
      at: Point(
        x: (cell.rect.midX - text.size.width / 2).rounded(),
        y: (top + (captionHeight - text.size.height) / 2).rounded()),
      cell.isSelected || cell.hasFocus ? Chrome.text : Chrome.secondaryText)
  }

  private func failureIconSide(in rect: Rect) -> Double {
    min(GalleryStyle.failureIconSide * scale, rect.width / 2)
  }
}
