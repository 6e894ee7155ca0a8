import BrowserCore
import Geometry
import Motion

/// The host's list becomes another one. The host changes its own list first, then says so.
extension Browser {
  /// Asks for everything again.
  ///
  /// - Parameter preservingPage: true keeps the page, moved into 0…n−1; false begins with
  ///   ``initialIndex`` again. Without pages it closes.
  public func reloadData(preservingPage: Bool = true) {
    reloadData(showing: preservingPage ? nil : initialIndex)
  }

  /// Asks for everything again, and shows page `index`, moved into 0…n−1.
  public func reloadData(showing index: Int) { reloadData(showing: Optional(index)) }

  private func reloadData(showing index: Int?) {
    let count = dataSource?.numberOfItems(in: self) ?? 0
    recycleAll()
    let wasEmptied = emptiedSlot != nil
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

  /// `count` pages were put in before `index`. The page that is shown stays where it is, and nothing
  /// of it is filled again.
  ///
  /// - Parameter animated: true lets neighbours that are seen make room; false has them elsewhere at
  ///   once.
  public func insertItems(_ count: Int, at index: Int, animated: Bool = false) {
    guard count > 0 else { return }
    let place = min(max(0, index), state.layout.count)
    renumber({ $0 >= place ? $0 + count : $0 }) {
      handle(state.apply(.insert(count: count, at: place, animated: animated), at: lastTime))
    }
    countDidChange()
  }

  /// `count` pages were put in after the last one: "load more".
  public func appendItems(_ count: Int) { insertItems(count, at: pageCount) }

  /// Page `index` was taken away: the next one takes its place, the last one's is the previous;
  /// without pages it closes.
  ///
  /// - Parameter animated: true lets the page fade and its neighbours slide together.
  public func removeItem(at index: Int, animated: Bool = false) {
    guard index >= 0, index < state.layout.count else { return }
    let live = release(index, keepsCell: animated)
    thumbnails[index] = nil
    flyers[index] = nil
    let wasEmptied = emptiedSlot == index
    if wasEmptied { emptySlot(nil) }
    let before = state.lastDeparture
    renumber({ $0 > index ? $0 - 1 : $0 }) {
      handle(state.apply(.remove(at: index, animated: animated), at: lastTime))
    }
    if let live { depart(live, as: state.lastDeparture == before ? nil : state.lastDeparture) }
    if wasEmptied, !state.isDismissed { emptySlot(state.index) }
    countDidChange()
  }

  /// The page that was `from` is `to` from now on, as counted after the move; its cell goes along.
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

  /// Asks to fill page `index` again, if it is alive.
  public func reloadItem(at index: Int) {
    guard let cell = cell(at: index) else { return }
    fill(cell, at: index)
  }

  /// The size of what page `index` shows is known, or another one. A ``PhotoCell`` says so itself;
  /// for any other cell its host does.
  public func contentSizeDidChange(at index: Int) {
    guard let cell = cell(at: index) else { return }
    let change = BrowserAction.content(
      page: index, size: cell.contentSize, isScalable: cell.isContentScalable)
    handle(state.apply(change, at: lastTime))
    requestFrame()
  }

  /// Everything keeps to its page while `change` is done; the host's slots move with its own list.
  private func renumber(_ number: (Int) -> Int, _ change: () -> Void) {
    func renumbered<Value>(_ table: [Int: Value]) -> [Int: Value] {
      Dictionary(uniqueKeysWithValues: table.map { (number($0.key), $0.value) })
    }
    cells = renumbered(cells)
    thumbnails = renumbered(thumbnails)
    flyers = renumbered(flyers)
    emptiedSlot = emptiedSlot.map(number)
    let before = state.scroll.position(at: lastTime)
    changeUntimed(change)
    // A turn goes on between the same two pages.
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
  /// Page `index` has ended; its cell stays where it is if it is still wanted.
  private func release(_ index: Int, keepsCell: Bool) -> LiveCell? {
    guard keepsCell else {
      recycle(index)
      return nil
    }
    guard let live = endCell(at: index) else { return nil }
    dataSource?.browser(self, didEndShowing: index)
    return live
  }

  /// The cell fades, under the one that comes in its place; over it where pages are turned in space,
  /// because then nothing slides.
  private func depart(_ live: LiveCell, as id: Int?) {
    guard let id, !state.isDismissed, !live.cell.isHidden else { return keep(live) }
    departing[id] = live
    live.cell.isInteractive = false
    if !state.tuning.hasPageEffect { pageLayer.insert(live.cell, at: 0) }
    fade(state.frame(at: lastTime).departing)
  }

  /// Draws departing pages as far as they have gone.
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
