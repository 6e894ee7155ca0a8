import ImageServers
import Imaging
import Network
import PhotoBrowser

/// The descriptions to which the addresses of pages lead: of pictures on image servers, which are
/// shown in tiles, and of lists of pictures, which are reported.
final class ServerDescriptions {
  /// A closure called with an address that might have led to a description but leads to a picture.
  var onOrdinaryPicture: ((FilePath) -> Void)?

  /// The state of the description at an address.
  private enum State {
    /// The description is being read, as the reading with this number; `shown` is the loader
    /// made by an earlier reading.
    case reading(number: Int, shown: ServedPictureLoader?)
    case picture(ServedPictureLoader)
    case collection(ServedCollection)
    case failed(ServedFailure)
    /// The address leads to an ordinary picture.
    case ordinaryPicture
  }

  private let live: LiveFilePages
  private let pictures: PagePictures
  private let events: FilePageEvents
  private var web: WebPictures?
  private var states: [FilePath: State] = [:]
  private var readingCount = 0
  /// The pages whose cached tiles are checked with the server at the next load.
  private var addressesWithStaleTiles: Set<FilePath> = []
  private var currentPage: FilePath?

  init(on live: LiveFilePages, pictures: PagePictures, events: FilePageEvents) {
    self.live = live
    self.pictures = pictures
    self.events = events
  }

  /// Sets the loader of web addresses; without it, no description is read.
  func connect(to web: WebPictures) { self.web = web }

  /// Whether an address leads to a description: as read, or guessed from the address before that.
  func isDescription(_ path: FilePath) -> Bool {
    switch states[path] {
    case .ordinaryPicture: return false
    case .reading, .picture, .collection, .failed: return true
    case nil: return path.webAddress.map { ServedDocument.isDescriptionName($0.text) } ?? false
    }
  }

  /// Whether an answer of the media type `contentType` will be read as a description; nil stands
  /// for an unknown type.
  private func isDescription(_ path: FilePath, contentType: String?) -> Bool {
    guard let contentType, let address = path.webAddress else { return isDescription(path) }
    return switch ServedDocument.certainty(of: address.text, contentType: contentType) {
    case .certain: true
    case .possible: isDescription(path)
    case nil: false
    }
  }

  // MARK: Descriptions

  /// Reads the description of a page again, whose state was removed when the user left the page.
  ///
  /// - Returns: false when the address leads to a picture, and when there is no downloaded file.
  func reload(_ page: FilePage, _ file: WebFile?) -> Bool {
    guard let file else { return false }
    return readIfDescription(file, of: page.path)
  }

  /// Reads a downloaded file if it may be a description.
  ///
  /// - Returns: false when the file is a picture.
  func readIfDescription(_ file: WebFile, of path: FilePath) -> Bool {
    guard let web, let address = path.webAddress,
      let kind = ServedDocument.certainty(of: address.text, contentType: file.contentType)
    else { return false }
    if case .ordinaryPicture = states[path], kind == .possible { return false }
    readingCount += 1
    let number = readingCount
    let languages = web.languages
    let source = file.source(requestedAt: address)
    states[path] = .reading(number: number, shown: loader(of: path))
    WorkerThread.run { () -> Result<ServedDocument, DescriptionFailure> in
      Result { () throws(DescriptionFailure) in
        let bytes = WebFileBytes.read(file, maxBytes: ServedDocument.maxBytes)
        guard let bytes else { throw .tooLarge }
        return try ServedDocument.read(bytes, from: source, languages: languages)
      }
    } finish: { [weak self] result in
      guard let self, case .reading(number, let shown) = states[path] else { return }
      finishReading(result, of: path, kind, shown)
    }
    return true
  }

  /// Whether more bytes of a description have arrived than the maximum for descriptions. Its
  /// download is then to be cancelled, so that an answer without an end is not loaded up to the
  /// limit for pictures.
  ///
  /// - Parameter contentType: the media type of the answer; nil before it is known.
  func isTooLarge(
    _ path: FilePath, after progress: Picture.Progress, contentType: String?
  ) -> Bool {
    progress.received > ServedDocument.maxBytes && isDescription(path, contentType: contentType)
  }

  /// Shows that a description is too large, after its download was cancelled. The description that
  /// is kept from an earlier download stays.
  func showTooLarge(_ path: FilePath) {
    let page = live.page(of: path)
    switch states[path] {
    case .reading, .picture, .collection: page?.cell.progress = nil
    case .failed, .ordinaryPicture, nil:
      states[path] = .failed(ServedFailure(DescriptionFailure.tooLarge))
      if let page { show(page) }
    }
  }

  private func finishReading(
    _ result: Result<ServedDocument, DescriptionFailure>, of path: FilePath,
    _ kind: ServedDocument.Certainty, _ shown: ServedPictureLoader?
  ) {
    guard let web else { return }
    switch result {
    case .success(.picture(let picture)):
      if let shown, shown.picture == picture {
        states[path] = .picture(shown)
      } else {
        let mustAsk = addressesWithStaleTiles.remove(path) != nil || shown != nil
        let new = ServedPictureLoader(picture, by: web, mustAsk: mustAsk)
        connect(new, to: path)
        states[path] = .picture(new)
        new.begin()
      }
    case .success(.collection(let collection)): states[path] = .collection(collection)
    case .failure where kind == .possible:
      states[path] = .ordinaryPicture
      onOrdinaryPicture?(path)
      return
    case .failure(let failure): states[path] = .failed(ServedFailure(failure))
    }
    if let page = live.page(of: path) { show(page) }
  }

  private func connect(_ served: ServedPictureLoader, to path: FilePath) {
    served.onContentMade = { [weak self] in
      guard let self, let page = live.page(of: path) else { return }
      show(page)
    }
    served.onChange = { [weak self, weak served] in
      guard let self, let served, let page = live.page(of: path) else { return }
      showState(of: served, on: page)
    }
    served.onVisibleTilesShown = { [weak self] in
      guard let self, let page = live.page(of: path), let index = live.index(of: page) else {
        return
      }
      events.send(.pictureStateChanged(.sharp, page: index))
    }
  }

  private func loader(of path: FilePath) -> ServedPictureLoader? {
    switch states[path] {
    case .picture(let loader): loader
    case .reading(_, let loader): loader
    case .collection, .failed, .ordinaryPicture, nil: nil
    }
  }

  // MARK: Pages

  /// Shows the state of a page's description on the page.
  ///
  /// - Returns: false when the address leads to a picture or was not read yet.
  @discardableResult
  func show(_ page: FilePage) -> Bool {
    guard let index = live.index(of: page) else { return states[page.path] != nil }
    switch states[page.path] {
    case nil, .ordinaryPicture: return false
    case .reading(_, nil): break
    case .reading(_, let served?), .picture(let served):
      if let content = served.content {
        if case .zoomable(let shown) = page.cell.content, shown as? TiledContent === content {
        } else {
          page.cell.content = .zoomable(content)
          page.pictureWasReplaced()
          events.send(.pictureStateChanged(.preview, page: index))
        }
        pictures.firstPageDidLoad()
      }
      showState(of: served, on: page)
    case .collection(let collection):
      pictures.firstPageDidLoad()
      if page.path == currentPage || index == live.browser?.pageIndex {
        events.send(.collection(collection, page: index))
      }
    case .failed(let failure):
      page.replacePictureAtNextShow()
      pictures.showFailure(on: page, message(failure, of: page.path))
    }
    return true
  }

  private func showState(of served: ServedPictureLoader, on page: FilePage) {
    guard let index = live.index(of: page) else { return }
    let message = served.failure.map { self.message($0, of: page.path) }
    if served.content == nil {
      if let message { pictures.showFailure(on: page, message) }
      return
    }
    page.cell.progress = served.progress
    guard page.cell.failure != message else { return }
    page.cell.failure = message
    if message != nil { events.send(.pictureStateChanged(.failed, page: index)) }
  }

  private func message(_ failure: ServedFailure, of path: FilePath) -> FailureMessage {
    FailureMessage(
      sentence: pictures.namesFilesInFailures
        ? "\(path.displayName): \(failure.sentence)" : failure.sentence.capitalizedSentence,
      hint: failure.hint)
  }

  /// Sets the current page, to report its list of pictures; all other pages free their tiles.
  func setCurrentPage(_ path: FilePath?) {
    currentPage = path
    for other in states.keys where other != path { loader(of: other)?.freeTiles() }
    if let path, case .collection = states[path], let page = live.page(of: path) { show(page) }
  }

  /// Requests the parts of a page's picture again that have failed.
  ///
  /// - Returns: false when no part has failed, or no description of a picture has been read, so
  ///   that the description has to be loaded again.
  func retry(_ page: FilePage) -> Bool {
    guard let served = self.loader(of: page.path), served.failure != nil else { return false }
    if page.cell.isFailed { page.cell.content = .loading(progress: nil) }
    served.retry()
    return true
  }

  /// Makes the next load of an address check cached tiles with the server.
  func markStale(_ path: FilePath) {
    if path.webAddress != nil { addressesWithStaleTiles.insert(path) }
  }

  /// Loads the tiles of all pages again, in the colours of the current display profile.
  func renew() { for path in states.keys { loader(of: path)?.renew() } }

  /// Cancels the loading for an address and removes its state. That the address leads to a picture
  /// stays known.
  func cancel(_ path: FilePath) {
    if case .ordinaryPicture = states[path] { return }
    states[path] = nil
  }

  /// Cancels the loading for all addresses and removes their state.
  func cancelAll() { states = [:] }
}
