import Geometry

/// Caret positions.
extension TextLayout {
  /// The distance of the caret before the byte at `offset` from the text's left edge, in pixels.
  ///
  /// - Parameter offset: The offset in UTF-8 bytes of the shown text, see `DisplayText.visible`.
  public func caret(before offset: Int) -> Double {
    guard let shaped else { return 0 }
    return shaped.caret(before: max(0, offset)) - origin.x
  }

  /// The byte offset of the caret for a click at `x`, in pixels from the left edge, in the first
  /// line.
  public func offset(at x: Double) -> Int { shaped?.offset(at: x + origin.x) ?? 0 }
}
