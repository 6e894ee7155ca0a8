import BrowserCore
import DecoderWire
import Imaging
import Motion
import PhotoBrowser
import Windowing

/// Fast paging: pages are turned faster than their pictures can be decoded.
///
/// During fast paging only previews are loaded. When it ends, the exact picture of the current page
/// is loaded before anything else.
final class FastPaging {
  /// Whether pages are turned faster than pictures can be decoded.
  private(set) var isActive = false
  /// Called when fast paging begins or ends, but not for ``reset()``.
  var onChange: (() -> Void)?
  /// Called with the result of each preview request.
  var onPreviewLoaded: ((ImageUpdate, FilePath, _ page: Int) -> Void)? {
    get { previews.onPreviewLoaded }
    set { previews.onPreviewLoaded = newValue }
  }

  private let loop: any DescriptorWatching
  private let previews: FastPagingPreviews
  private var pace = TurnPace()
  /// The index of the page to which the previous page turn led; nil before the first one.
  private var lastPage: Int?
  /// The timer that ends fast paging.
  private var endTimer: Cancellation?

  /// Makes fast paging with at most `maxPreviews` requests of previews at a time.
  init(loop: any DescriptorWatching, maxPreviews: Int, request: @escaping FastPagingPreviews.Ask) {
    self.loop = loop
    previews = FastPagingPreviews(maxRunning: maxPreviews, now: { .now }, ask: request)
  }

  isolated deinit { endTimer?.cancel() }

  // MARK: Pace

  /// Measures the rate of turning when page `index` becomes the current one, and begins, prolongs
  /// or ends fast paging accordingly.
  func turned(to index: Int, in layout: PageLayout, at t: Timestamp) {
    let step = layout.distance(from: lastPage ?? index, to: index)
    lastPage = index
    guard step != 0 else { return }
    pace.turn(by: step, at: t)
    endTimer?.cancel()
    endTimer = nil
    // At the end of the album paging cannot go on.
    guard let arrival = pace.burstEnd, layout.holds(slot: index + step) else { return slowDown() }
    endTimer = loop.schedule(after: arrival - t) { [weak self] in self?.end() }
    begin()
  }

  /// Begins fast paging.
  func begin() {
    guard !isActive else { return }
    isActive = true
    onChange?()
  }

  /// Ends fast paging: the paging key was released, or no page was turned for a while.
  func end() {
    endTimer?.cancel()
    endTimer = nil
    pace.end()
    slowDown()
  }

  private func slowDown() {
    guard isActive else { return }
    isActive = false
    previews.rest()
    onChange?()
  }

  /// Ends fast paging and removes all previews.
  func reset() {
    endTimer?.cancel()
    (endTimer, pace, lastPage, isActive) = (nil, TurnPace(), nil, false)
    removePreviews()
  }

  // MARK: Previews

  /// The preview of a file; nil when there is none.
  func preview(of path: FilePath) -> DecodedImage? { previews.image(of: path) }

  /// Removes the preview of a file that changed.
  func forget(_ path: FilePath) { previews.forget(path) }

  /// Cancels all requests and removes all previews.
  func removePreviews() { previews.cancelAll() }

  /// Starts previews of the pages ahead during fast paging.
  ///
  /// - Parameter isWanted: whether a page needs a preview.
  func loadPreviews(
    in browser: Browser, _ files: [FilePath], where isWanted: (FilePath) -> Bool
  ) {
    let state = browser.state
    lastPage = state.index
    if (browser.visibleCell as? PhotoCell)?.content.zoomable != nil { previews.show(state.index) }
    guard isActive else { return }
    previews.fill(from: state.index, at: pace, in: state.layout, files, where: isWanted)
  }

  /// Shows the preview of a page that was turned over in place of the missing picture of the
  /// current page, if it is nearer to the current page than the one whose picture is shown.
  func standIn(_ update: ImageUpdate, of page: Int, in browser: Browser) {
    let state = browser.state
    guard previews.flow.leads(page, to: state.index, by: pace.step, in: state.layout) else {
      return
    }
    switch update {
    case .preview(let image), .exact(let image):
      let picture = Picture(image.bitmap, naturalSize: image.info.naturalSize)
      if browser.standIn(with: picture) { previews.show(page) }
    case .failed: break
    }
  }
}
