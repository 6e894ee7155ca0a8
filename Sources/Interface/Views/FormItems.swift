public import Drawing
public import Geometry

/// Words in a form.
public final class FormText: View, FormItem {
  /// What it says; hidden while empty.
  public var text: String {
    didSet {
      guard text != oldValue else { return }
      isHidden = text.isEmpty
      accessibilityLabel = text
      setNeedsDisplay()
    }
  }
  /// True when it tells of something that went wrong, or would.
  public var isWarning = false {
    didSet { if isWarning != oldValue { setNeedsDisplay() } }
  }
  private var cached: CachedText?

  private enum Look {
    static let fontSize = 13.0
    static let maxLines = 4
    static let above = 4.0
    static let below = 8.0
    static let warning = Color(red: 1, green: 0.72, blue: 0.42)
  }

  /// Makes words.
  public init(_ text: String = "") {
    self.text = text
    super.init(frame: .zero)
    isHidden = text.isEmpty
    accessibilityLabel = text
  }

  /// As high as the words are at that width.
  public func height(for width: Double, scale: Double) -> Double {
    (layoutText(width, scale).size.height + (Look.above + Look.below) * scale).rounded()
  }

  private func layoutText(_ width: Double, _ scale: Double) -> TextLayout {
    CachedText.layout(
      &cached, text, TextStyle(size: Look.fontSize * scale), maxWidth: width,
      flow: .wrapped(maxLines: Look.maxLines))
  }

  public override func draw(in canvas: Canvas, damage: Rect) {
    let text = layoutText(bounds.width, uiScale)
    let x = text.isRightToLeft ? bounds.width - text.size.width : 0
    canvas.draw(
      text, at: Point(x: x, y: Look.above * uiScale),
      isWarning ? Look.warning : Chrome.dimText)
  }
}

/// Buttons at the end of a form, the one that does it last.
public final class FormButtons: View, FormItem {
  private let buttons: [PillButton]

  private enum Look {
    static let gap = 10.0
    static let above = 10.0
    static let below = 10.0
  }

  /// Makes a line of buttons.
  public init(_ buttons: [PillButton]) {
    self.buttons = buttons
    super.init(frame: .zero)
    for button in buttons { add(button) }
  }

  /// A button's height, and air.
  public func height(for width: Double, scale: Double) -> Double {
    let tallest = buttons.map(\.naturalSize.height).max() ?? 0
    return (tallest + (Look.above + Look.below) * scale).rounded()
  }

  /// A title has changed.
  public func titlesDidChange() { setNeedsLayout() }

  public override func layout() {
    let gap = Look.gap * uiScale
    let most = max(1, (bounds.width - gap * Double(buttons.count - 1)) / Double(buttons.count))
    var right = bounds.width
    for button in buttons.reversed() {
      let size = button.naturalSize
      let width = min(size.width, most)
      button.frame =
        Rect(x: right - width, y: Look.above * uiScale, width: width, height: size.height).snapped
      right = button.frame.minX - gap
    }
  }
}

/// How far something is, in a form; hidden until there is something to tell.
public final class FormProgress: View, FormItem {
  /// From 0 to 1; nil hides it.
  public var share: Double? {
    didSet {
      guard share != oldValue else { return }
      isHidden = share == nil
      setNeedsDisplay()
    }
  }

  private enum Look {
    static let height = 6.0
    static let air = 10.0
    static let track = Color(white: 1, alpha: 0.14)
  }

  /// Makes one that is hidden.
  public init() {
    super.init(frame: .zero)
    isHidden = true
    accessibilityLabel = "Progress"
  }

  /// The bar, and air.
  public func height(for width: Double, scale: Double) -> Double {
    ((Look.height + 2 * Look.air) * scale).rounded()
  }

  public override func draw(in canvas: Canvas, damage: Rect) {
    let height = (Look.height * uiScale).rounded()
    let track = Rect(
      x: 0, y: ((bounds.height - height) / 2).rounded(), width: bounds.width, height: height)
    canvas.fillRounded(track, radius: height / 2, Look.track)
    let width = max(height, (bounds.width * min(max(share ?? 0, 0), 1)).rounded())
    canvas.fillRounded(
      Rect(origin: track.origin, size: Size(width: width, height: height)), radius: height / 2,
      Chrome.focus)
  }
}
