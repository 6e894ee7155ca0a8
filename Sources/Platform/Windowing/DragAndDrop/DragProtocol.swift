import Geometry

/// The source's side of the XDND protocol: the state of a drag out of a window until the target has
/// finished. A value without connection and clock: events go in, effects come out.
///
/// One timer runs at a time; ``Effect/setTimer(seconds:)`` sets it, and ``Event/timeoutExpired``
/// reports its end.
nonisolated struct DragProtocol {
  /// A window of another program that supports XDND.
  struct Target: Hashable {
    let window: UInt
    /// The X window to which messages are sent: the target itself or its proxy.
    let messageWindow: UInt
    let version: Int
  }

  /// The result of the hit test for a drop target at the position of the pointer.
  enum Hit: Hashable {
    case target(Target)
    /// No window that supports XDND is at the position.
    case nothing
    /// A window of this program is at the position.
    case ownWindow
  }

  enum Event: Hashable {
    /// The pointer has moved to a point of the X screen, in device pixels, or the modifier keys,
    /// which choose the action, have changed.
    case moved(Point, Hit, DragAction, time: UInt)
    /// The target has sent XdndStatus; without an action it refuses a drop.
    case status(from: UInt, acceptedAction: DragAction?)
    case released(time: UInt)
    /// The user has cancelled the drag.
    case cancelled
    /// The target has sent XdndFinished; without an action the drop has failed.
    case finished(from: UInt, performedAction: DragAction?)
    /// The target has asked for the dragged data.
    case dataRequested
    case timeoutExpired
  }

  /// Something that the owner of the protocol has to do after an event.
  enum Effect: Hashable {
    case enter(Target)
    case position(Target, Point, DragAction, time: UInt)
    case leave(Target)
    case drop(Target, time: UInt)
    /// The cursor is to show feedback about a drop at its position.
    case feedback(Feedback)
    /// The timer is to be set: ``Event/timeoutExpired`` is to be reported after a time in seconds.
    case setTimer(seconds: Double)
    case cancelTimer
    /// The keyboard and the cursor are to be released and the picture is to disappear: the data is
    /// dropped on a target.
    case releaseInput
    case end(Outcome)
  }

  /// The feedback about a drop at the pointer's position, shown by the cursor.
  enum Feedback: Hashable {
    case ownWindow
    case refused
    case accepted(DragAction)
  }

  enum Outcome: Hashable {
    /// The target has taken the data; the action is nil when the target reported none.
    case dropped(DragAction?)
    /// The data was released over a window that does not accept it, or the target failed.
    case refused
    case cancelled
  }

  /// The time in seconds after which a target that has not sent XdndStatus counts as refusing.
  static let statusTimeout = 2.0
  /// The interval in seconds at which the position of a resting pointer is sent again, so that
  /// targets can scroll.
  static let repeatInterval = 0.4
  /// The time in seconds without XdndFinished, and without a request for the data, after which a
  /// drop counts as completed.
  static let finishTimeout = 10.0

  /// The state of the exchange of messages with the target under the pointer.
  private struct HoveredTarget: Hashable {
    let target: Target
    var point: Point
    var requestedAction: DragAction
    var time: UInt
    /// Whether the target has not yet answered the last position with XdndStatus.
    var isAwaitingStatus = true
    /// Whether the position or the action has changed since the last position was sent.
    var hasUnsentPosition = false
    var acceptedAction: DragAction?
    /// Whether the button was released while XdndStatus was awaited.
    var isReleased = false

    var positionEffect: Effect { .position(target, point, requestedAction, time: time) }
  }

  private enum State: Hashable {
    case outside(Feedback)
    case over(HoveredTarget)
    case dropping(Target)
    case ended
  }

  private var state = State.outside(.ownWindow)

  /// Whether the user still holds the button.
  var isDragging: Bool {
    switch state {
    case .outside: true
    case .over(let hovered): !hovered.isReleased
    case .dropping, .ended: false
    }
  }

  mutating func receive(_ event: Event) -> [Effect] {
    switch event {
    case .moved(let point, let hit, let action, let time):
      return isDragging ? move(to: point, hit, action, time) : []
    case .status(let window, let action): return receive(status: action, from: window)
    case .released(let time): return release(at: time)
    case .cancelled:
      guard isDragging else { return [] }
      return leave() + end(.cancelled)
    case .finished(let window, let action):
      guard case .dropping(let target) = state, target.window == window else { return [] }
      // Targets before version 5 report neither success nor action.
      return end(target.version < 5 ? .dropped(nil) : action.map { .dropped($0) } ?? .refused)
    case .dataRequested:
      if case .dropping = state { return [.setTimer(seconds: Self.finishTimeout)] }
      return []
    case .timeoutExpired: return expire()
    }
  }

  // MARK: Moving

  private mutating func move(
    to point: Point, _ hit: Hit, _ action: DragAction, _ time: UInt
  ) -> [Effect] {
    guard case .target(let target) = hit else {
      let feedback = hit == .ownWindow ? Feedback.ownWindow : .refused
      if state == .outside(feedback) { return [] }
      let left = leave()
      state = .outside(feedback)
      return left + [.cancelTimer, .feedback(feedback)]
    }
    guard case .over(var hovered) = state, hovered.target == target else {
      let left = leave()
      let hovered = HoveredTarget(target: target, point: point, requestedAction: action, time: time)
      state = .over(hovered)
      return left
        + [
          .feedback(.refused), .enter(target), hovered.positionEffect,
          .setTimer(seconds: Self.statusTimeout),
        ]
    }
    (hovered.point, hovered.requestedAction, hovered.time) = (point, action, time)
    guard !hovered.isAwaitingStatus else {
      hovered.hasUnsentPosition = true
      state = .over(hovered)
      return []
    }
    return sendPosition(of: &hovered)
  }

  private mutating func sendPosition(of hovered: inout HoveredTarget) -> [Effect] {
    hovered.isAwaitingStatus = true
    hovered.hasUnsentPosition = false
    state = .over(hovered)
    return [hovered.positionEffect, .setTimer(seconds: Self.statusTimeout)]
  }

  private mutating func receive(status: DragAction?, from window: UInt) -> [Effect] {
    guard case .over(var hovered) = state, hovered.target.window == window else { return [] }
    let isNew = hovered.acceptedAction != status
    hovered.acceptedAction = status
    hovered.isAwaitingStatus = false
    state = .over(hovered)
    if hovered.isReleased { return drop(hovered) }
    let feedback: [Effect] =
      isNew ? [.feedback(status.map { .accepted($0) } ?? .refused)] : []
    return feedback
      + (hovered.hasUnsentPosition
        ? sendPosition(of: &hovered) : [.setTimer(seconds: Self.repeatInterval)])
  }

  /// The message to the target that the drag has left it; none without a target.
  private mutating func leave() -> [Effect] {
    guard case .over(let hovered) = state else { return [] }
    return [.leave(hovered.target)]
  }

  // MARK: Ending

  private mutating func release(at time: UInt) -> [Effect] {
    switch state {
    case .outside: return end(.refused)
    case .over(var hovered):
      guard !hovered.isReleased else { return [] }
      hovered.isReleased = true
      hovered.time = time
      state = .over(hovered)
      // A position that was not sent yet is sent first, because the target's answer to the last
      // position decides about the drop.
      if !hovered.isAwaitingStatus, hovered.hasUnsentPosition { return sendPosition(of: &hovered) }
      return hovered.isAwaitingStatus ? [] : drop(hovered)
    case .dropping, .ended: return []
    }
  }

  private mutating func drop(_ hovered: HoveredTarget) -> [Effect] {
    guard hovered.acceptedAction != nil else { return leave() + end(.refused) }
    state = .dropping(hovered.target)
    return [
      .drop(hovered.target, time: hovered.time), .releaseInput,
      .setTimer(seconds: Self.finishTimeout),
    ]
  }

  private mutating func expire() -> [Effect] {
    switch state {
    case .outside, .ended: return []
    case .dropping: return end(.dropped(nil))
    case .over(var hovered):
      guard hovered.isAwaitingStatus else { return sendPosition(of: &hovered) }
      if hovered.isReleased { return leave() + end(.refused) }
      // A target that does not answer in time counts as refusing, until it answers.
      let wasAccepted = hovered.acceptedAction != nil
      hovered.acceptedAction = nil
      hovered.isAwaitingStatus = false
      state = .over(hovered)
      return wasAccepted ? [.feedback(.refused)] : []
    }
  }

  private mutating func end(_ outcome: Outcome) -> [Effect] {
    state = .ended
    return [.cancelTimer, .end(outcome)]
  }
}
