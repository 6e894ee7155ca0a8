import BrowserCore
import BrowserHost
import Imaging
import PhotoBrowser
import Pixels

/// Requests of pictures, their priorities and their cancellation.
extension PipelinePhotoSource {
  /// Requests the first picture before there is a window.
  func begin(with path: FilePath) {
    guard isPicture(path) else { return }
    if isNotDownloaded(path) { return fetch(path) }
    ahead[path] = pipeline.request(request(path, .page, pageBox)) { _ in }
  }

  /// Whether the page shows a picture. False for a clip when there are players; a web address
  /// always counts as a picture, because clips from the web are not played.
  func isPicture(_ path: FilePath) -> Bool {
    clips == nil || path.webAddress != nil || !ClipName.isClip(path.bytes)
  }

  /// Requests the picture of a live page. During fast paging only previews are requested.
  func load(_ path: FilePath) {
    if isNotDownloaded(path) { return fetch(path) }
    guard isPicture(path), !isPagingFast else { return }
    tasks[path]?.cancel()
    loads += 1
    let load = loads
    tasks[path] = pipeline.request(request(path, .page, pageBox)) { [weak self] update in
      self?.take(update, for: path, load: load)
    }
    dropAhead(path)
  }

  /// Cancels all prefetching.
  func dropAhead() {
    for task in ahead.values { task.cancel() }
    ahead = [:]
  }

  /// Cancels the prefetching of a file.
  func dropAhead(_ path: FilePath) { ahead.removeValue(forKey: path)?.cancel() }

  /// Cancels all requests for the page of a file.
  func cancel(_ path: FilePath) {
    tasks.removeValue(forKey: path)?.cancel()
    detail.removeValue(forKey: path)?.cancel()
    standIns[path] = nil
    follower.forget(path)
    notices.remove(path)
    web?.cancel(path)
    parts.cancel(path)
  }

  /// Cancels all requests.
  func cancelAll() {
    for task in Array(tasks.values) + Array(detail.values) + Array(ahead.values) { task.cancel() }
    (tasks, detail, ahead, standIns) = ([:], [:], [:], [:])
    resetPaging()
    web?.cancelAll()
    cancelPendingDetail()
    parts.keep(only: [])
    resting.cancel()
  }

  func browser(_ browser: Browser, prefetch indices: [Int]) {
    let wanted = indices.filter(paths.indices.contains).map { paths[$0] }.filter(isPicture)
    for (path, task) in ahead where !wanted.contains(path) {
      task.cancel()
      ahead[path] = nil
    }
    for path in wanted where ahead[path] == nil && !isNotDownloaded(path) && !isPagingFast {
      ahead[path] = pipeline.request(request(path, .prefetch, pageBox)) { _ in }
    }
    lastPage = browser.state.index
    loadPreviewsAhead()
    let window = browser.state.pageWindow
    pipeline.setLive(Set(window.live.filter(paths.indices.contains).map { key(of: paths[$0]) }))
    fetchWanted(ahead: wanted)
    parts.look(at: paths.indices.contains(browser.state.index) ? paths[browser.state.index] : nil)
    if hasShownFirst {
      let live = window.live.filter(paths.indices.contains).map { paths[$0] }
      follower.keep(live.filter { $0.webAddress == nil && isPicture($0) })
    }
    for (path, task) in tasks { task.priority = priority(of: path) }
    for (path, task) in ahead { task.priority = priority(of: path) }
  }

  /// The priority of a picture: the current page first, then pages in the direction of paging.
  private func priority(of path: FilePath) -> ImagePriority {
    guard let browser, browser.pageCount > 0 else { return .visible }
    let state = browser.state
    let window = state.pageWindow.live + state.pageWindow.prefetch
    guard let page = window.first(where: { paths.indices.contains($0) && paths[$0] == path })
    else { return .background }
    let distance = state.layout.way(from: state.index, to: page) * state.direction
    return distance == 0 ? .visible : distance > 0 ? .next(distance) : .previous(-distance)
  }

  /// Requests the pictures of the live pages for a new page size, in device pixels.
  func pagesDidResize(to box: PixelSize) {
    guard box != pageBox else { return }
    pageBox = box
    guard let browser else { return }
    for index in browser.state.pageWindow.live where paths.indices.contains(index) {
      load(paths[index])
    }
    dropAhead()
    prefetch()
  }

  /// Makes the request of a page's picture, with the priority of the page.
  func request(_ path: FilePath, _ purpose: ImageRequest.Purpose, _ box: PixelSize)
    -> ImageRequest
  {
    ImageRequest(path: key(of: path), target: box, purpose: purpose, priority: priority(of: path))
  }

  /// Starts the missing prefetches of the pages that may come next.
  func prefetch() {
    if let browser { self.browser(browser, prefetch: browser.state.pageWindow.prefetch) }
  }
}
