import BrowserHost
import PhotoBrowser
import Pixels

/// The controller of the marks on clipped highlights and shadows of the photo on the page, while
/// they are switched on.
final class ClippingWarning {
  /// Whether clipped pixels of photos are marked. Default: false.
  private(set) var isOn = false

  private unowned let browser: Browser
  private let log: Log
  /// The bitmap whose clipped pixels are marked or being searched for; nil for none.
  private weak var searchedBitmap: Bitmap?

  /// The size in bytes, of 4 megapixels, above which a bitmap is not searched if the page has a
  /// smaller version of the picture.
  private static let preferredMaxBytes = 16_000_000

  init(on browser: Browser, log: Log) {
    self.browser = browser
    self.log = log
  }

  /// Switches the marks on or off.
  func toggle() {
    isOn.toggle()
    log.trace("clipping shown=\(isOn)")
    searchedBitmap = nil
    refresh()
  }

  /// Shows the marks of the current page's picture while they are switched on, and removes them
  /// otherwise. A worker thread searches the pixels.
  func refresh() {
    let cell = browser.visibleCell as? PhotoCell
    guard isOn, let picture = cell?.content.wholePicture,
      let bitmap = picture.bitmaps.first(where: { $0.byteCount <= Self.preferredMaxBytes })
        ?? picture.bitmaps.last
    else {
      searchedBitmap = nil
      cell?.pixelOverlay = nil
      return
    }
    guard bitmap !== searchedBitmap else { return }
    searchedBitmap = bitmap
    WorkerThread.run {
      ClippingOverlay.overlay(of: bitmap)
    } finish: { [weak self, weak cell, weak bitmap] marks in
      guard let self, let bitmap, searchedBitmap === bitmap, browser.visibleCell === cell else {
        return
      }
      cell?.pixelOverlay = marks
      log.trace("clipping marks=\(marks != nil)")
    }
  }
}
