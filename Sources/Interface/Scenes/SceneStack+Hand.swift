public import Motion
import Transitions
import Views

/// A pop that is moved by hand.
extension SceneStack {
  /// Begins a pop that is moved by hand: a drag or a command.
  ///
  /// - Returns: false when it cannot be begun, because there is only the root or something moves.
  @discardableResult
  public func beginPop(at time: Timestamp) -> Bool {
    lastTime = max(lastTime, time)
    guard isAtRest, entries.count > 1, let top = entries.last else { return false }
    start(isPush: false, by: top.transition, held: true)
    return true
  }

  /// Moves a pop that is held to a progress between 0, in place, and 1, gone.
  public func movePop(to progress: Double, at time: Timestamp) {
    lastTime = max(lastTime, time)
    guard let running, running.held != nil else { return }
    running.move.set(min(max(progress, 0), 1))
    running.move.show(at: lastTime)
    requestFrame()
  }

  /// Lets go of a pop that is held.
  ///
  /// - Parameters:
  ///   - velocity: of the hand, in points per second to the right.
  ///   - finishes: whether it is to be finished; nil lets place and velocity decide.
  public func endPop(velocity: Double = 0, finishes: Bool? = nil, at time: Timestamp) {
    lastTime = max(lastTime, time)
    guard let running, running.held != nil else { return }
    self.running?.held = nil
    running.move.release(swipeProfile, velocity: velocity, finishes: finishes, at: lastTime)
    requestFrame()
    noteTop()
  }
}
