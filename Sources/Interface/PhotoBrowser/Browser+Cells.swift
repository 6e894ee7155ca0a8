import BrowserCore
import Geometry
import Motion
import Views

/// The cells of the live pages, and the recycling of cells.
extension Browser {
  /// Assigns a cell to every page of the live window, which are the current page and those near it,
  /// and recycles the cells of all other pages.
  func updateLiveCells() {
    guard dataSource != nil, !frame.isEmpty, !state.isDismissed else { return }
    for index in cells.indices where !isLive(index) { recycle(index) }
    // A cell that is filled may report its content size, which may change the live window.
    for index in state.pageWindow.live where isLive(index) { makeLive(index) }
    updatePrefetch()
  }

  /// Assigns a cell to the page at `index` if it has none.
  func makeLive(_ index: Int) {
    guard let dataSource, cells[index] == nil, index < state.layout.count, !frame.isEmpty else {
      return
    }
    let kind = dataSource.browser(self, kindOfCellFor: index)
    let cell = cells.takeFromPool(kind) ?? dataSource.browser(self, makeCellFor: index)
    cells.add(cell, kind: kind, at: index) { prepare(cell, for: index) }
    fill(cell, at: index)
  }

  private func isLive(_ index: Int) -> Bool {
    index < state.layout.count && state.pageWindow.live.contains(index)
  }

  /// Prepares a cell for the page at `index`, before its data source fills it. The cell becomes
  /// visible with the next frame.
  private func prepare(_ cell: any BrowserCell, for index: Int) {
    cell.frame = state.snappedPageFrame(of: index, at: now)
    if let photo = cell as? PhotoCell {
      photo.options = options
      photo.bottomInset = overlayStack.takenBottomHeight
      photo.isPagingFast = isPagingFast
      // A page that had a cell before keeps its proportions while its picture is loaded again.
      photo.knownSize = state.hasContent(index) ? state.zoom(of: index).content : nil
      photo.isKnownContentScalable = state.isScalable(index)
      photo.thumbnail = flights.thumbnail(of: index)?.picture
      photo.onRetry = { [weak self, weak photo] in
        guard let self, let photo, let index = self.cells.index(of: photo) else { return }
        self.dataSource?.browser(self, retry: index)
      }
      photo.onContentSizeChange = { [weak self, weak photo] in
        guard let self, let photo, let index = self.cells.index(of: photo) else { return }
        self.contentSizeDidChange(at: index)
        self.showStandIn(ofPassedPage: index)
      }
    }
  }

  func fill(_ cell: any BrowserCell, at index: Int) {
    dataSource?.browser(self, reload: cell, at: index)
    if !(cell is PhotoCell) { contentSizeDidChange(at: index) }
  }

  /// Recycles the cell of the page at `index`: reports to the data source once that the page has
  /// lost its cell, and keeps the cell for reuse.
  func recycle(_ index: Int) {
    guard let live = removeLiveCell(at: index) else { return }
    cells.returnToPool(live)
    dataSource?.browser(self, didEndShowing: index)
  }

  /// Removes the cell of the page at `index` from use, and ends the visit to the page; nil when the
  /// page has no cell.
  func removeLiveCell(at index: Int) -> PageCells.LiveCell? {
    guard let cell = cells[index] else { return nil }
    visits.endVisit(of: cell)
    // A delegate may have changed anything during the call, also the cell of this page.
    guard let current = cells[index], current === cell else { return nil }
    return cells.remove(at: index)
  }

  func recycleAll() {
    invalidatePrefetch()
    for index in cells.indices { recycle(index) }
    cells.endDepartures()
  }

  /// Shows the picture of the previous page on the current one for a moment after a jump, while the
  /// current page has no picture.
  func showStandInAfterJump(from old: Int, to index: Int) {
    // The picture of the previous page is taken before `updateLiveCells()`, which may reuse that
    // page's cell for the new page.
    guard state.reading == .single, state.scroll.isSettled(at: now), state.flight == nil,
      let before = restingContent(of: old)
    else { return }
    updateLiveCells()
    (cell(at: index) as? PhotoCell)?.showStandIn(before)
  }

  /// Shows `picture`, that of a page nearby, on the current page until its own picture or its
  /// progress ring appears. While a key is held, the view thus keeps changing even if pictures load
  /// late.
  ///
  /// - Returns: false when the current page is not waiting for its picture, or is moving.
  @discardableResult
  package func showStandIn(_ picture: Picture) -> Bool {
    guard state.reading == .single, state.scroll.isSettled(at: now), state.flight == nil,
      state.pull == nil,
      let waiting = visibleCell as? PhotoCell
    else { return false }
    return waiting.showStandIn(picture, at: state.restingRect(of: picture.contentSize))
  }

  /// Shows the picture of the page at `index`, which the user has passed, on the current page, if
  /// that still shows an older stand-in. While a key is held, the view thus keeps changing even if
  /// pictures load late.
  private func showStandIn(ofPassedPage index: Int) {
    guard state.reading == .single,
      state.layout.distance(from: index, to: state.index) * state.lastTurnDirection > 0,
      let waiting = cell(at: state.index) as? PhotoCell, waiting.standIn != nil,
      let passed = cell(at: index) as? PhotoCell, passed.content.zoomable != nil,
      let placedContent = restingContent(of: index)
    else { return }
    waiting.showStandIn(placedContent)
  }

  /// The content of a live page at its resting position, also before any frame has shown the page;
  /// nil when its cell has no content.
  private func restingContent(of index: Int) -> PlacedContent? {
    (cell(at: index) as? PhotoCell)?.placedContent(restingAt: state.restingPage(index).content)
  }
}
