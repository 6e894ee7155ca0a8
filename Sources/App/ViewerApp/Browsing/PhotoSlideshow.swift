import BrowserCore
import Localization
import PhotoBrowser

/// The slideshow of a visit, which keeps the screen awake.
final class PhotoSlideshow {
  /// The options of a slideshow.
  struct Options: Hashable {
    var effect = SlideshowEffect.fade
    var isShuffled = false
    /// Whether a slideshow fills the screen.
    var isFullscreen = true
    /// Whether only picked photos are shown.
    var showsPicksOnly = false
  }
  /// The options. A running slideshow adopts the effect and the order.
  var options = Options() {
    didSet { if options != oldValue, isActive { configure() } }
  }
  /// Called when the slideshow begins, and when it has ended.
  var onActivity: (Bool) -> Void = { _ in }
  /// The pictures with an effect, in front of the pages.
  let view = SlideshowView()
  /// Whether a slideshow runs, is paused, or has reached its end.
  private(set) var isActive = false

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
  /// The guard that keeps the screen awake while the slideshow runs.
  private let idleGuard = IdleGuard()

  init(of browser: Browser, log: Log) {
    self.browser = browser
    self.log = log
  }

  /// Starts the slideshow with the interval that the command line asked for, unless it runs.
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

  /// Pauses the slideshow, or continues it with ``interval``, which a paused one has not adopted.
  func pauseOrContinue() {
    browser.toggleSlideshow()
    if browser.slideshowPhase == .running, browser.state.slideshow?.interval != interval {
      browser.startSlideshow(every: interval)
    }
  }

  /// Pauses a running slideshow.
  func pause() {
    if browser.slideshowPhase == .running { browser.toggleSlideshow() }
  }

  private func configure() {
    view.effect = options.effect.view
    view.seed = seed
    browser.options.tuning.slideshowCuts = options.effect != .turn
    browser.options.tuning.slideshowSeed = options.isShuffled ? seed : nil
  }

  /// The seed of the order and of the motion, which differs between slideshows.
  private var seed: UInt64 = 0

  /// The intervals among which the keys for a longer and a shorter interval choose, in seconds.
  private static let intervals: [Double] = [0.5, 1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 60]

  /// The next longer (1) or shorter (−1) one of ``intervals``; `present` at the end of the list.
  static func interval(_ step: Int, from present: Double) -> Double {
    step > 0
      ? intervals.first { $0 > present } ?? present
      : intervals.last { $0 < present } ?? present
  }

  /// Handles a change of the slideshow's phase.
  ///
  /// - Returns: the message for the user; nil for none, as the visit is ending.
  func didChange(to phase: Slideshow.Phase?) -> String? {
    log.trace("slideshow state=\(phase.map(Self.word) ?? "off") page=\(browser.pageIndex)")
    idleGuard.isWanted = phase == .running
    if isActive != (phase != nil) {
      isActive = phase != nil
      onActivity(isActive)
    }
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
      tr(
        "Slideshow: {time}",
        ["time": Self.seconds(browser.state.slideshow?.interval ?? Slideshow.defaultInterval)])
    case .paused: tr("Slideshow paused")
    case .ended: tr("End of slideshow")
    case nil: tr("Slideshow off")
    }
  }

  /// The text of an interval in seconds: "3 s", "2.5 s".
  private static func seconds(_ interval: Double) -> String {
    let isWhole = interval == interval.rounded()
    return isWhole
      ? tr("{seconds} s", ["seconds": Int(interval)]) : tr("{seconds} s", ["seconds": interval])
  }
}
