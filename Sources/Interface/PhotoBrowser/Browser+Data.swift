import BrowserCore
import Geometry
import Motion

extension Browser {
  /// Asks for everything again. The page is kept, moved into 0…n−1; without pages it closes.
  public func reloadData(showing index: Int? = nil) {
    let count = dataSource?.numberOfItems(in: self) ?? 0
    recycleAll()
    let wasEmptied = emptiedSlot != nil
    emptySlot(nil)
    if state.layout.count == 0, count > 0, !state.isDismissed {
      state = BrowserState(
        viewport: frame.size, count: count, index: index ?? initialIndex, tuning: scaledTuning)
      refreshWindow()
    } else if count > 0 || state.layout.count > 0 {
      handle(state.apply(.reload(count: count, index: index ?? state.index), at: lastTime))
    }
    if wasEmptied, !state.isDismissed { emptySlot(state.index) }
    countDidChange()
  }

  /// `count` pages were put in before `index`; nothing that is seen moves.
  public func insertItems(_ count: Int, at index: Int) {
    guard count > 0 else { return }
    renumber { $0 >= index ? $0 + count : $0 }
    handle(state.apply(.insert(count: count, at: index), at: lastTime))
    countDidChange()
  }

  /// Page `index` was taken away: the next one takes its place, the last one's is the previous.
  public func removeItem(at index: Int) {
    guard index >= 0, index < state.layout.count else { return }
    recycle(index)
    thumbnails[index] = nil
    flyers[index] = nil
    let wasEmptied = emptiedSlot == index
    if wasEmptied { emptySlot(nil) }
    renumber { $0 > index ? $0 - 1 : $0 }
    handle(state.apply(.remove(at: index), at: lastTime))
    if wasEmptied, !state.isDismissed { emptySlot(state.index) }
    countDidChange()
  }

  /// Asks to fill page `index` again, if it is alive.
  public func reloadItem(at index: Int) {
    guard let cell = cell(at: index) else { return }
    fill(cell, at: index)
  }

  /// The size of what page `index` shows is known, or another one. A ``PhotoCell`` says so itself;
  /// for any other cell its host does.
  public func contentSizeDidChange(at index: Int) {
    guard let cell = cell(at: index) else { return }
    handle(state.apply(.content(page: index, size: cell.contentSize), at: lastTime))
    requestFrame()
  }

  /// Everything keeps to its page; the host's slots move with its own list.
  private func renumber(_ number: (Int) -> Int) {
    func renumbered<Value>(_ table: [Int: Value]) -> [Int: Value] {
      Dictionary(uniqueKeysWithValues: table.map { (number($0.key), $0.value) })
    }
    effectPlayer.origin = number(effectPlayer.origin)
    cells = renumbered(cells)
    thumbnails = renumbered(thumbnails)
    flyers = renumbered(flyers)
    emptiedSlot = emptiedSlot.map(number)
  }

  private func countDidChange() {
    indicator?.show(index: state.index, count: state.layout.count)
    hasActed = true
    requestFrame()
  }
}
