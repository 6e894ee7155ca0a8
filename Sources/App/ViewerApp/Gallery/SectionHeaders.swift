import Drawing
import Geometry
import Views

/// Draws the names of sections; keeps the shaped texts of those seen lately.
struct SectionHeaders {
  /// One header as it is to be drawn.
  struct Header {
    var section: Int
    var title: String
    var count: Int
    /// Where, in whole pixels, from edge to edge of the grid.
    var rect: Rect
    /// Where the text begins: the left edge of the cells.
    var textLeft: Double
    /// True when cells scroll away under it.
    var isStuck: Bool
  }
  private struct Texts {
    var title: CachedText?
    var count: CachedText?
  }
  private var texts: [Int: Texts] = [:]
  /// More sections than this are never on the screen at once.
  private static let most = 64

  private enum Look {
    /// Between the name and the count.
    static let gap = 9.0
    /// The name takes at most this share of the width.
    static let share = 0.75
  }

  /// Draws a header; only what is behind the words when `drawsText` is false.
  mutating func draw(
    _ header: Header, in canvas: Canvas, scale: Double, drawsText: Bool
  ) {
    if header.isStuck {
      canvas.fill(header.rect, GalleryLook.stuckHeader)
      let line = max(1, scale.rounded(.down))
      canvas.fill(
        Rect(
          x: header.rect.minX, y: header.rect.maxY - line, width: header.rect.width,
          height: line), Chrome.hairline)
    }
    guard drawsText else { return }
    if texts.count > Self.most { texts = [:] }
    var entry = texts[header.section] ?? Texts()
    let room = header.rect.maxX - header.textLeft
    let title = CachedText.layout(
      &entry.title, DisplayText.name(header.title),
      TextStyle(size: GalleryLook.titleText * scale, weight: .semibold),
      maxWidth: room * Look.share, flow: .ellipsisInMiddle)
    let count = CachedText.layout(
      &entry.count, GalleryText.count(header.count),
      TextStyle(size: GalleryLook.smallText * scale), maxWidth: nil, flow: .line)
    texts[header.section] = entry
    let baseline = (header.rect.midY - title.size.height / 2).rounded() + title.baseline
    canvas.draw(
      title, at: Point(x: header.textLeft, y: baseline - title.baseline), Chrome.text)
    canvas.draw(
      count,
      at: Point(
        x: header.textLeft + title.size.width + Look.gap * scale, y: baseline - count.baseline),
      Chrome.dimText)
  }
}

/// The words of the grid.
nonisolated enum GalleryText {
  /// “1 picture”, “12 345 pictures”; empty for none.
  static func pictures(_ number: Int) -> String {
    number == 0 ? "" : number == 1 ? "1 picture" : "\(count(number)) pictures"
  }

  /// A number with its thousands set apart by thin spaces: `12 345`.
  static func count(_ number: Int) -> String {
    let digits = Array(String(max(0, number)))
    guard digits.count > 4 else { return String(digits) }
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { text.append("\u{2009}") }
      text.append(digit)
    }
    return text
  }
}
