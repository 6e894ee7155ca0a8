import BrowserHost
import PhotoBrowser

/// The information strip at the bottom edge of the photo.
extension BrowserScene {
  /// Shows or hides the information strip.
  func toggleInfo() {
    if let infoStrip {
      browser.removeOverlay(infoStrip)
      self.infoStrip = nil
    } else {
      let strip = CaptionStrip()
      strip.maxLines = 5
      strip.defersText = window.host.titleBar.defersText
      strip.caption = { [weak self] in self?.facts(of: $0)?.caption }
      infoStrip = strip
      browser.addOverlay(strip)
    }
    log.trace("info shown=\(infoStrip == nil ? 0 : 1)")
  }

  private func facts(of index: Int) -> PhotoFacts? {
    guard source.files.indices.contains(index) else { return nil }
    let path = source.files[index]
    var facts = PhotoFacts(path: path, position: position)
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
    if let known = knownStatus, known.path == path { return known.status }
    knownStatus = nil
    WorkerThread.run {
      FileStatus(path)
    } finish: { [weak self] status in
      guard let self, infoStrip != nil else { return }
      knownStatus = (path, status)
      infoStrip?.refresh()
    }
    return nil
  }
}
