import Imaging
import Network
import PhotoBrowser

/// The live pages of web addresses: their downloads, and the display of progress and of incomplete
/// pictures.
final class WebPicturePages {
  /// Whether no download begins, because pages are turned too fast to wait for one.
  var isPaused = false
  /// A closure called when the file of a picture is available, from the cache or downloaded.
  var onFileAvailable: ((FilePath) -> Void)?

  private let live: LiveFilePages
  private let downloads: PageDownloads
  private let pictures: PagePictures
  private let events: FilePageEvents
  /// The descriptions to which addresses of pages lead.
  let descriptions: ServerDescriptions

  init(
    on live: LiveFilePages, downloads: PageDownloads, pictures: PagePictures,
    events: FilePageEvents
  ) {
    self.live = live
    self.downloads = downloads
    self.pictures = pictures
    self.events = events
    descriptions = ServerDescriptions(on: live, pictures: pictures, events: events)
    descriptions.onOrdinaryPicture = { [weak self] in self?.onFileAvailable?($0) }
  }

  /// Downloads the picture of an address. Until the first page has its picture, only the address of
  /// the current page is downloaded, so that files load first.
  func fetch(_ path: FilePath, isCurrent: Bool) {
    guard !isPaused, pictures.hasShownFirstPage || isCurrent else { return }
    if let progress = downloads.progress(of: path) { show(progress, for: path) }
    downloads.fetch(path, box: live.box, urgency: isCurrent ? .visible : .prefetch) { [weak self] in
      self?.receive($0, for: path)
    }
  }

  /// Downloads the pictures of those addresses in `paths` that are missing, and cancels all
  /// downloads for others.
  func fetchMissing(_ paths: [FilePath], current: FilePath?) {
    descriptions.setCurrentPage(current)
    downloads.keep(only: paths)
    for path in paths {
      downloads.setUrgency(path == current ? .visible : .prefetch, of: path)
      // A failed download is repeated only when its page is turned to or the user retries.
      if downloads.isMissing(path), !downloads.hasFailed(path) {
        fetch(path, isCurrent: path == current)
      }
    }
  }

  /// Makes the next load of a page with a web address revalidate the cached copy with the server.
  func revalidate(_ page: FilePage) {
    guard page.path.webAddress != nil else { return }
    downloads.markStale(page.path)
    descriptions.markStale(page.path)
    page.replacePictureAtNextShow()
    page.cell.failure = nil
    if page.cell.isFailed { page.cell.content = .loading(progress: nil) }
  }

  /// Whether an address leads to a description; see ``ServerDescriptions/isDescription(_:)``.
  func isDescription(_ path: FilePath) -> Bool { descriptions.isDescription(path) }

  /// Shows a page whose address leads to a description.
  ///
  /// - Returns: false for a page with a picture.
  func showDescription(_ page: FilePage) -> Bool {
    descriptions.show(page) || descriptions.reload(page, downloads.downloaded(page.path))
  }

  /// Cancels the loading for an address and removes its state.
  func cancel(_ path: FilePath) {
    descriptions.cancel(path)
    downloads.cancel(path)
  }

  /// Cancels the loading for all addresses and removes their state.
  func cancelAll() {
    descriptions.cancelAll()
    downloads.cancelAll()
  }

  private func receive(_ received: WebPictureUpdate, for path: FilePath) {
    let page = live.page(of: path)
    switch received {
    case .progress(let progress, let contentType):
      if descriptions.isTooLarge(path, after: progress, contentType: contentType) {
        // The download is ended before its failure is shown: the first failure of a page begins all
        // missing downloads, and shows the progress of the running ones.
        downloads.cancelAsFailed(path)
        descriptions.showTooLarge(path)
      } else {
        show(progress, for: path)
      }
    case .partial(let image): if let page { pictures.showPart(image, on: page) }
    case .cachedConfirmed: page?.cell.progress = nil
    case .failed(let failure): if let page { pictures.showFailure(on: page, failure) }
    case .cached(let file), .finished(let file):
      page?.cell.progress = nil
      page?.cell.failure = nil
      if !descriptions.readIfDescription(file, of: path) { onFileAvailable?(path) }
    }
  }

  private func show(_ progress: Picture.Progress, for path: FilePath) {
    guard let page = live.page(of: path), let index = live.index(of: page) else { return }
    events.send(.download(progress, page: index))
    if page.cell.content.zoomable != nil {
      page.cell.progress = progress
    } else {
      page.cell.content = .loading(progress: progress.share)
    }
  }
}
