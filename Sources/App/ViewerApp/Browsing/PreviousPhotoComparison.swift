import BrowserHost
import Motion
import PhotoBrowser

/// The comparison of two photos on one page: while a key is held, the previously shown photo
/// replaces the current one at the same position and zoom.
final class PreviousPhotoComparison {
  private unowned let browser: Browser
  private let source: FilePages
  private let log: Log
  /// The file on the current page; nil when there is no page.
  private var currentFile: FilePath?
  /// The file that was on the page before ``currentFile``; nil before the first turn of a page.
  private var previousFile: FilePath?
  /// The file to show again when the key is released, and whether the zoom was locked when the key
  /// was pressed; nil while no key is held.
  private var stateBeforePress: (file: FilePath, locksZoom: Bool)?

  init(of source: FilePages, on browser: Browser, log: Log) {
    self.source = source
    self.browser = browser
    self.log = log
  }

  /// Records that another file is on the current page.
  func pageDidChange(to file: FilePath?) {
    guard stateBeforePress == nil, let file, file != currentFile else { return }
    (previousFile, currentFile) = (currentFile, file)
  }

  /// Shows the previous photo at the position and zoom of the current one. If none was shown
  /// before, or it is not in the list any more, shows a neighbour of the current photo.
  func begin(at t: Timestamp) {
    let page = browser.pageIndex
    guard stateBeforePress == nil, source.files.indices.contains(page), source.files.count > 1
    else {
      return
    }
    let known = previousFile.flatMap(source.files.firstIndex).flatMap { $0 == page ? nil : $0 }
    stateBeforePress = (source.files[page], browser.options.tuning.locksZoom)
    browser.options.tuning.locksZoom = true
    log.trace("flick on=true")
    go(to: known ?? (page > 0 ? page - 1 : 1), at: t)
  }

  /// Shows the photo from before ``begin(at:)`` again. Called when the key is released.
  func end(at t: Timestamp) {
    guard let (file, locksZoom) = stateBeforePress else { return }
    if let page = source.files.firstIndex(of: file) { go(to: page, at: t) }
    browser.options.tuning.locksZoom = locksZoom
    stateBeforePress = nil
    log.trace("flick on=false")
  }

  private func go(to page: Int, at t: Timestamp) {
    browser.perform(.go(to: page, animated: false), at: t)
  }
}
