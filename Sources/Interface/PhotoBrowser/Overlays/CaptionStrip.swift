public import Drawing
public import Geometry
public import Views

/// What is written about a page.
nonisolated public struct Caption: Hashable, Sendable {
  /// The first line, a little larger; empty for none.
  public var title: String
  /// What follows, with line feeds between paragraphs; empty for none.
  public var text: String

  /// Makes a caption.
  public init(_ title: String = "", text: String = "") {
    self.title = title
    self.text = text
  }

  /// True when there is nothing to write.
  public var isEmpty: Bool { title.isEmpty && text.isEmpty }
}

/// Text of the host's about the page, over the bottom of the picture; it goes while one pulls.
///
/// Presses go through it to the page. Title and lines of text begin at the left, whatever the direction
/// of their script. Where there is no room for all of the text, its last lines are left out.
///
/// - Source: Lantern's review page; a black strip 160 high with date and text.
public final class CaptionStrip: View, BrowserOverlay {
  /// What is behind the text.
  public enum Ground: Hashable, Sendable, CaseIterable {
    /// A shade that grows towards the bottom.
    case gradient
    /// An even strip.
    case panel
  }
  /// What is behind the text. Default: a shade.
  public var ground = Ground.gradient {
    didSet { if ground != oldValue { browser?.placeOverlays() } }
  }
  /// The maximum number of lines of the text, without the title. Default 3.
  public var maxLines = 3 {
    didSet { if maxLines != oldValue { browser?.placeOverlays() } }
  }
  /// The strip is at least this high, in points times the scale. Default 0; Lantern's is 160.
  public var minHeight = 0.0 {
    didSet { if minHeight != oldValue { browser?.placeOverlays() } }
  }
  /// What is written about a page; nil for nothing.
  public var caption: (_ index: Int) -> Caption? {
    didSet { refresh() }
  }
  /// True leaves the text out: fonts take time to load. Default false.
  public var defersText = false {
    didSet { if defersText != oldValue { refresh() } }
  }

  private weak var browser: Browser?
  private var index = 0
  private var shown = Caption()
  private var scale = 1.0
  private var titleText: CachedText?
  /// The paragraphs of the text.
  private var bodyTexts: [CachedText?] = []
  /// The number of lines of text there is room for.
  private var shownLines = 0
  /// Where the text lies.
  private var textArea = Rect.zero

  private enum Look {
    static let margin = 20.0
    static let padding = 16.0
    /// Lines longer than this are hard to read.
    static let maxWidth = 720.0
    static let minWidth = 40.0
    static let titleSize = 15.0
    static let textSize = 13.5
    static let gap = 3.0
    static let text = Color(white: 1, alpha: 0.88)
    static let panel = Color(white: 0, alpha: 0.66)
    /// The shade: halfway to the text, at its top, and at the bottom of the strip.
    static let faint = Color(white: 0, alpha: 0.18)
    static let middle = Color(white: 0, alpha: 0.58)
    static let bottom = Color(white: 0, alpha: 0.80)
    /// From where the shade begins to the text, where there is room for it.
    static let rise = 56.0
    /// The maximum height of the strip as a share of the room: some of the picture stays bare.
    static let share = 0.7
  }

  /// Makes a strip.
  public init(_ caption: @escaping (_ index: Int) -> Caption? = { _ in nil }) {
    self.caption = caption
    super.init(frame: .zero)
    isRasterized = true
    isInteractive = false
    isHidden = true
  }

  /// Asks for the caption again: what is to be written has changed.
  public func refresh() {
    let next = defersText ? Caption() : caption(index) ?? Caption()
    guard next != shown else { return }
    setNeedsDisplay()
    shown = next
    isHidden = next.isEmpty
    accessibilityLabel = [next.title, next.text].filter { !$0.isEmpty }.joined(separator: ". ")
    browser?.placeOverlays()
    setNeedsDisplay()
  }

  // MARK: As an overlay

  /// Remembers where it is.
  public func attached(to browser: Browser) { self.browser = browser }

  /// Another page, or other pages.
  public func reload(count: Int, index: Int) {
    self.index = index
    if count == 0 { isHidden = true } else { refresh() }
  }

  /// Another page.
  public func indexDidChange(to index: Int) {
    self.index = index
    refresh()
  }

  /// Along the bottom, over what has been taken there already.
  public func place(in room: OverlayRoom) {
    scale = room.scale
    guard !isHidden else { return }
    let padding = (Look.padding * scale).rounded()
    // What is below has air around it already.
    let below = room.taken.bottom > 0 ? room.taken.bottom : padding
    let limit = (room.area.height * Look.share).rounded()
    let textLimit = limit - padding - below
    shownLines = max(1, maxLines)
    var height = textHeight(for: room.area.width)
    while shownLines > 0, height > textLimit {
      shownLines -= 1
      height = textHeight(for: room.area.width)
    }
    let rise = ground == .gradient ? min((Look.rise * scale).rounded(), textLimit - height) : 0
    let top = padding + max(0, rise)
    let whole = min(
      max(top + height + below, min(minHeight * scale, limit)), room.area.height
    ).rounded()
    frame = Rect(
      x: room.area.minX, y: room.area.maxY - whole, width: room.area.width, height: whole)
    let margin = min((Look.margin * scale).rounded(), bounds.width / 2)
    textArea = Rect(x: margin, y: top, width: bounds.width - 2 * margin, height: height)
    setNeedsDisplay()
  }

  /// From the bottom to where one begins to read.
  public var reach: Insets {
    Insets(bottom: ground == .panel ? bounds.height : bounds.height - textArea.minY)
  }

  // MARK: Drawing

  /// Draws the ground and the text.
  public override func draw(in canvas: Canvas, damage: Rect) {
    canvas.clip(to: bounds)
    switch ground {
    case .panel: canvas.fill(bounds, Look.panel)
    case .gradient:
      // It begins slowly: no edge is to be seen.
      let line = min(bounds.height, textArea.minY)
      let steps = [
        (0, Color.clear), ((line / 2).rounded(), Look.faint), (line, Look.middle),
        (bounds.height, Look.bottom),
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
      canvas.draw(title, at: corner, Chrome.text)
      corner.y += title.size.height + Look.gap * scale
    }
    for paragraph in text {
      canvas.draw(paragraph, at: corner, Look.text)
      corner.y += paragraph.size.height
    }
  }

  private func columnWidth(_ width: Double) -> Double {
    max(Look.minWidth, min(Look.maxWidth * scale, width - 2 * Look.margin * scale))
  }

  /// The height of title and text, in pixels.
  private func textHeight(for width: Double) -> Double {
    let (title, text) = layoutText(for: width)
    let gap = title == nil || text.isEmpty ? 0 : Look.gap * scale
    return (title?.size.height ?? 0) + gap + text.reduce(0) { $0 + $1.size.height }
  }

  /// The title and the paragraphs of the text, with as many lines as there is room for.
  private func layoutText(for width: Double) -> (title: TextLayout?, text: [TextLayout]) {
    let room = columnWidth(width)
    let title =
      shown.title.isEmpty
      ? nil
      : CachedText.layout(
        &titleText, shown.title, TextStyle(size: Look.titleSize * scale, weight: .semibold),
        maxWidth: room, flow: .ellipsisInMiddle)
    let paragraphs = shown.text.split(separator: "\n", omittingEmptySubsequences: false)
    if bodyTexts.count != paragraphs.count {
      bodyTexts = Array(repeating: nil, count: paragraphs.count)
    }
    var text: [TextLayout] = []
    var left = shown.text.isEmpty ? 0 : shownLines
    for (index, paragraph) in paragraphs.enumerated() where left > 0 {
      let layout = CachedText.layout(
        &bodyTexts[index], String(paragraph), TextStyle(size: Look.textSize * scale),
        maxWidth: room, flow: .wrapped(maxLines: left))
      left -= max(1, layout.lineCount)
      text.append(layout)
    }
    return (title, text)
  }
}
