import Drawing
import Geometry
import Views

/// A painter of the section headers, which caches their shaped texts.
struct SectionHeaders {
  /// The appearance of one header.
  struct Header {
    var section: Int
    var title: String
    var count: Int
    /// The rectangle from edge to edge of the grid, in whole pixels.
    var rect: Rect
    /// The distance of the text, in pixels, from the edge at which lines begin; the same as that of
    /// the cells.
    var textInset: Double
    /// True while the header sticks to the top, and cells scroll below it.
    var isSticky: Bool
  }
  private struct Texts {
    var title: CachedText?
    var count: CachedText?
  }
  private var texts: [Int: Texts] = [:]
  /// The maximum number of sections in the cache; more are never on the screen at once.
  private static let maxSections = 64

  /// The constants of appearance; lengths in points.
  private enum Style {
    /// The gap between the title and the count, in points.
    static let gap = 9.0
    /// The maximum share of the width for the title.
    static let share = 0.75
  }

  /// Draws a header. Without `drawsText`, only the background is drawn.
  mutating func draw(
    _ header: Header, in canvas: Canvas, over background: Color, scale: Double, drawsText: Bool
  ) {
    if header.isSticky {
      canvas.fill(header.rect, background.opacity(GalleryStyle.stickyHeaderOpacity))
      let line = max(1, scale.rounded(.down))
      canvas.fill(
        Rect(
          x: header.rect.minX, y: header.rect.maxY - line, width: header.rect.width,
          height: line), Chrome.hairline)
    }
    guard drawsText, !header.title.isEmpty else { return }
    if texts.count > Self.maxSections { texts = [:] }
    var entry = texts[header.section] ?? Texts()
    let room = header.rect.width - header.textInset
    let title = CachedText.layout(
      &entry.title, DisplayText.name(header.title),
      TextStyle(size: GalleryStyle.titleText * scale, weight: .semibold),
      maxWidth: room * Style.share, flow: .ellipsisInMiddle)
    let count = CachedText.layout(
      &entry.count, GalleryText.count(header.count),
      TextStyle(size: GalleryStyle.smallText * scale), maxWidth: nil, flow: .line)
    texts[header.section] = entry
    let baseline = (header.rect.midY - title.size.height / 2).rounded() + title.baseline
    func origin(of text: TextLayout, after inset: Double) -> Point {
      Point(
        x: LayoutDirection.isRightToLeft
          ? header.rect.maxX - inset - text.size.width : header.rect.minX + inset,
        y: baseline - text.baseline)
    }
    canvas.draw(title, at: origin(of: title, after: header.textInset), Chrome.text)
    let next = header.textInset + title.size.width + Style.gap * scale
    canvas.draw(count, at: origin(of: count, after: next), Chrome.secondaryText)
  }
}
