import Drawing
import Geometry
import Views

/// The view over a window during a drag from another program: a frame, and a sentence that says
/// what a drop does.
final class DropHint: View {
  /// The measures of the hint in points, and its colours.
  private enum Style {
    static let inset = 6.0
    static let lineWidth = 3.0
    static let radius = 12.0
    static let fontSize = 15.0
    static let hintFontSize = 12.0
    static let lineGap = 4.0
    static let padding = Size(width: 20, height: 12)
    static let margin = 24.0
    /// The tint of the whole window during a drag.
    static var veilColor: Color { Chrome.focus.opacity(0.12) }
    static var pillColor: Color { Chrome.panel }
  }

  /// The sentence that says what a drop does, and the hint on a smaller line below the sentence;
  /// there is no such line if the hint is empty.
  var texts = (sentence: "", hint: "") {
    didSet {
      guard texts != oldValue else { return }
      accessibilityLabel = texts.sentence
      (sentence, hint) = (nil, nil)
      setNeedsDisplay()
      requestFrame()
    }
  }

  private var sentence: CachedText?
  private var hint: CachedText?

  override init(frame: Rect = .zero) {
    super.init(frame: frame)
    fillsParent = true
    isInteractive = false
    isHidden = true
  }

  /// Whether the hint is visible.
  var isShown: Bool {
    get { !isHidden }
    set {
      guard newValue == isHidden else { return }
      setNeedsDisplay()
      isHidden = !newValue
      setNeedsDisplay()
      requestFrame()
    }
  }

  override func draw(in canvas: Canvas, damage: Rect) {
    let k = uiScale
    canvas.fill(bounds, Style.veilColor)
    let line = (Style.lineWidth * k).rounded()
    canvas.strokeRounded(
      bounds.inset(by: .all((Style.inset * k).rounded())), radius: Style.radius * k, width: line,
      Chrome.focus)
    let room = max(1, bounds.width - 2 * (Style.margin + Style.padding.width) * k)
    let first = CachedText.layout(
      &sentence, texts.sentence, TextStyle(size: Style.fontSize * k, weight: .semibold),
      maxWidth: room, flow: .ellipsisAtEnd, alignment: .center)
    let second: TextLayout? =
      texts.hint.isEmpty
      ? nil
      : CachedText.layout(
        &hint, texts.hint, TextStyle(size: Style.hintFontSize * k), maxWidth: room,
        flow: .ellipsisAtEnd, alignment: .center)
    let below = second.map { $0.size.height + Style.lineGap * k } ?? 0
    let size = Size(
      width: max(first.size.width, second?.size.width ?? 0) + 2 * Style.padding.width * k,
      height: first.size.height + below + 2 * Style.padding.height * k)
    let pill = Rect(
      x: bounds.midX - size.width / 2,
      // The sentence is in the middle of the window, where no toast or sheet at the bottom covers
      // it.
      y: bounds.midY - size.height / 2, width: size.width, height: size.height
    ).snapped
    canvas.fillRounded(pill, radius: Style.radius * k, Style.pillColor)
    canvas.strokeRounded(
      pill, radius: Style.radius * k, width: Chrome.lineWidth(at: k), Chrome.panelEdge)
    let top = pill.minY + Style.padding.height * k
    canvas.draw(first, at: Point(x: pill.midX - first.size.width / 2, y: top), Chrome.text)
    if let second {
      canvas.draw(
        second,
        at: Point(
          x: pill.midX - second.size.width / 2, y: top + first.size.height + Style.lineGap * k),
        Chrome.secondaryText)
    }
  }
}
