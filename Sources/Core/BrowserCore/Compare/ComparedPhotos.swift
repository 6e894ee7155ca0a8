/// The panes of a comparison: their order, the focused one, and the one whose zoom the other panes
/// take over. A pane is known by its number, which it keeps when it moves to another index.
package struct ComparedPhotos: Hashable, Sendable {
  /// The number of photos that can be compared.
  package static let counts = 2...4

  /// The panes in reading order.
  package private(set) var order: [Int]
  /// The focused pane.
  package private(set) var focus: Int
  /// The pane whose zoom and scroll position the other panes take over: the one that was zoomed
  /// last.
  package private(set) var leader: Int
  /// Whether all panes show the same part of their photos. Default: true.
  package var isLinked = true

  /// Makes panes with the numbers from 0; the first one has the focus.
  package init(count: Int) {
    order = Array(0..<max(1, count))
    focus = 0
    leader = 0
  }

  /// The index of a pane in ``order``; nil for a removed one.
  package func index(of pane: Int) -> Int? { order.firstIndex(of: pane) }

  /// Moves the focus to a pane.
  ///
  /// - Returns: false when it had the focus, or is unknown.
  @discardableResult
  package mutating func setFocus(_ pane: Int) -> Bool {
    guard pane != focus, order.contains(pane) else { return false }
    focus = pane
    return true
  }

  /// Moves the focus by a number of panes; after the last pane comes the first.
  package mutating func moveFocus(by step: Int) {
    guard let index = index(of: focus) else { return }
    let count = order.count
    focus = order[((index + step) % count + count) % count]
  }

  /// Makes a pane the one whose zoom the other panes take over.
  package mutating func setLeader(_ pane: Int) {
    if order.contains(pane) { leader = pane }
  }

  /// Exchanges the focused pane and the first pane; those of the first and the second
  /// pane when the first one has the focus. The focus stays with its photo.
  package mutating func swap() {
    guard order.count > 1, let index = index(of: focus) else { return }
    order.swapAt(0, index == 0 ? 1 : index)
  }

  /// Makes the focused pane the first one. The focus moves to the pane whose photo is to be
  /// replaced: the one that was first, or the second one if the first one had the focus.
  package mutating func promote() {
    guard order.count > 1, let index = index(of: focus) else { return }
    order.swapAt(0, index)
    focus = order[index == 0 ? 1 : index]
  }

  /// Removes a pane, unless it is the last one.
  package mutating func remove(_ pane: Int) {
    guard order.count > 1, let index = index(of: pane) else { return }
    order.remove(at: index)
    if focus == pane { focus = order[min(index, order.count - 1)] }
    if leader == pane { leader = focus }
  }

  // MARK: Pages

  /// The page after the last shown page; nil at the end of the list.
  package static func nextPage(after shown: [Int], count: Int) -> Int? {
    guard let last = shown.max(), last + 1 < count else { return nil }
    return last + 1
  }

  /// The nearest page before (`step` −1) or after (1) `page` that no other pane shows; nil when
  /// there is none.
  package static func page(
    after page: Int, step: Int, others: [Int], count: Int
  ) -> Int? {
    var page = page + step.signum()
    while (0..<count).contains(page) {
      if !others.contains(page) { return page }
      page += step.signum()
    }
    return nil
  }
}
