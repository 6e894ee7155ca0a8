public import BrowserCore
import Gestures
public import Motion
import Transitions
import Views

/// The actions of keys, menus, gestures and hosts, and their effects.
extension Browser {
  /// Performs `action`. Keys, menus and hosts call this method.
  ///
  /// - Parameter time: the present time, on the clock of the frames.
  public func perform(_ action: BrowserAction, at time: Timestamp) {
    reach(time)
    hasActed = true
    prepareThumbnailAnchor(for: action)
    handle(state.apply(action, at: lastTime))
    requestFrame()
  }

  /// Advances the present time to `time`, unless it is later already.
  func reach(_ time: Timestamp) {
    let before = lastTime
    lastTime = max(lastTime, time)
    if startsAtNextFrame { state.postpone(by: lastTime - before) }
    startsAtNextFrame = false
  }

  /// Performs a change by the host at an unknown time. A motion that it begins starts at the time
  /// of the next frame.
  func changeUntimed(_ change: () -> Void) {
    let isAtRest = isAtRest
    change()
    if isAtRest { startsAtNextFrame = true }
    hasActed = true
    requestFrame()
  }

  /// Applies new options.
  func optionsDidChange() {
    chooseEffect()
    handle(state.apply(.tune(scaledTuning), at: lastTime))
    for live in cells.values { (live.cell as? PhotoCell)?.options = options }
    player.options = options
    arena.tuning.doubleTapEnabled = options.isDoubleClickEnabled
    layoutOverlays()
    setNeedsDisplay()
    requestFrame()
  }

  /// The tuning of the options with lengths in device pixels, and with the effect applied.
  var scaledTuning: BrowserTuning {
    var tuning = options.tuning
    tuning.spacing *= uiScale
    return tunedForEffect(tuning)
  }

  /// Handles the effects of an action.
  func handle(_ effects: [BrowserEffect]) {
    let isAnimated = announceClosing(effects)
    followHeading()
    followPull(effects)
    for effect in effects { handle(effect) }
    if !isAnimated { closeWithoutAnimation() }
  }

  private func handle(_ effect: BrowserEffect) {
    switch effect {
    case .pageChanged(let old, let index):
      notifyOverlays(index: index)
      tell { $0.browser(self, didChangePageIndex: index) }
      if emptySlotIndex != nil { emptySlot(index) }
      showPreviousPicture(from: old, to: index)
    case .windowChanged: refreshWindow()
    case .pageSettled(let index):
      // The first page is announced with its first frame, when it is visible.
      if hasAppeared { tell { $0.browser(self, didSettleOn: index) } }
    case .reachedEnd(let side): tell { $0.browser(self, reachedEnd: side) }
    case .pullEnded(let closes):
      if reportsPull { tell { $0.browser(self, didEndPullClosing: closes) } }
    case .dismissed:
      if state.slideshow != nil { onSlideshowChange?(nil) }
      reportsPull = false
      recycleAll()
      emptySlot(nil)
      setNeedsDisplay()
      tell { $0.browserDidDismiss(self) }
    case .pullBegan:
      updateThumbnailAnchor(to: state.index, reveals: true)
      // The thumbnail slot is left filled when the picture will not return to it.
      emptySlot(
        state.home == nil || hasThumbnail && state.returnsToThumbnail ? state.index : nil)
    case .flightBegan, .flightCaught, .flightEnded: handleFlight(effect)
    case .slideshowChanged(let phase): onSlideshowChange?(phase)
    case .pullReturned: break
    }
  }
}
