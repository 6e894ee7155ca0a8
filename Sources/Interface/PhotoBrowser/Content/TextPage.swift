public import Drawing
public import Geometry

/// A page of text on a background of its own. Its width is given; its height follows from the text.
public final class TextPage: ZoomableContent {
  /// The style of a text page; lengths in the page's own coordinates.
  public struct Look: Hashable, Sendable {
    /// The font size, in the page's own coordinates. Default: 15.
    public var textSize = 15.0
    /// The distance between the text and the edges of the page. Default: 32.
    public var margin = 32.0
    /// The distance between two paragraphs. Default: 8.
    public var gap = 8.0
    /// The background colour, opaque. Default: nearly white.
    public var paper = Color(red: 0.98, green: 0.97, blue: 0.95)
    /// The text colour. Default: nearly black.
    public var ink = Color(white: 0.12)
    public init() {}
  }

  /// The layout of a paragraph, and its top edge.
  private struct Paragraph {
    let text: TextLayout
    let y: Double
  }

  public let contentSize: Size
  private let look: Look
  private let paragraphs: [Paragraph]
  private let pixels = DrawnPixels()

  /// Lays out `text`, one paragraph per line, in lines no longer than `width` less the margins.
  ///
  /// - Complexity: O(text); not suitable for whole books.
  public init(_ text: String, width: Double, look: Look = Look()) {
    self.look = look
    let column = max(look.textSize, width - 2 * look.margin)
    let style = TextStyle(size: look.textSize, isScalable: true)
    var y = look.margin
    var set: [Paragraph] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let layout = TextLayout(
        line.isEmpty ? " " : String(line), style: style, maxWidth: column,
        flow: .wrapped(maxLines: .max))
      set.append(Paragraph(text: layout, y: y))
      y += layout.size.height + look.gap
    }
    paragraphs = set
    contentSize = Size(width: column + 2 * look.margin, height: y - look.gap + look.margin)
  }

  /// True: the background is opaque.
  public var isOpaque: Bool { true }

  public func draw(in canvas: Canvas, at placement: ContentPlacement) {
    pixels.draw(in: canvas, at: placement, size: contentSize, isOpaque: true) { canvas, part in
      canvas.clear(part, to: look.paper)
      for paragraph in paragraphs
      where paragraph.y < part.maxY && paragraph.y + paragraph.text.size.height > part.minY {
        canvas.draw(paragraph.text, at: Point(x: look.margin, y: paragraph.y), look.ink)
      }
    }
  }
}
