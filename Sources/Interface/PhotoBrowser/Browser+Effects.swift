import BrowserCore
import Motion
import Transitions
import Views

/// The effects of actions on the browser.
extension Browser {
  /// Applies new options.
  func optionsDidChange() {
    chooseEffect()
    apply(.tune(scaledTuning))
    for cell in cells.photos { cell.options = options }
    flights.setOptions(options)
    gestures.tuneDoubleClick()
    layoutOverlays()
    setNeedsDisplay()
    requestFrame()
  }

  /// The tuning of the options, with lengths in device pixels and adapted to the page effect.
  var scaledTuning: BrowserTuning {
    var tuning = options.tuning
    tuning.spacing *= uiScale
    tuning.uiScale = uiScale
    // A slideshow shows one photo at a time.
    if state.slideshow != nil { tuning.reading = .single }
    return tunedForEffect(tuning)
  }

  /// Handles the effects of an action.
  func handle(_ effects: [BrowserEffect]) {
    let isAnimated = events.announceClosing(state.isLeaving || state.isDismissed)
    visits.followHeading()
    events.follow(effects)
    for effect in effects { handle(effect) }
    if !isAnimated { closeWithoutAnimation() }
  }

  private func handle(_ effect: BrowserEffect) {
    switch effect {
    case .pageChanged(let old, let index):
      overlayStack.turn(to: index)
      events.raise(.pageIndexChanged(index))
      if flights.emptySlot != nil { emptySlot(index) }
      showPreviousPicture(from: old, to: index)
    case .windowChanged: refreshWindow()
    case .pageSettled(let index): events.raise(.settled(index))
    case .reachedEnd(let side): events.raise(.reachedEnd(side: side))
    case .pullEnded(let closes): events.raise(.pullEnded(closes: closes))
    case .dismissed:
      if state.slideshow != nil { events.raise(.slideshowChanged(nil)) }
      events.endPull()
      recycleAll()
      emptySlot(nil)
      setNeedsDisplay()
      events.raise(.dismissed)
    case .pullBegan:
      updateThumbnailAnchor(to: state.index, reveals: true)
      // The thumbnail slot is left filled when the picture will not return to it.
      emptySlot(
        state.home == nil || hasThumbnail && state.returnsToThumbnail ? state.index : nil)
    case .flightBegan, .flightCaught, .flightEnded: handleFlight(effect)
    case .slideshowChanged(let phase):
      if scaledTuning != state.tuning { apply(.tune(scaledTuning)) }
      events.raise(.slideshowChanged(phase))
    case .pullReturned: break
    }
  }

  /// A time after which every closing animation has ended, in seconds.
  private static let maxClosingDuration = 60.0

  /// Skips to the end of the closing animation.
  private func closeWithoutAnimation() {
    guard state.isLeaving else { return }
    advanceState(to: now + Self.maxClosingDuration)
    requestFrame()
  }
}
