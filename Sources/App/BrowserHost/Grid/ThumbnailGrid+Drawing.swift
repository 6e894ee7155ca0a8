import Drawing
import GalleryCore
import Geometry
import PhotoBrowser
import Pixels
import Resampling
import Transitions
import Views

extension ThumbnailGrid {
  /// The measures and colours of marks on and beside the pictures. Lengths are in points.
  private enum Mark {
    /// The colour of a cell without a picture.
    static let tile = Color(white: 1, alpha: 0.06)
    static let hover = Color(white: 1, alpha: 0.08)
    static let slotLine = Color(white: 1, alpha: 0.10)
    /// The gap between a cell and its focus ring.
    static let focusGap = 1.5
    /// The diameter of the play badge.
    ///
    /// - Source: Lantern; 50, in the middle.
    static let play = 44.0
    static let live = 24.0
    static let failure = 26.0
    static let failureGlyph = Color(white: 1, alpha: 0.28)
    static let liveInset = 8.0
    static let disc = Color(white: 0, alpha: 0.45)
    static let glyph = Color(white: 1, alpha: 0.92)
    static let headerSize = 15.0
    static let thumbWidth = 4.0
    static let thumbInset = 4.0
    static let thumb = Color(white: 1, alpha: 0.25)
  }

  func paint(in canvas: Canvas, damage: Rect) {
    canvas.clear(damage, to: look.background)
    let offset = scroll.position(at: lastTime).rounded()
    let seen = damage.offset(by: Vector(dx: 0, dy: offset))
    for section in sections.indices { drawHeader(section, offset: offset, in: canvas) }
    let all = thumbnails
    for index in arrangement.items(in: seen) where all.indices.contains(index) {
      draw(all[index], at: index, in: canvas)
    }
    drawScrollThumb(in: canvas)
  }

  private func draw(_ thumbnail: GridThumbnail, at index: Int, in canvas: Canvas) {
    let cell = cell(index)
    let radius = cellRadius
    guard index != emptySlot else {
      return canvas.strokeRounded(
        cell, radius: radius, width: Chrome.lineWidth(at: uiScale), Mark.slotLine)
    }
    if let picture = picture(of: thumbnail) {
      let bitmap = fitted(picture, of: thumbnail.id, cell: cell.size)
      let place = TransitionContext.Thumbnail(
        frame: cell, alignment: Self.alignment(of: picture), cornerRadius: radius)
      canvas.drawCropped(
        [bitmap], in: place.picture(of: picture.naturalSize.size), clip: cell,
        cornerRadius: radius)
    } else {
      canvas.fillRounded(cell, radius: radius, Mark.tile)
      if hasFailed(thumbnail) { drawFailure(in: canvas, cell) }
    }
    drawBadge(thumbnail.badge, in: canvas, cell)
    if index == hovered { canvas.fillRounded(cell, radius: radius, Mark.hover) }
    if index == focus, showsFocus {
      let width = Chrome.focusWidth * uiScale
      let gap = (Mark.focusGap * uiScale).rounded() + width
      canvas.strokeRounded(
        cell.inset(by: .all(-gap)), radius: radius + gap, width: width, Chrome.focus)
    }
  }

  /// The corner radius of the cells, in pixels.
  var cellRadius: Double { (look.cornerRadius * uiScale).rounded() }

  /// The alignment of a picture in its cell: the top for pictures over 2.5 times as high as wide,
  /// as their middle is seldom recognisable; the centre for others.
  static func alignment(of picture: Picture) -> TransitionContext.Alignment {
    let minTallRatio = 2.5
    let size = picture.naturalSize
    return Double(size.height) > minTallRatio * Double(size.width) ? .top : .center
  }

  /// The whole picture scaled to fill its cell, cached. A picture is never enlarged here.
  func fitted(_ picture: Picture, of id: GridThumbnail.ID, cell: Size) -> Bitmap {
    if let known = fitted[id] { return known }
    let natural = picture.naturalSize.size
    let scale = ContentFit.fill.scale(content: natural, in: cell)
    let size = PixelSize(
      width: Int((natural.width * scale).rounded()),
      height: Int((natural.height * scale).rounded()))
    // The smallest bitmap that is large enough.
    let source =
      picture.bitmaps.last { $0.size.width >= size.width && $0.size.height >= size.height }
    let bitmap =
      source.map { $0.size == size ? $0 : Resampler.scale($0, to: size) } ?? picture.bitmaps[0]
    fitted[id] = bitmap
    return bitmap
  }

  // MARK: Marks

  /// Draws the warning sign of a picture that cannot be loaded.
  private func drawFailure(in canvas: Canvas, _ cell: Rect) {
    let side = min(Mark.failure * uiScale, cell.width / 2).rounded()
    Icon.warning.draw(
      in: canvas, Rect(center: cell.center, size: Size(width: side, height: side)).snapped,
      Mark.failureGlyph)
  }

  private func drawBadge(_ badge: GridThumbnail.Badge, in canvas: Canvas, _ cell: Rect) {
    switch badge {
    case .none: break
    case .play:
      let side = (Mark.play * uiScale).rounded()
      canvas.fillRounded(
        Rect(center: cell.center, size: Size(width: side, height: side)).snapped,
        radius: side / 2, Mark.disc)
      canvas.fill(triangle(around: cell.center, side: side * 0.42), Mark.glyph)
    case .live:
      let side = (Mark.live * uiScale).rounded()
      let inset = ((Mark.liveInset + Mark.live / 2) * uiScale).rounded()
      let center = Point(x: cell.maxX - inset, y: cell.maxY - inset)
      for (share, width) in [(0.22, 1.6), (0.40, 1.6)] {
        let radius = side * share
        canvas.strokeRounded(
          Rect(center: center, size: Size(width: 2 * radius, height: 2 * radius)),
          radius: radius, width: width * uiScale, Mark.glyph)
      }
    }
  }

  private func triangle(around center: Point, side: Double) -> Path {
    var path = Path()
    path.move(center.x - side * 0.38, center.y - side / 2)
    path.line(center.x + side * 0.56, center.y)
    path.line(center.x - side * 0.38, center.y + side / 2)
    path.close()
    return path
  }

  private func drawHeader(_ section: Int, offset: Double, in canvas: Canvas) {
    let title = sections[section].title
    guard arrangement.headerHeight > 0, !title.isEmpty else { return }
    let area = arrangement.frame(ofHeader: section).offset(by: Vector(dx: 0, dy: -offset))
    guard area.intersection(bounds) != nil else { return }
    let text =
      headers[title]
      ?? TextLayout(
        title, style: TextStyle(size: Mark.headerSize * uiScale, weight: .semibold),
        maxWidth: area.width - 2 * arrangement.metrics.margin)
    headers[title] = text
    canvas.draw(
      text,
      at: Point(
        x: arrangement.metrics.margin, y: (area.midY - text.size.height / 2).rounded()),
      Chrome.text)
  }

  /// Draws the scroll bar's thumb; nothing when all cells fit.
  private func drawScrollThumb(in canvas: Canvas) {
    let extent = scroll.extent
    guard extent.end > 0 else { return }
    let inset = Mark.thumbInset * uiScale
    let track = bounds.height - 2 * inset
    let length = max(Mark.play * uiScale, track * extent.viewport / extent.content)
    let share = min(1, max(0, scroll.position(at: lastTime) / extent.end))
    let width = Mark.thumbWidth * uiScale
    canvas.fillRounded(
      Rect(
        x: bounds.maxX - inset - width, y: inset + share * (track - length), width: width,
        height: length
      ).snapped, radius: width / 2, Mark.thumb)
  }
}
