import BrowserCore
import BrowserHost
import Geometry
import Input
import Localization
import Motion
import PhotoBrowser
import PhotoGrid
import Pixels
import Scenes
import Views

/// The scene in which two to four photos of a list are compared beside each other, over the grid or
/// over the page of one of them.
final class CompareScene: TracedScene {
  /// The scene below the comparison, from which the photos fly into their panes and to which they
  /// return.
  enum Origin {
    case grid(GalleryView)
    case page(PhotoVisit)
  }

  /// Two functions by which the comparison asks for the marks and the files of its photos.
  struct PhotoAccess {
    /// Returns the rating, flag and colour label of a photo; nil while they are being looked up.
    var marks: (FilePath) -> PhotoMarks? = { _ in nil }
    /// Returns all files of the photo on a page, of which `shown` is the one on the page.
    var files: (_ shown: FilePath, _ page: Int) -> [FilePath] = { file, _ in [file] }
  }

  /// The parts of one pane: its page source, its list of files and its caption.
  struct PaneParts {
    let source: FilePages
    let list: PhotoList
    let caption: PaneCaption
  }

  var photoAccess = PhotoAccess()
  /// Called when the comparison has ended and nothing of it is visible any more.
  var onEnd: () -> Void = {}
  let compare: CompareView
  let origin: Origin
  /// The controller of the panel with the metadata of the focused photo.
  let information: SelectionInformationController
  unowned let window: ViewerWindow
  let log: Log
  /// Whether the culling mode is on, in which single keys mark the focused photo.
  var isCulling = false {
    didSet { window.updateTitle() }
  }
  /// The parts of the panes; the number of a pane is its index.
  private let panes: [PaneParts]
  /// The focused photo that was given to the panel last, also while the panel is hidden; nil before
  /// the first one.
  private var describedFile: FilePath?
  private var lastRestTrace = ""

  /// Makes a comparison of photos, without showing it.
  ///
  /// - Parameters:
  ///   - pages: the indices of two to four photos of the list, in the order of the panes.
  ///   - aspectRatio: the average ratio of width to height of the photos; nil when it is unknown.
  ///   - makeSource: makes a page source of the whole list, whose pictures are decoded to fit into
  ///     a size in device pixels. Called once for each pane.
  init(
    of pages: [Int], aspectRatio: Double?, over origin: Origin, options: ViewerOptions,
    window: ViewerWindow, information: SelectionInformationController, log: Log,
    makeSource: (PixelSize) -> FilePages
  ) {
    self.origin = origin
    self.information = information
    self.window = window
    self.log = log
    let scale = window.stage.scale
    let grid = CompareView.grid(
      count: pages.count, size: window.stage.size,
      insets: Insets(top: TitleBar.height(at: scale)), scale: scale,
      aspectRatio: aspectRatio ?? 1)
    let taken = ComparePane.decorationSize(at: scale)
    let box = PixelSize(
      width: Int(max(1, grid.paneSize.width - taken.width)),
      height: Int(max(1, grid.paneSize.height - taken.height)))
    var paneOptions = options.browserOptions
    paneOptions.pageEffect = nil
    paneOptions.clickAction = .report
    paneOptions.tuning.axis = .horizontal
    paneOptions.tuning.isLooping = false
    paneOptions.tuning.reading = .single
    paneOptions.tuning.fitsWidth = false
    paneOptions.tuning.isDismissGestureEnabled = false
    paneOptions.tuning.fitsWhole = true
    var views: [ComparePane] = []
    panes = pages.enumerated().map { number, page in
      let browser = Browser(options: paneOptions)
      let source = makeSource(box)
      browser.initialIndex = page
      browser.dataSource = source
      let caption = PaneCaption()
      views.append(ComparePane(number, browser: browser, caption: caption))
      return PaneParts(
        source: source, list: PhotoList(of: source, in: browser), caption: caption)
    }
    compare = CompareView(views, background: paneOptions.background)
    if let aspectRatio { compare.typicalAspectRatio = aspectRatio }
    compare.reducesMotion = options.reducesMotion
    compare.delegate = self
    for (pane, parts) in zip(compare.panes, panes) {
      pane.browser.accessiblePageTexts = { [weak self, unowned source = parts.source] page in
        guard let file = source.file(at: page) else { return AccessiblePageTexts() }
        return AccessiblePageTexts(
          name: file.displayName, facts: self?.photoAccess.marks(file)?.spokenNames ?? [],
          identity: file.bytes)
      }
      parts.source.otherLivePicturePaths = { [weak self] in
        self?.panes.reduce(into: Set()) { $0.formUnion($1.source.livePicturePaths) } ?? []
      }
      parts.source.observe { [weak self] event in
        guard let self, case .pictureStateChanged = event else { return }
        self.window.stage.requestFrame()
        self.information.thumbnailDidChange()
      }
    }
    connectInformation()
  }

  private func connectInformation() {
    let panel = information.panel
    panel.reducesMotion = compare.reducesMotion
    panel.onCopy = { [weak window] in window?.copy(text: $0) }
    panel.onShowMap = { [weak window] in window?.showOnMap($0) }
    panel.onOpenAddress = { [weak window] in window?.openInBrowser($0) }
    panel.onMarkCommand = { [weak window] in window?.perform($0) }
    panel.onContentChange = { [weak compare] in compare?.setNeedsLayout() }
    information.marks = { [weak self] in self?.photoAccess.marks($0) }
    information.onVisibilityChange = { [weak self] in self?.panelDidChange() }
    compare.panel = panel
    compare.layOutPanel = { [weak window, weak information] area in
      guard let window, let information else { return .zero }
      let scale = window.stage.scale
      information.panel.layout(in: BrowserOverlays.Room(area: area, scale: scale))
      return information.isShown ? InformationPanel.insets(in: area, scale: scale) : .zero
    }
  }

  /// Divides the window anew between the panes and the panel after the panel was shown or hidden,
  /// and requests pictures in the new size of the panes.
  private func panelDidChange() {
    compare.setNeedsLayout()
    window.stage.layOut()
    windowDidSettle()
  }

  /// Starts the flights of the photos from the scene below into their panes.
  func startOpeningFlights() {
    refresh()
    information.showAsRemembered()
    window.stage.layOut()
    compare.open(at: window.now)
    log.trace("compare opened panes=\(panes.count)")
  }

  // MARK: Photos

  /// The file that a pane shows; nil when its list is empty.
  func file(in pane: ComparePane) -> FilePath? { panes[pane.number].source.currentFile }

  /// The file that the first pane shows; nil when its list is empty.
  var firstFile: FilePath? { compare.orderedPanes.first.flatMap { file(in: $0) } }

  /// The photo in the focused pane, with all its files; nil when its list is empty.
  var photo: Transfer.Photo? {
    guard let file = file(in: compare.focusedPane) else { return nil }
    return Transfer.Photo(
      shown: file, files: photoAccess.files(file, compare.focusedPane.browser.pageIndex))
  }

  /// Updates the captions of all panes, the panel and the title bar.
  func refresh() {
    for pane in compare.orderedPanes {
      let file = file(in: pane)
      panes[pane.number].caption.content = PaneCaption.Content(
        name: file?.displayName ?? "", marks: file.flatMap(photoAccess.marks) ?? PhotoMarks())
    }
    describeFocused(isRewritten: false)
    window.updateTitle()
  }

  /// Updates the panel for the photo in the focused pane.
  ///
  /// - Parameter isRewritten: whether the contents of the photo's file have changed, so that its
  ///   metadata are read again.
  private func describeFocused(isRewritten: Bool) {
    let file = file(in: compare.focusedPane)
    guard file != describedFile || isRewritten else { return information.marksDidChange() }
    describedFile = file
    information.show(self)
  }

  // MARK: Pages

  /// Shows in `pane` the photo that follows, in the order of the list, the last one of the photos
  /// in all panes.
  ///
  /// - Returns: false, without a change, if no photo follows.
  @discardableResult
  func bringNextPhoto(into pane: ComparePane) -> Bool {
    guard
      let page = ComparisonPanes.nextPage(after: compare.pages, count: pane.browser.pageCount)
    else { return false }
    pane.browser.perform(.go(to: page, animated: false), at: window.now)
    refresh()
    return true
  }

  /// Turns the focused pane forward (1) or back (−1) to the nearest photo that no other pane shows.
  func turnPage(by step: Int) {
    let browser = compare.focusedPane.browser
    let others = compare.orderedPanes.filter { $0 !== compare.focusedPane }.map(\.browser.pageIndex)
    guard
      let page = ComparisonPanes.nearestFreePage(
        after: browser.pageIndex, step: step, others: others, count: browser.pageCount)
    else { return window.showToast(step < 0 ? tr("First photo") : tr("Last photo")) }
    let isNear = abs(page - browser.pageIndex) == 1
    browser.perform(
      isNear ? .turn(step, animated: browser.animatesTurns) : .go(to: page, animated: false),
      at: window.now)
    refresh()
  }

  /// Shows the next photo of the list in the focused pane. At the end of the list the pane is
  /// removed if more than two panes are left; otherwise a message says that it is the last photo.
  func showNextInFocusedPane() {
    guard !bringNextPhoto(into: compare.focusedPane) else { return }
    if compare.orderedPanes.count > ComparisonPanes.allowedCounts.lowerBound {
      compare.remove(compare.focusedPane)
      refresh()
    } else {
      window.showToast(tr("Last photo"))
    }
  }

  /// Brings the first of `files` that is in the list into view: a pane that already shows one of
  /// the files receives the focus; otherwise the focused pane shows the file.
  func showFirst(of files: [FilePath]) {
    if let pane = compare.orderedPanes.first(where: { file(in: $0).map(files.contains) ?? false }) {
      return compare.setFocus(pane)
    }
    let known = panes[compare.focusedPane.number].source.files
    guard let page = files.lazy.compactMap(known.firstIndex).first else { return }
    compare.focusedPane.browser.perform(.go(to: page, animated: false), at: window.now)
    refresh()
  }

  // MARK: Changes of the list

  /// Updates the panes after a change of the list. A pane whose photo was removed shows another
  /// photo, one that no other pane shows. Where the list has none, the pane is removed; with only
  /// two panes, the comparison ends instead.
  func apply(_ diff: LibraryDiff, to paths: [FilePath]) {
    guard !compare.isLeaving else { return }
    let before = Dictionary(
      uniqueKeysWithValues: compare.orderedPanes.map { ($0.number, $0.browser.pageIndex) })
    for pane in compare.orderedPanes { panes[pane.number].list.apply(diff, to: paths) }
    for pane in compare.orderedPanes {
      guard let old = before[pane.number], diff.newIndices.indices.contains(old),
        diff.newIndices[old] == nil
      else { continue }
      let others = compare.orderedPanes.filter { $0 !== pane }.map(\.browser.pageIndex)
      guard others.contains(pane.browser.pageIndex), !bringNextPhoto(into: pane) else { continue }
      if compare.orderedPanes.count > ComparisonPanes.allowedCounts.lowerBound {
        compare.remove(pane)
      } else {
        compare.close(at: window.now)
      }
    }
    refresh()
    if diff.rewrittenIndices.contains(compare.focusedPane.browser.pageIndex) {
      describeFocused(isRewritten: true)
    }
  }

  /// Decodes the pictures of some files again, in the panes that show them.
  func reload(_ files: [FilePath]) {
    for pane in compare.orderedPanes {
      guard let file = file(in: pane), files.contains(file) else { continue }
      panes[pane.number].source.reload(pane.browser.pageIndex)
      if pane === compare.focusedPane { describeFocused(isRewritten: true) }
    }
  }

  /// Requests all pictures again, after the colour profile of the screen or the colour options have
  /// changed.
  func colorsDidChange() { for parts in panes { parts.source.colorsDidChange() } }

  // MARK: As a scene

  var view: View { compare }
  var title: String { file(in: compare.focusedPane)?.titleName ?? "" }
  var position: String {
    let link = compare.state.isLinked ? tr("Linked") : tr("Not Linked")
    return isCulling ? "\(link) · \(tr("Culling"))" : link
  }
  var barVisibility: BarVisibility { .always }
  var barOpacity: Double { compare.isLeaving ? 0 : 1 }
  var allowsEdgeSwipe: Bool { false }
  var isHeld: Bool { compare.focusedPane.browser.isHeld }
  var isPannable: Bool { !isLeaving && compare.focusedPane.browser.isPannable }
  var usesTab: Bool { true }
  var traceName: String { "compare" }

  func leave(at time: Timestamp) -> Bool {
    compare.close(at: time)
    return true
  }

  func barsDidChange(to insets: Insets) { compare.barInsets = insets }

  func updateTitle() { window.host.titleBar.showKeys(of: bindings) }

  func windowDidSettle() {
    for pane in compare.orderedPanes {
      let size = pane.browser.frame.size
      panes[pane.number].source.pagesDidResize(
        to: PixelSize(width: Int(size.width), height: Int(size.height)))
    }
  }

  func didDisappear() {
    for parts in panes { parts.source.cancelAll() }
    onEnd()
  }

  func didPresentFrame(work seconds: Double, isFront: Bool) {
    guard log.isTracing else { return }
    log.trace("frame work=\(Log.fixed(seconds * 1000)) kind=compare")
    guard compare.isAtRest else {
      lastRestTrace = ""
      return
    }
    let views = compare.orderedPanes.map { Self.viewText(of: $0.browser) }.joined(separator: ",")
    let pages = compare.pages.map { "\($0)" }.joined(separator: ",")
    let index = compare.state.index(of: compare.state.focusedPane) ?? 0
    let line =
      "panes pages=\(pages) focus=\(index) linked=\(compare.state.isLinked ? 1 : 0) views=\(views)"
    if line != lastRestTrace { log.trace(line) }
    lastRestTrace = line
  }

  /// The zoom of a pane for `--log trace`: the scale relative to fit, and the point of the picture
  /// in the middle of the pane as fractions of the picture's width and height; “-” without a
  /// picture.
  private static func viewText(of browser: Browser) -> String {
    let zoom = browser.state.zoom(of: browser.pageIndex)
    let rect = zoom.targetRect
    guard !rect.isEmpty else { return "-" }
    return [
      zoom.targetScale / zoom.levels.fit, (zoom.viewport.width / 2 - rect.minX) / rect.width,
      (zoom.viewport.height / 2 - rect.minY) / rect.height,
    ].map { Log.fixed($0) }.joined(separator: ":")
  }
}

extension CompareScene: InformationSubject {
  var selectedOrFocusedPhotos: [FilePath] { [file(in: compare.focusedPane)].compactMap(\.self) }

  func thumbnail(of file: FilePath) -> GalleryThumbnail? {
    guard file == self.file(in: compare.focusedPane),
      let picture = (compare.focusedPane.browser.visibleCell as? PhotoCell)?.stillPicture,
      let bitmap = picture.bitmaps.first
    else { return nil }
    return .picture(bitmap, naturalSize: picture.naturalSize)
  }
}

extension CompareScene: CompareViewDelegate {
  func compare(_ view: CompareView, thumbnailOf page: Int, for pane: ComparePane)
    -> BrowserThumbnail?
  {
    switch origin {
    case .grid(let gallery): gallery.thumbnail(page: page, for: pane.browser)
    case .page(let visit): thumbnail(on: visit.browser, page: page, for: pane.browser)
    }
  }

  /// The picture on the page below the comparison, from which the photo in a pane flies and to
  /// which it returns; nil if that page shows another photo or has no picture.
  private func thumbnail(on below: Browser, page: Int, for browser: Browser) -> BrowserThumbnail? {
    guard below.pageIndex == page else { return nil }
    let known =
      (below.visibleCell as? PhotoCell)?.stillPicture
      ?? (browser.visibleCell as? PhotoCell)?.stillPicture
    guard let picture = known, let bitmap = picture.bitmaps.last else { return nil }
    let size = picture.naturalSize.size
    let frame =
      below.state.hasContent(page)
      ? below.state.zoom(of: page).targetRect : below.state.restingRect(of: size)
    return BrowserThumbnail(
      frame: frame.offset(by: below.originInStage - browser.originInStage), bitmap: bitmap,
      naturalSize: size)
  }

  func compare(_ view: CompareView, revealThumbnailOf page: Int) {
    switch origin {
    case .grid(let gallery):
      gallery.reveal(page: page)
      gallery.setFocus(onPage: page)
    case .page(let visit): visit.browser.pageIndex = page
    }
  }

  func compare(_ view: CompareView, hideThumbnailsOf pages: Set<Int>) {
    switch origin {
    case .grid(let gallery): gallery.emptySlots = pages
    case .page(let visit): visit.browser.arePagesHidden = pages.contains(visit.browser.pageIndex)
    }
  }

  func compareDidChange(_ view: CompareView) { refresh() }

  func compare(_ view: CompareView, wantsMenuAt point: Point) {
    window.showMenu(at: point + (view.originInStage - .zero))
  }

  func compare(_ view: CompareView, reachedEnd side: Int) {
    window.showToast(side < 0 ? tr("First photo") : tr("Last photo"))
  }

  func compare(_ view: CompareView, isOpaque: Bool) {
    if isOpaque {
      window.stack?.finishPush(of: self, at: window.now)
    } else {
      window.stack?.reveal(under: self, at: window.now)
    }
  }

  func compareDidClose(_ view: CompareView) {
    log.trace("compare closed")
    window.stack?.finishPop(of: self, at: window.now)
  }
}
