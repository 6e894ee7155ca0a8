import Geometry
import Gestures
import Input
import Motion
import Transitions
import Views

extension SceneStack {
  /// Handles the events of the swipe recogniser.
  ///
  /// - Returns: true when the contact belongs to the stack from here on.
  func follow(_ events: [SidewaysSwipeDetector.Event]) -> Bool {
    var isTaken = false
    for event in events where follow(event) { isTaken = true }
    return isTaken
  }

  private func follow(_ event: SidewaysSwipeDetector.Event) -> Bool {
    switch event {
    case .pressed:
      guard let running else { return false }
      // A running transition is caught at its current progress.
      running.hold(at: lastTime)
      return true
    case .released:
      guard isHeld else { return false }
      continueTransition()
      return true
    case .began(let direction, let origin, let kind):
      if isHeld { return true }
      guard kind != .touchpad, isBackwards(direction, from: origin), isEdgeSwipeEnabled,
        entries.count > 1, top.allowsEdgeSwipe
      else { return false }
      return beginPop(at: lastTime)
    case .moved(let dx):
      guard let running,
        running.drag(by: dx, width: bounds.width, swipeProfile, at: lastTime)
      else { return false }
      requestFrame()
      return true
    case .ended(let velocity):
      guard isHeld else { return false }
      endPop(velocity: velocity, at: lastTime)
      return true
    case .cancelled:
      guard let running, running.isHeld else { return false }
      // A caught transition continues; a pop begun by the drag is cancelled.
      if running.context.isInteractive {
        endPop(finishes: false, at: lastTime)
      } else {
        continueTransition()
      }
      return true
    case .back: return pop(at: lastTime)
    }
  }

  /// Whether a swipe begins at the edge at which lines begin, and leads away from it.
  private func isBackwards(_ direction: Double, from origin: Point) -> Bool {
    let zone = Self.edgeZone * uiScale
    return LayoutDirection.isRightToLeft
      ? direction < 0 && origin.x >= bounds.width - zone : direction > 0 && origin.x < zone
  }

  func receive(_ key: KeyEvent) -> Bool {
    // Without a focused view, key events come from the host; the top scene gets them first.
    if stage?.focus == nil, running == nil, top.view.receiveUnfocused(key) { return true }
    guard key.isPress, key.name == .left, key.modifiers == .alt else { return false }
    return pop(at: key.time)
  }
}
