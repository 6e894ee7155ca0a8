import CCairo
import CPango
public import Geometry

/// Text shaped and broken into lines, with a known size.
///
/// Whatever comes in, `DisplayText.visible` goes on. The first one in a program reads the font
/// configuration, which takes tens of milliseconds; before that nothing of Pango is touched.
/// A layout belongs to one thread.
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

  /// Owned; released in deinit.
  let pangoLayout: OpaquePointer
  /// Where the logical rectangle begins in Pango's own coordinates.
  let origin: Point

  /// Shapes `text`.
  ///
  /// - Parameters:
  ///   - maxWidth: in pixels; nil lets lines be as long as they are.
  ///   - flow: what happens to what is longer than that.
  ///   - alignment: where lines lie in the text's own width.
  public init(
    _ text: String, style: TextStyle, maxWidth: Double? = nil, flow: TextFlow = .ellipsisAtEnd,
    alignment: TextAlignment = .leading
  ) {
    let layout = Self.makeLayout(style)
    pangoLayout = layout
    Self.set(DisplayText.visible(text, keepsLines: flow.wraps), on: layout)
    Self.configure(layout, maxWidth: maxWidth, flow: flow, alignment: alignment)
    var ink = PangoRectangle()
    var logical = PangoRectangle()
    pango_layout_get_pixel_extents(layout, &ink, &logical)
    origin = Point(x: Double(logical.x), y: Double(logical.y))
    size = Size(width: Double(logical.width), height: Double(logical.height))
    inkBounds = Rect(
      x: Double(ink.x - logical.x), y: Double(ink.y - logical.y), width: Double(ink.width),
      height: Double(ink.height))
    baseline = Double(pango_layout_get_baseline(layout)) / Double(PANGO_SCALE) - origin.y
    lineCount = Int(pango_layout_get_line_count(layout))
    isEllipsized = pango_layout_is_ellipsized(layout) != 0
    isRightToLeft = pango_layout_get_direction(layout, 0) == PANGO_DIRECTION_RTL
  }

  deinit { g_object_unref(UnsafeMutableRawPointer(pangoLayout)) }

  /// Draws at `corner`, the top left one, with the present transform.
  func show(in context: OpaquePointer, at corner: Point) {
    cairo_move_to(context, corner.x - origin.x, corner.y - origin.y)
    pango_cairo_show_layout(context, pangoLayout)
    cairo_new_path(context)
  }

  private static func makeLayout(_ style: TextStyle) -> OpaquePointer {
    // The font map is Pango's own, one for each thread; it keeps fonts loaded between layouts.
    let context = pango_font_map_create_context(pango_cairo_font_map_get_default())
    // Subpixel rendering fringes on translucent windows, so always shades of grey.
    let options = cairo_font_options_create()
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
    cairo_font_options_set_hint_style(
      options, style.isScalable ? CAIRO_HINT_STYLE_NONE : CAIRO_HINT_STYLE_SLIGHT)
    if style.isScalable {
      cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
      pango_context_set_round_glyph_positions(context, 0)
    }
    pango_cairo_context_set_font_options(context, options)
    cairo_font_options_destroy(options)
    let made: OpaquePointer = pango_layout_new(context)
    if let context { g_object_unref(UnsafeMutableRawPointer(context)) }
    let font = pango_font_description_new()
    pango_font_description_set_family(font, "Sans")
    pango_font_description_set_weight(font, style.weight.pango)
    pango_font_description_set_absolute_size(font, style.size * Double(PANGO_SCALE))
    pango_layout_set_font_description(made, font)
    pango_font_description_free(font)
    return made
  }

  private static func set(_ text: String, on layout: OpaquePointer) {
    var text = text
    text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        pango_layout_set_text(layout, $0.baseAddress, Int32(clamping: $0.count))
      }
    }
  }

  private static func configure(
    _ layout: OpaquePointer, maxWidth: Double?, flow: TextFlow, alignment: TextAlignment
  ) {
    if let maxWidth, maxWidth.isFinite {
      let width = min(max(maxWidth, 1), 100_000).rounded(.down)
      pango_layout_set_width(layout, Int32(width) * PANGO_SCALE)
    }
    pango_layout_set_alignment(layout, alignment.pango)
    switch flow {
    case .line:
      pango_layout_set_width(layout, -1)
      pango_layout_set_single_paragraph_mode(layout, 1)
    case .ellipsisAtEnd, .ellipsisInMiddle:
      pango_layout_set_single_paragraph_mode(layout, 1)
      pango_layout_set_ellipsize(
        layout, flow == .ellipsisAtEnd ? PANGO_ELLIPSIZE_END : PANGO_ELLIPSIZE_MIDDLE)
    case .wrapped(let maxLines):
      pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
      pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
      pango_layout_set_height(layout, -Int32(clamping: max(1, maxLines)))
    }
  }
}

extension TextFlow {
  fileprivate var wraps: Bool {
    if case .wrapped = self { true } else { false }
  }
}

extension TextStyle.Weight {
  fileprivate var pango: PangoWeight {
    switch self {
    case .regular: PANGO_WEIGHT_NORMAL
    case .medium: PANGO_WEIGHT_MEDIUM
    case .semibold: PANGO_WEIGHT_SEMIBOLD
    case .bold: PANGO_WEIGHT_BOLD
    }
  }
}

extension TextAlignment {
  fileprivate var pango: PangoAlignment {
    switch self {
    case .leading: PANGO_ALIGN_LEFT
    case .center: PANGO_ALIGN_CENTER
    case .trailing: PANGO_ALIGN_RIGHT
    }
  }
}
