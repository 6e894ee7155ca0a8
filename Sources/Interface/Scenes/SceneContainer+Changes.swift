import Geometry
import Motion
import Transitions
import Views

/// The life cycle of a change from one scene to another.
extension SceneContainer {
  func start(
    to index: Int, by animator: any SceneAnimator, interaction: (any SceneInteraction)?,
    isSwipe: Bool
  ) {
    let isInteractive = isSwipe || interaction != nil
    let context = SceneTransitionPlan.Context(
      bounds: area.bounds, isGoingRight: index > selectedIndex, isInteractive: isInteractive,
      uiScale: uiScale)
    let move = SceneTransitionRun(
      from: layer(selectedIndex), to: layer(index), animator: animator,
      speed: reducesMotion ? .infinity : animationSpeed, context: context,
      interaction: interaction)
    running = Running(move: move, origin: selectedIndex, target: index, isSwipe: isSwipe)
    if !isInteractive { selectedIndex = index }
    move.begin(in: area, at: lastTime)
    showSelection()
    requestFrame()
    updatePresences()
  }

  /// Ends the swipe or the interaction; the change then finishes or is cancelled.
  func release(velocity: Double, finishes: Bool?, speed: Double = 1) {
    guard let running else { return }
    var profile = swipeProfile
    profile.completionSpeed *= speed
    running.move.release(profile, velocity: velocity, finishes: finishes, at: lastTime)
    requestFrame()
  }

  func finish(_ done: Running) {
    let isComplete = done.move.end == 1
    running = nil
    done.move.clear()
    selectedIndex = isComplete ? done.target : done.origin
    adopt()
    updatePresences()
    delegate?.container(self, didFinish: isComplete, to: done.target)
    if isComplete, done.isSwipe { delegate?.container(self, didSelect: done.target) }
    guard running == nil, let next = waiting else { return }
    waiting = nil
    select(next, at: lastTime)
  }

  /// Ends the running change immediately and drops a selection that waits for it.
  func stop() {
    waiting = nil
    guard let running else { return }
    // A swipe that has not been released is cancelled.
    if !running.move.isAnimated { running.move.run(to: 0, at: lastTime) }
    finish(running)
  }

  func replace(by index: Int) {
    selectedIndex = index
    adopt()
    updatePresences()
  }

  func step() {
    guard let running else { return }
    let seconds = running.move.seconds(at: lastTime)
    guard let interaction = running.move.interaction else { return }
    switch interaction.step(after: seconds) {
    case .move(let progress): running.move.set(min(max(progress, 0), 1), at: lastTime)
    case .finish: release(velocity: 0, finishes: true, speed: interaction.completionSpeed)
    case .cancel: release(velocity: 0, finishes: false, speed: interaction.completionSpeed)
    }
  }
}
