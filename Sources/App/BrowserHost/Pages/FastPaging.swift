import BrowserCore
import DecoderWire
import Imaging
import Motion
import PhotoBrowser
import Windowing

/// Fast paging: pages are turned faster than their pictures can be decoded.
///
/// During fast paging previews are loaded, and the exact picture of the current page only if decoding
/// it takes less time than a page is shown. When fast paging ends, the exact picture of the current
/// page is loaded before anything else.
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

  /// Notes that page `index` became the current one.
  func turned(to index: Int, in layout: PageLayout, at t: Timestamp) {
    let step = layout.way(from: lastPage ?? index, to: index)
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

  // MARK: Pictures

  /// The time from the request to the exact picture of a page, in seconds: an average of the last
  /// ones.
  private var pictureCost = firstPictureCost
  /// The assumed time before the first measurement, in seconds: that of a photo of 24 megapixels on
  /// two processors.
  private static let firstPictureCost = 0.05
  /// The weight of the latest measurement in the average.
  private static let learning = 0.3

  /// The time below which a picture was in memory, in seconds.
  private static let instant = 0.001

  /// The clock of the measurement. Default: that of the system.
  var now: () -> Timestamp = { .now }

  /// Starts the measurement of an exact picture; the result is to be called when it is there.
  func startPictureWatch() -> () -> Void {
    let began = now()
    return { [weak self] in
      guard let self else { return }
      let seconds = now() - began
      guard seconds > Self.instant else { return }
      pictureCost += (seconds - pictureCost) * Self.learning
    }
  }

  /// Whether the exact picture of a page that is passed can be decoded before the next turn.
  var hasTimeForPictures: Bool { isActive && pace.rate * pictureCost < 1 }

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

  /// Shows the preview of a page in place of the current page, if it is farther ahead than the
  /// picture that is shown there.
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
