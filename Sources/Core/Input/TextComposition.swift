/// The uncommitted text of an input method, shown at the caret while the user composes it.
package struct TextComposition: Hashable, Sendable {
  /// The text that the input method has not committed, without line breaks.
  package var text: String
  /// The position of the caret: the index, counted in characters, of the character that follows it.
  package var caret: Int
  /// The range of the characters that the input method converts next; empty for none.
  package var target: Range<Int>

  /// Makes a composition. The caret and the target are limited to the text.
  package init(_ text: String, caret: Int? = nil, target: Range<Int> = 0..<0) {
    let shown = text.filter { !$0.isNewline }
    self.text = shown
    self.caret = min(max(0, caret ?? shown.count), shown.count)
    self.target = target.clamped(to: 0..<shown.count)
  }
}
