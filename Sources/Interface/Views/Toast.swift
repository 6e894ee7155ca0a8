public import Drawing
public import Geometry
public import Motion

/// A sentence that appears near the bottom, stays two seconds and goes.
///
/// It fills its parent, lets events through, and hides itself when done.
///
/// - Source: JXPhotoBrowser; 14 points, black 0.75, radius 8, 60 above the bottom, 0.25 s in, 2 s, 0.25 s out.
public final class Toast: View {
  /// What it says; empty when nothing was said yet.
  public private(set) var text = ""
  private var start: Timestamp?
  private var isShowing = false
  private var isFading = false
  /// True when it replaces a sentence that was still showing.
  private var alreadyIn = false
  private var cached: CachedText?

  private enum Look {
    static let fontSize = 14.0
    static let background = Color(white: 0, alpha: 0.75)
    static let radius = 8.0
    static let aboveBottom = 60.0
    static let padding = Size(width: 16, height: 10)
    static let margin = 24.0
    /// In pixels: a narrower window cuts the text off.
    static let minWidth = 40.0
    static let fadeIn = 0.25
    static let hold = 2.0
    static let fadeOut = 0.25
    static let maxLines = 3
  }

  /// Makes a toast that says nothing yet.
  public override init(frame: Rect = .zero) {
    super.init(frame: frame)
    isRasterized = true
    fillsParent = true
    isInteractive = false
    isHidden = true
  }

  /// Says something, from the next frame on; a sentence still showing is replaced at once.
  public func show(_ text: String) {
    setNeedsDisplay()
    alreadyIn = isShowing
    self.text = text
    accessibilityLabel = text
    start = nil
    isShowing = true
    isHidden = false
    if !alreadyIn { alpha = 0 }
    setNeedsDisplay()
    requestFrame()
  }

  public override var wantsFrame: Bool {
    isShowing && (start == nil || isFading)
  }

  public override var nextDeadline: Timestamp? {
    guard isShowing, !isFading, let start else { return nil }
    return start + Look.fadeIn + Look.hold
  }

  public override func update(at frame: FrameTime) {
    guard isShowing else { return }
    let now = frame.presentation
    // One that replaces another is in already.
    let begin = start ?? (alreadyIn ? now - Look.fadeIn : now)
    start = begin
    let age = now - begin
    let end = Look.fadeIn + Look.hold
    isFading = age < Look.fadeIn || age >= end
    if age < Look.fadeIn {
      alpha = max(0, age / Look.fadeIn)
    } else if age < end {
      alpha = 1
    } else if age < end + Look.fadeOut {
      alpha = 1 - (age - end) / Look.fadeOut
    } else {
      isShowing = false
      isHidden = true
    }
  }

  public override var paintBounds: Rect { text.isEmpty ? .zero : pill }

  public override func draw(in canvas: Canvas, damage: Rect) {
    guard !text.isEmpty else { return }
    let pill = pill
    let layout = makeLayout()
    canvas.fillRounded(pill, radius: Look.radius * uiScale, Look.background)
    canvas.strokeRounded(
      pill, radius: Look.radius * uiScale, width: Chrome.lineWidth(at: uiScale), Chrome.panelEdge)
    canvas.draw(
      layout,
      at: Point(x: pill.midX - layout.size.width / 2, y: pill.midY - layout.size.height / 2),
      Chrome.text)
  }

  private var pill: Rect {
    let inner = makeLayout().size
    let size = Size(
      width: inner.width + 2 * Look.padding.width * uiScale,
      height: inner.height + 2 * Look.padding.height * uiScale)
    return Rect(
      x: bounds.midX - size.width / 2,
      y: bounds.maxY - Look.aboveBottom * uiScale - size.height, width: size.width,
      height: size.height
    ).snapped
  }

  private func makeLayout() -> TextLayout {
    let room = bounds.width - 2 * (Look.margin + Look.padding.width) * uiScale
    return CachedText.layout(
      &cached, text, TextStyle(size: Look.fontSize * uiScale), maxWidth: max(Look.minWidth, room),
      flow: .wrapped(maxLines: Look.maxLines), alignment: .center)
  }
}
