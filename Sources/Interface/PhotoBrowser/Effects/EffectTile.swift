import Drawing
import Geometry
import Localization
import Views

/// A tile of the effect chooser: the preview of an effect, its name below, and a tick if the effect
/// is in use.
final class EffectTile: Control {
  /// The name of the effect.
  let title: String
  /// The preview of the effect; nil for the tile “None”.
  let preview: EffectPreview?
  /// Whether the effect of the tile is the one in use.
  var isCurrent: Bool {
    didSet {
      guard isCurrent != oldValue else { return }
      accessibilityLabel = Self.label(title, isCurrent)
      setNeedsDisplay()
    }
  }
  private var text: CachedText?
  private var measuredText: CachedText?

  /// The constants of appearance; lengths in points.
  enum Style {
    static let labelFontSize = 13.5
    static let labelHeight = 30.0
    /// The margin around the preview, in points, in which the focus ring lies.
    static let previewMargin = 5.0
    static let cornerRadius = 8.0
    static let tickSide = 18.0
    static let tickGap = 3.0
    static let labelPadding = 14.0
    /// The maximum number of lines of an effect's name.
    static let maxLabelLines = 2
  }

  init(_ title: String, preview: EffectPreview?, isCurrent: Bool, action: @escaping () -> Void) {
    self.title = title
    self.preview = preview
    self.isCurrent = isCurrent
    super.init(label: Self.label(title, isCurrent), action: action)
    if let preview { add(preview) }
  }

  private static func label(_ title: String, _ isCurrent: Bool) -> String {
    isCurrent ? tr("{effect}, in use", ["effect": title]) : title
  }

  /// The size of the tile for a preview of the size `preview`, in device pixels; without a preview,
  /// the size of its name with padding.
  ///
  /// - Parameters:
  ///   - maxWidth: the maximum width of a tile that is wider than its preview because of its name.
  ///     Default: 0, for a tile as wide as its preview.
  ///   - label: the height of the name below the preview; nil for that of one line.
  func size(with preview: Size, maxWidth: Double = 0, label: Double? = nil) -> Size {
    let frame = (Style.previewMargin * uiScale).rounded()
    let label = label ?? (Style.labelHeight * uiScale).rounded()
    guard self.preview != nil else {
      return Size(
        width: (naturalWidth + 2 * Style.labelPadding * uiScale).rounded(.up), height: label)
    }
    let width = preview.width + 2 * frame
    return Size(
      width: max(width, min((naturalWidth + 2 * frame).rounded(.up), maxWidth)),
      height: preview.height + 2 * frame + label)
  }

  /// The height of the name in a tile of a width, both in device pixels.
  func labelHeight(in width: Double) -> Double {
    let line = (Style.labelHeight * uiScale).rounded()
    let text = layoutText(in: width)
    return text.lineCount > 1 ? (line + text.size.height / 2).rounded() : line
  }

  /// The size of the preview, in device pixels; it is centred above the name.
  var previewSize = Size.zero {
    didSet { if previewSize != oldValue { setNeedsLayout() } }
  }

  override func layout() {
    guard let preview else { return }
    preview.frame = Rect(
      x: ((bounds.width - previewSize.width) / 2).rounded(),
      y: (Style.previewMargin * uiScale).rounded(),
      width: previewSize.width, height: previewSize.height)
  }

  override func draw(in canvas: Canvas, damage: Rect) {
    let radius = Style.cornerRadius * uiScale
    canvas.fillRounded(bounds, radius: radius, Chrome.hover.opacity(hoverProgress))
    if isPressed { canvas.fillRounded(bounds, radius: radius, Chrome.pressed) }
    if isFocused {
      canvas.strokeRounded(
        bounds, radius: radius, width: Chrome.focusRingWidth * uiScale, Chrome.focus)
    }
    drawLabel(in: canvas)
  }

  private func drawLabel(in canvas: Canvas) {
    let top = preview.map { $0.frame.maxY } ?? 0
    let area = Rect(x: 0, y: top, width: bounds.width, height: bounds.height - top)
    let color = isCurrent ? Chrome.focus : Chrome.text
    let text = layoutText(in: bounds.width)
    let width = text.size.width + tickWidth
    var x = (area.midX - width / 2).rounded()
    if isCurrent {
      let side = Style.tickSide * uiScale
      Icon.check.draw(
        in: canvas, Rect(x: x, y: area.midY - side / 2, width: side, height: side), color)
      x += side + Style.tickGap * uiScale
    }
    canvas.draw(text, at: Point(x: x, y: (area.midY - text.size.height / 2).rounded()), color)
  }

  private var tickWidth: Double { isCurrent ? (Style.tickSide + Style.tickGap) * uiScale : 0 }

  /// The width of the effect's name in one line, with the tick, in device pixels.
  private var naturalWidth: Double {
    CachedText.layout(&measuredText, title, style, maxWidth: nil, flow: .line).size.width
      + tickWidth
  }

  /// The width of the longest word in the effect's name, with the tick, in device pixels.
  var minWidth: Double {
    let words = title.split(separator: " ").map {
      TextLayout(String($0), style: style, flow: .line).size.width
    }
    return (words.max() ?? 0) + tickWidth
  }

  private var style: TextStyle {
    TextStyle(size: Style.labelFontSize * uiScale, weight: isCurrent ? .semibold : .regular)
  }

  private func layoutText(in width: Double) -> TextLayout {
    CachedText.layout(
      &text, title, style, maxWidth: max(1, width - tickWidth),
      flow: .wrapped(maxLines: Style.maxLabelLines), alignment: .center)
  }
}
