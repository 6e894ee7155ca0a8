import Geometry
import Gestures
import Input
import Motion
import Transitions
import Views

extension SceneStack {
  /// Handles the events of the swipe detector.
  ///
  /// - Returns: Whether the contact belongs to the stack from now on, and not to the views inside.
  func handle(_ events: [SidewaysSwipeDetector.SwipeEvent]) -> Bool {
    var isTaken = false
    for event in events where handle(event) { isTaken = true }
    return isTaken
  }

  private func handle(_ event: SidewaysSwipeDetector.SwipeEvent) -> Bool {
    switch event {
    case .pressed:
      guard let runningTransition else { return false }
      // A running transition is caught at its current progress.
      runningTransition.hold(at: lastTime)
      return true
    case .released:
      guard isHeld else { return false }
      continueTransition()
      return true
    case .began(let direction, let origin, let kind):
      if isHeld { return true }
      guard kind != .touchpad, leadsBack(direction, from: origin), isEdgeSwipeEnabled,
        entries.count > 1, top.allowsEdgeSwipe
      else { return false }
      return beginPop(at: lastTime)
    case .moved(let dx):
      guard let runningTransition,
        runningTransition.dragIfHeld(by: dx, width: bounds.width, swipeProfile, at: lastTime)
      else { return false }
      requestFrame()
      return true
    case .ended(let velocity):
      guard isHeld else { return false }
      endPop(velocity: velocity, at: lastTime)
      return true
    case .cancelled:
      guard let runningTransition, runningTransition.isHeld else { return false }
      // A transition that the contact has caught continues; a pop that the contact has begun is
      // undone.
      if runningTransition.context.isInteractive {
        endPop(finishes: false, at: lastTime)
      } else {
        continueTransition()
      }
      return true
    case .backButtonPressed: return pop(at: lastTime)
    }
  }

  /// Whether a swipe from the point `origin`, in the stack's coordinates, goes back: it begins at
  /// the edge of the stack at which lines begin, left or right, and leads away from it.
  ///
  /// - Parameter direction: The horizontal distance, positive to the right.
  private func leadsBack(_ direction: Double, from origin: Point) -> Bool {
    let zone = Self.edgeZone * uiScale
    return LayoutDirection.isRightToLeft
      ? direction < 0 && origin.x >= bounds.width - zone : direction > 0 && origin.x < zone
  }

  func receive(_ key: KeyEvent) -> Bool {
    // Without a focused view, key events come from the host; the top scene gets them first.
    if stage?.focus == nil, runningTransition == nil, top.view.receiveUnfocused(key) { return true }
    guard key.isPress, key.name == .left, key.modifiers == .alt else { return false }
    return pop(at: key.time)
  }
}
