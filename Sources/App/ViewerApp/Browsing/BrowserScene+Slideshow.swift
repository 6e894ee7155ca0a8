import BrowserCore
import Input
import PhotoBrowser

/// Pages that turn by themselves, as keys, menu and command line ask for it.
extension BrowserScene {
  /// Begins, if the command line asked for it.
  func beginSlideshow() {
    guard let interval = options.slideshow, browser.slideshowPhase == nil else { return }
    browser.startSlideshow(every: interval)
  }

  func startOrStopSlideshow() {
    if browser.slideshowPhase == nil {
      browser.startSlideshow(every: slideTime)
    } else {
      browser.stopSlideshow()
    }
  }

  /// In a slideshow the space bar holds it; else it turns the page.
  func handleInSlideshow(_ chord: KeyChord) -> Bool {
    guard chord == KeyChord(.character(" ")), browser.slideshowPhase != nil else { return false }
    browser.toggleSlideshow()
    return true
  }

  /// While a menu or a sheet has the keyboard, the page it speaks of stays.
  func holdSlideshow() {
    browser.isSlideshowHeld = window.stage.focus != nil
  }

  func slideshowDidChange(to phase: Slideshow.Phase?) {
    log.trace("slideshow state=\(phase.map(Self.word) ?? "off") page=\(browser.pageIndex)")
    idleGuard.isWanted = phase == .running
    // A visit that ends says nothing.
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

  /// "3 s", "2.5 s".
  private static func seconds(_ interval: Double) -> String {
    let isWhole = interval == interval.rounded()
    return isWhole ? "\(Int(interval)) s" : "\(interval) s"
  }
}
