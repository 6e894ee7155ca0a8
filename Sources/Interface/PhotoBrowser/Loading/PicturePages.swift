public import Pixels

/// Pages whose pictures a loader fetches: the data source of a browser, ready made.
///
/// A page is fetched when its cell is filled and forgotten when it leaves; those beside it are
/// fetched ahead. Which originals were seen is remembered: they come by themselves the next time.
open class PicturePages: BrowserDataSource {
  /// What the pages offer. After changing it the browser is to be told, as with any data source.
  public var items: [PictureLevels]
  /// Who fetches.
  public let loader: any PictureLoader
  /// Called when what a "view original" button of a live page is to show may have changed.
  public var onOfferChange: ((_ page: Int, OriginalOffer) -> Void)?

  private weak var browser: Browser?
  /// Pictures of live pages, by their cells: pages may be renumbered, cells stay.
  private var live: [ObjectIdentifier: LivePicture] = [:]
  private var ahead: [PictureLevels: LeveledPicture] = [:]
  private var seenOriginals: Set<String> = []

  private struct LivePicture {
    let cell: PhotoCell
    let picture: LeveledPicture
  }

  /// Makes a data source of `items`.
  public init(_ items: [PictureLevels], loader: any PictureLoader) {
    self.items = items
    self.loader = loader
  }

  // MARK: For the host

  /// What a "view original" button of page `index` is to show.
  public func offer(at index: Int) -> OriginalOffer { picture(at: index)?.state.offer ?? .hidden }

  /// Fetches the original of page `index`, if it is on offer.
  public func viewOriginal(at index: Int) { picture(at: index)?.viewOriginal() }

  /// How the picture of page `index` is getting on; nil while the page is not alive.
  public func picture(at index: Int) -> LeveledPicture? {
    guard let cell = browser?.cell(at: index) else { return nil }
    return live[ObjectIdentifier(cell)]?.picture
  }

  /// Fetches the pictures of live pages anew: what the loader gives looks different, in other colours
  /// perhaps. The old ones stay until then.
  public func refetch() {
    for page in live.values { page.picture.refetch() }
    ahead = [:]
    if let browser { self.browser(browser, prefetch: browser.state.pageWindow.prefetch) }
  }

  // MARK: Browser

  open func numberOfItems(in browser: Browser) -> Int {
    self.browser = browser
    return items.count
  }

  open func browser(_ browser: Browser, makeCellFor index: Int) -> any BrowserCell { PhotoCell() }

  open func browser(_ browser: Browser, kindOfCellFor index: Int) -> String { "" }

  open func browser(_ browser: Browser, reload cell: any BrowserCell, at index: Int) {
    guard let cell = cell as? PhotoCell, items.indices.contains(index) else { return }
    let key = ObjectIdentifier(cell)
    let picture = ahead.removeValue(forKey: items[index]) ?? makePicture(index)
    live[key] = LivePicture(cell: cell, picture: picture)
    picture.onChange = { [weak self] in self?.pictureDidChange(key) }
    begin(picture)
    pictureDidChange(key)
  }

  open func browser(_ browser: Browser, didEndShowing index: Int) {
    // A page that was taken away has its number no more: its cell tells.
    live = live.filter { $0.value.cell.parent != nil }
  }

  open func browser(_ browser: Browser, prefetch indices: [Int]) {
    let wanted = indices.filter(items.indices.contains)
    let levels = Set(wanted.map { items[$0] })
    ahead = ahead.filter { levels.contains($0.key) }
    for index in wanted where ahead[items[index]] == nil {
      let picture = makePicture(index)
      ahead[items[index]] = picture
      begin(picture)
    }
  }

  open func browser(_ browser: Browser, page index: Int, isShownAt size: PixelSize) {}

  open func browser(_ browser: Browser, retry index: Int) { picture(at: index)?.retry() }

  // MARK: Inside

  private func makePicture(_ index: Int) -> LeveledPicture {
    let page = browser?.frame.size ?? .zero
    let box = PixelSize(width: Int(page.width), height: Int(page.height))
    return LeveledPicture(items[index], loader: loader, box: box)
  }

  private func begin(_ picture: LeveledPicture) {
    let wasSeen = picture.levels.original.map { seenOriginals.contains($0.name) } ?? false
    picture.begin(wasSeen: wasSeen)
  }

  private func pictureDidChange(_ key: ObjectIdentifier) {
    guard let entry = live[key] else { return }
    if entry.picture.state.hasOriginal, let original = entry.picture.levels.original {
      seenOriginals.insert(original.name)
    }
    entry.cell.show(entry.picture)
    guard let browser,
      let index = browser.state.pageWindow.live.first(where: {
        browser.cell(at: $0) === entry.cell
      })
    else { return }
    onOfferChange?(index, entry.picture.state.offer)
  }
}

extension PhotoCell {
  /// Shows the best there is of `picture`, and how the rest is getting on.
  public func show(_ picture: LeveledPicture) {
    let state = picture.state
    let isSeen = state.shown != nil
    // Before the picture: a ring that turns goes on turning over what comes.
    progress = isSeen ? state.progress : nil
    failure = isSeen ? state.failure : nil
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
