import BrowserHost
import DecoderWire
import Imaging
import Localization
import PhotoBrowser

/// The adjustable exposure of the picture on the current page, if the picture has a high dynamic
/// range (OpenEXR, Radiance HDR, PQ or HLG).
final class ExposureAdjustment {
  /// Called with a message to the user: the new exposure, or the reason why it cannot be changed.
  var onMessage: (String) -> Void = { _ in }

  private unowned let browser: Browser
  private let source: FilePages
  private let log: Log

  init(of source: FilePages, on browser: Browser, log: Log) {
    self.source = source
    self.browser = browser
    self.log = log
  }

  /// The file on the current page; nil when there is no page.
  private var file: FilePath? { source.currentFile }

  /// Whether the picture on the current page has a high dynamic range, so that its exposure can be
  /// changed.
  var isAvailable: Bool {
    file.flatMap { source.pipeline.cachedInfo(of: source.pipelinePath(of: $0)) }?.isHighDynamicRange
      ?? false
  }

  /// The exposure that the user has added to the picture on the current page, in stops; 0 without a
  /// file.
  var stops: Int {
    file.map { source.pipeline.exposureStops(of: source.pipelinePath(of: $0)) } ?? 0
  }

  /// Adds `step` stops to the exposure of the picture on the current page; nil restores the
  /// exposure of the file.
  func changeOrRestore(byStops step: Int?) {
    guard let file, isAvailable else {
      return onMessage(tr("Only pictures with high dynamic range have an exposure"))
    }
    let before = stops
    source.pipeline.setExposure(source.pipelinePath(of: file), step.map { before + $0 } ?? 0)
    onMessage(Self.label(stops))
    guard stops != before else { return }
    log.trace("exposure page=\(browser.pageIndex) stops=\(stops)")
    source.reload(browser.pageIndex)
  }

  /// The text for an exposure that was added, in the unit EV of cameras: “Exposure +1 EV”.
  static func label(_ stops: Int) -> String {
    guard stops != 0 else { return tr("Original exposure") }
    // TRANSLATORS: EV is the unit of exposure (exposure value), as on cameras.
    return tr("Exposure {stops} EV", ["stops": stops > 0 ? "+\(stops)" : "−\(-stops)"])
  }
}
