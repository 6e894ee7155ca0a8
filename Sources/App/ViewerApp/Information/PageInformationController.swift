import BrowserHost
import DecoderWire
import ImageServers
import Imaging
import PhotoBrowser
import PhotoGrid
import Pixels

/// The controller of the information about the photo on the page, which is shown as a strip at the
/// bottom, as a panel at the side, or not at all.
final class PageInformationController {
  /// Called with the text of the panel that the user wants to copy.
  var onCopy: (String) -> Void = { _ in }
  /// Called with a geographic position that the user wants to see on a map.
  var onShowMap: (PhotoMetadata.GeographicPosition) -> Void = { _ in }
  /// Called with the web address of a license that the user wants to open.
  var onOpenAddress: (String) -> Void = { _ in }
  /// Gives the facts that an image server states about a photo; nil for other photos.
  var servedFacts: (FilePath) -> ServedFacts? = { _ in nil }
  /// Gives the marks of a photo; nil while they are not known.
  var marks: (FilePath) -> PhotoMarks? = { _ in nil }
  /// Called with the command of the star, flag or label that the user has clicked in the panel.
  var onMarkCommand: (Command) -> Void = { _ in }
  /// Returns whether the panel appears and disappears without animation.
  var reducesMotion: () -> Bool = { false }

  /// The overlay behind which the strip is inserted, so that this overlay and those in front of it,
  /// such as badges, are drawn over the strip; nil for none.
  weak var overlayInFront: (any BrowserOverlay)?

  private(set) var displayMode = InformationDisplayMode.off

  private unowned let browser: Browser
  private let source: FilePages
  private let metadata: MetadataCache
  private let log: Log
  private var strip: CaptionStrip?
  private var panel: InformationPanel?
  /// The last known sizes and dates of the files of the page and its neighbours.
  private var statuses = NearbyFileStatuses()
  /// The first of the bitmaps whose pixels the histogram shows, or whose pixels are being counted
  /// for it; nil for none.
  private weak var countedBitmap: Bitmap?
  /// For each bitmap whose pixels the histogram shows, or that is being counted for it, the counted
  /// part in pixels.
  private var countedParts: [Rect] = []
  /// The visible part of the page in the latest frame; nil without a picture.
  private var lastVisiblePart: VisiblePart?

  /// The visible part of a page.
  private struct VisiblePart: Equatable {
    var page: Int
    /// The visible part of the picture, in units of the picture's width and height; nil for the
    /// whole picture.
    var unitRect: Rect?
  }

  /// The time in seconds for which the visible part must not change before its pixels are counted
  /// for the histogram.
  private static let restSeconds = 0.12

  init(of source: FilePages, on browser: Browser, _ metadata: MetadataCache, log: Log) {
    self.browser = browser
    self.source = source
    self.metadata = metadata
    self.log = log
  }

  /// Whether the strip or the panel is shown.
  var isShown: Bool { displayMode != .off }

  /// Switches to the next way of showing the information, and remembers it.
  ///
  /// - Parameter defersText: whether the strip draws no text yet, because the first picture is
  ///   not shown.
  func cycle(defersText: Bool) {
    show(displayMode.next, defersText: defersText)
    displayMode.remember()
  }

  /// Hides the strip or the panel, and remembers this for the next start.
  private func closeAndRemember() {
    show(.off, defersText: false)
    displayMode.remember()
  }

  /// Shows the strip or the panel, as the user chose last.
  func showAsRemembered() { show(.remembered(), defersText: false) }

  private func show(_ new: InformationDisplayMode, defersText: Bool) {
    guard new != displayMode else { return }
    displayMode = new
    if new == .strip { addStrip(defersText: defersText) } else { removeStrip() }
    if new == .panel { showPanel() } else { panel?.setShown(false) }
    if new == .off { metadata.cancelRequests() }
    refresh()
    log.trace("info shown=\(new.rawValue)")
  }

  /// Lets the strip draw its text, which was deferred until the first picture is shown.
  func drawDeferredText() { strip?.defersText = false }

  /// Updates the strip or the panel after the page, its picture or its file has changed.
  func refresh() {
    guard isShown else { return }
    metadata.setWantedPaths(nearbyFiles)
    readStatuses()
    strip?.refresh()
    guard displayMode == .panel, panel != nil, source.file(at: browser.pageIndex) != nil else {
      return
    }
    marksDidChange()
    countPixels()
  }

  /// Updates the facts and the marks in the panel after the marks of a photo have changed.
  func marksDidChange() {
    guard displayMode == .panel, let panel, let facts = facts(of: browser.pageIndex) else { return }
    let marks = marks(facts.path)
    panel.show(
      PhotoInformation(
        facts, metadata.metadata(of: facts.path), marks: marks, list: servedFacts(facts.path)))
    panel.show(marks)
  }

  /// Updates the strip or the panel after the metadata of a file have been read; does nothing for a
  /// file other than that of the page.
  func metadataDidChange(of path: FilePath) {
    if isShown, nearbyFiles.first == path { refresh() }
  }

  /// The files of the current page, the next page and the previous page, as far as they exist.
  private var nearbyFiles: [FilePath] {
    let page = browser.pageIndex
    return [page, page + 1, page - 1].compactMap(source.file(at:))
  }

  // MARK: Strip and panel

  private func addStrip(defersText: Bool) {
    let strip = CaptionStrip()
    strip.maxLines = 5
    strip.defersText = defersText
    strip.caption = { [weak self] index in
      guard let self, let facts = facts(of: index) else { return nil }
      return facts.caption(metadata.metadata(of: facts.path))
    }
    self.strip = strip
    if let overlayInFront {
      browser.addOverlay(strip, behind: overlayInFront)
    } else {
      browser.addOverlay(strip)
    }
  }

  private func removeStrip() {
    if let strip { browser.removeOverlay(strip) }
    strip = nil
  }

  private func showPanel() {
    let panel = panel ?? makePanel()
    panel.reducesMotion = reducesMotion()
    panel.setShown(true)
  }

  private func makePanel() -> InformationPanel {
    let panel = InformationPanel()
    panel.onCopy = { [weak self] in self?.onCopy($0) }
    panel.onShowMap = { [weak self] in self?.onShowMap($0) }
    panel.onOpenAddress = { [weak self] in self?.onOpenAddress($0) }
    panel.onClose = { [weak self] in self?.closeAndRemember() }
    panel.onMarkCommand = { [weak self] in self?.onMarkCommand($0) }
    panel.onFrame = { [weak self] in self?.countPixelsIfRested(at: $0) }
    panel.onHidden = { [weak self] in
      guard let self, displayMode != .panel, let panel = self.panel else { return }
      browser.removeOverlay(panel)
      self.panel = nil
      countedBitmap = nil
    }
    self.panel = panel
    browser.addOverlay(panel)
    return panel
  }

  // MARK: Facts

  private func facts(of index: Int) -> PhotoFileFacts? {
    guard let path = source.file(at: index) else { return nil }
    var facts = PhotoFileFacts(path: path, albumPosition: browser.positionText)
    let info = source.info(of: index)
    facts.currentFolder = CurrentFolder.path
    facts.homeFolder = HomeFolder.path
    facts.formatName = info?.format ?? ""
    facts.profileName = info?.profile ?? ""
    facts.size = info?.naturalSize
    if let cell = browser.cell(at: index) as? PhotoCell, cell.content.zoomable != nil {
      facts.notice = cell.failure?.sentence ?? ""
    }
    // A picture from the web has no file, so its modification time and file size stay unknown.
    switch statuses[path] {
    case .file(let bytes, let modified):
      (facts.byteCount, facts.modificationSeconds) = (bytes, modified)
    case .folder, .missing, nil: break
    }
    return facts
  }

  /// Reads the sizes and dates of the files near the page that are unknown or have changed. A
  /// worker thread does this, because a disk may have to spin up.
  private func readStatuses() {
    let pipeline = source.pipeline
    let missing = statuses.beginReading(nearbyFiles) { pipeline.cachedIdentity(of: $0.key) }
    guard !missing.isEmpty else { return }
    WorkerThread.run {
      missing.map { FileStatus($0) }
    } finish: { [weak self] read in
      guard let self else { return }
      statuses.finishReading(missing, read)
      if isShown, missing.contains(where: { $0 == self.nearbyFiles.first }) { refresh() }
    }
  }

  // MARK: The histogram

  /// Counts the pixels for the histogram when the visible part has not changed for ``restSeconds``.
  private func countPixelsIfRested(at now: Timestamp) {
    guard displayMode == .panel, let panel else {
      panel?.wakeTime = nil
      return
    }
    let next = currentVisiblePart
    if next != lastVisiblePart {
      lastVisiblePart = next
      panel.wakeTime = now + Self.restSeconds
    } else if let due = panel.wakeTime, now >= due {
      panel.wakeTime = nil
      countPixels()
    }
  }

  /// The visible part of the current page; nil while the page has no picture.
  private var currentVisiblePart: VisiblePart? {
    guard let page = browser.shownFrame?.pages.first(where: { $0.index == browser.pageIndex }),
      !page.content.isEmpty
    else { return nil }
    let content = page.content
    // On a page that slides or is pulled down, the whole picture counts as visible.
    guard page.placement == .still || page.placement == .moving, page.frame.origin == .zero,
      content.width > browser.bounds.width + 1 || content.height > browser.bounds.height + 1,
      let seen = browser.bounds.intersection(content)
    else { return VisiblePart(page: page.index, unitRect: nil) }
    return VisiblePart(
      page: page.index,
      unitRect: Rect(
        x: (seen.minX - content.minX) / content.width,
        y: (seen.minY - content.minY) / content.height, width: seen.width / content.width,
        height: seen.height / content.height))
  }

  /// Counts the pixels of the visible part of the picture for the histogram, on a worker thread.
  private func countPixels() {
    let content = (browser.visibleCell as? PhotoCell)?.content
    let pieces = content?.visiblePixels(in: currentVisiblePart?.unitRect) ?? []
    guard let bitmap = pieces.first?.bitmap else {
      countedBitmap = nil
      panel?.show(nil as Histogram?)
      return
    }
    let parts = pieces.map(\.part)
    guard bitmap !== countedBitmap || parts != countedParts else { return }
    (countedBitmap, countedParts) = (bitmap, parts)
    WorkerThread.run {
      Histogram(pieces)
    } finish: { [weak self, weak bitmap] histogram in
      guard let self, let bitmap, countedBitmap === bitmap, countedParts == parts else { return }
      panel?.show(histogram)
      log.trace(
        "histogram pixels=\(histogram.pixelCount) white=\(histogram.luma[Histogram.levelCount - 1])"
      )
    }
  }
}
