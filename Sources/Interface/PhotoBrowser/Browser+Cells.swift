import BrowserCore
import Geometry
import Motion
import Views

/// Which cells are alive, and which page each of them shows.
extension Browser {
  /// So many cells of a kind are kept: the current page's, and one on each side.
  ///
  /// - Source: JXPhotoBrowser 3.
  static let mostCells = 3

  /// Gives every live page a cell and takes those of the others away.
  func refreshWindow() {
    guard let dataSource, !frame.isEmpty, !state.isDismissed else { return }
    for index in Array(cells.keys) where !isLive(index) { recycle(index) }
    // Filling a cell may tell its size, and that may change which pages are alive.
    for index in state.pageWindow.live where isLive(index) { bringToLife(index) }
    dataSource.browser(
      self, prefetch: state.pageWindow.prefetch.filter { $0 < state.layout.count })
  }

  /// Gives page `index` a cell, if it has none.
  func bringToLife(_ index: Int) {
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

  /// Puts a cell in its place. It is seen from the next frame on.
  private func adopt(_ live: LiveCell, at index: Int) {
    let cell = live.cell
    cells[index] = live
    cell.isHidden = true
    cell.frame = state.snappedPageFrame(of: index, at: lastTime)
    if let photo = cell as? PhotoCell {
      photo.options = options
      photo.bottomInset = overlayBottom
      photo.isPassed = isPassing
      // A page that was alive before keeps its proportions while its picture is fetched again.
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

  /// Ends page `index`: told once, its cell kept for another one.
  func recycle(_ index: Int) {
    guard let live = endCell(at: index) else { return }
    keep(live)
    dataSource?.browser(self, didEndShowing: index)
  }

  /// Takes the cell of page `index` out of use; its visit ends.
  func endCell(at index: Int) -> LiveCell? {
    guard let cell = cells[index]?.cell else { return nil }
    endVisit(of: cell)
    // Who was told may have changed everything, this page, too.
    guard let live = cells[index], live.cell === cell else { return nil }
    cells[index] = nil
    return live
  }

  /// A cell that shows nothing any more waits for another page; never more of a kind than can be
  /// alive.
  func keep(_ live: LiveCell) {
    live.cell.removeFromParent()
    live.cell.prepareForReuse()
    let alive = cells.values.count { $0.kind == live.kind }
    if alive + (pool[live.kind]?.count ?? 0) < Self.mostCells {
      pool[live.kind, default: []].append(live.cell)
    }
  }

  func recycleAll() {
    for index in cells.keys.sorted() { recycle(index) }
    for live in departing.values { endDeparture(of: live) }
    departing = [:]
  }

  /// A jump to a page whose picture is not there yet keeps the old one on screen for a moment.
  func handOver(from old: Int, to index: Int) {
    // The cell of the page that was left may be the one that is used for the new page.
    guard state.scroll.isSettled(at: lastTime), state.flight == nil,
      let before = restingPainting(of: old)
    else { return }
    refreshWindow()
    (cell(at: index) as? PhotoCell)?.standIn(with: before)
  }

  func passingDidChange() {
    for live in cells.values { (live.cell as? PhotoCell)?.isPassed = isPassing }
  }

  /// Shows `picture`, which is that of a page nearby, until the current page has something of its
  /// own to show, or has waited for long: while a key is held the pages go by, late as they are.
  ///
  /// - Returns: false when the page does not wait, or moves.
  @discardableResult
  package func standIn(with picture: Picture) -> Bool {
    guard state.scroll.isSettled(at: lastTime), state.flight == nil, state.pull == nil,
      let waiting = visibleCell as? PhotoCell
    else { return false }
    return waiting.standIn(with: picture, at: state.restingRect(of: picture.contentSize))
  }

  /// The picture of a page that was passed has come, and the one that is looked at still shows an
  /// older one: while a key is held the pages go by, late as they are.
  private func passOn(from index: Int) {
    guard state.layout.way(from: index, to: state.index) * state.direction > 0,
      let waiting = cell(at: state.index) as? PhotoCell, waiting.standIn != nil,
      let passed = cell(at: index) as? PhotoCell, passed.content.zoomable != nil,
      let painting = restingPainting(of: index)
    else { return }
    waiting.standIn(with: painting)
  }

  /// What is seen of a live page, or would be if there had been time for a frame.
  private func restingPainting(of index: Int) -> Painting? {
    (cell(at: index) as? PhotoCell)?.painting(restingAt: state.restingPage(index).content)
  }
}
