import BrowserCore
import PhotoBrowser

/// The slideshow of a visit, which keeps the screen awake.
final class PhotoSlideshow {
  /// The time in seconds for which each picture is shown. A running slideshow adopts it.
  var interval = Slideshow.defaultInterval {
    didSet {
      if interval != oldValue, browser.slideshowPhase == .running {
        browser.startSlideshow(every: interval)
      }
    }
  }

  private unowned let browser: Browser
  private let log: Log
  /// Keeps the screen awake while the slideshow runs.
  private let idleGuard = IdleGuard()

  init(of browser: Browser, log: Log) {
    self.browser = browser
    self.log = log
  }

  /// Starts the slideshow with the interval that the command line asked for, unless it runs.
  func begin(every interval: Double) {
    if browser.slideshowPhase == nil { browser.startSlideshow(every: interval) }
  }

  func startOrStop() {
    if browser.slideshowPhase == nil {
      browser.startSlideshow(every: interval)
    } else {
      browser.stopSlideshow()
    }
  }

  /// Handles a change of the slideshow's phase.
  ///
  /// - Returns: the message for the user; nil for none, as the visit is ending.
  func didChange(to phase: Slideshow.Phase?) -> String? {
    log.trace("slideshow state=\(phase.map(Self.word) ?? "off") page=\(browser.pageIndex)")
    idleGuard.isWanted = phase == .running
    guard !browser.state.isDismissed, !browser.state.isLeaving else { return nil }
    return sentence(for: phase)
  }

  private static func word(_ phase: Slideshow.Phase) -> String {
    switch phase {
    case .running: "running"
    case .paused: "paused"
    case .ended: "ended"
    }
  }

  private func sentence(for phase: Slideshow.Phase?) -> String {
    switch phase {
    case .running:
      "Slideshow: \(Self.seconds(browser.state.slideshow?.interval ?? Slideshow.defaultInterval))"
    case .paused: "Slideshow paused"
    case .ended: "End of slideshow"
    case nil: "Slideshow off"
    }
  }

  /// The interval as text: "3 s", "2.5 s".
  private static func seconds(_ interval: Double) -> String {
    let isWhole = interval == interval.rounded()
    return isWhole ? "\(Int(interval)) s" : "\(interval) s"
  }
}
