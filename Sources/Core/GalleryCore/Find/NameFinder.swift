import Motion

/// The search for a name while it is typed: the typed text and the search that it began.
struct NameFinder: Hashable, Sendable {
  /// The typed text.
  private(set) var typed = TypeAhead()
  private var search: NameSearch?
  /// The item at which the search starts.
  private var origin = 0

  var isSearching: Bool { search != nil }

  /// Adds typed characters.
  ///
  /// - Returns: whether a search began.
  mutating func type(
    _ text: String, focus: Int?, in sections: GridSections, at t: Timestamp
  ) -> Bool {
    let isFirst = !typed.isActive(at: t)
    guard typed.type(text, at: t) else { return false }
    if isFirst { origin = focus ?? 0 }
    return begin(from: origin, step: 1, in: sections)
  }

  /// Removes the last typed character.
  ///
  /// - Returns: whether a search began.
  mutating func erase(in sections: GridSections, at t: Timestamp) -> Bool {
    guard typed.erase(at: t) else { return false }
    if typed.text.isEmpty {
      search = nil
      return false
    }
    return begin(from: origin, step: 1, in: sections)
  }

  /// Searches for the next (1) or previous (−1) item with the typed text.
  ///
  /// - Returns: whether a search began.
  mutating func findNext(
    _ step: Int, focus: Int?, in sections: GridSections, at t: Timestamp
  ) -> Bool {
    guard !typed.text.isEmpty, step != 0 else { return false }
    typed.extend(at: t)
    let next = (focus ?? origin) + step.signum()
    origin = min(max(0, next), max(0, sections.itemCount - 1))
    return begin(from: next, step: step, in: sections)
  }

  mutating func end() {
    typed.end()
    search = nil
  }

  /// Restarts a search in progress, because the list changed.
  mutating func restart(focus: Int?, in sections: GridSections) {
    if isSearching { _ = begin(from: focus ?? 0, step: 1, in: sections) }
  }

  private mutating func begin(from item: Int, step: Int, in sections: GridSections) -> Bool {
    search = NameSearch(typed.text, from: item, step: step, sections: sections)
    return true
  }

  mutating func advance(to t: Timestamp) { typed.advance(to: t) }

  /// Examines the next names; `unfinished` when no search is in progress.
  mutating func advance(name: (Int) -> String, section: (Int) -> String) -> NameSearch.Outcome {
    let outcome = search?.advance(name: name, section: section) ?? .unfinished
    if case .finished = outcome { search = nil }
    return outcome
  }
}
