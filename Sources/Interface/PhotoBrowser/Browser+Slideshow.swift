public import BrowserCore
import Motion

/// Automatic page turning. The browser needs no timer: its ``nextDeadline`` requests the frame of
/// the next turn.
extension Browser {
  /// Starts a slideshow that shows each page for `seconds` after it comes to rest, at least for 0.5
  /// s and at most for one day; or changes the interval of the running slideshow. A time that is
  /// not finite counts as the default, 3 s. Any input of the user starts the interval again.
  public func startSlideshow(every seconds: Double = Slideshow.defaultInterval) {
    run(.start(every: seconds))
  }

  /// Pauses or resumes the slideshow. A slideshow that has ended after the last page starts again
  /// with the first one.
  public func toggleSlideshow() { run(.toggle) }

  public func stopSlideshow() { run(.stop) }

  /// Goes to the next (1) or previous (−1) page in the order of the slideshow.
  ///
  /// - Returns: false for a slideshow in the order of the pages, and without a slideshow.
  package func stepSlideshow(_ step: Int) -> Bool {
    guard let page = state.shuffledPage(advancedBy: step) else { return false }
    perform(.go(to: page, animated: false), at: now)
    return true
  }

  /// The phase of the slideshow; nil when there is none.
  public var slideshowPhase: Slideshow.Phase? {
    state.isDismissed ? nil : state.slideshow?.phase
  }

  private func run(_ command: Slideshow.Command) {
    changeUntimed { apply(.slideshow(command)) }
  }

  /// Makes the slideshow stop measuring its interval while the current page loads or plays, or
  /// while ``keepsSlideshowWaiting`` is true.
  func updateSlideshowSuspension() {
    guard let slideshow = state.slideshow else { return }
    let reason = keepsSlideshowWaiting ? .loading : visibleCell?.slideshowWaitReason
    guard reason != slideshow.waitReason else { return }
    apply(.slideshow(.wait(for: reason)))
  }
}
