import CCairo
import CPango
public import Geometry

/// Shaped text with line breaks and a known size.
///
/// All text passes `DisplayText.visible`. The first layout in a program loads Pango and reads the
/// font configuration, which takes tens of milliseconds. Without Pango the size is zero and nothing
/// is drawn. A layout must be used on one thread.
public final class TextLayout {
  /// The size of the logical rectangle in whole pixels.
  public let size: Size
  /// The bounds of the ink in pixels, relative to the top left corner; may exceed `size`.
  public let inkBounds: Rect
  /// The distance of the first baseline from the top, in pixels.
  public let baseline: Double
  /// The number of lines.
  public let lineCount: Int
  /// Whether text was cut and replaced by an ellipsis.
  public let isEllipsized: Bool
  /// The text as it is shown, with escaped unprintable characters.
  package let text: String
  /// Whether the text runs from right to left.
  public let isRightToLeft: Bool

  /// The shaped text; nil without Pango.
  let shaped: ShapedText?
  /// The origin of the logical rectangle in the layout's coordinates.
  let origin: Point

  /// Shapes `text`.
  ///
  /// - Parameters:
  ///   - maxWidth: The maximum width in pixels; nil for no limit.
  ///   - flow: The treatment of text that exceeds the width.
  ///   - alignment: The alignment of lines within the text's own width.
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

  /// Measures shaped text; nil gives an empty layout.
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

  /// Draws the text with its top left corner at `corner` in current user coordinates.
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
