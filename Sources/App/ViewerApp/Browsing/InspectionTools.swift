import Localization
import PhotoBrowser

/// The tools for a close look at the picture on the page: the inspector of single pixels, and the
/// overview map of a zoomed picture.
final class InspectionTools {
  let overviewMap = OverviewMap()
  /// Called with a message to the user when the colour under the pointer cannot be copied.
  var onMessage: (String) -> Void = { _ in }
  /// Called with a text for the clipboard: the colour of a pixel in hexadecimal digits.
  var onCopy: (_ colorText: String) -> Void = { _ in }

  private let pixelInspector = PixelInspector()
  private unowned let browser: Browser

  init(on browser: Browser, _ options: ViewerOptions, log: Log) {
    self.browser = browser
    pixelInspector.onReadingChange = { reading in
      if let reading { log.trace("pixel \(reading.text)") }
    }
    adopt(options)
  }

  /// Whether the pixel inspector is on.
  var inspectsPixels: Bool { browser.options.tuning.inspectsPixels }

  /// Adds the pixel inspector over the pages. Called when text may be drawn, after the first
  /// picture.
  func addPixelInspector() { browser.addOverlay(pixelInspector) }

  func adopt(_ options: ViewerOptions) {
    overviewMap.isEnabled = options.overview ?? false
    overviewMap.reducesMotion = options.reducesMotion
    browser.requestFrame()
  }

  /// Passes the colour of the pixel under the pointer to ``onCopy``. Without such a pixel, or while
  /// the pixel inspector is off, passes a message about that to ``onMessage``.
  func copyColor() {
    guard let reading = pixelInspector.reading else {
      return onMessage(
        inspectsPixels ? tr("There is no pixel under the pointer") : tr("Pixels are not inspected"))
    }
    onCopy(reading.hex)
  }
}
