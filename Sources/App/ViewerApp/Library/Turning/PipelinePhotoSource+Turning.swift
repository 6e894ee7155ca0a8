import BrowserCore
import DecoderWire
import Imaging
import Motion
import PhotoBrowser
import Pixels
import Windowing

/// Fast paging: pages are turned faster than their pictures can be decoded.
///
/// During fast paging only previews are loaded. When it ends, the exact picture of the current page
/// is loaded before anything else.
extension PipelinePhotoSource {
  /// Notes that page `index` became the current one.
  func turned(to index: Int, at t: Timestamp) {
    guard let browser else { return }
    let layout = browser.state.layout
    let step = layout.way(from: lastPage ?? index, to: index)
    lastPage = index
    guard step != 0 else { return }
    pace.turn(by: step, at: t)
    calm?.cancel()
    calm = nil
    // At the end of the album paging cannot go on.
    guard let arrival = pace.calm, layout.holds(slot: index + step) else { return slowDown() }
    calm = bridge.schedule(after: arrival - t) { [weak self] in self?.arrive() }
    hurry()
  }

  /// Ends fast paging: the paging key was released, or no page was turned for a while.
  func arrive() {
    calm?.cancel()
    calm = nil
    pace.end()
    slowDown()
  }

  /// Resets the state of paging.
  func resetPaging() {
    calm?.cancel()
    (calm, pace, lastPage, isPagingFast) = (nil, TurnPace(), nil, false)
    glances.cancelAll()
  }

  private func hurry() {
    guard !isPagingFast else { return }
    isPagingFast = true
    // A picture that is being decoded may be in time for its page; a queued one is not.
    for (path, task) in tasks where !task.isDecoding {
      task.cancel()
      tasks[path] = nil
    }
    dropAhead()
  }

  private func slowDown() {
    guard isPagingFast else { return }
    isPagingFast = false
    glances.rest()
    guard let browser else { return }
    let live = browser.state.pageWindow.live.filter(paths.indices.contains)
    for index in live where !showsExact(index) { load(paths[index]) }
    prefetch()
  }

  /// Whether the page shows its exact picture. The cache may contain that picture while the page
  /// shows a preview, because its decode was running when fast paging began.
  private func showsExact(_ index: Int) -> Bool {
    let cached = pipeline.cached(key(of: paths[index]), target: pageBox)
    guard let cached, cached.isExact, let cell = browser?.cell(at: index) as? PhotoCell else {
      return false
    }
    return cell.still?.bitmaps.contains { $0 === cached.bitmap } ?? false
  }

  /// Starts previews of the pages ahead.
  func loadPreviewsAhead() {
    guard let browser else { return }
    let state = browser.state
    if (browser.visibleCell as? PhotoCell)?.content.zoomable != nil { glances.show(state.index) }
    guard isPagingFast else { return }
    glances.fill(from: state.index, at: pace, in: state.layout, paths) { path in
      isPicture(path) && !isNotDownloaded(path)
        && pipeline.cached(key(of: path), target: pageBox) == nil
    }
  }

  /// Shows a preview on its page, or in place of the current page if its own page is farther ahead.
  func receive(glance update: ImageUpdate, of path: FilePath, _ page: Int) {
    if liveCell(of: path) != nil { receive(update, for: path) }
    if paths.indices.contains(page), paths[page] == path { passOn(update, page) }
    loadPreviewsAhead()
  }

  private func passOn(_ update: ImageUpdate, _ page: Int) {
    guard let browser else { return }
    let state = browser.state
    guard glances.flow.leads(page, to: state.index, by: pace.step, in: state.layout) else { return }
    switch update {
    case .preview(let image), .exact(let image):
      let picture = Picture(image.bitmap, naturalSize: image.info.naturalSize)
      if browser.standIn(with: picture) { glances.show(page) }
    case .failed: break
    }
  }

  /// Requests a preview.
  func glance(
    at path: FilePath, _ update: @escaping @MainActor (ImageUpdate) -> Void
  ) -> ImageTask {
    pipeline.request(request(path, .glance, pageBox), update: update)
  }
}
