import CCairo
import CPango
public import Geometry

/// Text shaped and broken into lines, with a known size.
///
/// Whatever comes in, `DisplayText.visible` goes on. The first one in a program loads Pango and reads
/// the font configuration, which takes tens of milliseconds; before that nothing of them is touched.
/// Where Pango is not installed text has no size, and nothing is drawn. A layout belongs to one thread.
public final class TextLayout {
  /// Width and height, in pixels, of the text as lines: whole numbers.
  public let size: Size
  /// Where there is ink, relative to the top left corner; may reach beyond `size`.
  public let inkBounds: Rect
  /// The distance of the first baseline from the top, in pixels.
  public let baseline: Double
  /// How many lines there are.
  public let lineCount: Int
  /// True when something was cut off and replaced by an ellipsis.
  public let isEllipsized: Bool
  /// True when the text's own direction is from right to left.
  public let isRightToLeft: Bool

  /// nil where there is no Pango.
  let shaped: ShapedText?
  /// Where the logical rectangle begins in Pango's own coordinates.
  let origin: Point

  /// Shapes `text`.
  ///
  /// - Parameters:
  ///   - maxWidth: in pixels; nil lets lines be as long as they are.
  ///   - flow: what happens to what is longer than that.
  ///   - alignment: where lines lie in the text's own width.
  public convenience init(
    _ text: String, style: TextStyle, maxWidth: Double? = nil, flow: TextFlow = .ellipsisAtEnd,
    alignment: TextAlignment = .leading
  ) {
    let visible = DisplayText.visible(text, keepsLines: flow.wraps)
    self.init(
      ShapedText(
        visible, style: style, maxWidth: maxWidth, flow: flow, alignment: alignment,
        with: .shared))
  }

  /// Measures what Pango has shaped, if there is a Pango.
  init(_ shaped: ShapedText?) {
    self.shaped = shaped
    let (ink, logical) = shaped?.extents ?? (PangoRectangle(), PangoRectangle())
    origin = Point(x: Double(logical.x), y: Double(logical.y))
    size = Size(width: Double(logical.width), height: Double(logical.height))
    inkBounds = Rect(
      x: Double(ink.x - logical.x), y: Double(ink.y - logical.y), width: Double(ink.width),
      height: Double(ink.height))
    baseline = (shaped?.baseline ?? 0) - origin.y
    lineCount = shaped?.lineCount ?? 0
    isEllipsized = shaped?.isEllipsized ?? false
    isRightToLeft = shaped?.isRightToLeft ?? false
  }

  /// Draws at `corner`, the top left one, with the present transform.
  func show(in context: OpaquePointer, at corner: Point) {
    guard let shaped else { return }
    cairo_move_to(context, corner.x - origin.x, corner.y - origin.y)
    shaped.show(in: context)
    cairo_new_path(context)
  }
}

extension TextFlow {
  fileprivate var wraps: Bool {
    if case .wrapped = self { true } else { false }
  }
}
