import BrowserCore
import Geometry
import Motion

/// Changes of the data. A host changes its own data first, then reports the change here.
extension Browser {
  /// Reloads all pages.
  ///
  /// - Parameter preservingPage: true keeps the current page index, clamped to the new number of
  ///   pages; false shows ``initialIndex``. A browser that had pages closes when none are left.
  public func reloadData(preservingPage: Bool = true) {
    reloadData(showing: preservingPage ? nil : initialIndex)
  }

  /// Reloads all pages and shows page `index`, clamped to the new number of pages.
  public func reloadData(showing index: Int) { reloadData(showing: Optional(index)) }

  private func reloadData(showing index: Int?) {
    let count = dataSource?.numberOfItems(in: self) ?? 0
    recycleAll()
    let wasEmptied = emptySlotIndex != nil
    emptySlot(nil)
    if state.layout.count == 0, count > 0, !state.isDismissed {
      let slideshow = state.slideshow
      state = BrowserState(
        viewport: frame.size, count: count, index: index ?? initialIndex, tuning: scaledTuning)
      if let slideshow { startSlideshow(every: slideshow.interval) }
      refreshWindow()
    } else if count > 0 || state.layout.count > 0 {
      handle(state.apply(.reload(count: count, index: index ?? state.index), at: lastTime))
    }
    if wasEmptied, !state.isDismissed { emptySlot(state.index) }
    countDidChange()
  }

  /// Reports that `count` pages were inserted before `index`. The current page stays where it is
  /// and is not filled again.
  ///
  /// - Parameter animated: true lets visible neighbours make room with an animation.
  public func insertItems(_ count: Int, at index: Int, animated: Bool = false) {
    guard count > 0 else { return }
    let place = min(max(0, index), state.layout.count)
    renumber({ $0 >= place ? $0 + count : $0 }) {
      handle(state.apply(.insert(count: count, at: place, animated: animated), at: lastTime))
    }
    countDidChange()
  }

  /// Reports that `count` pages were appended, for instance after
  /// ``BrowserDelegate/browser(_:needsMoreAfter:)``.
  public func appendItems(_ count: Int) { insertItems(count, at: pageCount) }

  /// Reports that page `index` was removed. If it was current, the next page takes its place, or
  /// the previous one after the last page; without pages the browser closes.
  ///
  /// - Parameter animated: true fades the page out and slides its neighbours together.
  public func removeItem(at index: Int, animated: Bool = false) {
    guard index >= 0, index < state.layout.count else { return }
    let live = release(index, keepsCell: animated)
    thumbnails[index] = nil
    flyers[index] = nil
    let wasEmptied = emptySlotIndex == index
    if wasEmptied { emptySlot(nil) }
    let before = state.lastDeparture
    renumber({ $0 > index ? $0 - 1 : $0 }) {
      handle(state.apply(.remove(at: index, animated: animated), at: lastTime))
    }
    if let live { depart(live, as: state.lastDeparture == before ? nil : state.lastDeparture) }
    if wasEmptied, !state.isDismissed { emptySlot(state.index) }
    countDidChange()
  }

  /// Reports that page `from` has become page `to`, counted after the move. Its cell moves along.
  public func moveItem(from: Int, to: Int) {
    let all = 0..<state.layout.count
    guard all.contains(from), all.contains(to), from != to else { return }
    func moved(_ index: Int) -> Int {
      if index == from { return to }
      if from < to { return index > from && index <= to ? index - 1 : index }
      return index >= to && index < from ? index + 1 : index
    }
    renumber(moved) { handle(state.apply(.move(from: from, to: to), at: lastTime)) }
    countDidChange()
  }

  /// Fills the cell of page `index` again, if the page has one.
  public func reloadItem(at index: Int) {
    guard let cell = cell(at: index) else { return }
    fill(cell, at: index)
  }

  /// Reports that the content size of page `index` has become known or has changed. A ``PhotoCell``
  /// reports this itself; for any other cell its host does.
  public func contentSizeDidChange(at index: Int) {
    guard let cell = cell(at: index) else { return }
    let change = BrowserAction.content(
      page: index, size: cell.contentSize, isScalable: cell.isContentScalable)
    handle(state.apply(change, at: lastTime))
    requestFrame()
  }

  /// Keeps cells, thumbnails and flights at their pages while `change` renumbers these. The slots
  /// of the host are renumbered together with the host's data.
  private func renumber(_ number: (Int) -> Int, _ change: () -> Void) {
    func renumbered<Value>(_ table: [Int: Value]) -> [Int: Value] {
      Dictionary(uniqueKeysWithValues: table.map { (number($0.key), $0.value) })
    }
    if prefetched != [] { prefetched = nil }
    cells = renumbered(cells)
    thumbnails = renumbered(thumbnails)
    flyers = renumbered(flyers)
    emptySlotIndex = emptySlotIndex.map(number)
    let before = state.scroll.position(at: lastTime)
    changeUntimed(change)
    // A page turn in progress continues between the same two pages.
    effectPlayer.origin += Int((state.scroll.position(at: lastTime) - before).rounded())
  }

  private func countDidChange() {
    reloadOverlays()
    hasActed = true
    requestFrame()
  }
}

// MARK: Departing pages

extension Browser {
  /// Ends page `index`.
  ///
  /// - Returns: the cell if `keepsCell` is true, so that it can fade out; otherwise nil.
  private func release(_ index: Int, keepsCell: Bool) -> LiveCell? {
    guard keepsCell else {
      recycle(index)
      return nil
    }
    guard let live = endCell(at: index) else { return nil }
    dataSource?.browser(self, didEndShowing: index)
    return live
  }

  /// Fades the cell out, below the one that takes its place; above it with a page effect, because
  /// nothing slides then.
  private func depart(_ live: LiveCell, as id: Int?) {
    guard let id, !state.isDismissed, !live.cell.isHidden else { return keep(live) }
    departing[id] = live
    live.cell.isInteractive = false
    if !state.tuning.hasPageEffect { pageLayer.insert(live.cell, at: 0) }
    fade(state.frame(at: lastTime).departing)
  }

  /// Sets the opacity and scale of departing cells, and ends those that have faded out.
  func fade(_ pages: [BrowserFrame.Departing]) {
    for page in pages {
      departing[page.id]?.cell.alpha = page.opacity
      departing[page.id]?.cell.drawnScale = page.scale
    }
    for (id, live) in departing where !pages.contains(where: { $0.id == id }) {
      departing[id] = nil
      endDeparture(of: live)
    }
  }

  func endDeparture(of live: LiveCell) {
    live.cell.alpha = 1
    live.cell.drawnScale = 1
    live.cell.isInteractive = true
    keep(live)
  }
}
