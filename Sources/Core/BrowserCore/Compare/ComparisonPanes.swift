/// The panes of a comparison of photos: their order, the focused one, and the one whose zoom the
/// other panes take over. A pane is identified by its number, which it keeps when it moves to
/// another index.
package struct ComparisonPanes: Hashable, Sendable {
  /// The possible numbers of photos in a comparison.
  package static let allowedCounts = 2...4

  /// The numbers of the panes in reading order.
  package private(set) var panesInOrder: [Int]
  /// The number of the pane with the keyboard focus.
  package private(set) var focusedPane: Int
  /// The number of the pane whose zoom and scroll position the linked panes take over: the one that
  /// was zoomed last.
  package private(set) var leader: Int
  /// Whether all panes of the comparison show the same part of their photos. Default: true.
  package var isLinked = true

  /// Makes `count` panes with the numbers from 0; the first one has the focus.
  package init(count: Int) {
    panesInOrder = Array(0..<max(1, count))
    focusedPane = 0
    leader = 0
  }

  /// The index of the pane with the number `pane` in ``panesInOrder``; nil when it was removed.
  package func index(of pane: Int) -> Int? { panesInOrder.firstIndex(of: pane) }

  /// Moves the keyboard focus to the pane with the number `pane`.
  ///
  /// - Returns: false when that pane had the focus already, or does not exist.
  @discardableResult
  package mutating func setFocus(_ pane: Int) -> Bool {
    guard pane != focusedPane, panesInOrder.contains(pane) else { return false }
    focusedPane = pane
    return true
  }

  /// Moves the focus by `step` panes in reading order; after the last pane comes the first.
  package mutating func moveFocus(by step: Int) {
    guard let index = index(of: focusedPane) else { return }
    let count = panesInOrder.count
    focusedPane = panesInOrder[((index + step) % count + count) % count]
  }

  /// Makes `pane` the pane whose zoom and scroll position the linked panes take over; a removed
  /// pane is ignored.
  package mutating func setLeader(_ pane: Int) {
    if panesInOrder.contains(pane) { leader = pane }
  }

  /// Exchanges the focused pane with the first one, or with the second one if the focused pane is
  /// the first. The focus stays with its photo.
  package mutating func swapFocusedPane() {
    guard panesInOrder.count > 1, let index = index(of: focusedPane) else { return }
    panesInOrder.swapAt(0, index == 0 ? 1 : index)
  }

  /// Makes the focused pane the first one. The focus moves to the pane whose photo is to be
  /// replaced: the one that was first, or the second one if the first one had the focus.
  package mutating func promoteFocusedPane() {
    guard panesInOrder.count > 1, let index = index(of: focusedPane) else { return }
    panesInOrder.swapAt(0, index)
    focusedPane = panesInOrder[index == 0 ? 1 : index]
  }

  /// Removes the pane with the number `pane`, unless it is the only one. If that pane has the
  /// focus, the focus goes to the next pane, or to the previous one after the last; the focused
  /// pane becomes the leader instead of a removed one.
  package mutating func remove(_ pane: Int) {
    guard panesInOrder.count > 1, let index = index(of: pane) else { return }
    panesInOrder.remove(at: index)
    if focusedPane == pane { focusedPane = panesInOrder[min(index, panesInOrder.count - 1)] }
    if leader == pane { leader = focusedPane }
  }

  // MARK: Pages

  /// The index of the page that follows the highest of the page indices `shown`; nil when `shown`
  /// is empty, or none of the `count` pages follows.
  package static func nextPage(after shown: [Int], count: Int) -> Int? {
    guard let last = shown.max(), last + 1 < count else { return nil }
    return last + 1
  }

  /// The index of the nearest page before (`step` −1) or after (1) `page` that is not among
  /// `others`, the pages of the other panes; nil when the list of `count` pages has none.
  package static func nearestFreePage(
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
