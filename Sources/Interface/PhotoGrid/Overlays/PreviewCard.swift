import Drawing
import Geometry
import Motion
import Pixels
import Resampling
import Views

/// The card with an enlarged picture of an item, and below it the item's name and the size of the
/// original.
///
/// The view fills its parent and takes no part in hit tests.
final class PreviewCard: View {
  /// The position of the card in the grid, which also limits the size of its picture.
  enum CardPosition: Hashable {
    /// Beside the cell with this rectangle, in the view's coordinates, on which the pointer rests.
    case beside(cell: Rect)
    /// In the middle of the grid, while the space bar is held.
    case middle
  }
  /// The picture and texts of the card.
  struct CardContent {
    var name: String
    /// The second line of text, below the name; empty for none.
    var detail = ""
    /// The picture, of the highest resolution available so far.
    var bitmap: Bitmap
    /// The size of the original picture in its own pixels, which limits the enlargement; nil while
    /// unknown.
    var naturalSize: PixelSize?
    var position: CardPosition
  }
  /// The content of the card; nil hides it at once. Default: nil.
  var content: CardContent? {
    willSet { setNeedsDisplay() }
    didSet { contentDidChange(from: oldValue) }
  }
  /// The rectangle that no bar covers, in the view's coordinates, in which the card is placed.
  var uncoveredArea = Rect.zero {
    didSet { if uncoveredArea != oldValue { setNeedsDisplay() } }
  }
  /// Whether the texts are drawn. Default: true.
  var drawsText = true
  private var fade = Fade(0, duration: PreviewCardStyle.fadeDuration)
  private var scaledPicture: (whole: Bitmap, scaled: Bitmap)?
  private var nameText: CachedText?
  private var detailText: CachedText?

  /// The measures of the card: lengths in points, times in seconds.
  private enum PreviewCardStyle {
    static let fadeDuration = 0.12
    static let radius = 12.0
    static let pictureRadius = 6.0
    static let padding = 10.0
    static let shadowBlur = 26.0
    static let shadowOffset = 8.0
    /// The minimum distance from the card to the cell and to the edges of the grid, in points.
    static let gap = 14.0
    static let nameFontSize = 13.5
    static let detailFontSize = 12.0
    static let textGap = 9.0
    static let lineGap = 1.0
    /// The minimum width of the texts, in points.
    static let minWidth = 180.0
    /// The maximum side of a picture beside a cell, as a share of the grid's shorter side.
    static let maxBesideSideFraction = 0.52
    /// The maximum side of a picture in the middle, as a share of the grid's shorter side.
    static let maxMiddleSideFraction = 0.82
    /// The maximum enlargement of a picture, in points per pixel of the original.
    static let maxPictureScale = 2.0
  }

  init() {
    super.init(frame: .zero)
    fillsParent = true
    isInteractive = false
    isHidden = true
    alpha = 0
  }

  private func contentDidChange(from old: CardContent?) {
    let wasShown = old != nil
    isHidden = content == nil
    if content == nil {
      scaledPicture = nil
      fade = Fade(0, duration: PreviewCardStyle.fadeDuration)
      alpha = 0
    } else if !wasShown {
      fade.go(to: 1)
      requestFrame()
    }
    setNeedsDisplay()
  }

  /// The maximum side of the picture on a card at `position`, in device pixels.
  func maxPictureSide(at position: CardPosition) -> Double {
    let share =
      position == .middle
      ? PreviewCardStyle.maxMiddleSideFraction : PreviewCardStyle.maxBesideSideFraction
    return (min(uncoveredArea.width, uncoveredArea.height) * share).rounded(.down)
  }

  override var wantsFrame: Bool { content != nil && !fade.isSettled }

  override func update(at frame: FrameTime) {
    if fade.update(at: frame.presentation) { alpha = fade.value }
  }

  override var drawingBounds: Rect {
    guard let content else { return .zero }
    return frames(of: content).card.inset(
      by: .all(-(PreviewCardStyle.shadowBlur + PreviewCardStyle.shadowOffset) * uiScale))
  }

  override func draw(in canvas: Canvas, damage: Rect) {
    guard let content else { return }
    let frames = frames(of: content)
    canvas.drawPanel(
      frames.card, radius: PreviewCardStyle.radius * uiScale,
      blur: PreviewCardStyle.shadowBlur * uiScale,
      drop: PreviewCardStyle.shadowOffset * uiScale, scale: uiScale)
    canvas.saved {
      canvas.clip(toRounded: frames.picture, radius: PreviewCardStyle.pictureRadius * uiScale)
      if !content.bitmap.isOpaque {
        GalleryStyle.drawCheckerboard(in: canvas, frames.picture, scale: uiScale)
      }
      canvas.draw(scaled(content.bitmap, to: frames.picture.roundedPixelSize), in: frames.picture)
    }
    guard drawsText else { return }
    let texts = texts(
      of: content, width: frames.card.width - 2 * PreviewCardStyle.padding * uiScale)
    var y = frames.picture.maxY + PreviewCardStyle.textGap * uiScale
    canvas.draw(
      texts.name, at: Point(x: frames.card.midX - texts.name.size.width / 2, y: y), Chrome.text)
    guard let detail = texts.detail else { return }
    y += texts.name.size.height + PreviewCardStyle.lineGap * uiScale
    canvas.draw(
      detail, at: Point(x: frames.card.midX - detail.size.width / 2, y: y), Chrome.secondaryText)
  }

  /// The picture scaled down to `size`, which is cached, because the fade-in redraws the card in
  /// every frame. A picture narrower than `size` is returned as it is.
  private func scaled(_ bitmap: Bitmap, to size: PixelSize) -> Bitmap {
    if let scaledPicture, scaledPicture.whole === bitmap, scaledPicture.scaled.size == size {
      return scaledPicture.scaled
    }
    // The resampler only scales down; the canvas draws enlarged pixels as squares.
    guard bitmap.size.width >= size.width else { return bitmap }
    let scaled = Resampler.scale(bitmap, to: size)
    scaledPicture = (bitmap, scaled)
    return scaled
  }

  /// The rectangles of the card and of its picture, in the view's coordinates. They depend on the
  /// size of the original, so a later bitmap of the same picture moves nothing.
  func frames(of content: CardContent) -> (card: Rect, picture: Rect) {
    let padding = (PreviewCardStyle.padding * uiScale).rounded()
    let side = max(1, maxPictureSide(at: content.position))
    let size =
      content.naturalSize.map { pictureSize(of: $0.size, at: content.position) }
      ?? fitted(content.bitmap.size.size, in: side)
    let width = max(size.width, min(PreviewCardStyle.minWidth * uiScale, side)) + 2 * padding
    var height = size.height + 2 * padding
    if drawsText {
      let texts = texts(of: content, width: width - 2 * padding)
      height += PreviewCardStyle.textGap * uiScale + texts.name.size.height
      if let detail = texts.detail {
        height += PreviewCardStyle.lineGap * uiScale + detail.size.height
      }
    }
    let card = cardFrame(Size(width: width, height: height.rounded()), at: content.position)
    let picture = Rect(
      x: (card.midX - size.width / 2).rounded(), y: card.minY + padding, width: size.width,
      height: size.height)
    return (card, picture)
  }

  /// The size in device pixels at which a card at `position` shows a picture of `natural` pixels.
  func pictureSize(of natural: Size, at position: CardPosition) -> Size {
    let largest = natural * (PreviewCardStyle.maxPictureScale * uiScale)
    let side = max(1, maxPictureSide(at: position))
    return fitted(natural, in: min(side, max(largest.width, largest.height)))
  }

  private func fitted(_ picture: Size, in side: Double) -> Size {
    let box = Rect(x: 0, y: 0, width: max(1, side), height: max(1, side))
    let size = ContentFit.fit.rect(content: picture, in: box).size
    return Size(width: max(1, size.width.rounded()), height: max(1, size.height.rounded()))
  }

  private func cardFrame(_ size: Size, at position: CardPosition) -> Rect {
    let gap = (PreviewCardStyle.gap * uiScale).rounded()
    let inside = uncoveredArea.inset(by: .all(gap))
    var corner: Point
    switch position {
    case .middle: corner = Rect(center: uncoveredArea.center, size: size).origin
    case .beside(let cell):
      let fitsRight = cell.maxX + gap + size.width <= inside.maxX
      let fitsLeft = cell.minX - gap - size.width >= inside.minX
      let x =
        fitsRight
        ? cell.maxX + gap
        : fitsLeft ? cell.minX - gap - size.width : cell.midX - size.width / 2
      corner = Point(x: x, y: cell.midY - size.height / 2)
    }
    corner.x = max(inside.minX, min(corner.x, inside.maxX - size.width))
    corner.y = max(inside.minY, min(corner.y, inside.maxY - size.height))
    return Rect(origin: corner, size: size).snapped
  }

  private func texts(
    of content: CardContent, width: Double
  ) -> (name: TextLayout, detail: TextLayout?) {
    let name = CachedText.layout(
      &nameText, DisplayText.name(content.name),
      TextStyle(size: PreviewCardStyle.nameFontSize * uiScale, weight: .medium), maxWidth: width,
      flow: .ellipsisInMiddle)
    guard !content.detail.isEmpty else { return (name, nil) }
    let detail = CachedText.layout(
      &detailText, content.detail, TextStyle(size: PreviewCardStyle.detailFontSize * uiScale),
      maxWidth: width,
      flow: .ellipsisAtEnd)
    return (name, detail)
  }
}
