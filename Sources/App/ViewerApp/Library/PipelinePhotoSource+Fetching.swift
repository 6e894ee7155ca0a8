import BrowserCore
import BrowserHost
import Imaging
import PhotoBrowser
import Pixels

/// What is asked for, when, and what is not wanted any more.
extension PipelinePhotoSource {
  /// Starts on a picture before there is a window to show it in.
  func begin(with path: FilePath) {
    guard isPicture(path) else { return }
    if isFar(path) { return fetch(path) }
    ahead[path] = pipeline.request(request(path, .page, pageBox)) { _ in }
  }

  /// False for clips while somebody plays them. Those of the web are not played: an address gives a
  /// picture, or a sentence.
  func isPicture(_ path: FilePath) -> Bool {
    clips == nil || path.webAddress != nil || !ClipName.isClip(path.bytes)
  }

  /// Asks for the picture of a live page; while it may be gone in a moment, there are glances.
  func load(_ path: FilePath) {
    if isFar(path) { return fetch(path) }
    guard isPicture(path), !isHurried else { return }
    tasks[path]?.cancel()
    loads += 1
    let load = loads
    tasks[path] = pipeline.request(request(path, .page, pageBox)) { [weak self] update in
      self?.take(update, for: path, load: load)
    }
    dropAhead(path)
  }

  /// Ends what is fetched for pages that are not alive.
  func dropAhead() {
    for task in ahead.values { task.cancel() }
    ahead = [:]
  }

  /// What was fetched for a page before it was wanted is of no use any more.
  func dropAhead(_ path: FilePath) { ahead.removeValue(forKey: path)?.cancel() }

  /// Ends what is fetched for the page of a file.
  func cancel(_ path: FilePath) {
    tasks.removeValue(forKey: path)?.cancel()
    detail.removeValue(forKey: path)?.cancel()
    standIns[path] = nil
    follower.forget(path)
    notices.remove(path)
    web?.cancel(path)
    parts.cancel(path)
  }

  /// Ends everything that is fetched.
  func cancelAll() {
    for task in Array(tasks.values) + Array(detail.values) + Array(ahead.values) { task.cancel() }
    (tasks, detail, ahead, standIns) = ([:], [:], [:], [:])
    forgetTurns()
    web?.cancelAll()
    dropAwaited()
    parts.keep(only: [])
    resting.cancel()
  }

  func browser(_ browser: Browser, prefetch indices: [Int]) {
    let wanted = indices.filter(paths.indices.contains).map { paths[$0] }.filter(isPicture)
    for (path, task) in ahead where !wanted.contains(path) {
      task.cancel()
      ahead[path] = nil
    }
    for path in wanted where ahead[path] == nil && !isFar(path) && !isHurried {
      ahead[path] = pipeline.request(request(path, .prefetch, pageBox)) { _ in }
    }
    lastPage = browser.state.index
    glanceAhead()
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

  /// How soon a picture is needed: the page that is seen, then where the person is going.
  private func priority(of path: FilePath) -> ImagePriority {
    guard let browser, browser.pageCount > 0 else { return .visible }
    let state = browser.state
    let window = state.pageWindow.live + state.pageWindow.prefetch
    guard let page = window.first(where: { paths.indices.contains($0) && paths[$0] == path })
    else { return .background }
    let distance = state.layout.way(from: state.index, to: page) * state.direction
    return distance == 0 ? .visible : distance > 0 ? .next(distance) : .previous(-distance)
  }

  /// The pages are of another size: fetches the pictures of the live ones for it.
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

  /// A wish for the picture of a page, as urgent as the page.
  func request(_ path: FilePath, _ purpose: ImageRequest.Purpose, _ box: PixelSize)
    -> ImageRequest
  {
    ImageRequest(path: key(of: path), target: box, purpose: purpose, priority: priority(of: path))
  }

  /// Sees to it again that what is wanted soon is on its way.
  func prefetch() {
    if let browser { self.browser(browser, prefetch: browser.state.pageWindow.prefetch) }
  }
}
