import BrowserHost
import DecoderWire
import Imaging
import PhotoBrowser

/// The choice between the embedded preview of a camera RAW file and its developed sensor data, for
/// the photo on the page.
final class RawDeveloping {
  /// Called with a sentence about the photo on the page.
  var onMessage: (String) -> Void = { _ in }

  private unowned let browser: Browser
  private let source: FilePages
  private let log: Log
  /// The file that is being developed on the page; nil for none.
  private var running: FilePath?

  init(of source: FilePages, on browser: Browser, log: Log) {
    self.source = source
    self.browser = browser
    self.log = log
  }

  /// The file of the page; nil unless it is a camera RAW file.
  private var file: FilePath? {
    guard source.files.indices.contains(browser.pageIndex) else { return nil }
    let path = source.files[browser.pageIndex]
    return PictureExtensions.cameraRaw.contains(path.fileExtension) ? path : nil
  }

  /// Whether the photo on the page can be developed.
  var isAvailable: Bool { file != nil }

  /// Whether the photo on the page is developed, or about to be.
  var isDeveloped: Bool { file.map { source.pipeline.isDeveloped($0.key) } ?? false }

  /// Switches between the preview and the developed picture. The present picture stays until the
  /// other one is ready; a second call before that cancels developing.
  func toggle() {
    guard let file else { return onMessage("This picture is not a RAW file") }
    let develops = !isDeveloped
    log.trace("developing page=\(browser.pageIndex) on=\(develops)")
    running = develops ? file : nil
    source.pipeline.setDeveloped(file.key, develops)
    source.reload(browser.pageIndex)
    onMessage(develops ? "Developing…" : "RAW preview")
  }

  /// Reports the end of developing, when the picture of a page has changed.
  ///
  /// - Parameter isExact: whether the picture is now shown in the page's size.
  func pictureDidChange(page: Int, isExact: Bool) {
    guard isExact, let file, page == browser.pageIndex, file == running else { return }
    running = nil
    log.trace("developed page=\(page)")
    onMessage("RAW developed")
  }
}
