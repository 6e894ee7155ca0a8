import BrowserCore
import BrowserHost
import PhotoBrowser
import Pixels
import Windowing

/// The arrangement of a browser's pages for reading (single, spreads or a strip), which is
/// remembered for each folder.
final class ReadingArrangement {
  private let source: FilePages
  private let browser: Browser
  private let log: Log
  /// Returns the size of the window in device pixels.
  private let windowSize: () -> PixelSize
  /// The arrangement that ``resume()`` restores; nil when none is suspended.
  private var suspendedMode: BrowserTuning.ReadingMode?

  /// Makes the object for the pages of a browser, without changing their arrangement.
  ///
  /// - Parameter windowSize: returns the size of the window in device pixels.
  init(
    of source: FilePages, on browser: Browser, windowSize: @escaping () -> PixelSize, log: Log
  ) {
    self.source = source
    self.browser = browser
    self.windowSize = windowSize
    self.log = log
  }

  var mode: BrowserTuning.ReadingMode { browser.options.tuning.reading }

  /// The folder of the file on the current page; nil when there is none or the page shows a web
  /// address.
  private var folder: FilePath? {
    let index = browser.pageCount > 0 ? browser.pageIndex : browser.initialIndex
    guard let file = source.file(at: index) else { return nil }
    return file.webAddress == nil ? file.absolute(in: CurrentFolder.path).folder : nil
  }

  /// Restores the arrangement that is remembered for the folder. Called before the first page is
  /// laid out.
  func restoreForFolder() {
    guard let folder, let mode = ReadingModeMemory.choice(for: folder) else { return }
    browser.options.tuning.reading = mode
  }

  /// Arranges the pages by `mode`, or as single pages if they already are arranged by `mode`.
  ///
  /// - Parameter remembers: whether the new arrangement, also that as single pages, is remembered
  ///   for the folder.
  func toggle(_ mode: BrowserTuning.ReadingMode, remembers: Bool) {
    let chosen = self.mode == mode ? .single : mode
    arrange(chosen)
    log.trace("reading mode=\(chosen.rawValue)")
    guard remembers, let folder else { return }
    WorkerThread.run {
      ReadingModeMemory.remember(chosen, of: folder)
    } finish: { [log] _ in
      log.trace("reading kept")
    }
  }

  /// Arranges the pages as single ones until ``resume()`` is called, while a tool, such as the
  /// crop, works on one of them.
  func suspend() {
    guard mode != .single else { return }
    suspendedMode = mode
    arrange(.single)
  }

  /// Restores the arrangement that ``suspend()`` has replaced; does nothing if it has replaced
  /// none.
  func resume() {
    guard let mode = suspendedMode else { return }
    suspendedMode = nil
    arrange(mode)
  }

  private func arrange(_ mode: BrowserTuning.ReadingMode) {
    // The size into which pictures are fitted is set before the pages change, so that new pages are
    // decoded only once.
    var tuning = browser.options.tuning
    tuning.reading = mode
    source.pagesDidResize(to: PageBox.box(for: windowSize(), tuning: tuning))
    browser.options.tuning = tuning
  }
}
