import BrowserHost
import DecoderWire
import Imaging
import Network
import PhotoBrowser
import Pixels

/// Pages with web addresses.
extension PipelinePhotoSource {
  /// The path under which the pipeline has a page's picture; for an address that of the downloaded
  /// file.
  func key(of path: FilePath) -> FilePathBytes {
    guard path.webAddress != nil, let file = web?.file(of: path) else { return path.key }
    return FilePathBytes(file.path)
  }

  /// Whether the path is an address whose picture is not downloaded.
  func isNotDownloaded(_ path: FilePath) -> Bool {
    path.webAddress != nil && web?.file(of: path) == nil
  }

  /// Downloads a picture, unless it has to wait: files load before addresses at the start, and
  /// nothing is downloaded during fast paging.
  func fetch(_ path: FilePath) {
    guard let web, let address = path.webAddress, !isPagingFast else { return }
    let urgency = urgency(of: path)
    guard hasShownFirst || urgency == .visible else { return }
    if let progress = web.progress(of: path) { show(progress, for: path) }
    web.fetch(path, address, box: pageBox, urgency: urgency) { [weak self] in
      self?.receive($0, from: address, for: path)
    }
  }

  /// Downloads the missing pictures of live and prefetched pages, and cancels other downloads.
  func fetchWanted(ahead: [FilePath]) {
    guard let web, let browser else { return }
    let live = browser.state.pageWindow.live.filter(paths.indices.contains).map { paths[$0] }
    let wanted = live + ahead
    for path in web.fetching where !wanted.contains(path) { web.cancel(path) }
    for path in wanted {
      web.setUrgency(urgency(of: path), of: path)
      // A failed download is repeated only when its page is turned to or the user retries.
      if isNotDownloaded(path), !web.hasFailed(path) { fetch(path) }
    }
  }

  private func urgency(of path: FilePath) -> WebTask.Urgency {
    guard let browser else { return .visible }
    let index = browser.state.index
    return paths.indices.contains(index) && paths[index] == path ? .visible : .ahead
  }

  // MARK: Updates

  private func receive(_ news: WebPictureUpdate, from address: WebAddress, for path: FilePath) {
    switch news {
    case .progress(let progress): show(progress, for: path)
    case .partial(let image): showPart(image, for: path)
    case .kept, .finished: arrived(path)
    case .confirmed: break
    case .failed(let failure): fail(path, FailureMessage(failure))
    }
  }

  private func show(_ progress: LoadProgress, for path: FilePath) {
    guard let (index, cell) = liveCell(of: path) else { return }
    onDownload?(index, progress)
    if cell.content.zoomable != nil {
      cell.progress = progress
    } else {
      cell.content = .loading(progress: progress.share)
    }
  }

  /// Shows an incomplete download; it replaces the previous one.
  private func showPart(_ image: DecodedImage, for path: FilePath) {
    guard let (index, cell) = liveCell(of: path), !image.info.isScalable else { return }
    // The progress is set before the picture, so that a visible progress ring stays.
    cell.progress = web?.progress(of: path)
    renew(path)
    show(image, in: cell, path: path)
    renew(path)
    onPicture?(.preview, index)
  }

  /// Loads the downloaded file like any other.
  private func arrived(_ path: FilePath) {
    guard let (_, cell) = liveCell(of: path) else {
      return browser == nil ? begin(with: path) : prefetch()
    }
    cell.progress = nil
    cell.failure = nil
    load(path)
  }

  /// Shows on the page that an address has no picture.
  func fail(_ path: FilePath, _ message: FailureMessage) {
    guard let (index, cell) = liveCell(of: path) else { return }
    cell.progress = nil
    if cell.content.zoomable != nil {
      cell.failure = message
    } else {
      cell.content = .failed(message)
    }
    onPicture?(.failed, index)
    firstPageDidLoad()
  }

  /// The message for a downloaded file that cannot be decoded; the file is removed from the cache.
  func message(_ failure: DecodeFailure, for path: FilePath) -> FailureMessage? {
    guard path.webAddress != nil, let file = web?.file(of: path) else { return nil }
    web?.forget(path)
    return FailureMessage(failure, in: file)
  }

  /// Makes a retry revalidate the cached copy with the server.
  func askAgain(_ path: FilePath) {
    guard path.webAddress != nil else { return }
    web?.distrust(path)
    renew(path)
    guard let cell = liveCell(of: path)?.cell else { return }
    cell.failure = nil
    if cell.isFailed { cell.content = .loading(progress: nil) }
  }
}

extension PhotoCell {
  /// Whether the page shows a failure.
  var isFailed: Bool { if case .failed = content { true } else { false } }
}
