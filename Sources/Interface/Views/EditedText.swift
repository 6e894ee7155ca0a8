/// One line of text with a caret and a selection, as a value.
nonisolated package struct EditedText: Hashable, Sendable {
  /// The characters.
  package private(set) var characters: [Character]
  /// Where the caret stands: before the character of this number.
  package private(set) var caret: Int
  /// The other end of what is selected; the caret itself when nothing is.
  package private(set) var anchor: Int

  /// Makes text with the caret at its end.
  package init(_ text: String) {
    characters = Array(text)
    caret = characters.count
    anchor = caret
  }

  /// The text.
  package var text: String { String(characters) }
  /// What is selected.
  package var selection: Range<Int> { min(caret, anchor)..<max(caret, anchor) }

  /// Puts the caret before character `place`; the selection grows or ends.
  package mutating func move(to place: Int, selects: Bool) {
    caret = min(max(0, place), characters.count)
    if !selects { anchor = caret }
  }

  /// Goes one step left or right; without Shift a selection ends at that side of it.
  package mutating func step(_ step: Int, selects: Bool) {
    if !selects, !selection.isEmpty {
      move(to: step < 0 ? selection.lowerBound : selection.upperBound, selects: false)
    } else {
      move(to: caret + step, selects: selects)
    }
  }

  /// Selects the characters of a range.
  package mutating func select(_ range: Range<Int>) {
    let whole = range.clamped(to: 0..<characters.count)
    (anchor, caret) = (whole.lowerBound, whole.upperBound)
  }

  /// Puts `text` in the place of what is selected. Line feeds have no place in one line.
  package mutating func insert(_ text: String) {
    let range = selection
    let new = text.filter { !$0.isNewline }
    characters.replaceSubrange(range, with: new)
    move(to: range.lowerBound + new.count, selects: false)
  }

  /// Takes away what is selected, or the character at the caret on one side of it.
  package mutating func delete(forward: Bool) {
    if selection.isEmpty { move(to: caret + (forward ? 1 : -1), selects: true) }
    insert("")
  }

  /// The next beginning or end of a word on one side, for Ctrl and an arrow.
  package func wordEdge(forward: Bool) -> Int {
    func isWord(_ place: Int) -> Bool { characters[place].isLetter || characters[place].isNumber }
    var place = caret
    if forward {
      while place < characters.count, !isWord(place) { place += 1 }
      while place < characters.count, isWord(place) { place += 1 }
    } else {
      while place > 0, !isWord(place - 1) { place -= 1 }
      while place > 0, isWord(place - 1) { place -= 1 }
    }
    return place
  }
}
