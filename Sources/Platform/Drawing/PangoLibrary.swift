import CPango
import RuntimeLibraries

/// The functions of Pango, PangoCairo and GLib that shape and draw text. They are loaded when the
/// first text is shaped, so that the first picture need not wait for them.
final class PangoLibrary: Sendable {
  typealias Context = OpaquePointer
  typealias Font = OpaquePointer
  typealias Layout = OpaquePointer
  typealias Rectangle = UnsafeMutablePointer<PangoRectangle>
  typealias GetInteger = @convention(c) (Layout) -> Int32
  typealias SetInteger = @convention(c) (Layout, Int32) -> Void

  // The functions of this group are for contexts and fonts. The caller frees contexts and fonts,
  // but not the font map.
  let fontMap: @convention(c) () -> OpaquePointer?
  let makeContext: @convention(c) (OpaquePointer?) -> Context?
  let setRoundsPositions: @convention(c) (Context, gboolean) -> Void
  /// `pango_cairo_context_set_font_options`, with font options of Cairo.
  let setFontOptions: @convention(c) (Context, OpaquePointer?) -> Void
  let makeFont: @convention(c) () -> Font?
  let setFamily: @convention(c) (Font, UnsafePointer<CChar>) -> Void
  let setWeight: @convention(c) (Font, PangoWeight) -> Void
  /// `pango_font_description_set_absolute_size`; `PANGO_SCALE` units are one pixel.
  let setAbsoluteSize: @convention(c) (Font, Double) -> Void
  let freeFont: @convention(c) (Font) -> Void

  // The functions of this group make layouts, which the caller frees, and set their properties.
  let makeLayout: @convention(c) (Context) -> Layout?
  let setFont: @convention(c) (Layout, Font) -> Void
  /// `pango_layout_set_text`, with UTF-8 and its length in bytes, which Pango copies.
  let setText: @convention(c) (Layout, UnsafePointer<CChar>?, Int32) -> Void
  /// `pango_layout_set_width`, with a width in Pango units; -1 for no limit.
  let setWidth: SetInteger
  /// `pango_layout_set_height`; a negative number is the maximum number of lines per paragraph,
  /// negated.
  let setHeight: SetInteger
  let setIsOneParagraph: @convention(c) (Layout, gboolean) -> Void
  let setAlignment: @convention(c) (Layout, PangoAlignment) -> Void
  /// `pango_layout_set_auto_dir`: whether the base direction is that of the first letter.
  let setFindsDirection: @convention(c) (Layout, gboolean) -> Void
  /// `pango_layout_get_context`: the context of a layout, which owns it.
  let context: @convention(c) (Layout) -> Context?
  /// `pango_context_set_base_dir`; `pango_layout_context_changed` makes it take effect.
  let setDirection: @convention(c) (Context, PangoDirection) -> Void
  let contextChanged: @convention(c) (Layout) -> Void
  /// `pango_find_base_dir`: the direction of the first letter of UTF-8, given with its length in
  /// bytes.
  let findDirection: @convention(c) (UnsafePointer<CChar>, Int32) -> PangoDirection
  let setEllipsis: @convention(c) (Layout, PangoEllipsizeMode) -> Void
  let setWrap: @convention(c) (Layout, PangoWrapMode) -> Void

  // The functions of this group return the results of a layout.
  /// `pango_layout_get_pixel_extents`: the ink rectangle and the logical rectangle, in pixels.
  let pixelExtents: @convention(c) (Layout, Rectangle, Rectangle) -> Void
  let baseline: GetInteger
  let lineCount: GetInteger
  let isEllipsized: @convention(c) (Layout) -> gboolean
  /// `pango_layout_get_direction`: the direction of the text at a byte index.
  let direction: @convention(c) (Layout, Int32) -> PangoDirection
  /// `pango_layout_get_cursor_pos`: the caret rectangles before the character at a byte index, in
  /// Pango units.
  let caret: @convention(c) (Layout, Int32, Rectangle?, Rectangle?) -> Void
  /// `pango_layout_xy_to_index`: the byte index of the character at a position in Pango units, and
  /// the number of characters from its start to the nearest caret position.
  let xyToIndex:
    @convention(c) (
      Layout, Int32, Int32, UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>
    ) -> gboolean
  /// `pango_layout_get_line_readonly`: the line with an index; borrowed from the layout.
  let line: @convention(c) (Layout, Int32) -> UnsafePointer<PangoLayoutLine>?
  /// `pango_layout_line_get_x_ranges`: the left and right edges of the parts of a line between two
  /// byte indices, in Pango units, and the number of parts. The caller frees the array with
  /// ``free``.
  let xRanges:
    @convention(c) (
      UnsafePointer<PangoLayoutLine>, Int32, Int32,
      UnsafeMutablePointer<UnsafeMutablePointer<Int32>?>, UnsafeMutablePointer<Int32>
    ) -> Void
  /// `pango_layout_get_text`: the text of the layout in UTF-8; borrowed from the layout.
  let text: @convention(c) (Layout) -> UnsafePointer<CChar>?
  /// `pango_cairo_show_layout`; draws the layout at the current point of a Cairo context.
  let show: @convention(c) (OpaquePointer, Layout) -> Void

  // The functions of this group belong to GLib and GObject.
  let unref: @convention(c) (OpaquePointer) -> Void
  /// `g_free`, which frees memory that GLib or Pango has allocated.
  let free: @convention(c) (UnsafeMutableRawPointer?) -> Void
  /// `g_utf8_offset_to_pointer`: the pointer to the character that is a number of characters
  /// further in UTF-8.
  let offsetToPointer: @convention(c) (UnsafePointer<CChar>, CLong) -> UnsafePointer<CChar>?

  /// The functions of Pango for this process; nil when Pango is not installed.
  static let shared = try? PangoLibrary("libpangocairo-1.0.so.0")

  /// Loads the functions from the library named `soname`.
  ///
  /// - Throws: `RuntimeLibrary.Missing` when the library or a function is missing.
  init(_ soname: String) throws(RuntimeLibrary.Missing) {
    let library = try RuntimeLibrary(soname)
    fontMap = try library.function("pango_cairo_font_map_get_default")
    makeContext = try library.function("pango_font_map_create_context")
    setRoundsPositions = try library.function("pango_context_set_round_glyph_positions")
    setFontOptions = try library.function("pango_cairo_context_set_font_options")
    makeFont = try library.function("pango_font_description_new")
    setFamily = try library.function("pango_font_description_set_family")
    setWeight = try library.function("pango_font_description_set_weight")
    setAbsoluteSize = try library.function("pango_font_description_set_absolute_size")
    freeFont = try library.function("pango_font_description_free")
    makeLayout = try library.function("pango_layout_new")
    setFont = try library.function("pango_layout_set_font_description")
    setText = try library.function("pango_layout_set_text")
    setWidth = try library.function("pango_layout_set_width")
    setHeight = try library.function("pango_layout_set_height")
    setIsOneParagraph = try library.function("pango_layout_set_single_paragraph_mode")
    setAlignment = try library.function("pango_layout_set_alignment")
    setFindsDirection = try library.function("pango_layout_set_auto_dir")
    context = try library.function("pango_layout_get_context")
    setDirection = try library.function("pango_context_set_base_dir")
    contextChanged = try library.function("pango_layout_context_changed")
    findDirection = try library.function("pango_find_base_dir")
    setEllipsis = try library.function("pango_layout_set_ellipsize")
    setWrap = try library.function("pango_layout_set_wrap")
    pixelExtents = try library.function("pango_layout_get_pixel_extents")
    baseline = try library.function("pango_layout_get_baseline")
    lineCount = try library.function("pango_layout_get_line_count")
    isEllipsized = try library.function("pango_layout_is_ellipsized")
    direction = try library.function("pango_layout_get_direction")
    caret = try library.function("pango_layout_get_cursor_pos")
    xyToIndex = try library.function("pango_layout_xy_to_index")
    line = try library.function("pango_layout_get_line_readonly")
    xRanges = try library.function("pango_layout_line_get_x_ranges")
    text = try library.function("pango_layout_get_text")
    show = try library.function("pango_cairo_show_layout")
    unref = try library.function("g_object_unref")
    free = try library.function("g_free")
    offsetToPointer = try library.function("g_utf8_offset_to_pointer")
  }
}
