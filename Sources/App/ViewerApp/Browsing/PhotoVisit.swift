import BrowserCore
import BrowserHost
import Geometry
import ImageServers
import Input
import Localization
import PhotoBrowser
import PhotoGrid
import Pixels
import Windowing

/// The viewer's side of one presentation of a browser, from opening to closing: the browser, its
/// page source, and the objects that show or change the photo of the current page.
final class PhotoVisit {
  let browser: Browser
  let source: FilePages
  /// The list of the pages.
  let list: PhotoList
  let slideshow: PhotoSlideshow
  /// The strip or panel with the information about the photo on the page.
  let info: PhotoInfo
  let versions: PhotoVersions
  let leaves: FileLeaves
  let exposure: Exposure
  let clipping: ClippingMarks
  let culling: Culling
  let find: PageFind
  let inspection: Inspection
  /// The acknowledgement of a swipe that picks the photo.
  let flash = MarkFlash()
  let flick: FlickCompare
  /// The row of thumbnails below the page.
  let strip = Filmstrip()
  /// The strip of the pictures in the file on the page.
  let leafStrip: LeafStrip
  /// The picture of a file that is being written, which stays above the page meanwhile.
  let awaited: AwaitedPicture
  let reading: PageReading
  /// The badge of a photo with several versions, or of a file with several pictures.
  let badge: PageBadge
  /// Called when the user wants the grid of the photos and there is none below; nil where no grid
  /// can be made.
  var onWantsGrid: (() -> Void)?
  /// Called when the address of the current page leads to a list of pictures.
  var onCollection: ((ServedCollection) -> Void)?
  /// Called at the end of the visit, whether the picture returned to its thumbnail or a drag
  /// dismissed it.
  var onEnd: (() -> Void)?
  /// Called when a picture begins to fly to its page, also after it was caught on its way to the
  /// thumbnail.
  var onShow: () -> Void = {}
  /// Called when another page is shown.
  var onTurn: () -> Void = {}
  /// Called when another file is on the page.
  var onFileChange: () -> Void = {}
  /// Called when the user wants a longer (1) or shorter (−1) interval of the slideshow.
  var onInterval: (Int) -> Void = { _ in }
  /// Called with a copy that was saved, and the message about it.
  var onCopy: (FileChange, _ text: String) -> Void = { _, _ in }
  /// Returns the text of the filter of the pages; empty without one.
  var filterText: () -> String = { "" }
  /// The filter of the pages in words, for the title bar; empty without one.
  var listNote: String { PageFilter.title(of: filterText()) }
  /// Records the viewed pictures as recent files; nil when recording is off.
  var recent: RecentRecorder? {
    didSet { recent?.turned(to: file) }
  }
  /// The key bindings for the page layout: an arrow key turns to the page that it points to.
  var bindings: CommandKeys {
    let tuning = browser.options.tuning
    // A strip is scrolled by the arrow keys up and down.
    let axis = tuning.reading == .strip ? .horizontal : tuning.axis
    return ViewerKeys.current.pages(axis, isRightToLeft: tuning.isRightToLeft)
  }
  /// The scene with the browser; nil before and after it is on the window's stack.
  private(set) weak var scene: BrowserVisit?
  /// The grid with the thumbnails of the flights; nil when there is no grid below.
  private(set) weak var gallery: GalleryView?
  private(set) var options: ViewerOptions
  /// The window that shows the browser.
  unowned let window: ViewerWindow
  let log: Log
  /// The keys that are held down.
  var heldKeys = HeldKeys()
  let pageNumber: PageNumberInput

  /// The pill with the zoom while it changes, or with the number that is being typed.
  private let zoomPill = ZoomPill()
  /// Whether the strips have been added to the browser.
  private var hasStrips = false
  /// The file on the current page, as of the last change.
  private var shownFile: FilePath?
  /// The number of saved copies, for `--log trace`.
  private var copies = 0
  /// The sheet of page effects while any of it is visible.
  private var effectChooser: EffectChooser?

  /// Makes a visit whose first page is `start`.
  init(
    _ source: FilePages, start: Int, options: ViewerOptions, window: ViewerWindow,
    metadata: MetadataCache, log: Log
  ) {
    self.source = source
    self.options = options
    self.window = window
    self.log = log
    browser = Browser(options: options.browserOptions)
    list = PhotoList(of: source, in: browser)
    slideshow = PhotoSlideshow(of: browser, log: log)
    info = PhotoInfo(of: source, on: browser, metadata, log: log)
    leaves = FileLeaves(of: source, on: browser, log: log)
    exposure = Exposure(of: source, on: browser, log: log)
    clipping = ClippingMarks(on: browser, log: log)
    versions = PhotoVersions(of: source, on: browser, log: log)
    culling = Culling(of: source, on: browser, log: log)
    find = PageFind(on: browser, log: log)
    inspection = Inspection(on: browser, options, log: log)
    flick = FlickCompare(of: source, on: browser, log: log)
    awaited = AwaitedPicture(in: window)
    badge = PageBadge(versions, leaves)
    leafStrip = LeafStrip(of: leaves, in: source, above: strip, log: log)
    reading = PageReading(
      of: source, on: browser, windowSize: { [unowned window] in window.window.size }, log: log)
    pageNumber = PageNumberInput(shownIn: zoomPill, loop: window.loop)
    list.onChange = { [weak self] in self?.listDidChange() }
    pageNumber.onCommand = { [weak self] in _ = self?.perform($0) }
    browser.hooks.slideshowChange = { [weak self] phase in
      guard let self, let message = slideshow.didChange(to: phase) else { return }
      window.showToast(message)
      window.updateTitle()
    }
    info.onCopy = { [weak window] in window?.copy(text: $0) }
    versions.onMessage = { [weak window] in window?.showToast($0) }
    culling.onMessage = { [weak window] in window?.showToast($0) }
    culling.onChange = { [weak self] in self?.window.updateTitle() }
    culling.advances = options.cullAdvance ?? true
    inspection.onMessage = { [weak window] in window?.showToast($0) }
    inspection.onCopy = { [weak window] in window?.copy(text: $0) }
    leaves.onMessage = { [weak window] in window?.showToast($0) }
    badge.onLeafChange = { [weak self] in self?.updateStrips(animated: true) }
    exposure.onMessage = { [weak window] in window?.showToast($0) }
    badge.onMessage = { [weak window] in window?.showToast($0) }
    info.onMap = { [weak window] in window?.showOnMap($0) }
    info.onAddress = { [weak window] in window?.openInBrowser($0) }
    info.reducesMotion = { [weak browser] in browser?.options.tuning.reducesMotion ?? false }
    metadata.observe(for: info) { [weak info] in info?.metadataDidChange(of: $0) }
    source.playsByItself = options.motion != .reduced
    source.observe { [weak self] in self?.take($0) }
    browser.initialIndex = start
    if options.reading == nil, options.remembersFolders { reading.recall() }
    source.pagesDidResize(to: pageBox)
    connectStrip()
    connectWords(metadata)
    browser.delegate = self
    browser.dataSource = source
    flick.pageDidChange(to: file)
    shownFile = file
  }

  /// Makes the scene for the window's stack.
  ///
  /// - Parameter gallery: the grid below; nil for a root scene.
  func makeScene(over gallery: GalleryView? = nil) -> BrowserVisit {
    let scene = BrowserVisit(browser, in: window.host, owner: self)
    self.scene = scene
    if let gallery { adopt(gallery) }
    return scene
  }

  /// Connects the visit to a grid below, whose items are the pages.
  func adopt(_ gallery: GalleryView) {
    self.gallery = gallery
    scene?.adopt(gallery)
  }

  /// Applies settings. Of the browser's options, only those of the changed keys change.
  func adopt(_ settings: ViewerSettings, changed keys: [String]) {
    let hasIndicator = browser.indicator != nil || options.indicator == "none"
    let isOther = settings.options.indicator != options.indicator
    let before = pageBox
    options = settings.options
    var looks = browser.options
    let wanted = options.browserOptions
    for key in keys { PreferenceTable.preference(key)?.copy(wanted, &looks) }
    browser.options = looks
    if isOther, hasIndicator { indicate() }
    updateStrips(animated: true)
    source.playsByItself = options.motion != .reduced
    culling.advances = options.cullAdvance ?? true
    inspection.adopt(options)
    slideshow.options = options.slideshowOptions
    slideshow.interval = settings.slideshowInterval
    // The page box of a tall window differs between horizontal and vertical paging, so pictures are
    // requested again.
    if pageBox != before { source.pagesDidResize(to: pageBox) }
  }

  /// Adds the page indicator of the options and the zoom pill, when text may be drawn.
  func indicate() {
    // The motion of a picture belongs below everything else.
    browser.addOverlay(awaited.turning)
    browser.addOverlay(slideshow.view)
    inspection.begin()
    info.allowText()
    info.restore()
    let indicator = try? PageIndicators.make(options.indicator ?? "auto")
    // The title bar shows the number.
    (indicator as? AutomaticPageIndicator)?.showsNumber = false
    browser.indicator = indicator
    browser.addOverlay(zoomPill)
    browser.addOverlay(badge.view)
    browser.addOverlay(culling.badge)
    browser.addOverlay(strip)
    browser.addOverlay(leafStrip.view)
    hasStrips = true
    updateStrips(animated: false)
    browser.addOverlay(inspection.map)
    browser.addOverlay(flash)
    culling.refresh()
    badge.update()
  }

  /// Prepares the filmstrip.
  private func connectStrip() {
    strip.item = { [weak source] page in
      source?.file(at: page).map { GalleryItem($0) }
    }
    strip.onRest = { [log] visible, page in
      log.trace("filmstrip first=\(visible.lowerBound) last=\(visible.upperBound - 1) page=\(page)")
    }
    updateStrips(animated: false)
  }

  /// Whether the filmstrip is to be visible. The pages of a document are the pictures of one file.
  private var wantsStrip: Bool {
    hasRoomForStrips && (options.filmstrip == true || wantsLeafStrip && isOfDocument)
  }

  private var wantsLeafStrip: Bool { options.pageStrip != false }

  /// Whether strips may be visible: not in fullscreen, and not during a slideshow.
  private var hasRoomForStrips: Bool {
    !window.window.isFullscreen && browser.slideshowPhase == nil
  }

  /// Whether the pages are those of a document.
  var isOfDocument: Bool { file?.isDocumentPage ?? false }

  /// The key of the preference that shows or hides the strip below the current page.
  var stripPreference: String {
    isOfDocument && options.filmstrip != true ? "page-strip" : "filmstrip"
  }

  /// Shows or hides the filmstrip and the strip of the pictures in the file.
  func updateStrips(animated: Bool) {
    guard hasStrips else { return keepRoomForStrips() }
    strip.setShown(wantsStrip, animated: animated)
    leafStrip.update(isWanted: wantsLeafStrip && hasRoomForStrips, animated: animated)
  }

  /// Keeps the room of the strips free until they are added, so that the picture does not move when
  /// they appear. The number of pictures in a file comes with the first picture.
  private func keepRoomForStrips() {
    let wantsLeaves = wantsLeafStrip && hasRoomForStrips && leaves.count > 1
    let rows = (wantsStrip ? 1.0 : 0) + (wantsLeaves ? 1.0 : 0)
    browser.footerHeight = rows * Filmstrip.height(at: window.stage.scale)
  }

  /// The box in device pixels for which pictures are decoded.
  var pageBox: PixelSize {
    PageBox.box(for: window.window.size, tuning: browser.options.tuning)
  }

  /// Arranges the pages for reading in another way, or shows single pages again.
  func read(_ mode: BrowserTuning.Reading) {
    reading.toggle(mode, remembers: options.remembersFolders)
    window.updateTitle()
  }

  /// The file of the current page; nil when there is none.
  var file: FilePath? { source.currentFile }

  /// The files of the photo on the current page; empty when there is none.
  var filesOfPhoto: [FilePath] {
    file.map { versions.photos.files($0, browser.pageIndex) } ?? []
  }

  /// The animation player of the current page; nil when its picture is not animated.
  var player: AnimationPlayer? { (browser.visibleCell as? PhotoCell)?.animation }

  /// Starts the slideshow if the command line asked for it.
  func beginSlideshow() {
    if let interval = options.slideshow { slideshow.begin(every: interval) }
  }

  /// Goes to the page of a restored file at once, so that the next key press acts on that page.
  func goBack(to index: Int) { browser.scrollToPage(index, animated: true, at: window.now) }

  /// Moves the photo to its thumbnail in the grid, which is made first when there is none.
  func returnToGrid() {
    if gallery == nil, let onWantsGrid { onWantsGrid() } else { act(.close) }
  }

  func act(_ action: BrowserAction) { browser.perform(action, at: window.now) }

  /// Updates everything that depends on the file of the current page, after a page turn or a change
  /// of the list has brought another file there.
  func fileDidChange() {
    shownFile = file
    onFileChange()
    recent?.turned(to: file)
    info.refresh()
    clipping.refresh()
    culling.refresh()
    flick.pageDidChange(to: file)
    awaited.fileDidChange()
  }

  /// Sets the focus and the empty slot of the grid, whose indices differ from those of the pages
  /// during the update of the list.
  private func listDidChange() {
    log.trace("pages count=\(browser.pageCount) index=\(browser.pageIndex)")
    if let gallery, !browser.state.isDismissed {
      if !isLeaving { gallery.setFocus(onPage: browser.pageIndex) }
      if gallery.emptySlot != nil { gallery.emptySlot = browser.pageIndex }
    }
    // A page of the same number may show a file of another folder.
    if file != shownFile { fileDidChange() }
    window.updateTitle()
    badge.update()
  }

  /// Logs an event of the page source, and updates the parts of the window outside the pages.
  private func take(_ event: FilePageEvent) {
    switch event {
    case .firstImage, .firstPageLoaded: break
    case .picture(let state, let page):
      scene?.pictureDidChange(to: state.rawValue, page: page)
      versions.pictureDidChange(page: page, isExact: state == .exact)
      if page == browser.pageIndex { leaves.refresh() }
      if page == browser.pageIndex { awaited.pictureDidChange() }
      window.system.releaseFrames()
      info.refresh()
      clipping.refresh()
    case .enlarged(let page):
      if options.developOnZoom == true, page == browser.pageIndex { versions.develop() }
    case .notice(let page):
      log.trace("notice page=\(page)")
      info.refresh()
      clipping.refresh()
    case .download(let progress, let page):
      let total = progress.total.map { "\($0)" } ?? "?"
      log.trace("download page=\(page) got=\(progress.received) of=\(total)")
    case .collection(let collection, let page):
      log.trace("collection page=\(page) count=\(collection.entries.count)")
      if page == browser.pageIndex { onCollection?(collection) }
    case .frame(let frame, let page): log.trace("frames page=\(page) shown=\(frame)")
    case .animationPaused: window.updateTitle()
    case .clip(let state, let page): log.trace("clip state=\(state.rawValue) page=\(page)")
    case .silentClip(let reason): window.showToast(reason)
    }
  }

  // MARK: Sheets

  /// Opens the sheet of page effects; a sheet that is closing opens again.
  func chooseEffect() {
    let chooser = effectChooser ?? browser.makeEffectChooser()
    chooser.closingKeys = bindings.plainKeys(of: [.back, .pageEffects])
    chooser.onClose = { [weak self] in self?.effectChooser = nil }
    effectChooser = chooser
    chooser.open(on: window.stage)
  }

  /// Opens the sheet that saves a copy.
  func saveCopy() {
    guard let file else { return }
    guard file.webAddress == nil else {
      return window.showToast(tr("Only files on this computer can be copied"))
    }
    guard !file.isDocumentPage else { return window.showToast(ShownPhotos.documentRefusal) }
    let current = CurrentFolder.path
    let sheet = SaveCopySheet(
      file.absolute(in: current), files: filesOfPhoto.map { $0.absolute(in: current) })
    sheet.onSaved = { [weak self, onCopy] copy, change in
      onCopy(change, tr("Saved “{name}”", ["name": copy.displayName]))
      guard let self else { return }
      copies += 1
      log.trace("saved copies=\(copies)")
    }
    window.present(sheet)
  }
}

extension Browser {
  /// The position of the current page, such as "3 / 20", or of the pages of a spread; empty for a
  /// single page.
  var positionText: String {
    let (number, count) = (pageIndex + 1, pageCount)
    guard count > 1 else { return "" }
    let pages = state.pagesTogether
    let numbers =
      pages.count > 1
      ? "\(GalleryText.count(pages.lowerBound + 1))–\(GalleryText.count(pages.upperBound))"
      : GalleryText.count(number)
    return "\(numbers) / \(GalleryText.count(count))"
  }
}
