import Localization
import PhotoBrowser

/// The inspection of a picture in a visit: single pixels, and the map of a zoomed picture.
final class Inspection {
  let map = OverviewMap()
  /// Called with a sentence for the user.
  var onMessage: (String) -> Void = { _ in }
  /// Called with a text to copy.
  var onCopy: (String) -> Void = { _ in }

  private let pixels = PixelInspector()
  private unowned let browser: Browser

  init(on browser: Browser, _ options: ViewerOptions, log: Log) {
    self.browser = browser
    pixels.onReading = { reading in
      if let reading { log.trace("pixel \(reading.text)") }
    }
    adopt(options)
  }

  /// Whether single pixels are inspected.
  var isOn: Bool { browser.options.tuning.inspectsPixels }

  /// Adds the grid and the pill, when text may be drawn.
  func begin() { browser.addOverlay(pixels) }

  func adopt(_ options: ViewerOptions) {
    map.isOn = options.overview ?? false
    map.reducesMotion = options.motion == .reduced
    browser.requestFrame()
  }

  /// Copies the colour of the pixel under the pointer.
  func copyColor() {
    guard let reading = pixels.reading else {
      return onMessage(
        isOn ? tr("There is no pixel under the pointer") : tr("Pixels are not inspected"))
    }
    onCopy(reading.hex)
  }
}
