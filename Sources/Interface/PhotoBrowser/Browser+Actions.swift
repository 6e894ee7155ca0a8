public import BrowserCore
import Gestures
public import Motion
import Transitions
import Views

/// What keys, menus, hands and hosts do, and what comes of it.
extension Browser {
  /// Does `action`: what keys, menus and hosts call.
  ///
  /// - Parameter time: this moment, on the clock frames are timed by.
  public func perform(_ action: BrowserAction, at time: Timestamp) {
    reach(time)
    hasActed = true
    prepareHome(for: action)
    handle(state.apply(action, at: lastTime))
    requestFrame()
  }

  /// It is `time`, at least.
  func reach(_ time: Timestamp) {
    let before = lastTime
    lastTime = max(lastTime, time)
    if awaitsTime { state.postpone(by: lastTime - before) }
    awaitsTime = false
  }

  /// Does something that the host says without the time: what begins to move by it begins when the
  /// time is known.
  func changeUntimed(_ change: () -> Void) {
    let isAtRest = isAtRest
    change()
    if isAtRest { awaitsTime = true }
    hasActed = true
    requestFrame()
  }

  /// Looks and meanings are others.
  func optionsDidChange() {
    chooseEffect()
    handle(state.apply(.tune(scaledTuning), at: lastTime))
    for live in cells.values { (live.cell as? PhotoCell)?.options = options }
    player.options = options
    arena.tuning.doubleTapEnabled = options.isDoubleClickEnabled
    placeOverlays()
    setNeedsDisplay()
    requestFrame()
  }

  /// The laws of motion, lengths in device pixels.
  var scaledTuning: BrowserTuning {
    var tuning = options.tuning
    tuning.spacing *= uiScale
    tuning.transition.animator = TransitionAnimators.make(options.animator) ?? MorphAnimator()
    tuning.transition.showDuration = options.showDuration
    tuning.transition.dismissDuration = options.dismissDuration
    tuning.transition.offscreen = options.offscreenStyle
    return tunedForEffect(tuning)
  }

  /// Passes on what an action led to.
  func handle(_ effects: [BrowserEffect]) {
    let isAnimated = announceClosing(effects)
    followHeading()
    for effect in effects { handle(effect) }
    if !isAnimated { closeAtOnce() }
  }

  private func handle(_ effect: BrowserEffect) {
    switch effect {
    case .pageChanged(let old, let index):
      tellOverlays(index: index)
      tell { $0.browser(self, didChangePageIndex: index) }
      if emptiedSlot != nil { emptySlot(index) }
      handOver(from: old, to: index)
    case .windowChanged: refreshWindow()
    case .pageSettled(let index): tell { $0.browser(self, didSettleOn: index) }
    case .reachedEnd(let side): tell { $0.browser(self, reachedEnd: side) }
    case .pullEnded(let closes): tell { $0.browser(self, didEndPullClosing: closes) }
    case .dismissed:
      if state.slideshow != nil { onSlideshowChange?(nil) }
      recycleAll()
      emptySlot(nil)
      setNeedsDisplay()
      tell { $0.browserDidDismiss(self) }
    case .pullBegan:
      giveHome(to: state.index, reveals: true)
      // The slot of a picture that does not come back into it is never empty.
      emptySlot(state.home == nil || state.returnsToThumbnail ? state.index : nil)
    case .flightBegan, .flightCaught, .flightEnded: handleFlight(effect)
    case .slideshowChanged(let phase): onSlideshowChange?(phase)
    case .pullReturned: break
    }
  }
}
