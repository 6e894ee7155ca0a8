public import Drawing
public import Geometry

/// A page of text on a background colour. Its width is given; its height follows from the text.
public final class TextPage: ZoomableContent {
  /// The style of a text page; lengths in the page's own coordinates.
  public struct Style: Hashable, Sendable {
    /// The font size, in the page's own coordinates. Default: 15.
    public var textSize = 15.0
    /// The distance between the text and each edge of the page, in the page's own coordinates.
    /// Default: 32.
    public var margin = 32.0
    /// The distance between two paragraphs, in the page's own coordinates. Default: 8.
    public var gap = 8.0
    /// The background colour, opaque. Default: nearly white.
    public var background = Color(red: 0.98, green: 0.97, blue: 0.95)
    /// The text colour. Default: nearly black.
    public var textColor = Color(white: 0.12)
    public init() {}
  }

  /// The layout of a paragraph, and the position of its top edge.
  private struct Paragraph {
    let text: TextLayout
    let y: Double
  }

  public let contentSize: Size
  private let style: Style
  private let paragraphs: [Paragraph]
  private let pixels = DrawnPixelCache()

  /// Lays out `text`, one paragraph per line of it, on a page whose width, including the margins,
  /// is given in the page's own coordinates.
  ///
  /// - Complexity: O(text); not suitable for whole books.
  public init(_ text: String, width: Double, style: Style = Style()) {
    self.style = style
    let column = max(style.textSize, width - 2 * style.margin)
    let textStyle = TextStyle(size: style.textSize, isDrawnScaled: true)
    var y = style.margin
    var set: [Paragraph] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let layout = TextLayout(
        line.isEmpty ? " " : String(line), style: textStyle, maxWidth: column,
        flow: .wrapped(maxLines: .max))
      set.append(Paragraph(text: layout, y: y))
      y += layout.size.height + style.gap
    }
    paragraphs = set
    contentSize = Size(width: column + 2 * style.margin, height: y - style.gap + style.margin)
  }

  /// True: the background colour is opaque.
  public var isOpaque: Bool { true }

  public func draw(in canvas: Canvas, at placement: ContentPlacement) {
    pixels.draw(in: canvas, at: placement, size: contentSize, isOpaque: true) { canvas, part in
      canvas.clear(part, to: style.background)
      for paragraph in paragraphs
      where paragraph.y < part.maxY && paragraph.y + paragraph.text.size.height > part.minY {
        canvas.draw(paragraph.text, at: Point(x: style.margin, y: paragraph.y), style.textColor)
      }
    }
  }
}
