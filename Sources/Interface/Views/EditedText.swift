package import Input

/// A line of text that is being edited, as a value: the characters, the caret, the selection and
/// the uncommitted text of an input method.
nonisolated package struct EditedText: Hashable, Sendable {
  package private(set) var characters: [Character]
  /// The position of the caret: the index of the character after it, or the number of characters.
  package private(set) var caret: Int
  /// The end of the selection that stays in place when the caret moves; equal to ``caret`` without
  /// a selection.
  package private(set) var anchor: Int
  /// The text of an input method that is not committed, shown in place of the selection; nil for
  /// none.
  package private(set) var composition: TextComposition?

  /// Makes a text with the caret at its end and nothing selected.
  package init(_ text: String) {
    characters = Array(text)
    caret = characters.count
    anchor = caret
  }

  package var text: String { String(characters) }
  /// The indices of the selected characters; empty without a selection.
  package var selection: Range<Int> { min(caret, anchor)..<max(caret, anchor) }

  /// Moves the caret before the character at `index`, which is clamped to the text. With
  /// `extendsSelection`, the selection is extended, otherwise it is removed.
  package mutating func moveCaret(to index: Int, extendsSelection: Bool) {
    caret = min(max(0, index), characters.count)
    if !extendsSelection { anchor = caret }
  }

  /// Moves the caret by `step` characters, -1 to the left or 1 to the right. Without
  /// `extendsSelection`, a selection is removed instead, and the caret is placed at its end on that
  /// side.
  package mutating func moveCaret(by step: Int, extendsSelection: Bool) {
    if !extendsSelection, !selection.isEmpty {
      moveCaret(to: step < 0 ? selection.lowerBound : selection.upperBound, extendsSelection: false)
    } else {
      moveCaret(to: caret + step, extendsSelection: extendsSelection)
    }
  }

  /// Selects the characters with the indices `range`, which is clamped to the text.
  package mutating func select(_ range: Range<Int>) {
    let whole = range.clamped(to: 0..<characters.count)
    (anchor, caret) = (whole.lowerBound, whole.upperBound)
  }

  /// Sets the uncommitted text of an input method; nil or an empty one shows the selection again.
  package mutating func compose(_ new: TextComposition?) {
    composition = new.flatMap { $0.text.isEmpty ? nil : $0 }
  }

  /// The text as it is shown: with the uncommitted text in place of the selection, and the caret in
  /// it.
  package var displayed: EditedText {
    guard let composition else { return self }
    var shown = self
    shown.composition = nil
    shown.characters.replaceSubrange(selection, with: composition.text)
    shown.moveCaret(to: selection.lowerBound + composition.caret, extendsSelection: false)
    return shown
  }

  /// The index in ``displayed`` of the character at `index`; for a selected one, which the
  /// uncommitted text covers, the start of that text.
  package func displayedIndex(of index: Int) -> Int {
    guard let composition, index > selection.lowerBound else { return index }
    guard index >= selection.upperBound else { return selection.lowerBound }
    return index - selection.count + composition.text.count
  }

  /// The indices of the uncommitted characters in ``displayed``; empty for none.
  package var displayedCompositionRange: Range<Int> {
    let start = selection.lowerBound
    return start..<start + (composition?.text.count ?? 0)
  }

  /// The indices in ``displayed`` of the uncommitted characters that the next conversion of the
  /// input method changes; empty for none.
  package var conversionTargetRange: Range<Int> {
    let target = composition?.target ?? 0..<0
    let start = selection.lowerBound
    return start + target.lowerBound..<start + target.upperBound
  }

  /// Replaces the selection by `text` without its line breaks, places the caret after it, and drops
  /// the uncommitted text.
  package mutating func insert(_ text: String) {
    composition = nil
    let range = selection
    let new = text.filter { !$0.isNewline }
    characters.replaceSubrange(range, with: new)
    moveCaret(to: range.lowerBound + new.count, extendsSelection: false)
  }

  /// Deletes the selection or, without one, the character after the caret (with `forward`) or
  /// before it.
  package mutating func delete(forward: Bool) {
    if selection.isEmpty { moveCaret(to: caret + (forward ? 1 : -1), extendsSelection: true) }
    insert("")
  }

  /// The index at the next end of a word after the caret or, without `forward`, at the start of a
  /// word before it, as for Ctrl with an arrow key.
  package func wordEdge(forward: Bool) -> Int {
    func isWord(_ index: Int) -> Bool { characters[index].isLetter || characters[index].isNumber }
    var index = caret
    if forward {
      while index < characters.count, !isWord(index) { index += 1 }
      while index < characters.count, isWord(index) { index += 1 }
    } else {
      while index > 0, !isWord(index - 1) { index -= 1 }
      while index > 0, isWord(index - 1) { index -= 1 }
    }
    return index
  }
}
