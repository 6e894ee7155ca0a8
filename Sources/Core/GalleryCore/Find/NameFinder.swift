import Motion

/// The type-ahead search of a grid: the typed text, and the search through the names of items that
/// it began.
struct NameFinder: Hashable, Sendable {
  /// The characters typed for the search, and the time at which they expire.
  private(set) var typeAhead = TypeAhead()
  private var search: NameSearch?
  /// The index of the item at which the search for a newly typed text starts.
  private var searchStartItem = 0

  var isSearching: Bool { search != nil }

  /// Appends typed characters to the search text, and searches from the focused item on.
  ///
  /// - Returns: true when a search began; false for white space alone.
  mutating func type(
    _ text: String, focus: Int?, in sections: GridSections, at t: Timestamp
  ) -> Bool {
    let isFirst = !typeAhead.isActive(at: t)
    guard typeAhead.type(text, at: t) else { return false }
    if isFirst { searchStartItem = focus ?? 0 }
    return begin(from: searchStartItem, step: 1, in: sections)
  }

  /// Removes the last character of the search text, and searches again.
  ///
  /// - Returns: true when a search began; false when no text is left or the text has expired.
  mutating func eraseLastCharacter(in sections: GridSections, at t: Timestamp) -> Bool {
    guard typeAhead.eraseLastCharacter(at: t) else { return false }
    if typeAhead.text.isEmpty {
      search = nil
      return false
    }
    return begin(from: searchStartItem, step: 1, in: sections)
  }

  /// Searches for the next (`step` 1) or previous (−1) item that matches the typed text.
  ///
  /// - Returns: true when a search began; false when no text was typed.
  mutating func findNext(
    _ step: Int, focus: Int?, in sections: GridSections, at t: Timestamp
  ) -> Bool {
    guard !typeAhead.text.isEmpty, step != 0 else { return false }
    typeAhead.extendDeadline(at: t)
    let next = (focus ?? searchStartItem) + step.signum()
    searchStartItem = min(max(0, next), max(0, sections.itemCount - 1))
    return begin(from: next, step: step, in: sections)
  }

  mutating func end() {
    typeAhead.end()
    search = nil
  }

  /// Restarts an unfinished search from the focused item, because the list of items changed.
  mutating func restart(focus: Int?, in sections: GridSections) {
    if isSearching { _ = begin(from: focus ?? 0, step: 1, in: sections) }
  }

  private mutating func begin(from item: Int, step: Int, in sections: GridSections) -> Bool {
    search = NameSearch(typeAhead.text, from: item, step: step, sections: sections)
    return true
  }

  mutating func advance(to t: Timestamp) { typeAhead.advance(to: t) }

  /// Examines the next names in the search; returns `unfinished` also when no search is in
  /// progress.
  mutating func advance(name: (Int) -> String, section: (Int) -> String) -> NameSearch.Outcome {
    let outcome = search?.advance(name: name, section: section) ?? .unfinished
    if case .finished = outcome { search = nil }
    return outcome
  }
}
