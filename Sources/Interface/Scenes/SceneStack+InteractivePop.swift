package import Motion
import Transitions
import Views

/// The pop whose progress follows a drag or commands.
extension SceneStack {
  /// Begins to pop the top scene, whose progress is set by ``movePop(to:at:)`` until
  /// ``endPop(velocity:finishes:at:)``.
  ///
  /// - Returns: False when there is only the root, or a transition is running.
  @discardableResult
  package func beginPop(at time: Timestamp) -> Bool {
    advance(to: time)
    guard isAtRest, entries.count > 1, let top = entries.last else { return false }
    startTransition(isPush: false, by: top.transition, isHeld: true)
    return true
  }

  /// Sets the progress of the pop that was begun, from 0, the scene in place, to 1, the scene gone.
  package func movePop(to progress: Double, at time: Timestamp) {
    advance(to: time)
    guard let runningTransition, runningTransition.isHeld else { return }
    runningTransition.setProgress(min(max(progress, 0), 1), at: lastTime)
    requestFrame()
  }

  /// Ends the control of the pop, which then finishes or is undone with an animation.
  ///
  /// - Parameters:
  ///   - velocity: The horizontal velocity of the drag in pixels per second, positive to the right.
  ///     Default: 0.
  ///   - finishes: Whether the pop finishes; nil, the default, decides by progress and velocity.
  package func endPop(velocity: Double = 0, finishes: Bool? = nil, at time: Timestamp) {
    advance(to: time)
    guard let runningTransition, runningTransition.isHeld else { return }
    runningTransition.release(swipeProfile, velocity: velocity, finishes: finishes, at: lastTime)
    requestFrame()
    reportTopChange()
  }
}
