import BrowserCore
import Localization
import PhotoBrowser

/// The control of the slideshow in a browser, which keeps the screen on while it runs.
final class PhotoSlideshow {
  /// The user's choices for a slideshow.
  struct Options: Hashable {
    var effect = SlideshowEffect.fade
    var isShuffled = false
    /// Whether the window becomes fullscreen for a slideshow.
    var isFullscreen = true
    /// Whether only photos with the flag Pick are shown.
    var showsPicksOnly = false
  }
  /// The user's choices. A running slideshow takes over a changed effect and order at once.
  var options = Options() {
    didSet { if options != oldValue, isActive { configure() } }
  }
  /// Called with true when a slideshow begins, and with false when it has ended.
  var onActivity: (_ isActive: Bool) -> Void = { _ in }
  /// The view that draws the transitions between pictures, in front of the pages.
  let view = SlideshowView()
  /// Whether a slideshow has been started and not stopped: it runs, is paused, or has shown its
  /// last picture.
  private(set) var isActive = false

  /// The time in seconds for which each picture is shown. A running slideshow adopts a change at
  /// once, a paused one when it continues.
  var interval = Slideshow.defaultInterval {
    didSet {
      if interval != oldValue, browser.slideshowPhase == .running {
        browser.startSlideshow(every: interval)
      }
    }
  }

  private unowned let browser: Browser
  private let log: Log
  /// The guard that keeps the screen on while the slideshow runs.
  private let idleInhibition = IdleInhibition()

  init(of browser: Browser, log: Log) {
    self.browser = browser
    self.log = log
  }

  /// Starts the slideshow with a new random seed, unless one has been started.
  ///
  /// - Parameter interval: the time in seconds for which each picture is shown.
  func begin(every interval: Double) {
    guard browser.slideshowPhase == nil else { return }
    seed = UInt64.random(in: .min ... .max)
    configure()
    browser.startSlideshow(every: interval)
  }

  func startOrStop() {
    if browser.slideshowPhase == nil {
      begin(every: interval)
    } else {
      browser.stopSlideshow()
    }
  }

  /// Pauses a running slideshow, or continues a paused one with ``interval``.
  func pauseOrContinue() {
    browser.toggleSlideshow()
    if browser.slideshowPhase == .running, browser.state.slideshow?.interval != interval {
      browser.startSlideshow(every: interval)
    }
  }

  /// Pauses the slideshow if it is running.
  func pause() {
    if browser.slideshowPhase == .running { browser.toggleSlideshow() }
  }

  private func configure() {
    view.effect = options.effect.viewEffect
    view.seed = seed
    browser.options.tuning.slideshowUsesCuts = options.effect != .turn
    browser.options.tuning.slideshowSeed = options.isShuffled ? seed : nil
  }

  /// The seed of the shuffled order and of the motion of the effects. It is chosen anew for each
  /// slideshow.
  private var seed: UInt64 = 0

  /// The intervals in seconds through which the keys for a longer and a shorter interval step.
  private static let intervals: [Double] = [0.5, 1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 60]

  /// The next longer (`step` 1) or shorter (`step` −1) interval of ``intervals``, in seconds;
  /// `present` if there is none.
  static func nextInterval(_ step: Int, from present: Double) -> Double {
    step > 0
      ? intervals.first { $0 > present } ?? present
      : intervals.last { $0 < present } ?? present
  }

  /// Handles a change of the slideshow's phase, which is nil when none has been started.
  ///
  /// - Returns: the message to the user; nil while the visit is ending.
  func phaseDidChange(to phase: Slideshow.Phase?) -> String? {
    log.trace("slideshow state=\(phase.map(Self.traceName) ?? "off") page=\(browser.pageIndex)")
    idleInhibition.isWanted = phase == .running
    if isActive != (phase != nil) {
      isActive = phase != nil
      onActivity(isActive)
    }
    guard !browser.state.isDismissed, !browser.state.isLeaving else { return nil }
    return sentence(for: phase)
  }

  private static func traceName(of phase: Slideshow.Phase) -> String {
    switch phase {
    case .running: "running"
    case .paused: "paused"
    case .ended: "ended"
    }
  }

  private func sentence(for phase: Slideshow.Phase?) -> String {
    switch phase {
    case .running:
      tr(
        "Slideshow: {time}",
        ["time": Self.secondsText(browser.state.slideshow?.interval ?? Slideshow.defaultInterval)])
    case .paused: tr("Slideshow paused")
    case .ended: tr("End of slideshow")
    case nil: tr("Slideshow off")
    }
  }

  /// The text of an interval in seconds, such as “3 s” or “2.5 s”.
  private static func secondsText(_ interval: Double) -> String {
    let isWhole = interval == interval.rounded()
    return isWhole
      ? tr("{seconds} s", ["seconds": Int(interval)]) : tr("{seconds} s", ["seconds": interval])
  }
}
