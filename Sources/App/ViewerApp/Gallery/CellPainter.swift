import Drawing
import Geometry
import Pixels
import Resampling
import Views

/// Draws cells: pictures, tiles in their place, and what is said about them.
final class CellPainter {
  /// What is to be seen of one cell.
  struct Cell {
    var item: GalleryItem
    /// Where, in whole pixels.
    var rect: Rect
    var thumbnail: GalleryThumbnail
    /// How opaque all of it is, 0 to 1.
    var alpha = 1.0
    /// How much of the picture has come through its tile, 0 to 1.
    var opacity = 1.0
    var isSelected = false
    var isHovered = false
    var hasFocus = false
    /// True when its picture is elsewhere: flying, or being looked at.
    var isEmptySlot = false
    /// True when only a part of its picture could be read.
    var isPartial = false
    /// The contents of a folder's card; nil for a photo.
    var folder: Folder?
    /// True for one of the pictures on a folder's card: it fills its rectangle, without a name.
    var isOnCard = false
  }
  /// The contents of a folder's card.
  struct Folder {
    var name: String
    /// The words under the name.
    var detail: String
    /// The pictures of the cover.
    var covers: [(item: GalleryItem, thumbnail: GalleryThumbnail)]
  }
  /// A way to fit pictures into their cells.
  enum Fit {
    /// The middle of a picture fills the cell.
    case fill
    /// The whole picture is seen, with its own proportions.
    case whole
  }
  /// The UI scale.
  var scale = 1.0 {
    didSet { if scale != oldValue { forgetLook() } }
  }
  /// The way pictures are fitted into their cells. Default: they fill them.
  var fit = Fit.fill {
    didSet { if fit != oldValue { lastRendering = nil } }
  }
  /// The height below a picture for its name, in pixels; 0 without names.
  var captionHeight = 0.0 {
    didSet { if captionHeight != oldValue { lastRendering = nil } }
  }
  /// False leaves out words: the first one of a program has to wait for its fonts.
  var drawsText = true
  /// Cells that only have to be copied.
  var prepared = PreparedCells(budget: CellPainter.leastBudget)

  private var tiles: [PixelSize: Bitmap] = [:]
  private var selections: [PixelSize: Bitmap] = [:]
  private var corners: [Bitmap] = []
  private var badges = CellBadges()
  private var names: [GalleryItem: CachedText] = [:]
  private var folderTexts = FolderCardTexts()
  private var lastRendering: (cell: Cell, drawsText: Bool, bitmap: Bitmap)?
  /// More shaped names than this are not kept: some screens of small cells.
  private static let maxNames = 512

  /// What prepared cells may always cost, in bytes.
  static let leastBudget = 48 << 20
  /// More tiles of different sizes than this are not kept: a growing cell has one in every frame.
  private static let mostTiles = 4
  /// Prepared cells of so many screens are kept.
  static let screens = 3

  /// Corners of a cell, in pixels.
  var radius: Double { (GalleryLook.radius * scale).rounded() }

  /// How far what is drawn of a cell reaches beyond it.
  var reach: Double { ((GalleryLook.focusGap + GalleryLook.focusWidth) * scale).rounded(.up) + 1 }

  private func forgetLook() {
    prepared.removeAll()
    tiles = [:]
    selections = [:]
    corners = []
    badges = CellBadges()
    names = [:]
    folderTexts = FolderCardTexts()
    lastRendering = nil
  }

  // MARK: Places

  /// The rectangles of a cell's parts, in the grid's points.
  struct Places {
    /// The rectangle of the picture or its tile, from which and to which a picture flies.
    var frame: Rect
    /// The rectangle in which the picture is drawn; smaller than `frame` in a selected cell.
    var target: Rect
    /// The ring of a selected cell.
    var ring: Rect
    /// True for an icon, which is drawn at its own size on a tile.
    var isIcon: Bool
  }

  /// An icon is shown at its own size when its cell would enlarge it by more than this.
  private static let maxEnlargement = 2.0
  /// A thumbnail smaller than this is the picture itself: the smallest of the shared cache is 128.
  private static let iconSide = 128

  /// The rectangles of the parts of `cell`.
  func places(of cell: Cell) -> Places {
    if cell.isOnCard {
      return Places(frame: cell.rect, target: cell.rect, ring: cell.rect, isIcon: false)
    }
    if cell.folder != nil {
      let cover = FolderCardLayout(in: cell.rect, covers: 0, scale: scale).cover
      return Places(frame: cover, target: cover, ring: cover, isIcon: false)
    }
    var area = cell.rect
    area.size.height = max(1, area.height - captionHeight)
    let margin = selectionInset
    let inset = cell.isSelected ? min(margin, (area.width / 8).rounded(.down)) : 0
    guard let whole = cell.thumbnail.bitmap else {
      return Places(
        frame: area, target: area.inset(by: .all(inset)), ring: area, isIcon: false)
    }
    if let icon = iconSize(whole, cell.thumbnail.naturalSize, in: area.size) {
      let target = Rect(center: area.center, size: icon).snapped
      let around = target.inset(by: .all(-margin))
      return Places(
        frame: fit == .fill ? area : target, target: target, ring: fit == .fill ? area : around,
        isIcon: true)
    }
    var frame = area
    if fit == .whole {
      let picture = (cell.thumbnail.naturalSize ?? whole.size).size
      frame = ContentFit.fit.rect(content: picture, in: area).snapped
    }
    return Places(
      frame: frame, target: frame.inset(by: .all(inset)), ring: frame, isIcon: false)
  }

  /// The size at which an icon is shown; nil for any other picture.
  private func iconSize(_ whole: Bitmap, _ natural: PixelSize?, in area: Size) -> Size? {
    let size = natural ?? whole.size
    let side = max(size.width, size.height)
    guard max(whole.size.width, whole.size.height) <= side, natural != nil || side < Self.iconSide
    else { return nil }
    let factor = max(1, scale.rounded(.down))
    guard Double(side) * factor * Self.maxEnlargement <= min(area.width, area.height) else {
      return nil
    }
    return size.size * factor
  }

  // MARK: Pictures

  /// Makes a cell's bitmap of a thumbnail: what is drawn at rest.
  ///
  /// - Parameter isPartial: true for a picture whose missing part is left empty, not transparent.
  /// - Complexity: O(pixels of the thumbnail).
  func prepare(_ whole: Bitmap, size: PixelSize, isPartial: Bool = false) -> Bitmap {
    let part = ThumbnailCrop.part(of: whole.size, filling: size.size)
    let cell = Bitmap(size: size, isOpaque: true) { memory, stride in
      guard let base = memory.baseAddress else { return }
      let buffer = PixelBuffer(size: size, stride: stride, bytes: base)
      let canvas = Canvas(buffer)
      canvas.clear(canvas.bounds, to: GalleryLook.tile)
      if !whole.isOpaque, !isPartial {
        GalleryLook.drawSquares(in: canvas, canvas.bounds, scale: scale)
      }
      // The resampler makes smaller; what it enlarges shows its pixels as squares.
      if part.width < canvas.bounds.width || part.height < canvas.bounds.height {
        canvas.draw(whole, in: canvas.bounds, source: part)
      } else {
        canvas.draw(Resampler.scale(whole, region: part, to: size), in: canvas.bounds)
      }
      cutCorners(of: canvas.bounds, in: canvas)
    }
    prepared.insert(cell, for: whole, size: size)
    return cell
  }

  /// The frame of a cell as it is at rest: the pixels that a picture that flies home turns into. The
  /// ring of the focus is not part of it.
  ///
  /// - Returns: nil for a cell without a picture.
  func rendering(of cell: Cell) -> Bitmap? {
    guard cell.thumbnail.bitmap != nil, !cell.rect.isEmpty else { return nil }
    var rest = cell
    rest.rect = Rect(origin: .zero, size: cell.rect.pixelSize.size)
    (rest.alpha, rest.opacity) = (1, 1)
    (rest.isHovered, rest.hasFocus, rest.isEmptySlot) = (false, false, false)
    if let last = lastRendering, last.drawsText == drawsText, last.cell.looks(like: rest) {
      return last.bitmap
    }
    prepare(rest)
    let frame = places(of: rest).frame
    let bitmap = Bitmap.drawn(frame.pixelSize, isOpaque: true) { canvas in
      canvas.clear(canvas.bounds, to: GalleryLook.background)
      canvas.translate(Point.zero - frame.origin)
      draw(rest, in: canvas)
    }
    lastRendering = (rest, drawsText, bitmap)
    return bitmap
  }

  /// The pixels that `prepare(_:)` would make for a cell; nil when there is nothing to make.
  func unprepared(_ cell: Cell) -> PixelSize? {
    let places = places(of: cell)
    let size = places.target.pixelSize
    guard let whole = cell.thumbnail.bitmap, !places.isIcon, !size.isEmpty,
      prepared.cell(for: whole, size: size) == nil
    else { return nil }
    return size
  }

  /// The pictures that a cell shows: itself, or those of a folder's cover.
  func pictures(of cell: Cell) -> [Cell] {
    guard let folder = cell.folder else { return [cell] }
    let layout = FolderCardLayout(in: cell.rect, covers: folder.covers.count, scale: scale)
    return zip(folder.covers, layout.tiles).map { cover, tile in
      Cell(item: cover.item, rect: tile, thumbnail: cover.thumbnail, isOnCard: true)
    }
  }

  /// Makes the bitmap of a cell's picture if there is none.
  func prepare(_ cell: Cell) {
    if let whole = cell.thumbnail.bitmap, let size = unprepared(cell) {
      _ = prepare(whole, size: size, isPartial: cell.isPartial)
    }
  }

  /// The size at which a cell shows its picture.
  func shownSize(of cell: Cell) -> Size { places(of: cell).target.size }

  /// Draws a cell with everything that is on it.
  func draw(_ cell: Cell, in canvas: Canvas) {
    guard !cell.rect.isEmpty, cell.alpha > 0 else { return }
    guard cell.alpha >= 1 else { return drawFading(cell, in: canvas) }
    if let folder = cell.folder { return draw(folder, of: cell, in: canvas) }
    let places = places(of: cell)
    defer {
      if cell.hasFocus {
        drawFocus(around: cell.isSelected ? places.ring : places.frame, in: canvas)
      }
      drawName(of: cell, in: canvas)
    }
    guard !cell.isEmptySlot else { return drawSlot(places.frame, in: canvas) }
    drawContent(of: cell, places, in: canvas)
    badges.draw(for: cell, in: places.target, canvas, scale: scale, drawsText: drawsText)
    if cell.isHovered, !cell.isSelected {
      canvas.fillRounded(places.frame, radius: radius, GalleryLook.hover)
      GalleryMark.drawOpenCheck(in: canvas, checkBox(of: cell))
    }
    if cell.isPartial { CellBadges.drawPartialMark(on: places.frame, in: canvas, scale: scale) }
    if cell.isSelected { drawSelection(of: cell, places, in: canvas) }
  }

  /// Draws a folder's card: its cover, its name, and the number of its pictures.
  private func draw(_ folder: Folder, of cell: Cell, in canvas: Canvas) {
    let layout = FolderCardLayout(in: cell.rect, covers: folder.covers.count, scale: scale)
    let pictures = pictures(of: cell)
    for (index, tile) in layout.tiles.enumerated() {
      guard index < pictures.count else {
        canvas.draw(self.tile(for: tile), in: tile)
        continue
      }
      drawContent(of: pictures[index], places(of: pictures[index]), in: canvas)
    }
    if cell.isHovered { canvas.fillRounded(layout.cover, radius: radius, GalleryLook.hover) }
    if cell.hasFocus { drawFocus(around: layout.cover, in: canvas) }
    guard drawsText else { return }
    folderTexts.draw(folder, of: cell.item, in: layout, canvas, scale: scale)
  }

  /// Draws a cell that comes or goes. A plain picture needs no group, and there may be many.
  private func drawFading(_ cell: Cell, in canvas: Canvas) {
    var whole = cell
    whole.alpha = 1
    let isPlain = !cell.isSelected && !cell.isHovered && !cell.hasFocus && captionHeight == 0
    if isPlain, cell.opacity >= 1, !cell.isEmptySlot, let bitmap = cell.thumbnail.bitmap {
      let target = places(of: cell).target
      if let ready = prepared.cell(for: bitmap, size: target.pixelSize) {
        return canvas.draw(ready, in: target, alpha: cell.alpha)
      }
    }
    canvas.saved {
      canvas.clip(to: cell.rect.inset(by: .all(-reach)))
      canvas.withOpacity(cell.alpha) { draw(whole, in: canvas) }
    }
  }

  private func drawContent(of cell: Cell, _ places: Places, in canvas: Canvas) {
    switch cell.thumbnail {
    case .none, .loading: canvas.draw(tile(for: places.target), in: places.target)
    case .failed:
      canvas.draw(tile(for: places.target), in: places.target)
      GalleryMark.broken.draw(
        in: canvas, center: places.target.center, side: markSide(in: places.target),
        GalleryLook.mark)
    case .picture(let whole, _, _, _): drawPicture(whole, of: cell, places, in: canvas)
    }
  }

  private func drawPicture(
    _ whole: Bitmap, of cell: Cell, _ places: Places, in canvas: Canvas
  ) {
    let target = places.target
    guard !places.isIcon else { return drawIcon(whole, of: cell, places, in: canvas) }
    if cell.opacity < 1 {
      var pending = cell
      pending.thumbnail = .loading
      let tilePlace = self.places(of: pending).target
      canvas.draw(tile(for: tilePlace), in: tilePlace, alpha: fit == .fill ? 1 : 1 - cell.opacity)
    }
    if let ready = prepared.cell(for: whole, size: target.pixelSize) {
      return canvas.draw(ready, in: target, alpha: cell.opacity)
    }
    if cell.isPartial {
      canvas.draw(tile(for: target), in: target, alpha: cell.opacity)
    } else if !whole.isOpaque {
      canvas.withOpacity(cell.opacity) {
        GalleryLook.drawSquares(in: canvas, target, scale: scale)
      }
    }
    let part = ThumbnailCrop.part(of: whole.size, filling: target.size)
    canvas.draw(whole, in: target, source: part, alpha: cell.opacity)
    cutCorners(of: target, in: canvas)
  }

  /// Draws an icon at its own size, its pixels as squares, on a tile.
  private func drawIcon(_ whole: Bitmap, of cell: Cell, _ places: Places, in canvas: Canvas) {
    if fit == .fill {
      let ground = cell.isSelected ? places.ring.inset(by: .all(selectionInset)) : places.frame
      canvas.draw(tile(for: ground), in: ground)
    }
    canvas.withOpacity(cell.opacity) {
      if !whole.isOpaque { GalleryLook.drawSquares(in: canvas, places.target, scale: scale) }
      canvas.draw(whole, in: places.target, filter: .nearest)
    }
  }

  private var selectionInset: Double {
    ((GalleryLook.selectionWidth + GalleryLook.selectionGap) * scale).rounded()
  }

  /// Rounds what was drawn: four small copies cost less than a rounded clip.
  private func cutCorners(of rect: Rect, in canvas: Canvas) {
    let side = radius
    guard side >= 1, rect.width >= 2 * side, rect.height >= 2 * side else { return }
    if corners.isEmpty { corners = Self.makeCorners(radius: side) }
    for (index, corner) in corners.enumerated() {
      let x = index.isMultiple(of: 2) ? rect.minX : rect.maxX - side
      let y = index < 2 ? rect.minY : rect.maxY - side
      canvas.draw(corner, in: Rect(x: x, y: y, width: side, height: side))
    }
  }

  /// What lies outside the round corners, in the background's colour: from the top left one, row by
  /// row.
  private static func makeCorners(radius: Double) -> [Bitmap] {
    (0..<4).map { index in
      let round = Rect(
        x: index.isMultiple(of: 2) ? 0 : -radius, y: index < 2 ? 0 : -radius, width: 2 * radius,
        height: 2 * radius)
      return Bitmap.drawn(PixelSize(width: Int(radius), height: Int(radius))) { canvas in
        canvas.clear(canvas.bounds, to: GalleryLook.background)
        canvas.clip(toRounded: round, radius: radius)
        canvas.clear(canvas.bounds)
      }
    }
  }

  private func tile(for rect: Rect) -> Bitmap {
    let size = rect.pixelSize
    if let tile = tiles[size] { return tile }
    if tiles.count >= Self.mostTiles { tiles = [:] }
    let tile = Bitmap.drawn(size, isOpaque: true) { canvas in
      canvas.clear(canvas.bounds, to: GalleryLook.tile)
      cutCorners(of: canvas.bounds, in: canvas)
    }
    tiles[size] = tile
    return tile
  }

  // MARK: Marks

  private func drawSlot(_ rect: Rect, in canvas: Canvas) {
    canvas.strokeRounded(
      rect, radius: radius, width: max(1, scale.rounded()), GalleryLook.slotLine)
  }

  private func drawFocus(around rect: Rect, in canvas: Canvas) {
    let width = (GalleryLook.focusWidth * scale).rounded()
    let gap = (GalleryLook.focusGap * scale).rounded()
    canvas.strokeRounded(
      rect.inset(by: .all(-gap - width)), radius: radius + gap + width, width: width,
      GalleryLook.accent)
  }

  /// Draws the ring and the tick of a selected cell: nothing lies on the picture but the tick.
  private func drawSelection(of cell: Cell, _ places: Places, in canvas: Canvas) {
    canvas.draw(ring(for: places.ring), in: places.ring)
    GalleryMark.drawCheck(in: canvas, checkBox(of: cell))
  }

  /// The ring of a selected cell, made once: select all, and there are a hundred.
  private func ring(for rect: Rect) -> Bitmap {
    let size = rect.pixelSize
    if let overlay = selections[size] { return overlay }
    if selections.count >= Self.mostTiles { selections = [:] }
    let overlay = Bitmap.drawn(size) { canvas in
      canvas.strokeRounded(
        canvas.bounds, radius: radius + selectionInset / 2,
        width: (GalleryLook.selectionWidth * scale).rounded(), GalleryLook.accent)
    }
    selections[size] = overlay
    return overlay
  }

  /// Where the tick of a selected cell is; a click there selects.
  func checkBox(of cell: Cell) -> Rect {
    let rect = places(of: cell).frame
    let side = min((GalleryLook.checkSize * scale).rounded(), (rect.width / 2).rounded(.down))
    let inset = CellBadges.inset(in: rect, scale: scale)
    return Rect(x: rect.maxX - inset - side, y: rect.minY + inset, width: side, height: side)
  }

  /// Draws the name below a picture.
  private func drawName(of cell: Cell, in canvas: Canvas) {
    guard captionHeight > 0, drawsText else { return }
    if names.count > Self.maxNames { names = [:] }
    let text = CachedText.layout(
      &names[cell.item], DisplayText.name(cell.item.name),
      TextStyle(size: GalleryLook.smallText * scale), maxWidth: max(1, cell.rect.width),
      flow: .ellipsisInMiddle)
    let top = cell.rect.maxY - captionHeight
    canvas.draw(
      text,
      at: Point(
        x: (cell.rect.midX - text.size.width / 2).rounded(),
        y: (top + (captionHeight - text.size.height) / 2).rounded()),
      cell.isSelected || cell.hasFocus ? Chrome.text : Chrome.dimText)
  }

  private func markSide(in rect: Rect) -> Double {
    min(GalleryLook.markSize * scale, rect.width / 2)
  }
}

extension Rect {
  /// Its extents as whole pixels.
  nonisolated var pixelSize: PixelSize {
    PixelSize(width: Int(width.rounded()), height: Int(height.rounded()))
  }
}
