import BrowserCore
import Input
import PhotoBrowser

/// The slideshow of a browser, controlled by keys, menu and command line.
extension BrowserScene {
  /// Starts the slideshow if the command line asked for it.
  func beginSlideshow() {
    guard let interval = options.slideshow, browser.slideshowPhase == nil else { return }
    browser.startSlideshow(every: interval)
  }

  func startOrStopSlideshow() {
    if browser.slideshowPhase == nil {
      browser.startSlideshow(every: slideshowInterval)
    } else {
      browser.stopSlideshow()
    }
  }

  /// Pauses or resumes a slideshow by Space; otherwise Space turns the page.
  func handleInSlideshow(_ chord: KeyChord) -> Bool {
    guard chord == KeyChord(.character(" ")), browser.slideshowPhase != nil else { return false }
    browser.toggleSlideshow()
    return true
  }

  func slideshowDidChange(to phase: Slideshow.Phase?) {
    log.trace("slideshow state=\(phase.map(Self.word) ?? "off") page=\(browser.pageIndex)")
    idleGuard.isWanted = phase == .running
    // A visit that is ending shows no message.
    guard !browser.state.isDismissed, !browser.state.isLeaving else { return }
    window.say(sentence(for: phase))
    window.updateTitle()
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
