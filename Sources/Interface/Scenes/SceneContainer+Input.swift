import Geometry
import Input
import Motion
import Transitions
import Views

extension SceneContainer {
  /// Handles the events of the swipe detector.
  ///
  /// - Returns: Whether the contact belongs to the container from now on, and not to the views
  ///   inside.
  func handle(_ events: [SidewaysSwipeDetector.SwipeEvent]) -> Bool {
    var isTaken = false
    for event in events where handle(event) { isTaken = true }
    return isTaken
  }

  private func handle(_ event: SidewaysSwipeDetector.SwipeEvent) -> Bool {
    let isHeld = runningChange?.transition.isHeld ?? false
    switch event {
    case .pressed:
      // Only a change that was started by a swipe can be caught by a contact.
      guard let runningChange, runningChange.isSwipe else { return false }
      runningChange.transition.hold(at: lastTime)
      return true
    case .released:
      guard isHeld, let end = runningChange?.transition.targetProgress else { return false }
      endInteraction(velocity: 0, finishes: end == 1)
      return true
    case .began(let direction, let origin, let kind):
      if isHeld { return true }
      guard runningChange == nil, swipeKinds.contains(kind), sceneArea.frame.contains(origin),
        delegate?.container(self, allowsSwipeFrom: origin, by: kind) ?? true
      else { return false }
      let target = neighbourIndex(towards: direction)
      guard tabs.indices.contains(target),
        !containsFollower(ofDragFrom: origin, towards: Vector(dx: direction, dy: 0))
      else { return false }
      let suppliedAnimator = delegate?.container(self, animatorFrom: selectedIndex, to: target)
      startChange(to: target, by: suppliedAnimator ?? animator, interaction: nil, isSwipe: true)
      return true
    case .moved(let dx):
      guard let runningChange,
        runningChange.transition.dragIfHeld(
          by: dx, width: runningChange.transition.context.bounds.width, swipeProfile, at: lastTime)
      else { return false }
      requestFrame()
      return true
    case .ended(let velocity):
      guard isHeld else { return false }
      endInteraction(velocity: velocity, finishes: nil)
      return true
    case .cancelled:
      guard isHeld else { return false }
      endInteraction(velocity: 0, finishes: false)
      return true
    case .backButtonPressed: return false
    }
  }

  func receive(_ key: KeyEvent) -> Bool {
    if stage?.focus == nil, runningChange == nil,
      tabs[selectedIndex].scene.view.receiveUnfocused(key)
    {
      return true
    }
    guard key.isPress, key.modifiers.subtracting(.shift) == .control else { return false }
    advance(to: key.time)
    switch key.name {
    case .tab:
      let step = key.modifiers.contains(.shift) ? tabs.count - 1 : 1
      choose((eventualIndex + step) % tabs.count)
      return true
    case .character(let character):
      guard let number = character.wholeNumberValue, tabs.indices.contains(number - 1) else {
        return false
      }
      choose(number - 1)
      return true
    default: return false
    }
  }
}
