import BrowserHost
import DecoderWire
import Imaging
import Network
import PhotoBrowser
import Pixels

/// Pages whose pictures are on the web.
extension PipelinePhotoSource {
  /// The name the pipeline knows a page's picture by: for an address that of the file it was
  /// fetched into.
  func key(of path: FilePath) -> FilePathBytes {
    guard path.webAddress != nil, let file = web?.file(of: path) else { return path.key }
    return FilePathBytes(file.path)
  }

  /// True for an address whose picture is not on this machine.
  func isFar(_ path: FilePath) -> Bool { path.webAddress != nil && web?.file(of: path) == nil }

  /// Fetches a picture, unless its turn has not come: files go before addresses at the start, and
  /// nothing is fetched for pages that are only passed.
  func fetch(_ path: FilePath) {
    guard let web, let address = path.webAddress, !isHurried else { return }
    let urgency = urgency(of: path)
    guard hasShownFirst || urgency == .visible else { return }
    if let progress = web.progress(of: path) { show(progress, for: path) }
    web.fetch(path, address, box: pageBox, urgency: urgency) { [weak self] in
      self?.receive($0, from: address, for: path)
    }
  }

  /// Fetches what the pages that are wanted by now lack, and ends what they do not want.
  func fetchWanted(ahead: [FilePath]) {
    guard let web, let browser else { return }
    let live = browser.state.pageWindow.live.filter(paths.indices.contains).map { paths[$0] }
    let wanted = live + ahead
    for path in web.fetching where !wanted.contains(path) { web.cancel(path) }
    for path in wanted {
      web.setUrgency(urgency(of: path), of: path)
      // One that failed waits until its page is turned to, or the person asks.
      if isFar(path), !web.hasFailed(path) { fetch(path) }
    }
  }

  private func urgency(of path: FilePath) -> WebTask.Urgency {
    guard let browser else { return .visible }
    let index = browser.state.index
    return paths.indices.contains(index) && paths[index] == path ? .visible : .ahead
  }

  // MARK: What comes

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

  /// Each part takes the place of the one before.
  private func showPart(_ image: DecodedImage, for path: FilePath) {
    guard let (index, cell) = liveCell(of: path), !image.info.isScalable else { return }
    // Before the picture: a ring that is there stays.
    cell.progress = web?.progress(of: path)
    renew(path)
    show(image, in: cell, path: path)
    renew(path)
    onPicture?(.preview, index)
  }

  /// From now on it is a file like any other.
  private func arrived(_ path: FilePath) {
    guard let (_, cell) = liveCell(of: path) else {
      return browser == nil ? begin(with: path) : prefetch()
    }
    cell.progress = nil
    cell.failure = nil
    load(path)
  }

  /// The picture of an address will not be shown.
  func fail(_ path: FilePath, _ message: FailureMessage) {
    guard let (index, cell) = liveCell(of: path) else { return }
    cell.progress = nil
    if cell.content.zoomable != nil {
      cell.failure = message
    } else {
      cell.content = .failed(message)
    }
    onPicture?(.failed, index)
    noteFirst()
  }

  /// What a file that was fetched fails with.
  func message(_ failure: DecodeFailure, for path: FilePath) -> FailureMessage? {
    guard path.webAddress != nil, let file = web?.file(of: path) else { return nil }
    web?.forget(path)
    return FailureMessage(failure, in: file)
  }

  /// The person wants another look at a page: the server is asked whatever is kept.
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
  /// True when it says why there is no picture.
  var isFailed: Bool { if case .failed = content { true } else { false } }
}
