import BrowserCore
import Geometry
import Motion

/// The methods by which a host reports changes of its data. The host changes its own data first.
extension Browser {
  /// Reloads all pages.
  ///
  /// - Parameter preservingPage: true keeps the current page index, clamped to the new number of
  ///   pages; false shows ``initialIndex``. A browser that had pages closes when none are left.
  public func reloadData(preservingPage: Bool = true) {
    reloadData(showing: preservingPage ? nil : initialIndex)
  }

  /// Reloads all pages and shows the page at `index`, which is clamped to the new number of pages.
  public func reloadData(showing index: Int) { reloadData(showing: Optional(index)) }

  private func reloadData(showing index: Int?) {
    let count = dataSource?.numberOfItems(in: self) ?? 0
    recycleAll()
    let wasEmptied = flights.emptySlot != nil
    setEmptySlot(nil)
    if state.layout.count == 0, count > 0, !state.isDismissed {
      showFirstPages(count: count, index: index ?? initialIndex)
    } else if count > 0 || state.layout.count > 0 {
      apply(.reload(count: count, index: index ?? state.index))
    }
    if wasEmptied, !state.isDismissed { setEmptySlot(state.index) }
    countDidChange()
  }

  /// Shows the page at `index` when the browser gets its first pages.
  private func showFirstPages(count: Int, index: Int) {
    let slideshow = state.slideshow
    replaceState(count: count, index: index)
    if let slideshow { startSlideshow(every: slideshow.interval) }
    updateLiveCells()
  }

  /// Reports that `count` pages were inserted before `index`, which is clamped to 0…page count. The
  /// current page stays where it is and is not filled again. A browser without pages shows
  /// ``initialIndex``.
  ///
  /// - Parameter animated: true moves visible neighbours apart with an animation.
  public func insertItems(_ count: Int, at index: Int, animated: Bool = false) {
    guard count > 0 else { return }
    if state.layout.count == 0, !state.isDismissed {
      invalidatePrefetch()
      showFirstPages(count: count, index: initialIndex)
      return countDidChange()
    }
    let position = min(max(0, index), state.layout.count)
    renumber({ $0 >= position ? $0 + count : $0 }) {
      apply(.insert(count: count, at: position, animated: animated))
    }
    countDidChange()
  }

  /// Reports that `count` pages were appended, for instance after
  /// ``BrowserDelegate/browser(_:needsMoreAfter:)``.
  public func appendItems(_ count: Int) { insertItems(count, at: pageCount) }

  /// Reports that the page at `index` was removed. If it was current, the next page takes its
  /// place, or the previous one after the last page; without pages the browser closes. An index out
  /// of range is ignored.
  ///
  /// - Parameter animated: true fades the page out and slides its neighbours together.
  public func removeItem(at index: Int, animated: Bool = false) {
    let count = state.layout.count
    guard index >= 0, index < count else { return }
    let live = removeCell(of: index, fadesOut: animated)
    // If the layout's page count has changed and equals that of the data source, the delegate has
    // reloaded the data during the calls above, and the reload included the removal.
    if state.layout.count != count, state.layout.count == dataSource?.numberOfItems(in: self) {
      if let live { cells.returnToPool(live) }
      return updateLiveCells()
    }
    // The calls to the delegate may have led to a new cell for the page.
    if let other = cells.remove(at: index) { cells.returnToPool(other) }
    flights.forget(index)
    let wasEmptied = flights.emptySlot == index
    if wasEmptied { setEmptySlot(nil) }
    let before = state.lastDepartureID
    renumber({ $0 > index ? $0 - 1 : $0 }) {
      apply(.remove(at: index, animated: animated))
    }
    if let live {
      beginDeparture(of: live, as: state.lastDepartureID == before ? nil : state.lastDepartureID)
    }
    if wasEmptied, !state.isDismissed { setEmptySlot(state.index) }
    countDidChange()
  }

  /// Reports that the page at the index `from` has become that at `to`, an index after the move.
  /// The cell of the page moves along. Indices out of range are ignored.
  public func moveItem(from: Int, to: Int) {
    let all = 0..<state.layout.count
    guard all.contains(from), all.contains(to), from != to else { return }
    func moved(_ index: Int) -> Int {
      if index == from { return to }
      if from < to { return index > from && index <= to ? index - 1 : index }
      return index >= to && index < from ? index + 1 : index
    }
    renumber(moved) { apply(.move(from: from, to: to)) }
    countDidChange()
  }

  /// Fills the cell of the page at `index` again; no effect for a page without a cell.
  public func reloadItem(at index: Int) {
    guard let cell = cell(at: index) else { return }
    fill(cell, at: index)
  }

  /// Reports that the content size of the page at `index` has become known or has changed. A
  /// ``PhotoCell`` calls this method itself; the host calls it for any other kind of cell.
  public func contentSizeDidChange(at index: Int) {
    guard let cell = cell(at: index) else { return }
    let change = BrowserAction.content(
      page: index, size: cell.contentSize, isScalable: cell.isContentScalable)
    apply(change)
    requestFrame()
  }

  /// Keeps cells, thumbnails and flights at their pages while `change` renumbers the pages;
  /// `newIndex` maps old indices to new ones. The host renumbers its empty slots itself, together
  /// with its data.
  private func renumber(_ newIndex: (Int) -> Int, _ change: () -> Void) {
    invalidatePrefetch()
    cells.renumber(newIndex)
    flights.renumber(newIndex)
    let before = state.scroll.position(at: now)
    performUntimedChange(change)
    // The slot where a page turn in progress began moves along, so that the turn continues between
    // the same two pages.
    effectPlayer.originSlot += Int((state.scroll.position(at: now) - before).rounded())
  }

  private func countDidChange() {
    overlayStack.reload()
    events.raise(.pagesChanged)
    requestFrameAfterAction()
  }
}

// MARK: Departing pages

extension Browser {
  /// Ends the visit to the page at `index`, and the use of its cell.
  ///
  /// - Returns: the cell if `fadesOut` is true, so that it can fade out; otherwise nil.
  private func removeCell(of index: Int, fadesOut: Bool) -> PageCells.LiveCell? {
    guard fadesOut else {
      recycle(index)
      return nil
    }
    guard let live = removeLiveCell(at: index) else { return nil }
    dataSource?.browser(self, didEndShowing: index)
    return live
  }

  /// Fades out the cell of a removed page: below the cell that takes its place or, with a page
  /// effect, above that cell, because pages then do not slide. `id` is the number of the departure
  /// in the state; nil removes the cell at once.
  private func beginDeparture(of live: PageCells.LiveCell, as id: Int?) {
    guard let id, !state.isDismissed, !live.cell.isHidden else { return cells.returnToPool(live) }
    cells.beginDeparture(of: live, as: id, isBelow: !state.tuning.hasPageEffect)
    cells.updateDepartures(state.frame(at: now).departing)
  }
}
