import BrowserCore
import DecoderWire
import Imaging
import Motion
import PhotoBrowser
import Windowing

/// The state of fast paging, in which pages are turned faster than their pictures can be decoded.
///
/// During fast paging only previews are loaded. When it ends, the exact picture of the current page
/// is loaded before anything else.
final class FastPaging {
  /// Whether pages are now turned faster than their pictures can be decoded.
  private(set) var isActive = false
  /// A closure called when fast paging begins or ends, but not for ``reset()``.
  var onChange: (() -> Void)?
  /// A closure called with the result of each preview request, its file, and the index of the
  /// file's page.
  var onPreviewLoaded: ((ImageUpdate, FilePath, _ page: Int) -> Void)? {
    get { previews.onPreviewLoaded }
    set { previews.onPreviewLoaded = newValue }
  }

  private let loop: any DescriptorWatching
  private let previews: FastPagingPreviewLoader
  private var pace = TurnPace()
  /// The index of the page that was last known as the current one; nil before the first one.
  private var lastPage: Int?
  /// The timer that ends fast paging.
  private var endTimer: Cancellation?

  /// Makes an inactive state, for at most `maxPreviews` running requests of previews; `request`
  /// starts one.
  init(
    loop: any DescriptorWatching, maxPreviews: Int,
    request: @escaping FastPagingPreviewLoader.StartRequest
  ) {
    self.loop = loop
    previews = FastPagingPreviewLoader(maxRunning: maxPreviews, now: { .now }, request: request)
  }

  isolated deinit { endTimer?.cancel() }

  // MARK: Pace

  /// Measures the rate of page turns when the page at `index` becomes the current one, and begins,
  /// prolongs or ends fast paging accordingly.
  func pageDidTurn(to index: Int, in layout: PageLayout, at t: Timestamp) {
    let step = layout.distance(from: lastPage ?? index, to: index)
    lastPage = index
    guard step != 0 else { return }
    pace.recordTurn(by: step, at: t)
    endTimer?.cancel()
    endTimer = nil
    // At the end of the album no further page can be turned to, so fast paging ends there.
    guard let arrival = pace.burstEnd, layout.contains(slot: index + step) else {
      return deactivate()
    }
    endTimer = loop.schedule(after: arrival - t) { [weak self] in self?.end() }
    begin()
  }

  /// Begins fast paging; no effect while it is active.
  func begin() {
    guard !isActive else { return }
    isActive = true
    onChange?()
  }

  /// Ends fast paging, because the paging key was released or no page was turned for a while.
  func end() {
    endTimer?.cancel()
    endTimer = nil
    pace.endBurst()
    deactivate()
  }

  private func deactivate() {
    guard isActive else { return }
    isActive = false
    previews.cancelQueuedRequests()
    onChange?()
  }

  /// Ends fast paging without calling ``onChange``, and removes all previews.
  func reset() {
    endTimer?.cancel()
    (endTimer, pace, lastPage, isActive) = (nil, TurnPace(), nil, false)
    removePreviews()
  }

  // MARK: Previews

  /// The cached preview of a file; nil when there is none.
  func preview(of path: FilePath) -> DecodedImage? { previews.image(of: path) }

  /// Caches a picture of a file as its preview.
  func store(_ image: DecodedImage, of path: FilePath) { previews.store(image, of: path) }

  /// Removes the cached preview of a file whose contents have changed.
  func forget(_ path: FilePath) { previews.forget(path) }

  /// Cancels all requests and removes all previews.
  func removePreviews() { previews.cancelAll() }

  /// Requests previews of the pages ahead of the current one during fast paging; `files` are the
  /// files of all pages of the album, in order.
  ///
  /// - Parameter isWanted: whether a file needs a preview.
  func loadPreviews(
    in browser: Browser, _ files: [FilePath], where isWanted: (FilePath) -> Bool
  ) {
    let state = browser.state
    lastPage = state.index
    if (browser.visibleCell as? PhotoCell)?.content.zoomable != nil {
      previews.pictureWasShown(ofPage: state.index)
    }
    guard isActive else { return }
    previews.requestPreviews(from: state.index, at: pace, in: state.layout, files, where: isWanted)
  }

  /// Shows the preview of `page` on the current page, whose own picture is missing. No effect
  /// unless `page` lies between the page whose picture is shown there now and the current page: a
  /// page ahead of the current one would be seen twice.
  func showOnCurrentPage(_ update: ImageUpdate, of page: Int, in browser: Browser) {
    let state = browser.state
    guard
      previews.schedule.shouldShow(page, before: state.index, by: pace.lastStep, in: state.layout)
    else {
      return
    }
    switch update {
    case .preview(let image), .exact(let image):
      let picture = Picture(image.bitmap, naturalSize: image.info.naturalSize)
      if browser.showStandIn(picture) { previews.pictureWasShown(ofPage: page) }
    case .failed: break
    }
  }
}
