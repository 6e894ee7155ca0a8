import BrowserHost
import PhotoBrowser

/// The information strip at the bottom edge of the photo.
final class PhotoInfo {
  private unowned let browser: Browser
  private let source: FilePages
  private let log: Log
  private var strip: CaptionStrip?
  /// The last known file size and date, with its file.
  private var known: (path: FilePath, status: FileStatus)?

  init(of source: FilePages, on browser: Browser, log: Log) {
    self.browser = browser
    self.source = source
    self.log = log
  }

  /// Whether the strip is shown.
  var isShown: Bool { strip != nil }

  /// Shows or hides the strip.
  ///
  /// - Parameter defersText: whether no text is drawn yet, because the first picture is not shown.
  func toggle(defersText: Bool) {
    if let strip {
      browser.removeOverlay(strip)
      self.strip = nil
    } else {
      let strip = CaptionStrip()
      strip.maxLines = 5
      strip.defersText = defersText
      strip.caption = { [weak self] in self?.facts(of: $0)?.caption }
      self.strip = strip
      browser.addOverlay(strip)
    }
    log.trace("info shown=\(strip == nil ? 0 : 1)")
  }

  /// Draws text from now on.
  func allowText() { strip?.defersText = false }

  /// Updates the strip, because a picture or a file has changed.
  func refresh() { strip?.refresh() }

  private func facts(of index: Int) -> PhotoFacts? {
    guard source.files.indices.contains(index) else { return nil }
    let path = source.files[index]
    var facts = PhotoFacts(path: path, position: browser.positionText)
    let info = source.info(of: index)
    facts.currentFolder = CurrentFolder.path
    facts.homeFolder = HomeFolder.path
    facts.format = info?.format ?? ""
    facts.profile = info?.profile ?? ""
    facts.size = info?.naturalSize
    if let cell = browser.cell(at: index) as? PhotoCell, cell.content.zoomable != nil {
      facts.notice = cell.failure?.sentence ?? ""
    }
    // A picture from the web has no modification time and no size of its own.
    switch path.webAddress == nil ? status(of: path) : nil {
    case .file(let bytes, let modified): (facts.byteCount, facts.modified) = (bytes, modified)
    case .folder, .missing, nil: break
    }
    return facts
  }

  /// The status of a file; nil until it is read. It is read off the main actor, because a disk may
  /// have to spin up.
  private func status(of path: FilePath) -> FileStatus? {
    if let known, known.path == path { return known.status }
    known = nil
    WorkerThread.run {
      FileStatus(path)
    } finish: { [weak self] status in
      guard let self, isShown else { return }
      known = (path, status)
      refresh()
    }
    return nil
  }
}
