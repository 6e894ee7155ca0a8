public import Pixels

/// A data source whose pictures are loaded by a ``PictureLoader``.
///
/// A picture is loaded when the cell of its page is filled, and released when the page loses its
/// cell; pictures of adjacent pages are prefetched. An original that the user has viewed once is
/// loaded without a request the next time.
open class PicturePages: BrowserDataSource {
  /// The levels of the picture of every page. A change must be reported to the browser, as with any
  /// data source.
  public var items: [Picture.Levels]
  /// The loader of all pictures.
  public let loader: any PictureLoader
  /// A closure called when the state of the "view original" button of a page with a cell may have
  /// changed.
  public var onOfferChange: ((_ page: Int, ViewOriginalButton.Offer) -> Void)?

  private weak var browser: Browser?
  private var livePictures = LivePageValues<LeveledPicture>()
  private var prefetchedPictures: [Picture.Levels: LeveledPicture] = [:]
  private var namesOfSeenOriginals: Set<String> = []

  public init(_ items: [Picture.Levels], loader: any PictureLoader) {
    self.items = items
    self.loader = loader
  }

  // MARK: Host interface

  /// The state of the "view original" button of the page at `index`; hidden for a page without a
  /// cell.
  public func offer(at index: Int) -> ViewOriginalButton.Offer {
    picture(at: index)?.state.offer ?? .hidden
  }

  /// Loads the original of the page at `index`, if the "view original" button offers it.
  public func viewOriginal(at index: Int) { picture(at: index)?.viewOriginal() }

  /// The picture of the page at `index`; nil when the page has no cell.
  package func picture(at index: Int) -> LeveledPicture? {
    browser?.cell(at: index).flatMap { livePictures[$0] }
  }

  /// Loads the pictures of all pages with cells again, for instance after a change of the monitor's
  /// colour profile. The current pictures stay until their replacements arrive.
  public func refetch() {
    for picture in livePictures.values { picture.refetch() }
    prefetchedPictures = [:]
    if let browser { self.browser(browser, prefetch: browser.state.pageWindow.prefetch) }
  }

  // MARK: Data source

  open func numberOfItems(in browser: Browser) -> Int {
    self.browser = browser
    return items.count
  }

  open func browser(_ browser: Browser, makeCellFor index: Int) -> any BrowserCell { PhotoCell() }

  open func browser(_ browser: Browser, kindOfCellFor index: Int) -> String { "" }

  open func browser(_ browser: Browser, reload cell: any BrowserCell, at index: Int) {
    guard let cell = cell as? PhotoCell, items.indices.contains(index) else { return }
    let picture = prefetchedPictures.removeValue(forKey: items[index]) ?? makePicture(index)
    livePictures[cell] = picture
    picture.onChange = { [weak self, weak cell] in
      if let cell { self?.pictureDidChange(in: cell) }
    }
    begin(picture)
    pictureDidChange(in: cell)
  }

  open func browser(_ browser: Browser, didEndShowing index: Int) {
    _ = livePictures.removeUnused(in: browser)
  }

  open func browser(_ browser: Browser, prefetch indices: [Int]) {
    let wanted = indices.filter(items.indices.contains)
    let levels = Set(wanted.map { items[$0] })
    prefetchedPictures = prefetchedPictures.filter { levels.contains($0.key) }
    for index in wanted where prefetchedPictures[items[index]] == nil {
      let picture = makePicture(index)
      prefetchedPictures[items[index]] = picture
      begin(picture)
    }
  }

  open func browser(_ browser: Browser, page index: Int, isShownAt size: PixelSize) {}

  open func browser(_ browser: Browser, retry index: Int) { picture(at: index)?.retry() }

  // MARK: Private

  private func makePicture(_ index: Int) -> LeveledPicture {
    let page = browser?.frame.size ?? .zero
    let box = PixelSize(width: Int(page.width), height: Int(page.height))
    return LeveledPicture(items[index], loader: loader, box: box)
  }

  private func begin(_ picture: LeveledPicture) {
    let wasOriginalSeen =
      picture.levels.original.map { namesOfSeenOriginals.contains($0.name) } ?? false
    picture.begin(wasOriginalSeen: wasOriginalSeen)
  }

  private func pictureDidChange(in cell: PhotoCell) {
    guard let picture = livePictures[cell] else { return }
    if picture.state.isOriginalLoaded, let original = picture.levels.original {
      namesOfSeenOriginals.insert(original.name)
    }
    cell.show(picture)
    if let index = browser?.liveIndex(of: cell) { onOfferChange?(index, picture.state.offer) }
  }
}

extension PhotoCell {
  /// Shows the best available version of `picture`, and the progress or failure of its loading.
  package func show(_ picture: LeveledPicture) {
    let state = picture.state
    let isShown = state.shownLevel != nil
    // The progress is set before the content, so that a spinning progress ring continues over the
    // new picture.
    progress = isShown ? state.progress : nil
    failure = isShown ? state.failure : nil
    if let best = picture.picture {
      content = .picture(best)
    } else if let failure = state.failure {
      content = .failed(failure)
    } else {
      knownSize = picture.levels.naturalSize?.size
      content = .loading(progress: state.progress?.share)
    }
  }
}
