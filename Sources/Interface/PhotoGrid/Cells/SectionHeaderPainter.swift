import Drawing
import Geometry
import Views

/// The painter of section headers, which caches their text layouts.
struct SectionHeaderPainter {
  /// Everything that determines the pixels of one section header.
  struct Header {
    var section: Int
    var title: String
    var count: Int
    /// The rectangle of the header in the grid's coordinates, from edge to edge of the grid, in
    /// whole pixels.
    var rect: Rect
    /// The distance of the text, in pixels, from the edge at which lines begin, left or right;
    /// equal to that of the cells.
    var textInset: Double
    /// Whether the header stays at the top of the grid while cells scroll below it.
    var isSticky: Bool
  }
  private struct Texts {
    var title: CachedText?
    var count: CachedText?
  }
  private var texts: [Int: Texts] = [:]
  /// The maximum number of sections whose text layouts are cached; more are never on the screen at
  /// once.
  private static let maxSections = 64

  private enum Style {
    /// The gap between the title and the number of photos, in points.
    static let countGap = 9.0
    /// The maximum width of the title as a share of the header's width.
    static let maxTitleShare = 0.75
  }

  /// Draws the header of a section: the title, the number of photos and, while it sticks to the
  /// top, a background. Without `drawsText`, only the background is drawn.
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
      TextStyle(size: GalleryStyle.titleTextSize * scale, weight: .semibold),
      maxWidth: room * Style.maxTitleShare, flow: .ellipsisInMiddle)
    let count = CachedText.layout(
      &entry.count, NumberText.number(header.count),
      TextStyle(size: GalleryStyle.secondaryTextSize * scale), maxWidth: nil, flow: .line)
    texts[header.section] = entry
    let baseline = (header.rect.midY - title.size.height / 2).rounded() + title.baseline
    func origin(of text: TextLayout, after inset: Double) -> Point {
      Point(
        x: LayoutDirection.isRightToLeft
          ? header.rect.maxX - inset - text.size.width : header.rect.minX + inset,
        y: baseline - text.baseline)
    }
    canvas.draw(title, at: origin(of: title, after: header.textInset), Chrome.text)
    let next = header.textInset + title.size.width + Style.countGap * scale
    canvas.draw(count, at: origin(of: count, after: next), Chrome.secondaryText)
  }
}
