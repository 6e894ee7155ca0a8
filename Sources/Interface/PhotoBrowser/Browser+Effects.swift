import BrowserCore
import Motion
import Transitions
import Views

/// The handling of the effects that actions have on the browser.
extension Browser {
  /// Applies ``options`` after they have changed.
  func optionsDidChange() {
    applyPageEffectOption()
    apply(.tune(scaledTuning))
    for cell in cells.photoCells { cell.options = options }
    flights.setOptions(options)
    gestures.updateDoubleClickOption()
    layoutOverlays()
    setNeedsDisplay()
    requestFrame()
  }

  /// The tuning in ``options``, with lengths in device pixels, and adapted to the page effect and
  /// the slideshow.
  var scaledTuning: BrowserTuning {
    var tuning = options.tuning
    tuning.spacing *= uiScale
    tuning.uiScale = uiScale
    // A slideshow shows one photo at a time, so pages are not put together for reading.
    if state.slideshow != nil { tuning.reading = .single }
    return tunedForEffect(tuning)
  }

  /// Handles the effects that an action has had on the state.
  func handle(_ effects: [BrowserEffect]) {
    let isAnimated = events.askForClosingAnimation(state.isLeaving || state.isDismissed)
    visits.adoptDestination()
    events.beginPullReport(effects)
    for effect in effects { handle(effect) }
    if !isAnimated { closeWithoutAnimation() }
  }

  private func handle(_ effect: BrowserEffect) {
    switch effect {
    case .pageChanged(let old, let index):
      overlayStack.pageDidChange(to: index)
      events.raise(.pageIndexChanged(to: index))
      if flights.emptySlot != nil { setEmptySlot(index) }
      showStandInAfterJump(from: old, to: index)
    case .windowChanged: updateLiveCells()
    case .pageSettled(let index): events.raise(.settled(page: index))
    case .reachedEnd(let side): events.raise(.reachedEnd(side: side))
    case .pullEnded(let closes): events.raise(.pullEnded(closes: closes))
    case .dismissed:
      if state.slideshow != nil { events.raise(.slideshowChanged(nil)) }
      events.endPullReport()
      recycleAll()
      setEmptySlot(nil)
      setNeedsDisplay()
      events.raise(.dismissed)
    case .pullBegan:
      updateThumbnailAnchor(to: state.index, reveals: true)
      // If the picture will not return to its thumbnail, the thumbnail is drawn in its slot.
      let returns = state.thumbnailAnchor == nil || hasThumbnail && state.returnsToThumbnail
      setEmptySlot(returns ? state.index : nil)
    case .flightBegan, .flightCaught, .flightEnded: handleFlight(effect)
    case .slideshowChanged(let phase):
      if scaledTuning != state.tuning { apply(.tune(scaledTuning)) }
      events.raise(.slideshowChanged(phase))
    case .pullReturned: break
    }
  }

  /// A duration in seconds that is longer than any closing animation.
  private static let maxClosingDuration = 60.0

  /// Ends the closing animation at once, by advancing the state beyond its end. If a page turn has
  /// to end before the closing begins, the state is first advanced beyond the end of the turn.
  private func closeWithoutAnimation() {
    guard state.isLeaving else { return }
    for part in 1...2 where state.isLeaving {
      advanceState(to: now + Self.maxClosingDuration * Double(part))
    }
    requestFrame()
  }
}
