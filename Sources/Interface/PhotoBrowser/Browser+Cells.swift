import BrowserCore
import Geometry
import Motion
import Views

/// The live cells, and the recycling of cells.
extension Browser {
  /// The maximum number of cells of a kind: the cell of the current page, and one on each side.
  ///
  /// - Source: JXPhotoBrowser 3.
  static let maxCells = 3

  /// Gives every page of the live window a cell, and recycles the cells of all other pages.
  func refreshWindow() {
    guard let dataSource, !frame.isEmpty, !state.isDismissed else { return }
    for index in Array(cells.keys) where !isLive(index) { recycle(index) }
    // Filling a cell may report its size, which may change the live window.
    for index in state.pageWindow.live where isLive(index) { makeLive(index) }
    let wanted = state.pageWindow.prefetch.filter { $0 < state.layout.count }
    guard wanted != prefetched else { return }
    prefetched = wanted
    dataSource.browser(self, prefetch: wanted)
  }

  /// Gives page `index` a cell if it has none.
  func makeLive(_ index: Int) {
    guard let dataSource, cells[index] == nil, index < state.layout.count, !frame.isEmpty else {
      return
    }
    let kind = dataSource.browser(self, kindOfCellFor: index)
    let cell = pool[kind]?.popLast() ?? dataSource.browser(self, makeCellFor: index)
    adopt(LiveCell(cell: cell, kind: kind), at: index)
    fill(cell, at: index)
  }

  private func isLive(_ index: Int) -> Bool {
    index < state.layout.count && state.pageWindow.live.contains(index)
  }

  /// Adds a cell as that of page `index`. It becomes visible with the next frame.
  private func adopt(_ live: LiveCell, at index: Int) {
    let cell = live.cell
    cells[index] = live
    cell.isHidden = true
    cell.frame = state.snappedPageFrame(of: index, at: lastTime)
    if let photo = cell as? PhotoCell {
      photo.options = options
      photo.bottomInset = overlayBottom
      photo.isPassed = isPagingFast
      // A page that was alive before keeps its proportions while its picture is loaded again.
      photo.knownSize = state.hasContent(index) ? state.zoom(of: index).content : nil
      photo.isKnownScalable = state.isScalable(index)
      photo.thumbnail = thumbnails[index]?.picture
      photo.onRetry = { [weak self, weak photo] in
        guard let self, let photo, let index = self.index(of: photo) else { return }
        self.dataSource?.browser(self, retry: index)
      }
      photo.onContentSizeChange = { [weak self, weak photo] in
        guard let self, let photo, let index = self.index(of: photo) else { return }
        self.contentSizeDidChange(at: index)
        self.passOn(from: index)
      }
    }
    pageLayer.insert(cell, at: 0)
  }

  func fill(_ cell: any BrowserCell, at index: Int) {
    dataSource?.browser(self, reload: cell, at: index)
    if !(cell is PhotoCell) { contentSizeDidChange(at: index) }
  }

  private func index(of cell: PhotoCell) -> Int? {
    cells.first { $0.value.cell === cell }?.key
  }

  /// Ends page `index`: reports it to the data source once and keeps its cell for reuse.
  func recycle(_ index: Int) {
    guard let live = endCell(at: index) else { return }
    keep(live)
    dataSource?.browser(self, didEndShowing: index)
  }

  /// Removes the cell of page `index` from use, and ends its visit.
  func endCell(at index: Int) -> LiveCell? {
    guard let cell = cells[index]?.cell else { return nil }
    endVisit(of: cell)
    // A delegate may have changed anything during the call, this page included.
    guard let live = cells[index], live.cell === cell else { return nil }
    cells[index] = nil
    return live
  }

  /// Puts a cell into the reuse pool, unless live and pooled cells of its kind reach ``maxCells``
  /// already.
  func keep(_ live: LiveCell) {
    live.cell.removeFromParent()
    live.cell.prepareForReuse()
    let alive = cells.values.count { $0.kind == live.kind }
    if alive + (pool[live.kind]?.count ?? 0) < Self.maxCells {
      pool[live.kind, default: []].append(live.cell)
    }
  }

  func recycleAll() {
    if prefetched != [] { prefetched = nil }
    for index in cells.keys.sorted() { recycle(index) }
    for live in departing.values { endDeparture(of: live) }
    departing = [:]
  }

  /// Keeps the previous picture on screen for a moment after a jump to a page whose picture has not
  /// loaded.
  func showPreviousPicture(from old: Int, to index: Int) {
    // The cell of the previous page may be reused for the new page.
    guard state.scroll.isSettled(at: lastTime), state.flight == nil,
      let before = restingPainting(of: old)
    else { return }
    refreshWindow()
    (cell(at: index) as? PhotoCell)?.standIn(with: before)
  }

  func pagingFastDidChange() {
    for live in cells.values { (live.cell as? PhotoCell)?.isPassed = isPagingFast }
  }

  /// Shows `picture`, that of a page nearby, on the current page until it has a picture of its own
  /// or its progress ring appears. While a key is held, pages thus keep changing even if they load
  /// late.
  ///
  /// - Returns: false when the current page is not waiting for its picture, or is moving.
  @discardableResult
  package func standIn(with picture: Picture) -> Bool {
    guard state.scroll.isSettled(at: lastTime), state.flight == nil, state.pull == nil,
      let waiting = visibleCell as? PhotoCell
    else { return false }
    return waiting.standIn(with: picture, at: state.restingRect(of: picture.contentSize))
  }

  /// Shows the picture of a page that was passed, if the current page still shows an older
  /// stand-in. While a key is held, pages thus keep changing even if they load late.
  private func passOn(from index: Int) {
    guard state.layout.way(from: index, to: state.index) * state.direction > 0,
      let waiting = cell(at: state.index) as? PhotoCell, waiting.standIn != nil,
      let passed = cell(at: index) as? PhotoCell, passed.content.zoomable != nil,
      let painting = restingPainting(of: index)
    else { return }
    waiting.standIn(with: painting)
  }

  /// The content of a live page at its resting position, also when no frame has shown it yet.
  private func restingPainting(of index: Int) -> Painting? {
    (cell(at: index) as? PhotoCell)?.painting(restingAt: state.restingPage(index).content)
  }
}
