public import Drawing
public import Geometry
public import Views

/// The caption of a page: a title, and a text below the title.
nonisolated public struct Caption: Hashable, Sendable {
  /// The first line of the caption, in a slightly larger font; empty for none.
  public var title: String
  /// The text below the title, with a line feed between paragraphs; empty for none.
  public var text: String

  public init(_ title: String = "", text: String = "") {
    self.title = title
    self.text = text
  }

  /// True when both the title and the text are empty.
  public var isEmpty: Bool { title.isEmpty && text.isEmpty }
}

/// An overlay with the caption of the page over the bottom of the picture; it fades out during a
/// pull-down.
///
/// Presses pass through to the page. Title and text are left-aligned, also in languages written
/// from right to left. If the text does not fit, its last lines are omitted.
///
/// - Source: Lantern's review page: a black strip 160 points high with date and text.
public final class CaptionStrip: View, BrowserOverlay {
  /// The style of the background behind the text.
  public enum Background: Hashable, Sendable, CaseIterable {
    /// A dark gradient that becomes stronger towards the bottom.
    case gradient
    /// A strip of uniform colour.
    case panel
  }
  /// The style of the background behind the text. Default: a gradient.
  public var background = Background.gradient {
    didSet { if background != oldValue { browser?.layoutOverlays() } }
  }
  /// The maximum number of lines of the caption's text, not counting the title. Default: 3.
  public var maxLines = 3 {
    didSet { if maxLines != oldValue { browser?.layoutOverlays() } }
  }
  /// The minimum height of the caption with its background, in points. Default: 0; Lantern uses
  /// 160.
  public var minHeight = 0.0 {
    didSet { if minHeight != oldValue { browser?.layoutOverlays() } }
  }
  /// A closure that returns the caption of the page at an index; nil for none.
  public var caption: (_ index: Int) -> Caption? {
    didSet { refresh() }
  }
  /// Whether no caption is shown for now, because loading fonts takes time. Default: false.
  public var defersText = false {
    didSet { if defersText != oldValue { refresh() } }
  }

  private weak var browser: Browser?
  private var index = 0
  private var shownCaption = Caption()
  private var scale = 1.0
  private var titleText: CachedText?
  /// The layouts of the text's paragraphs.
  private var bodyTexts: [CachedText?] = []
  /// The number of lines of the text that are shown, limited by the available height.
  private var shownLineCount = 0
  /// The rectangle of title and text in the view, in device pixels.
  private var textArea = Rect.zero

  /// The constants of appearance; lengths in points, except ``minColumnWidth``, which is in device
  /// pixels.
  private enum Style {
    static let sideMargin = 20.0
    static let stripPadding = 16.0
    /// The maximum width of a line of text, in points; longer lines are hard to read.
    static let maxLineWidth = 720.0
    static let minColumnWidth = 40.0
    static let titleFontSize = 15.0
    static let textFontSize = 13.5
    static let titleGap = 3.0
    static var textColor: Color { Chrome.OverPhoto.light(0.88) }
    static var panelColor: Color { Chrome.OverPhoto.veil(0.66) }
    /// The colour of the gradient halfway between its top and the text.
    static var gradientHalfwayColor: Color { Chrome.OverPhoto.veil(0.18) }
    /// The colour of the gradient at the top edge of the text.
    static var gradientTextTopColor: Color { Chrome.OverPhoto.veil(0.58) }
    /// The colour of the gradient at the bottom edge of the strip.
    static var gradientBottomColor: Color { Chrome.OverPhoto.veil(0.80) }
    /// The distance from the top of the gradient to the text, in points, if there is room.
    static let gradientOverhang = 56.0
    /// The maximum height of the strip, as a share of the height of the area for overlays.
    static let maxHeightShare = 0.7
  }

  /// Makes a strip that calls `caption` with the index of each page.
  public init(_ caption: @escaping (_ index: Int) -> Caption? = { _ in nil }) {
    self.caption = caption
    super.init(frame: .zero)
    mirroring = .byLanguage
    isRasterized = true
    isInteractive = false
    isHidden = true
  }

  /// Calls ``caption`` for the current page again.
  public func refresh() {
    let next = defersText ? Caption() : caption(index) ?? Caption()
    guard next != shownCaption else { return }
    setNeedsDisplay()
    shownCaption = next
    isHidden = next.isEmpty
    accessibilityLabel = [next.title, next.text].filter { !$0.isEmpty }.joined(separator: ". ")
    browser?.layoutOverlays()
    setNeedsDisplay()
  }

  // MARK: BrowserOverlay

  public func attached(to browser: Browser) { self.browser = browser }

  public func reload(count: Int, index: Int) {
    self.index = index
    if count == 0 { isHidden = true } else { refresh() }
  }

  public func indexDidChange(to index: Int) {
    self.index = index
    refresh()
  }

  /// Lays the strip out along the bottom of the area, with the text above earlier overlays there.
  public func layout(in room: BrowserOverlays.Room) {
    scale = room.scale
    guard !isHidden else { return }
    let padding = (Style.stripPadding * scale).rounded()
    // Earlier overlays at the bottom have a margin of their own, so none is added.
    let below = room.taken.bottom > 0 ? room.taken.bottom : padding
    let limit = (room.area.height * Style.maxHeightShare).rounded()
    let textLimit = limit - padding - below
    shownLineCount = max(1, maxLines)
    var height = textHeight(for: room.area.width)
    while shownLineCount > 0, height > textLimit {
      shownLineCount -= 1
      height = textHeight(for: room.area.width)
    }
    let overhang =
      background == .gradient
      ? min((Style.gradientOverhang * scale).rounded(), textLimit - height) : 0
    let top = padding + max(0, overhang)
    let whole = min(
      max(top + height + below, min(minHeight * scale, limit)), room.area.height
    ).rounded()
    frame = Rect(
      x: room.area.minX, y: room.area.maxY - whole, width: room.area.width, height: whole)
    let margin = min((Style.sideMargin * scale).rounded(), bounds.width / 2)
    textArea = Rect(x: margin, y: top, width: bounds.width - 2 * margin, height: height)
    setNeedsDisplay()
  }

  /// The insets of the browser that the caption occupies, in device pixels: from the bottom to the
  /// top of the text, or, with the background ``Background/panel``, to the top of the strip.
  public var reach: Insets {
    Insets(bottom: background == .panel ? bounds.height : bounds.height - textArea.minY)
  }

  // MARK: Drawing

  public override func draw(in canvas: Canvas, damage: Rect) {
    canvas.clip(to: bounds)
    switch background {
    case .panel: canvas.fill(bounds, Style.panelColor)
    case .gradient:
      // The gradient begins slowly, so that its upper edge is invisible.
      let line = min(bounds.height, textArea.minY)
      let steps = [
        (0, Color.clear), ((line / 2).rounded(), Style.gradientHalfwayColor),
        (line, Style.gradientTextTopColor),
        (bounds.height, Style.gradientBottomColor),
      ]
      for (from, to) in zip(steps, steps.dropFirst()) {
        canvas.fillGradient(
          Rect(x: 0, y: from.0, width: bounds.width, height: to.0 - from.0), top: from.1,
          bottom: to.1)
      }
    }
    let (title, text) = layoutText(for: bounds.width)
    var corner = textArea.origin
    if let title {
      canvas.draw(title, at: corner, Chrome.OverPhoto.text)
      corner.y += title.size.height + Style.titleGap * scale
    }
    for paragraph in text {
      canvas.draw(paragraph, at: corner, Style.textColor)
      corner.y += paragraph.size.height
    }
  }

  private func columnWidth(_ width: Double) -> Double {
    max(Style.minColumnWidth, min(Style.maxLineWidth * scale, width - 2 * Style.sideMargin * scale))
  }

  /// The height of title and text together in a view of a width, in device pixels.
  private func textHeight(for width: Double) -> Double {
    let (title, text) = layoutText(for: width)
    let gap = title == nil || text.isEmpty ? 0 : Style.titleGap * scale
    return (title?.size.height ?? 0) + gap + text.reduce(0) { $0 + $1.size.height }
  }

  /// The layouts of the title and of the paragraphs that fit into ``shownLineCount``, for a view of
  /// a width in device pixels.
  private func layoutText(for width: Double) -> (title: TextLayout?, text: [TextLayout]) {
    let room = columnWidth(width)
    let title =
      shownCaption.title.isEmpty
      ? nil
      : CachedText.layout(
        &titleText, shownCaption.title,
        TextStyle(size: Style.titleFontSize * scale, weight: .semibold),
        maxWidth: room, flow: .ellipsisInMiddle)
    let paragraphs = shownCaption.text.split(separator: "\n", omittingEmptySubsequences: false)
    if bodyTexts.count != paragraphs.count {
      bodyTexts = Array(repeating: nil, count: paragraphs.count)
    }
    var text: [TextLayout] = []
    var left = shownCaption.text.isEmpty ? 0 : shownLineCount
    for (index, paragraph) in paragraphs.enumerated() where left > 0 {
      let layout = CachedText.layout(
        &bodyTexts[index], String(paragraph), TextStyle(size: Style.textFontSize * scale),
        maxWidth: room, flow: .wrapped(maxLines: left))
      left -= max(1, layout.lineCount)
      text.append(layout)
    }
    return (title, text)
  }
}
