public import Motion

extension GalleryState {
  /// Whether a name search is in progress.
  public var isSearching: Bool { nameSearch != nil }

  mutating func applyFind(_ action: GalleryAction, at t: Timestamp) -> [GalleryEffect] {
    switch action {
    case .type(let text):
      let isFirst = !typeAhead.isActive(at: t)
      guard typeAhead.type(text, at: t) else { return [] }
      if isFirst { searchOrigin = focus ?? 0 }
      return beginSearch(from: searchOrigin, step: 1)
    case .eraseTyped:
      guard typeAhead.erase(at: t) else { return [] }
      if typeAhead.text.isEmpty {
        nameSearch = nil
        return []
      }
      return beginSearch(from: searchOrigin, step: 1)
    case .findNext(let step):
      guard !typeAhead.text.isEmpty, step != 0 else { return [] }
      typeAhead.extend(at: t)
      let origin = (focus ?? searchOrigin) + step.signum()
      searchOrigin = min(max(0, origin), max(0, itemCount - 1))
      return beginSearch(from: origin, step: step)
    case .endFind:
      typeAhead.end()
      nameSearch = nil
    default: break
    }
    return []
  }

  @discardableResult
  mutating func beginSearch(from origin: Int, step: Int) -> [GalleryEffect] {
    nameSearch = NameSearch(
      typeAhead.text, from: origin, step: step, sections: layout.sections)
    return [.searchBegan]
  }

  /// Continues the name search over a few thousand names at most. A match gets the focus.
  ///
  /// - Parameters:
  ///   - name: the displayed name of an item.
  ///   - section: the displayed title of a section; a match selects its first item.
  public mutating func search(
    at t: Timestamp, name: (Int) -> String, section: (Int) -> String = { _ in "" }
  ) -> [GalleryEffect] {
    guard case .finished(let found) = nameSearch?.advance(name: name, section: section) else {
      return []
    }
    nameSearch = nil
    guard let found = existing(found) else { return [.searchEnded(found: nil)] }
    let old = focus
    isTouched = true
    column = nil
    pivot = nil
    putFocus(on: found, at: t)
    if tuning.reducesMotion { scroll.finish() }
    let changed: [GalleryEffect] = old == found ? [] : [.focusChanged(found)]
    return changed + [.searchEnded(found: found)] + advance(to: t)
  }
}
