import Drawing
import Geometry
import Views

/// One effect to choose: its preview, its name below, a tick when it is the one in use.
final class EffectTile: Control {
  /// What is written on it.
  let title: String
  /// The preview; nil for a choice that has nothing to show.
  let preview: EffectPreview?
  /// True when it is the one in use.
  var isCurrent: Bool {
    didSet {
      guard isCurrent != oldValue else { return }
      accessibilityLabel = Self.label(title, isCurrent)
      setNeedsDisplay()
    }
  }
  private var text: CachedText?

  enum Look {
    static let fontSize = 13.5
    static let labelHeight = 30.0
    /// Around the preview: where the focus ring lies.
    static let frame = 5.0
    static let radius = 8.0
    static let tick = 18.0
    static let tickGap = 3.0
    static let padding = 14.0
  }

  /// Makes a tile.
  init(_ title: String, preview: EffectPreview?, isCurrent: Bool, action: @escaping () -> Void) {
    self.title = title
    self.preview = preview
    self.isCurrent = isCurrent
    super.init(label: Self.label(title, isCurrent), action: action)
    if let preview { add(preview) }
  }

  private static func label(_ title: String, _ isCurrent: Bool) -> String {
    isCurrent ? "\(title), in use" : title
  }

  /// How large it is with a preview of `size`; as large as its text without.
  func size(with preview: Size) -> Size {
    let frame = (Look.frame * uiScale).rounded()
    let label = (Look.labelHeight * uiScale).rounded()
    guard self.preview != nil else {
      return Size(
        width: (labelWidth(in: .infinity) + 2 * Look.padding * uiScale).rounded(.up), height: label)
    }
    return Size(width: preview.width + 2 * frame, height: preview.height + 2 * frame + label)
  }

  override func layout() {
    guard let preview else { return }
    let frame = (Look.frame * uiScale).rounded()
    let label = (Look.labelHeight * uiScale).rounded()
    preview.frame = Rect(
      x: frame, y: frame, width: bounds.width - 2 * frame, height: bounds.height - 2 * frame - label
    )
  }

  override func draw(in canvas: Canvas, damage: Rect) {
    let radius = Look.radius * uiScale
    canvas.fillRounded(bounds, radius: radius, Chrome.hover.opacity(glow))
    if isPressed { canvas.fillRounded(bounds, radius: radius, Chrome.pressed) }
    if isFocused {
      canvas.strokeRounded(
        bounds, radius: radius, width: Chrome.focusWidth * uiScale, Chrome.focus)
    }
    drawLabel(in: canvas)
  }

  private func drawLabel(in canvas: Canvas) {
    let top = preview.map { $0.frame.maxY } ?? 0
    let area = Rect(x: 0, y: top, width: bounds.width, height: bounds.height - top)
    let color = isCurrent ? Chrome.focus : Chrome.text
    let text = layoutText(in: bounds.width)
    let width = labelWidth(in: bounds.width)
    var x = (area.midX - width / 2).rounded()
    if isCurrent {
      let side = Look.tick * uiScale
      Icon.check.draw(
        in: canvas, Rect(x: x, y: area.midY - side / 2, width: side, height: side), color)
      x += side + Look.tickGap * uiScale
    }
    canvas.draw(text, at: Point(x: x, y: (area.midY - text.size.height / 2).rounded()), color)
  }

  private var tickWidth: Double { isCurrent ? (Look.tick + Look.tickGap) * uiScale : 0 }

  private func labelWidth(in width: Double) -> Double {
    layoutText(in: width).size.width + tickWidth
  }

  private func layoutText(in width: Double) -> TextLayout {
    CachedText.layout(
      &text, title,
      TextStyle(size: Look.fontSize * uiScale, weight: isCurrent ? .semibold : .regular),
      maxWidth: width.isFinite ? max(1, width - tickWidth) : nil, flow: .ellipsisAtEnd)
  }
}
