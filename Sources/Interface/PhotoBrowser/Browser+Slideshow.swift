public import BrowserCore
import Motion

/// Pages that turn by themselves. The browser needs no timer: it says by its deadline when it wants
/// the next frame.
extension Browser {
  /// Shows each page for `seconds`, at least half a second, once it rests; or goes on with another
  /// interval. Whatever the person does begins the count anew.
  public func startSlideshow(every seconds: Double = Slideshow.defaultInterval) {
    run(.start(every: seconds))
  }

  /// Pauses the slideshow, or goes on with it; after the last page it begins with the first.
  public func toggleSlideshow() { run(.toggle) }

  /// Ends the slideshow.
  public func stopSlideshow() { run(.stop) }

  /// How it stands with the slideshow; nil when there is none.
  public var slideshowPhase: Slideshow.Phase? {
    state.isDismissed ? nil : state.slideshow?.phase
  }

  private func run(_ command: Slideshow.Command) {
    changeUntimed { handle(state.apply(.slideshow(command), at: lastTime)) }
  }

  /// A page that is not there yet, or in which something plays, is not left.
  func holdSlideshow() {
    guard let slideshow = state.slideshow else { return }
    let hold = isSlideshowHeld ? .loading : visibleCell?.slideshowHold
    guard hold != slideshow.hold else { return }
    handle(state.apply(.slideshow(.hold(hold)), at: lastTime))
  }
}
