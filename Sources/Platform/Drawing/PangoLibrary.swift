import CPango
import RuntimeLibraries

/// Pango with its drawing by Cairo, found when the first text is shaped: a picture is on the screen
/// before.
final class PangoLibrary: Sendable {
  typealias Context = OpaquePointer
  typealias Font = OpaquePointer
  typealias Layout = OpaquePointer
  typealias Rectangle = UnsafeMutablePointer<PangoRectangle>
  typealias Number = @convention(c) (Layout) -> Int32
  typealias SetNumber = @convention(c) (Layout, Int32) -> Void

  // What text is set in. The font map is borrowed, contexts and fonts are to be freed.
  let fontMap: @convention(c) () -> OpaquePointer?
  let makeContext: @convention(c) (OpaquePointer?) -> Context?
  let setRoundsPositions: @convention(c) (Context, gboolean) -> Void
  /// The options are Cairo's.
  let setFontOptions: @convention(c) (Context, OpaquePointer?) -> Void
  let makeFont: @convention(c) () -> Font?
  let setFamily: @convention(c) (Font, UnsafePointer<CChar>) -> Void
  let setWeight: @convention(c) (Font, PangoWeight) -> Void
  /// In units of which `PANGO_SCALE` are a pixel.
  let setAbsoluteSize: @convention(c) (Font, Double) -> Void
  let freeFont: @convention(c) (Font) -> Void

  // A layout, to be dropped, and how it is to be.
  let makeLayout: @convention(c) (Context) -> Layout?
  let setFont: @convention(c) (Layout, Font) -> Void
  /// UTF-8, and how many bytes; copies them.
  let setText: @convention(c) (Layout, UnsafePointer<CChar>?, Int32) -> Void
  /// In the same units; -1 for as long as it is.
  let setWidth: SetNumber
  /// When negative, how many lines.
  let setHeight: SetNumber
  let setIsOneParagraph: @convention(c) (Layout, gboolean) -> Void
  let setAlignment: @convention(c) (Layout, PangoAlignment) -> Void
  let setEllipsis: @convention(c) (Layout, PangoEllipsizeMode) -> Void
  let setWrap: @convention(c) (Layout, PangoWrapMode) -> Void

  // What has become of it.
  /// The box of its ink and its logical box, in pixels.
  let pixelExtents: @convention(c) (Layout, Rectangle, Rectangle) -> Void
  let baseline: Number
  let lineCount: Number
  let isEllipsized: @convention(c) (Layout) -> gboolean
  /// Of the byte with that number.
  let direction: @convention(c) (Layout, Int32) -> PangoDirection
  /// Where the caret stands before a byte.
  let caret: @convention(c) (Layout, Int32, Rectangle?, Rectangle?) -> Void
  /// Which byte is at a place, and how many letters after that the caret stands.
  let index:
    @convention(c) (
      Layout, Int32, Int32, UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>
    ) -> gboolean
  /// Borrowed from the layout.
  let text: @convention(c) (Layout) -> UnsafePointer<CChar>?
  /// Draws it in a context of Cairo's, at its point.
  let show: @convention(c) (OpaquePointer, Layout) -> Void

  // GLib.
  let drop: @convention(c) (OpaquePointer) -> Void
  /// So many letters on in UTF-8.
  let advance: @convention(c) (UnsafePointer<CChar>, CLong) -> UnsafePointer<CChar>?

  /// Nil where the library is not installed.
  static let shared = try? PangoLibrary("libpangocairo-1.0.so.0")

  /// The library of that name.
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
    setEllipsis = try library.function("pango_layout_set_ellipsize")
    setWrap = try library.function("pango_layout_set_wrap")
    pixelExtents = try library.function("pango_layout_get_pixel_extents")
    baseline = try library.function("pango_layout_get_baseline")
    lineCount = try library.function("pango_layout_get_line_count")
    isEllipsized = try library.function("pango_layout_is_ellipsized")
    direction = try library.function("pango_layout_get_direction")
    caret = try library.function("pango_layout_get_cursor_pos")
    index = try library.function("pango_layout_xy_to_index")
    text = try library.function("pango_layout_get_text")
    show = try library.function("pango_cairo_show_layout")
    drop = try library.function("g_object_unref")
    advance = try library.function("g_utf8_offset_to_pointer")
  }
}
