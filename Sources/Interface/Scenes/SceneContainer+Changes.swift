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
      speed: reducesMotion ? .infinity : animationSpeed, context: context)
    running = Running(
      move: move, origin: selectedIndex, target: index, isSwipe: isSwipe,
      held: isInteractive ? 0 : nil, interaction: interaction, began: nil)
    if isInteractive { move.hold(at: lastTime) } else { selectedIndex = index }
    move.begin(in: area, at: lastTime)
    showSelection()
    requestFrame()
    updatePresences()
  }

  /// Moves the change that a swipe holds to a progress, 0…1.
  func move(to progress: Double) {
    running?.move.set(progress)
    running?.move.show(at: lastTime)
    requestFrame()
  }

  /// Catches the running change at its current progress.
  func catchRunning() {
    guard let move = running?.move else { return }
    move.hold(at: lastTime)
    move.show(at: lastTime)
    running?.held = move.progress.value(at: lastTime)
  }

  /// Ends the swipe or the interaction; the change then finishes or is cancelled.
  func release(velocity: Double, finishes: Bool?, speed: Double = 1) {
    guard let running else { return }
    var profile = swipeProfile
    profile.completionSpeed *= speed
    running.move.release(profile, velocity: velocity, finishes: finishes, at: lastTime)
    self.running?.held = nil
    self.running?.interaction = nil
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
    if running.held != nil { running.move.run(to: 0, at: lastTime) }
    finish(running)
  }

  func replace(by index: Int) {
    selectedIndex = index
    adopt()
    updatePresences()
  }

  func step() {
    guard let running else { return }
    let began = running.began ?? lastTime
    if running.began == nil {
      self.running?.began = began
      // A swipe may already have been released, which has decided the end of the change.
      if !running.move.context.isInteractive { running.move.run(to: 1, at: began) }
    }
    guard let interaction = running.interaction else { return }
    switch interaction.step(after: lastTime - began) {
    case .move(let progress): running.move.set(min(max(progress, 0), 1))
    case .finish: release(velocity: 0, finishes: true, speed: interaction.completionSpeed)
    case .cancel: release(velocity: 0, finishes: false, speed: interaction.completionSpeed)
    }
  }
}
