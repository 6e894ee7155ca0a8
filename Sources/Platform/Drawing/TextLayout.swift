import CCairo
import CPango
public import Geometry

/// A text that is shaped and broken into lines, with its size, ready to be drawn.
///
/// All text passes `DisplayText.visible`. The first layout in a program loads Pango and reads the
/// font configuration, which takes tens of milliseconds. Without Pango the size is zero and nothing
/// is drawn. A layout must be used on one thread.
public final class TextLayout {
  /// The size of the text with its line heights (the logical rectangle of Pango), in whole pixels.
  public let size: Size
  /// The bounding box of the drawn glyphs in pixels, relative to the top left corner of the text;
  /// it may exceed `size`.
  public let inkBounds: Rect
  /// The distance of the first baseline from the top of the text, in pixels.
  public let baseline: Double
  /// The number of lines; 0 without Pango.
  public let lineCount: Int
  /// Whether a part of the text was cut off and replaced by an ellipsis.
  public let isEllipsized: Bool
  /// The text as it is drawn, with unprintable characters replaced by visible ones, but before it
  /// is cut to its width.
  package let text: String
  /// Whether the base direction of the text is from right to left.
  public let isRightToLeft: Bool

  /// The text shaped by Pango; nil without Pango.
  let shaped: ShapedText?
  /// The top left corner of the text (Pango's logical rectangle) relative to the origin of the
  /// Pango layout, in pixels.
  let origin: Point

  /// Shapes and measures `text`.
  ///
  /// - Parameters:
  ///   - maxWidth: the maximum width in pixels; nil for no limit.
  ///   - flow: the treatment of text that exceeds the width.
  ///   - alignment: the alignment of lines within the width of the widest line.
  public convenience init(
    _ text: String, style: TextStyle, maxWidth: Double? = nil, flow: TextFlow = .ellipsisAtEnd,
    alignment: TextAlignment = .leading
  ) {
    let visible = DisplayText.visible(text, keepsLines: flow.wraps)
    self.init(
      visible,
      ShapedText(
        visible, style: style, maxWidth: maxWidth, flow: flow, alignment: alignment,
        with: .shared))
  }

  /// Measures shaped text; nil gives a layout of size zero.
  init(_ text: String, _ shaped: ShapedText?) {
    self.text = text
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

  /// Draws the text with its top left corner at `corner`, in current user coordinates of a Cairo
  /// context.
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
