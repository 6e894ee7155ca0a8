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
  }
  /// The UI scale.
  var scale = 1.0 {
    didSet { if scale != oldValue { forgetLook() } }
  }
  /// False leaves out words: the first one of a program has to wait for its fonts.
  var drawsText = true
  /// Cells that only have to be copied.
  var prepared = PreparedCells(budget: CellPainter.leastBudget)

  private var tiles: [PixelSize: Bitmap] = [:]
  private var selections: [PixelSize: Bitmap] = [:]
  private var corners: [Bitmap] = []
  private var words: [String: CachedText] = [:]
  private var lastRendering: (cell: Cell, drawsText: Bool, bitmap: Bitmap)?

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
    words = [:]
    lastRendering = nil
  }

  // MARK: Pictures

  /// Makes a cell's bitmap of a thumbnail: what is drawn at rest.
  ///
  /// - Complexity: O(pixels of the thumbnail).
  func prepare(_ whole: Bitmap, size: PixelSize) -> Bitmap {
    let part = ThumbnailCrop.part(of: whole.size, filling: size.size)
    let cell = Bitmap(size: size, isOpaque: true) { memory, stride in
      guard let base = memory.baseAddress else { return }
      let buffer = PixelBuffer(size: size, stride: stride, bytes: base)
      let canvas = Canvas(buffer)
      canvas.clear(canvas.bounds, to: GalleryLook.tile)
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

  /// A cell as it is at rest in its place, filled and whole: what a picture that flies home turns
  /// into. The ring around it is not part of it.
  ///
  /// - Returns: nil for a cell without a picture.
  func rendering(of cell: Cell) -> Bitmap? {
    guard let whole = cell.thumbnail.bitmap, !cell.rect.isEmpty else { return nil }
    var rest = cell
    let size = cell.rect.pixelSize
    rest.rect = Rect(origin: .zero, size: size.size)
    (rest.alpha, rest.opacity) = (1, 1)
    (rest.isHovered, rest.hasFocus, rest.isEmptySlot) = (false, false, false)
    if let last = lastRendering, last.drawsText == drawsText, last.cell.looks(like: rest) {
      return last.bitmap
    }
    if prepared.cell(for: whole, size: size) == nil { _ = prepare(whole, size: size) }
    let bitmap = Bitmap.drawn(size, isOpaque: true) { canvas in
      canvas.clear(canvas.bounds, to: GalleryLook.background)
      draw(rest, in: canvas)
    }
    lastRendering = (rest, drawsText, bitmap)
    return bitmap
  }

  /// Draws a cell with everything that is on it.
  func draw(_ cell: Cell, in canvas: Canvas) {
    guard !cell.rect.isEmpty, cell.alpha > 0 else { return }
    guard cell.alpha >= 1 else {
      var whole = cell
      whole.alpha = 1
      return canvas.saved {
        canvas.clip(to: cell.rect.inset(by: .all(-reach)))
        canvas.withOpacity(cell.alpha) { draw(whole, in: canvas) }
      }
    }
    defer { if cell.hasFocus { drawFocus(around: cell.rect, in: canvas) } }
    guard !cell.isEmptySlot else { return drawSlot(cell.rect, in: canvas) }
    switch cell.thumbnail {
    case .none, .loading: canvas.draw(tile(for: cell.rect), in: cell.rect)
    case .failed:
      canvas.draw(tile(for: cell.rect), in: cell.rect)
      GalleryMark.broken.draw(
        in: canvas, center: cell.rect.center, side: markSide(in: cell.rect), GalleryLook.mark)
    case .picture(let whole, _, _, _): drawPicture(whole, of: cell, in: canvas)
    }
    drawBadge(of: cell, in: canvas)
    if cell.isHovered {
      canvas.fillRounded(cell.rect, radius: radius, GalleryLook.hover)
      if !cell.isSelected { GalleryMark.drawOpenCheck(in: canvas, checkBox(in: cell.rect)) }
    }
    if cell.isSelected { canvas.draw(selection(for: cell.rect), in: cell.rect) }
  }

  private func drawPicture(_ whole: Bitmap, of cell: Cell, in canvas: Canvas) {
    if cell.opacity < 1 || !whole.isOpaque { canvas.draw(tile(for: cell.rect), in: cell.rect) }
    if let ready = prepared.cell(for: whole, size: cell.rect.pixelSize) {
      return canvas.draw(ready, in: cell.rect, alpha: cell.opacity)
    }
    let part = ThumbnailCrop.part(of: whole.size, filling: cell.rect.size)
    canvas.draw(whole, in: cell.rect, source: part, alpha: cell.opacity)
    cutCorners(of: cell.rect, in: canvas)
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

  /// Tint, line and tick of a selected cell, made once: select all, and there are a hundred.
  private func selection(for rect: Rect) -> Bitmap {
    let size = rect.pixelSize
    if let overlay = selections[size] { return overlay }
    if selections.count >= Self.mostTiles { selections = [:] }
    let overlay = Bitmap.drawn(size) { canvas in
      let area = canvas.bounds
      canvas.fillRounded(area, radius: radius, GalleryLook.selectionTint)
      canvas.strokeRounded(
        area, radius: radius, width: (GalleryLook.selectionWidth * scale).rounded(),
        GalleryLook.accent)
      GalleryMark.drawCheck(in: canvas, checkBox(in: area))
    }
    selections[size] = overlay
    return overlay
  }

  /// Where the tick of a selected cell is; a click there selects.
  func checkBox(in rect: Rect) -> Rect {
    let side = min((GalleryLook.checkSize * scale).rounded(), (rect.width / 2).rounded(.down))
    let inset = markInset(in: rect)
    return Rect(x: rect.maxX - inset - side, y: rect.minY + inset, width: side, height: side)
  }

  private func drawBadge(of cell: Cell, in canvas: Canvas) {
    let height = (GalleryLook.badgeHeight * scale).rounded()
    let inset = markInset(in: cell.rect)
    func place(_ width: Double) -> Rect? {
      guard width <= cell.rect.width - 2 * inset, 3 * height <= cell.rect.height else {
        return nil
      }
      return Rect(
        x: cell.rect.minX + inset, y: cell.rect.maxY - inset - height, width: width,
        height: height)
    }
    let round = height / 2
    switch cell.item.kind {
    case .picture where cell.thumbnail.isLive: drawBadge("LIVE", in: canvas, place)
    case .picture where !cell.thumbnail.isAnimated: break
    case .video:
      guard let box = place((height * 1.35).rounded()) else { return }
      canvas.fillRounded(box, radius: round, GalleryLook.badge)
      GalleryMark.play.draw(in: canvas, center: box.center, side: height, Chrome.text)
    case .picture, .animated: drawBadge(cell.item.badge, in: canvas, place)
    }
  }

  private func drawBadge(_ word: String, in canvas: Canvas, _ place: (Double) -> Rect?) {
    guard drawsText else { return }
    let height = (GalleryLook.badgeHeight * scale).rounded()
    let text = CachedText.layout(
      &words[word], word,
      TextStyle(size: GalleryLook.badgeText * scale, weight: .semibold), maxWidth: nil,
      flow: .line)
    guard let box = place((text.size.width + height * 0.8).rounded()) else { return }
    canvas.fillRounded(box, radius: height / 2, GalleryLook.badge)
    canvas.draw(
      text,
      at: Point(x: box.midX - text.size.width / 2, y: box.midY - text.size.height / 2),
      Chrome.text)
  }

  /// Marks move nearer to the edges of small cells.
  private func markInset(in rect: Rect) -> Double {
    min(GalleryLook.markInset * scale, rect.width * 0.06).rounded()
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
