import Geometry

/// Where one is between the letters.
extension TextLayout {
  /// How far right of the text's left edge the caret stands before the byte at `offset`, in pixels.
  ///
  /// - Parameter offset: in UTF-8 bytes of the text as it is shown, see `DisplayText.visible`.
  public func caret(before offset: Int) -> Double {
    guard let shaped else { return 0 }
    return shaped.caret(before: max(0, offset)) - origin.x
  }

  /// The byte before which the caret stands when one presses at `x` of the first line.
  public func offset(at x: Double) -> Int { shaped?.offset(at: x + origin.x) ?? 0 }
}
