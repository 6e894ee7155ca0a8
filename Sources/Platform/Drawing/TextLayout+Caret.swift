import CPango
import Geometry

/// Where one is between the letters.
extension TextLayout {
  /// How far right of the text's left edge the caret stands before the byte at `offset`, in pixels.
  ///
  /// - Parameter offset: in UTF-8 bytes of the text as it is shown, see `DisplayText.visible`.
  public func caret(before offset: Int) -> Double {
    var strong = PangoRectangle()
    pango_layout_get_cursor_pos(pangoLayout, Int32(clamping: max(0, offset)), &strong, nil)
    return Double(strong.x) / Double(PANGO_SCALE) - origin.x
  }

  /// The byte before which the caret stands when one presses at `x` of the first line.
  public func offset(at x: Double) -> Int {
    var index: Int32 = 0
    var trailing: Int32 = 0
    let place = (x + origin.x) * Double(PANGO_SCALE)
    pango_layout_xy_to_index(pangoLayout, Int32(clamping: Int(place)), 0, &index, &trailing)
    guard trailing > 0, let text = pango_layout_get_text(pangoLayout) else { return Int(index) }
    let next = g_utf8_offset_to_pointer(text + Int(index), glong(trailing))
    return next.map { $0 - UnsafeMutablePointer(mutating: text) } ?? Int(index)
  }
}
