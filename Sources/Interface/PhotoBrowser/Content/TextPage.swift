public import Drawing
public import Geometry

/// A page of text on paper of its own, as wide as it is told and as long as it gets.
public final class TextPage: ZoomableContent {
  /// How it looks; lengths in points of its own.
  public struct Look: Hashable, Sendable {
    /// The text's size. Default 15.
    public var textSize = 15.0
    /// Between the text and the paper's edges. Default 32.
    public var margin = 32.0
    /// Between two paragraphs. Default 8.
    public var gap = 8.0
    /// The paper, opaque. Default: nearly white.
    public var paper = Color(red: 0.98, green: 0.97, blue: 0.95)
    /// The ink. Default: nearly black.
    public var ink = Color(white: 0.12)
    /// Makes the defaults.
    public init() {}
  }

  /// A paragraph and where it begins, from the top.
  private struct Paragraph {
    let text: TextLayout
    let y: Double
  }

  /// Its own size.
  public let contentSize: Size
  private let look: Look
  private let paragraphs: [Paragraph]
  private let pixels = DrawnPixels()

  /// Sets `text`, one paragraph a line, in lines no longer than `width` less the margins.
  ///
  /// - Complexity: O(text); not for whole books.
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

  /// Its paper is.
  public var isOpaque: Bool { true }

  /// Draws it.
  public func draw(in canvas: Canvas, at place: ContentPlace) {
    pixels.draw(in: canvas, at: place, size: contentSize, isOpaque: true) { canvas, part in
      canvas.clear(part, to: look.paper)
      for paragraph in paragraphs
      where paragraph.y < part.maxY && paragraph.y + paragraph.text.size.height > part.minY {
        canvas.draw(paragraph.text, at: Point(x: look.margin, y: paragraph.y), look.ink)
      }
    }
  }
}
