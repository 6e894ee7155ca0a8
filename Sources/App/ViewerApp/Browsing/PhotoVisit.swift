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

/// One presentation of a browser in the window, from opening to closing: the browser, its page
/// source, and the objects that show or change the photo on the current page.
final class PhotoVisit {
  let browser: Browser
  let source: FilePages
  /// The list of files that are the pages, kept up to date with the file system or a grid.
  let list: PhotoList
  let slideshow: PhotoSlideshow
  /// The panel or line of text with the metadata of the photo on the current page.
  let info: PageInformationController
  let versions: PhotoVersions
  let leaves: FileLeaves
  let exposure: ExposureAdjustment
  let clipping: ClippingWarning
  let culling: CullingMode
  let find: PageFind
  let inspection: InspectionTools
  /// The animation over the photo that confirms a swipe with which the user has picked it.
  let markFlash = PickedFlagOverlay()
  let previousPhoto: PreviousPhotoComparison
  let strips: PageStrips
  /// The preview of a rotation or crop whose file is being written.
  let changePreview: ChangePreview
  let reading: ReadingArrangement
  /// The badge over the current page, for a photo with several versions or a file with several
  /// pictures.
  let badge: PageBadgeController
  /// Called when the user wants to go to the grid of the photos, but none exists below the browser;
  /// nil if no grid can be made.
  var onGridRequest: (() -> Void)?
  /// Called when the address on the current page has turned out to be that of a list of pictures on
  /// an image server.
  var onServedCollection: ((ServedCollection) -> Void)?
  /// Called once at the end of the visit, when the browser has been closed.
  var onEnd: (() -> Void)?
  /// Called when a picture begins to fly to its page: at the opening, or when it was caught on the
  /// way to its thumbnail and sent back.
  var onFlightToPage: () -> Void = {}
  /// Called when the current page has changed, and at the end of the visit.
  var onPageChange: () -> Void = {}
  /// Called when the current page shows another file, by a page turn or by a change of the list.
  var onFileChange: () -> Void = {}
  /// Called when the user presses a key for a longer (1) or shorter (−1) interval of the slideshow.
  var onIntervalStep: (_ step: Int) -> Void = { _ in }
  /// Called when the user has chosen the path of a copy. The photo's files are given by absolute
  /// paths; `replaces` says whether existing files are replaced.
  var onSaveCopy: (Transfer.Photo, _ target: FilePath, _ replaces: Bool) -> Void = { _, _, _ in }
  /// Returns the text of the filter by which photos are shown as pages; empty when all are shown.
  var filterText: () -> String = { "" }
  /// A description of the filter of the pages for the title bar; empty when all photos are shown.
  var listNote: String { PageFilter.filterTitle(of: filterText()) }
  /// The recorder that adds viewed pictures to the desktop's list of recent files; nil when
  /// recording is off.
  var recent: RecentFilesRecorder? {
    didSet { recent?.pageDidChange(to: file) }
  }
  /// The key bindings for the direction in which pages follow each other: an arrow key turns to the
  /// page that is on its side.
  var bindings: CommandKeys {
    let tuning = browser.options.tuning
    // In a strip, the arrow keys up and down scroll, so pages are turned by the keys of horizontal
    // paging.
    let axis = tuning.reading == .strip ? .horizontal : tuning.axis
    return ViewerKeys.current.pages(axis, isRightToLeft: tuning.isRightToLeft)
  }
  /// The scene that contains the browser; nil before it is made and after it has left the window.
  private(set) weak var scene: BrowserVisit?
  /// The grid below the browser, to whose thumbnails pictures return; nil when there is no grid.
  private(set) weak var gallery: GalleryView?
  private(set) var options: ViewerOptions
  /// The window in which the browser is shown.
  unowned let window: ViewerWindow
  let log: Log
  /// The state of held keys: whether one repeats, and whether the key that toggles 100 % is down.
  let heldKeys = HeldKeys()
  let pageNumber: PageNumberInput

  /// The pill that shows the zoom factor while it changes, or the page number that is being typed.
  private let zoomPill = ZoomPill()
  /// The file for which the objects of the visit were last updated; nil when there was no page.
  private var shownFile: FilePath?
  /// The sheet of page effects, kept from its opening until its closing animation has ended; nil at
  /// other times.
  private var effectChooser: EffectChooser?

  /// Makes a visit of the pages of a source.
  ///
  /// - Parameter start: the index of the page that is shown first.
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
    info = PageInformationController(of: source, on: browser, metadata, log: log)
    leaves = FileLeaves(of: source, on: browser, log: log)
    exposure = ExposureAdjustment(of: source, on: browser, log: log)
    clipping = ClippingWarning(on: browser, log: log)
    versions = PhotoVersions(of: source, on: browser, log: log)
    culling = CullingMode(of: source, on: browser, log: log)
    find = PageFind(on: browser, log: log)
    inspection = InspectionTools(on: browser, options, log: log)
    previousPhoto = PreviousPhotoComparison(of: source, on: browser, log: log)
    changePreview = ChangePreview(in: window)
    badge = PageBadgeController(versions, leaves)
    strips = PageStrips(
      of: source, leaves, on: browser, in: window, options: options, log: log)
    reading = ReadingArrangement(
      of: source, on: browser, windowSize: { [unowned window] in window.window.size }, log: log)
    pageNumber = PageNumberInput(shownIn: zoomPill, loop: window.loop)
    list.onChange = { [weak self] in self?.listDidChange() }
    pageNumber.onCommand = { [weak self] in _ = self?.perform($0) }
    browser.hooks.slideshowChange = { [weak self] phase in
      guard let self, let message = slideshow.phaseDidChange(to: phase) else { return }
      window.showToast(message)
      window.updateTitle()
    }
    info.onCopy = { [weak window] in window?.copy(text: $0) }
    versions.onMessage = { [weak window] in window?.showToast($0) }
    versions.onOutdatedMessage = { [weak window] in window?.host.withdrawToast($0) }
    culling.onMessage = { [weak window] in window?.showToast($0) }
    culling.onChange = { [weak self] in self?.window.updateTitle() }
    culling.advancesAfterMark = options.cullAdvance ?? true
    inspection.onMessage = { [weak window] in window?.showToast($0) }
    inspection.onCopy = { [weak window] in window?.copy(text: $0) }
    leaves.onMessage = { [weak window] in window?.showToast($0) }
    badge.onLeafChange = { [weak self] in self?.strips.update(animated: true) }
    exposure.onMessage = { [weak window] in window?.showToast($0) }
    badge.onMessage = { [weak window] in window?.showToast($0) }
    info.onShowMap = { [weak window] in window?.showOnMap($0) }
    info.onOpenAddress = { [weak window] in window?.openInBrowser($0) }
    info.reducesMotion = { [weak browser] in browser?.options.tuning.reducesMotion ?? false }
    metadata.observe(for: info) { [weak info] in info?.metadataDidChange(of: $0) }
    source.playsByItself = !options.reducesMotion
    source.observe { [weak self] in self?.handle($0) }
    browser.initialIndex = start
    if options.reading == nil, options.remembersFolders { reading.restoreForFolder() }
    source.pagesDidResize(to: pageBox)
    strips.update(animated: false)
    connectAccessibleTexts(metadata)
    browser.delegate = self
    browser.dataSource = source
    previousPhoto.pageDidChange(to: file)
    shownFile = file
  }

  /// Makes the scene that presents the browser in the window.
  ///
  /// - Parameter gallery: the grid below, to whose thumbnails pictures return; nil for a root
  ///   scene.
  func makeScene(over gallery: GalleryView? = nil) -> BrowserVisit {
    let scene = BrowserVisit(browser, in: window.host, owner: self)
    self.scene = scene
    if let gallery { adopt(gallery) }
    return scene
  }

  /// Connects the visit to a grid below the browser. The pictures of the grid are the pages, in the
  /// same order.
  func adopt(_ gallery: GalleryView) {
    self.gallery = gallery
    scene?.putOverScene(with: gallery)
  }

  /// Applies changed preferences. Only those options of the browser whose preference is in `keys`
  /// are changed, so that what was changed in this visit stays.
  func adopt(_ settings: ViewerSettings, changed keys: [String]) {
    let hasIndicator = browser.indicator != nil || options.indicator == "none"
    let isOther = settings.options.indicator != options.indicator
    let before = pageBox
    options = settings.options
    var merged = browser.options
    let wanted = options.browserOptions
    for key in keys { PreferenceTable.preference(key)?.copyToOpenBrowser(wanted, &merged) }
    browser.options = merged
    if isOther, hasIndicator { addOverlays() }
    strips.adopt(options)
    source.playsByItself = !options.reducesMotion
    culling.advancesAfterMark = options.cullAdvance ?? true
    inspection.adopt(options)
    slideshow.options = options.slideshowOptions
    slideshow.interval = settings.slideshowInterval
    // In a tall window, the size into which pictures are fitted differs between horizontal and
    // vertical paging. If it has changed, pictures are requested again.
    if pageBox != before { source.pagesDidResize(to: pageBox) }
  }

  /// Adds the page indicator, the pills, badges and strips over the pages. Called when text may be
  /// drawn, after the first picture.
  func addOverlays() {
    // The preview of a rotation is the first overlay, so that all other overlays are drawn over it.
    browser.addOverlay(changePreview.orientationAnimation)
    browser.addOverlay(slideshow.view)
    inspection.addPixelInspector()
    info.drawDeferredText()
    info.showAsRemembered()
    let indicator = try? PageIndicators.make(options.indicator ?? "auto")
    // The page indicator shows no number, because the title bar shows the number of the page.
    (indicator as? AutomaticPageIndicator)?.showsNumber = false
    browser.indicator = indicator
    browser.addOverlay(zoomPill)
    info.overlayInFront = zoomPill
    browser.addOverlay(badge.view)
    browser.addOverlay(culling.badge)
    strips.add()
    browser.addOverlay(inspection.overviewMap)
    browser.addOverlay(markFlash)
    culling.refresh()
    badge.update()
  }

  /// The size in device pixels into which the pictures of pages are fitted when they are decoded.
  var pageBox: PixelSize {
    PageBox.box(for: window.window.size, tuning: browser.options.tuning)
  }

  /// Arranges the pages for reading by `mode`, or as single pages if they already are arranged by
  /// `mode`.
  func toggleReading(_ mode: BrowserTuning.ReadingMode) {
    reading.toggle(mode, remembers: options.remembersFolders)
    window.updateTitle()
  }

  /// The file on the current page; nil when there is no page.
  var file: FilePath? { source.currentFile }

  /// The files of the photo on the current page, such as a RAW file and its JPEG; empty when there
  /// is no page.
  var filesOfPhoto: [FilePath] {
    file.map { versions.photoAccess.files($0, browser.pageIndex) } ?? []
  }

  /// The animation player of the picture on the current page; nil when the picture is not animated.
  var player: AnimationPlayer? { (browser.visibleCell as? PhotoCell)?.animation }

  /// Starts the slideshow if the option `--slideshow` was given.
  func beginSlideshow() {
    if let interval = options.slideshow { slideshow.begin(every: interval) }
  }

  /// Scrolls to a page, such as that of a restored file. The page is current from the start of the
  /// motion, so that the next key press acts on it.
  ///
  /// - Parameter start: the place from which the photo flies to its page, if that is not visible
  ///   yet; nil, the default, for no flight.
  func scroll(toPage index: Int, from start: ReturnFlightStart? = nil) {
    guard let start else {
      return browser.scrollToPage(index, animated: true, at: window.now)
    }
    browser.showRestored(index, from: start.rect, at: window.now)
  }

  /// Moves the photo to its thumbnail in the grid. If there is no grid below the browser,
  /// ``onGridRequest`` makes one first; the browser is closed if that is nil.
  func returnToGrid() {
    if gallery == nil, let onGridRequest { onGridRequest() } else { act(.close) }
  }

  func act(_ action: BrowserAction) { browser.perform(action, at: window.now) }

  /// Updates everything that depends on the file of the current page, after a page turn or a change
  /// of the list has brought another file there.
  func fileDidChange() {
    shownFile = file
    versions.photoDidChange(to: file)
    onFileChange()
    recent?.pageDidChange(to: file)
    info.refresh()
    clipping.refresh()
    culling.refresh()
    previousPhoto.pageDidChange(to: file)
    changePreview.fileDidChange()
  }

  /// Moves the focus and the empty slot of the grid to the current page after a change of the list.
  /// During the change, the page has another index than its cell in the grid.
  private func listDidChange() {
    log.trace("pages count=\(browser.pageCount) index=\(browser.pageIndex)")
    if let gallery, !browser.state.isDismissed {
      if !isLeaving { gallery.setFocus(onPage: browser.pageIndex) }
      if gallery.emptySlot != nil { gallery.emptySlot = browser.pageIndex }
    }
    // After the change, the current page may show another file although its index is the same.
    if file != shownFile { fileDidChange() }
    window.updateTitle()
    badge.update()
  }

  /// Handles an event of the page source: writes it to the log, and updates the objects outside the
  /// pages that depend on it, such as badges, the information and previews.
  private func handle(_ event: FilePageEvent) {
    switch event {
    case .firstImage, .firstPageLoaded: break
    case .pictureStateChanged(let state, let page):
      scene?.pictureDidChange(to: state.rawValue, page: page)
      versions.pictureDidChange(page: page, to: state)
      if page == browser.pageIndex { leaves.refreshCount() }
      if page == browser.pageIndex { changePreview.pictureDidChange() }
      window.system.releaseFrames()
      info.refresh()
      clipping.refresh()
    case .contentsChanged(let file): strips.refresh(file)
    case .enlarged(let page):
      if options.developOnZoom == true, page == browser.pageIndex { versions.develop() }
    case .noticeChanged(let page):
      log.trace("notice page=\(page)")
      info.refresh()
      clipping.refresh()
    case .download(let progress, let page):
      let total = progress.total.map { "\($0)" } ?? "?"
      log.trace("download page=\(page) got=\(progress.received) of=\(total)")
    case .collection(let collection, let page):
      log.trace("collection page=\(page) count=\(collection.entries.count)")
      if page == browser.pageIndex { onServedCollection?(collection) }
    case .frame(let frame, let page): log.trace("frames page=\(page) shown=\(frame)")
    case .animationPlaybackChanged: window.updateTitle()
    case .clipStateChanged(let state, let page):
      log.trace("clip state=\(state.rawValue) page=\(page)")
    case .silentClip(let reason): window.showToast(reason)
    }
  }

  // MARK: Sheets

  /// Opens the sheet of page effects. A sheet whose closing animation is running is opened again.
  func chooseEffect() {
    let chooser = effectChooser ?? browser.makeEffectChooser()
    chooser.closingKeys = bindings.plainKeys(of: [.back, .pageEffects])
    chooser.onClose = { [weak self] in self?.effectChooser = nil }
    effectChooser = chooser
    chooser.open(on: window.stage)
  }

  /// Opens the sheet that saves a copy of the photo on the current page; shows a message if it is
  /// no file that can be copied.
  func saveCopy() {
    guard let file else { return }
    guard file.webAddress == nil else {
      return window.showToast(tr("Only files on this computer can be copied"))
    }
    guard !file.isDocumentPage else { return window.showToast(ShownScenes.documentRefusal) }
    let current = CurrentFolder.path
    let photo = Transfer.Photo(
      shown: file.absolute(in: current), files: filesOfPhoto.map { $0.absolute(in: current) })
    let sheet = SaveCopySheet(photo.shown, files: photo.files)
    sheet.onSave = { [onSaveCopy] in onSaveCopy(photo, $0, $1) }
    window.present(sheet)
  }
}

extension Browser {
  /// The numbers of the current page and of all pages, such as “3 / 20”, or “3–4 / 20” for a
  /// spread; empty for a single page.
  var positionText: String {
    let (number, count) = (pageIndex + 1, pageCount)
    guard count > 1 else { return "" }
    let pages = state.currentSpread
    let numbers =
      pages.count > 1
      ? "\(NumberText.number(pages.lowerBound + 1))–\(NumberText.number(pages.upperBound))"
      : NumberText.number(number)
    return "\(numbers) / \(NumberText.number(count))"
  }
}
