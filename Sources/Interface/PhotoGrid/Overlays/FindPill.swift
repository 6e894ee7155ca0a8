import Drawing
import GalleryCore
import Geometry
import Input
import Motion
import Views

/// The text typed to find an item by name, at the bottom of the grid.
///
/// The view fills its parent and takes no part in hit tests.
final class FindPill: View {
  /// The typed text; nil while no search by name is active. Default: nil.
  var text: String? {
    didSet { if text != oldValue { textDidChange() } }
  }
  /// The text that an input method has not committed yet, which ``text`` ends with; nil for none.
  var composition: TextComposition? {
    didSet { if composition != oldValue { setNeedsDisplay() } }
  }
  /// The uncommitted end of ``text``, which is underlined; empty for none.
  var composedText: String { composition?.text ?? "" }
  /// Whether a name matches the text, which is red otherwise. Default: true.
  var hasMatch = true {
    didSet { if hasMatch != oldValue { setNeedsDisplay() } }
  }
  /// The text that is drawn; during the fade-out, the last one.
  private var shownText = ""
  private var fade = Fade(0, duration: FindPillStyle.fadeDuration)
  private var cachedText: CachedText?

  /// The measures and colours of the view: lengths in points unless stated otherwise, times in
  /// seconds.
  private enum FindPillStyle {
    static let height = 40.0
    static let padding = 18.0
    static let iconSide = 18.0
    static let gap = 8.0
    static let bottomMargin = 28.0
    static let textFontSize = 15.0
    static let maxWidth = 420.0
    /// The minimum width of the text, in device pixels; a narrower window clips the text.
    static let minTextWidthInPixels = 40.0
    static let fadeDuration = 0.12
    static var noMatchColor: Color { Chrome.destructive }
    static let shadowBlur = 14.0
  }

  init() {
    super.init(frame: .zero)
    fillsParent = true
    isInteractive = false
    isHidden = true
    alpha = 0
  }

  private func textDidChange() {
    setNeedsDisplay()
    if let text {
      shownText = text
      accessibilityLabel = text
      isHidden = false
    }
    fade.go(to: text == nil ? 0 : 1)
    setNeedsDisplay()
    requestFrame()
  }

  override var wantsFrame: Bool { !fade.isSettled }

  override func update(at frame: FrameTime) {
    guard fade.update(at: frame.presentation) else { return }
    alpha = fade.value
    isHidden = fade.value == 0 && text == nil
    if isHidden { shownText = "" }
  }

  override var drawingBounds: Rect {
    shownText.isEmpty ? .zero : pillFrame.inset(by: .all(-FindPillStyle.shadowBlur * uiScale))
  }

  override func draw(in canvas: Canvas, damage: Rect) {
    guard !shownText.isEmpty else { return }
    let pillFrame = pillFrame
    let layout = makeLayout()
    canvas.drawPanel(
      pillFrame, radius: pillFrame.height / 2, blur: FindPillStyle.shadowBlur * uiScale,
      scale: uiScale)
    let icon = FindPillStyle.iconSide * uiScale
    let left = pillFrame.minX + FindPillStyle.padding * uiScale
    GalleryIcon.find.draw(
      in: canvas, center: Point(x: left + icon / 2, y: pillFrame.midY), side: icon,
      Chrome.secondaryText)
    canvas.draw(
      layout,
      at: Point(
        x: left + icon + FindPillStyle.gap * uiScale, y: pillFrame.midY - layout.size.height / 2),
      hasMatch ? Chrome.text : FindPillStyle.noMatchColor)
    guard !composedText.isEmpty, shownText.hasSuffix(composedText) else { return }
    let start = layout.caretX(
      beforeByte: DisplayText.visible(String(shownText.dropLast(composedText.count))).utf8.count)
    let line = Chrome.lineWidth(at: uiScale)
    let caret = caretRect
    canvas.fill(
      Rect(
        x: caret.minX - (layout.size.width - start), y: caret.maxY - line,
        width: max(0, layout.size.width - start), height: line), Chrome.text)
  }

  /// The rectangle of the caret at the end of the text, in this view's coordinates; while the view
  /// is hidden, that of an empty text.
  var caretRect: Rect {
    let pillFrame = pillFrame
    let size = makeLayout().size
    return Rect(
      x: pillFrame.minX + (FindPillStyle.padding + FindPillStyle.iconSide + FindPillStyle.gap)
        * uiScale + size.width,
      y: (pillFrame.midY - size.height / 2).rounded(), width: 1, height: size.height)
  }

  /// The height of the bar that covers the bottom of the grid, in points; 0 without one.
  private var bottomInset: Double { (parent as? GalleryView)?.options.bottomInset ?? 0 }

  /// The rectangle of the panel with the text, in this view's coordinates.
  var pillFrame: Rect {
    let width =
      makeLayout().size.width
      + (2 * FindPillStyle.padding + FindPillStyle.iconSide + FindPillStyle.gap) * uiScale
    return Rect(
      x: bounds.midX - width / 2,
      y: bounds.maxY - (FindPillStyle.bottomMargin + bottomInset + FindPillStyle.height) * uiScale,
      width: width,
      height: FindPillStyle.height * uiScale
    ).snapped
  }

  private func makeLayout() -> TextLayout {
    let room = min(
      FindPillStyle.maxWidth * uiScale,
      bounds.width - (4 * FindPillStyle.padding + FindPillStyle.iconSide) * uiScale)
    return CachedText.layout(
      &cachedText, shownText, TextStyle(size: FindPillStyle.textFontSize * uiScale),
      maxWidth: max(FindPillStyle.minTextWidthInPixels, room), flow: .ellipsisInMiddle)
  }
}
