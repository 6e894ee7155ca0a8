package import Motion
import Transitions
import Views

/// Interactive pops, driven by a drag or by commands.
extension SceneStack {
  /// Begins an interactive pop, which is then driven by ``movePop(to:at:)`` and
  /// ``endPop(velocity:finishes:at:)``.
  ///
  /// - Returns: false when there is only the root or a transition is running.
  @discardableResult
  package func beginPop(at time: Timestamp) -> Bool {
    advance(to: time)
    guard isAtRest, entries.count > 1, let top = entries.last else { return false }
    start(isPush: false, by: top.transition, held: true)
    return true
  }

  /// Moves the interactive pop to a progress between 0, in place, and 1, gone.
  package func movePop(to progress: Double, at time: Timestamp) {
    advance(to: time)
    guard let running, running.isHeld else { return }
    running.set(min(max(progress, 0), 1), at: lastTime)
    requestFrame()
  }

  /// Ends the interaction; the pop then finishes or is cancelled with an animation.
  ///
  /// - Parameters:
  ///   - velocity: the velocity of the drag to the right, in pixels per second. Default: 0.
  ///   - finishes: whether the pop finishes; nil decides from progress and velocity. Default: nil.
  package func endPop(velocity: Double = 0, finishes: Bool? = nil, at time: Timestamp) {
    advance(to: time)
    guard let running, running.isHeld else { return }
    running.release(swipeProfile, velocity: velocity, finishes: finishes, at: lastTime)
    requestFrame()
    reportTopChange()
  }
}
