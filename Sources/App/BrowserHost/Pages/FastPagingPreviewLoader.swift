import BrowserCore
import Imaging
import Motion
import Windowing

/// A loader and cache of previews of pages that are turned faster than pictures can be decoded.
final class FastPagingPreviewLoader {
  /// A function that starts the request of the preview of a file. It may call back before it
  /// returns.
  typealias StartRequest = (FilePath, @escaping @MainActor (ImageUpdate) -> Void) -> ImageTask

  /// A running request for a preview.
  private struct RunningRequest {
    let task: ImageTask
    let began: Timestamp
  }

  /// A closure called with the result of each request, its file, and the index of the file's page.
  var onPreviewLoaded: ((ImageUpdate, FilePath, _ page: Int) -> Void)?

  private(set) var schedule: PreviewSchedule
  private var cache = FastPagingPreviewCache()
  private var running: [FilePath: RunningRequest] = [:]
  /// The files of which no preview could be made; none is requested again until fast paging ends.
  private var failedFiles: Set<FilePath> = []
  private let maxRunning: Int
  private let startRequest: StartRequest
  private let now: () -> Timestamp

  /// Makes a loader with at most `maxRunning` requests at a time, usually the number of decoder
  /// processes.
  init(maxRunning: Int, now: @escaping () -> Timestamp, request: @escaping StartRequest) {
    self.maxRunning = maxRunning
    schedule = PreviewSchedule(helpers: maxRunning)
    self.now = now
    self.startRequest = request
  }

  /// The cached preview of `path`; nil when there is none.
  func image(of path: FilePath) -> DecodedImage? { cache[path] }

  /// Records that the picture of the page at index `page` is shown.
  func pictureWasShown(ofPage page: Int) { schedule.recordShown(page) }

  /// Requests previews of the pages ahead of the page at `current` until ``maxRunning`` requests
  /// are running.
  ///
  /// - Parameter isWanted: whether a file needs a preview.
  func requestPreviews(
    from current: Int, at pace: TurnPace, in layout: PageLayout, _ paths: [FilePath],
    where isWanted: (FilePath) -> Bool
  ) {
    while running.count < maxRunning {
      let page = schedule.nextPage(from: current, at: pace, in: layout) {
        guard paths.indices.contains($0) else { return false }
        let path = paths[$0]
        return running[path] == nil && cache[path] == nil && !failedFiles.contains(path)
          && isWanted(path)
      }
      guard let page else { return }
      begin(paths[page], page)
    }
  }

  private func begin(_ path: FilePath, _ page: Int) {
    let began = now()
    let task = startRequest(path) { [weak self] in self?.receive($0, of: path, page, since: began) }
    if !task.isFinished { running[path] = RunningRequest(task: task, began: began) }
  }

  private func receive(
    _ update: ImageUpdate, of path: FilePath, _ page: Int, since began: Timestamp
  ) {
    switch update {
    case .preview(let image), .exact(let image): cache.insert(image, of: path)
    case .failed: failedFiles.insert(path)
    }
    if running.removeValue(forKey: path) != nil { schedule.recordDuration(now() - began) }
    onPreviewLoaded?(update, path, page)
  }

  /// Cancels the queued requests, because fast paging has ended. Those that are being decoded go
  /// on, because they are nearly done.
  func cancelQueuedRequests() {
    for (path, preview) in running where !preview.task.isDecoding {
      preview.task.cancel()
      running[path] = nil
    }
    failedFiles = []
  }

  /// Caches a picture of a file as its preview, marked as not exact.
  func store(_ image: DecodedImage, of path: FilePath) {
    var preview = image
    preview.isExact = false
    cache.insert(preview, of: path)
  }

  /// Removes the cached preview of a file that changed, and cancels the request of its preview.
  func forget(_ path: FilePath) {
    running.removeValue(forKey: path)?.task.cancel()
    cache.remove(path)
  }

  /// Cancels all requests of previews, and removes all cached previews.
  func cancelAll() {
    for preview in running.values { preview.task.cancel() }
    (running, failedFiles) = ([:], [])
    cache.removeAll()
  }
}
