import Geometry

/// Caret positions in the first line of a text.
extension TextLayout {
  /// The distance of the caret before the byte at `offset` from the left edge of the text, in
  /// pixels; 0 without Pango.
  ///
  /// - Parameter offset: an offset in UTF-8 bytes in ``text``, the result of `DisplayText.visible`.
  public func caretX(beforeByte offset: Int) -> Double {
    guard let shaped else { return 0 }
    return shaped.caretX(beforeByte: max(0, offset)) - origin.x
  }

  /// The offset in UTF-8 bytes of the caret position nearest to `x`, in pixels from the left edge
  /// of the text, in the first line.
  public func byteOffset(at x: Double) -> Int { shaped?.byteOffset(at: x + origin.x) ?? 0 }
}
