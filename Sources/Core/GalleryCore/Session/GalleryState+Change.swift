import Geometry
import Motion

extension GalleryState {
  /// Replaces the list. Focus and selection follow their items, and the anchor keeps its position
  /// in the viewport.
  mutating func change(_ change: GalleryChange, at t: Timestamp) {
    precondition(
      change.newIndices.count == itemCount,
      "a change from \(change.newIndices.count) items, there are \(itemCount)")
    let anchor = anchor(at: t).flatMap { following($0, change, at: t) }
    let focused = visibleFocus(at: t).flatMap { focus in
      change.newIndex(of: focus.item).map { focus.moved(to: $0) }
    }
    focus = focus.flatMap(change.survivor)
    pivot = pivot.flatMap(change.newIndex)
    emptySlot = emptySlot.flatMap(change.newIndex)
    goal = goal.flatMap { old in
      change.newIndex(of: old.item).map { Goal(item: $0, reveal: old.reveal) }
    }
    selection = selection.following(change)
    if var open = band {
      open.base = open.base.following(change)
      open.before = open.before.following(change)
      band = open
    }
    keptAnchor = nil
    relayout(
      makeLayout(sections: change.sections), around: anchor, focused: focused, change: change,
      animated: true, at: t)
    generation += 1
    if isSearching { beginSearch(from: focus ?? 0, step: 1) }
  }

  /// The anchor at the new index of its item; if the item is gone, an anchor at another visible
  /// item.
  private func following(
    _ anchor: GridAnchor, _ change: GalleryChange, at t: Timestamp
  ) -> GridAnchor? {
    if let item = change.newIndex(of: anchor.item) { return anchor.moved(to: item) }
    let offset = scroll.position(at: t)
    let seen = layout.items(in: clearArea.offset(by: Vector(dx: 0, dy: offset)))
    for old in seen {
      guard let item = change.newIndex(of: old) else { continue }
      return GridAnchor(item: old, offset: offset, in: layout).moved(to: item)
    }
    return change.survivor(of: anchor.item).map(anchor.moved)
  }
}
