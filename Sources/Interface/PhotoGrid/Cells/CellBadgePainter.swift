import Drawing
import Geometry
import Localization
import Views

/// The painter of the badges of a grid cell: the kind of a photo that is more than a still picture,
/// its marks, and the warning sign of an incomplete one.
struct CellBadgePainter {
  /// The cached text layouts of badges, by their text.
  private var cachedTexts: [String: CachedText] = [:]

  /// The distance of a badge or tick from the edges of the cell `rect`, in pixels; smaller in small
  /// cells.
  static func badgeInset(in rect: Rect, scale: Double) -> Double {
    min(GalleryStyle.badgeInset * scale, rect.width * 0.06).rounded()
  }

  /// Draws the badge of a clip, an animation, a live photo or a photo of several files, in the
  /// bottom left corner of `rect`. A still picture or a folder has none.
  mutating func draw(
    for cell: CellPainter.Cell, in rect: Rect, _ canvas: Canvas, scale: Double, drawsText: Bool
  ) {
    let height = (GalleryStyle.badgeHeight * scale).rounded()
    if cell.item.kind == .video {
      let width = (height * 1.35).rounded()
      guard let box = Self.badgeFrame(width, height, in: rect, scale: scale) else { return }
      canvas.fillRounded(box, radius: height / 2, GalleryStyle.badgeBackground)
      return GalleryIcon.play.draw(
        in: canvas, center: box.center, side: height, Chrome.OverPhoto.text)
    }
    guard drawsText, let word = Self.text(of: cell) else { return }
    let text = CachedText.layout(
      &cachedTexts[word], word,
      TextStyle(size: GalleryStyle.badgeTextSize * scale, weight: .semibold), maxWidth: nil,
      flow: .line)
    let width = (text.size.width + height * 0.8).rounded()
    guard let box = Self.badgeFrame(width, height, in: rect, scale: scale) else { return }
    canvas.fillRounded(box, radius: height / 2, GalleryStyle.badgeBackground)
    canvas.draw(
      text,
      at: Point(x: box.midX - text.size.width / 2, y: box.midY - text.size.height / 2),
      Chrome.OverPhoto.text)
  }

  /// The text of the badge of a cell; nil for a clip, whose badge is a symbol, and for a cell
  /// without a badge. The number of frames, once it is known, decides whether a picture is an
  /// animation.
  static func text(of cell: CellPainter.Cell) -> String? {
    switch cell.item.kind {
    case .live: tr("LIVE")
    case .picture where cell.thumbnail.isLive: tr("LIVE")
    case .picture: cell.thumbnail.isAnimated ? cell.item.animationBadgeLabel : nil
    case .animated: cell.thumbnail.frameCount == 1 ? nil : cell.item.animationBadgeLabel
    case .video, .folder: nil
    case .rawWithRendered(let rendered): "RAW+\(rendered.label)"
    case .burst(let count): trPlural("{count} photo", "{count} photos", count: Int(count))
    }
  }

  /// Draws the marks of a photo in the top left corner of `rect`, if there is room for them.
  static func draw(_ marks: PhotoMarks, in rect: Rect, _ canvas: Canvas, scale: Double) {
    guard !marks.isEmpty else { return }
    let height = (GalleryStyle.badgeHeight * scale).rounded()
    let row = (height * 0.62).rounded()
    let width = (MarkPainter.width(of: marks, height: row) + height * 0.7).rounded()
    let inset = badgeInset(in: rect, scale: scale)
    guard width <= rect.width - 2 * inset, 3 * height <= rect.height else { return }
    let box = Rect(x: rect.minX + inset, y: rect.minY + inset, width: width, height: height)
    canvas.fillRounded(box, radius: height / 2, GalleryStyle.badgeBackground)
    MarkPainter.draw(
      marks, in: canvas, at: Point(x: box.minX + height * 0.35, y: box.midY - row / 2),
      height: row)
  }

  /// The rectangle of a badge of the given width and height in the bottom left corner of the cell
  /// `rect`; nil when the cell is too small for it.
  private static func badgeFrame(
    _ width: Double, _ height: Double, in rect: Rect, scale: Double
  ) -> Rect? {
    let inset = badgeInset(in: rect, scale: scale)
    guard width <= rect.width - 2 * inset, 3 * height <= rect.height else { return nil }
    return Rect(
      x: rect.minX + inset, y: rect.maxY - inset - height, width: width, height: height)
  }

  /// Draws the warning sign of a picture that could be decoded only in part, in the bottom right
  /// corner of `rect`, if there is room for it.
  static func drawPartialSign(on rect: Rect, in canvas: Canvas, scale: Double) {
    let side = (GalleryStyle.partialSignDiameter * scale).rounded()
    let inset = badgeInset(in: rect, scale: scale)
    guard 3 * side <= rect.width, 3 * side <= rect.height else { return }
    let box = Rect(
      x: rect.maxX - inset - side, y: rect.maxY - inset - side, width: side, height: side)
    canvas.fillRounded(box, radius: side / 2, GalleryStyle.badgeBackground)
    let icon = (GalleryStyle.partialIconSide * scale).rounded()
    // The triangle looks centred slightly above the middle of its box.
    let center = box.center - Vector(dx: 0, dy: icon / 24)
    Icon.warning.draw(
      in: canvas, Rect(center: center, size: Size(width: icon, height: icon)),
      NoticeStrip.warningSignColor)
  }
}
