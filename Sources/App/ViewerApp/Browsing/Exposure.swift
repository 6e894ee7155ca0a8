import BrowserHost
import DecoderWire
import Imaging
import Localization
import PhotoBrowser

/// The exposure of the picture on the page, where the picture has a high dynamic range: OpenEXR,
/// Radiance HDR, PQ and HLG.
final class Exposure {
  /// Called with a sentence: the new exposure, or the reason why there is none.
  var onMessage: (String) -> Void = { _ in }

  private unowned let browser: Browser
  private let source: FilePages
  private let log: Log

  init(of source: FilePages, on browser: Browser, log: Log) {
    self.source = source
    self.browser = browser
    self.log = log
  }

  /// The file of the current page; nil where there is none.
  private var file: FilePath? { source.currentFile }

  /// Whether the exposure of the picture on the page can be changed.
  var isAvailable: Bool {
    file.flatMap { source.pipeline.info(source.key(of: $0)) }?.isHighDynamicRange ?? false
  }

  /// The change of the exposure in stops; 0 without a file.
  var stops: Int { file.map { source.pipeline.exposure(of: source.key(of: $0)) } ?? 0 }

  /// Changes the exposure by `step` stops; nil goes back to the exposure of the file.
  func change(by step: Int?) {
    guard let file, isAvailable else {
      return onMessage(tr("Only pictures with high dynamic range have an exposure"))
    }
    let before = stops
    source.pipeline.setExposure(source.key(of: file), step.map { before + $0 } ?? 0)
    onMessage(Self.label(stops))
    guard stops != before else { return }
    log.trace("exposure page=\(browser.pageIndex) stops=\(stops)")
    source.reload(browser.pageIndex)
  }

  /// A change of the exposure in words, with the unit of cameras.
  static func label(_ stops: Int) -> String {
    guard stops != 0 else { return tr("Original exposure") }
    // TRANSLATORS: EV is the unit of exposure (exposure value), as on cameras.
    return tr("Exposure {stops} EV", ["stops": stops > 0 ? "+\(stops)" : "−\(-stops)"])
  }
}
