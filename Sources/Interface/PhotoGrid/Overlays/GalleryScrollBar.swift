import Drawing
import GalleryCore
import Geometry
import Motion
import Views

/// The drawing of the grid's scroll bar: a thumb that widens under the pointer and, while it is
/// dragged, a label beside it that names the position in the grid.
///
/// The grid handles the input events and computes the scroll offset.
final class GalleryScrollBar: View {
  /// The rectangles and opacity of the scroll bar, in this view's coordinates; nil when all cells
  /// fit into the grid.
  var bar: GalleryFrame.ScrollBar? {
    willSet { if newValue != bar { redrawBar() } }
    didSet { if bar != oldValue { barDidChange(from: oldValue) } }
  }
  /// The text beside the thumb while it is dragged.
  var label = "" {
    didSet { if label != oldValue, bar?.isHeld ?? false { setNeedsDisplay() } }
  }
  /// Whether the pointer is over the scroll bar. Default: false.
  var isHovered = false {
    didSet { if isHovered != oldValue { updateThumb() } }
  }
  /// Whether the text beside the thumb is drawn. Default: true.
  var drawsText = true

  private var thumbGrowth = Fade(0, duration: GalleryScrollBarStyle.growthDuration)
  private var labelText: CachedText?

  /// The measures and colours of the scroll bar: lengths in points, times in seconds.
  private enum GalleryScrollBarStyle {
    static let thumbWidth = 5.0
    static let grownThumbWidth = 9.0
    /// The distance between the thumb and the edges of the bar, in points.
    static let inset = 3.0
    static var thumbColor: Color { Chrome.fill(0.36) }
    static var hoverHighlight: Color { Chrome.fill(0.26) }
    static var thumbEdgeColor: Color { Chrome.shadow.opacity(0.6) }
    static let growthDuration = 0.10
    static let labelHeight = 36.0
    static let labelPadding = 16.0
    static let labelGap = 12.0
    static let labelFontSize = 14.0
    static let maxLabelWidth = 320.0
    static let labelMargin = 8.0
    static let labelShadowBlur = 12.0
  }

  init() {
    super.init(frame: .zero)
    isInteractive = false
  }

  private func barDidChange(from old: GalleryFrame.ScrollBar?) {
    redrawBar()
    if bar?.isHeld != old?.isHeld { updateThumb() }
  }

  private func updateThumb() {
    thumbGrowth.go(to: isHovered || bar?.isHeld ?? false ? 1 : 0)
    requestFrame()
  }

  override var wantsFrame: Bool { !thumbGrowth.isSettled }

  override func update(at frame: FrameTime) {
    if thumbGrowth.update(at: frame.presentation) { redrawBar() }
  }

  private func redrawBar() {
    guard let bar else { return }
    setNeedsDisplay(bar.isHeld ? drawingBounds : bar.track)
  }

  /// Draws the thumb and, while it is dragged and texts are drawn, the text beside it, if there is
  /// one.
  override func draw(in canvas: Canvas, damage: Rect) {
    guard let bar, bar.alpha > 0 else { return }
    let thumb = thumbFrame(of: bar)
    let line = Chrome.lineWidth(at: uiScale)
    let outer = thumb.inset(by: .all(-line))
    // A soft dark outline keeps the thumb visible on bright pictures.
    canvas.fillRounded(
      outer, radius: outer.width / 2, GalleryScrollBarStyle.thumbEdgeColor.opacity(bar.alpha))
    canvas.fillRounded(
      thumb, radius: thumb.width / 2, GalleryScrollBarStyle.thumbColor.opacity(bar.alpha))
    canvas.fillRounded(
      thumb, radius: thumb.width / 2,
      GalleryScrollBarStyle.hoverHighlight.opacity(thumbGrowth.value * bar.alpha))
    if bar.isHeld, drawsText, !label.isEmpty { drawLabel(beside: thumb, in: canvas) }
  }

  private func thumbFrame(of bar: GalleryFrame.ScrollBar) -> Rect {
    let inset = GalleryScrollBarStyle.inset * uiScale
    let width =
      (GalleryScrollBarStyle.thumbWidth
        + (GalleryScrollBarStyle.grownThumbWidth - GalleryScrollBarStyle.thumbWidth)
          * thumbGrowth.value)
      * uiScale
    let x =
      LayoutDirection.isRightToLeft ? bar.track.minX + inset : bar.track.maxX - inset - width
    return Rect(
      x: x, y: bar.thumb.minY + inset, width: width,
      height: max(width, bar.thumb.height - 2 * inset)
    ).snapped
  }

  private func drawLabel(beside thumb: Rect, in canvas: Canvas) {
    let text = CachedText.layout(
      &labelText, DisplayText.name(label),
      TextStyle(size: GalleryScrollBarStyle.labelFontSize * uiScale, weight: .semibold),
      maxWidth: GalleryScrollBarStyle.maxLabelWidth * uiScale, flow: .ellipsisInMiddle)
    let size = Size(
      width: text.size.width + 2 * GalleryScrollBarStyle.labelPadding * uiScale,
      height: GalleryScrollBarStyle.labelHeight * uiScale)
    let margin = GalleryScrollBarStyle.labelMargin * uiScale
    let top = min(
      max(thumb.midY - size.height / 2, margin), max(margin, bounds.maxY - margin - size.height))
    let gap = GalleryScrollBarStyle.labelGap * uiScale
    let box = Rect(
      x: LayoutDirection.isRightToLeft ? thumb.maxX + gap : thumb.minX - gap - size.width,
      y: top, width: size.width,
      height: size.height
    ).snapped
    canvas.drawPanel(
      box, radius: box.height / 2, blur: GalleryScrollBarStyle.labelShadowBlur * uiScale,
      scale: uiScale)
    canvas.draw(
      text,
      at: Point(x: box.midX - text.size.width / 2, y: box.midY - text.size.height / 2),
      Chrome.text)
  }
}
