import Geometry

/// The target's side of the XDND protocol: the state of a drag of another program over a window. A
/// value without connection: messages go in, effects come out.
nonisolated struct DropProtocol {
  /// A drag of another program that is over the window.
  struct HoveringDrag: Hashable {
    /// The X window of the dragging program.
    let source: UInt
    let version: Int
    /// The action that was last sent to the dragging program; nil when a drop is refused.
    var acceptedAction: DragAction?
  }

  /// A message of the dragging program, or another event.
  enum Message: Hashable {
    case enter(source: UInt, version: Int)
    /// The pointer has moved to a point, in device pixels of the X screen.
    case position(source: UInt, Point, time: UInt, DragAction)
    case leave(source: UInt)
    case drop(source: UInt, time: UInt)
    /// The X window of the dragging program was destroyed, or the pointer is free again, so that no
    /// drag can be running.
    case sourceVanished
  }

  /// An action that the owner of this value performs.
  enum Effect: Hashable {
    /// The types of the dragged data are to be read.
    case begin(source: UInt)
    /// The window's handler is to be asked for the action of a drop, which is to be passed to
    /// ``DropProtocol/answer(_:)``.
    case ask(Point, DragAction, time: UInt)
    /// XdndStatus is to be sent to the dragging program.
    case status(HoveringDrag)
    /// The data is to be read, and XdndFinished to be sent after that.
    case drop(HoveringDrag, time: UInt)
    /// XdndFinished is to be sent without success.
    case refuse(HoveringDrag)
    /// The window's handler is to be told that the drag has left.
    case end
  }

  private enum State: Hashable {
    case idle
    case over(HoveringDrag)
  }

  private var state = State.idle

  /// The drag that is over the window; nil when there is none.
  var hoveringDrag: HoveringDrag? {
    if case .over(let drag) = state { drag } else { nil }
  }

  /// The effects of a message. Messages of a program other than the one whose drag is over the
  /// window have none.
  mutating func receive(_ message: Message) -> [Effect] {
    switch (state, message) {
    case (_, .enter(let source, let version)):
      guard version >= XDNDVersion.minimum, source != 0 else { return [] }
      // A former drag is ended first: its program has ended without sending XdndLeave.
      let ended: [Effect] = hoveringDrag == nil ? [] : [.end]
      state = .over(
        HoveringDrag(source: source, version: min(version, XDNDVersion.own), acceptedAction: nil))
      return ended + [.begin(source: source)]
    case (.over(let drag), .position(let source, let point, let time, let action))
    where source == drag.source:
      return [.ask(point, action, time: time)]
    case (.over(let drag), .leave(let source)) where source == drag.source: return end()
    case (.over(let drag), .drop(let source, let time)) where source == drag.source:
      state = .idle
      return drag.acceptedAction == nil ? [.refuse(drag), .end] : [.drop(drag, time: time)]
    case (.over, .sourceVanished): return end()
    default: return []
    }
  }

  /// The effects of the handler's answer to the last position: the action of a drop, or nil to
  /// refuse it.
  mutating func answer(_ action: DragAction?) -> [Effect] {
    guard case .over(var drag) = state else { return [] }
    drag.acceptedAction = action
    state = .over(drag)
    return [.status(drag)]
  }

  private mutating func end() -> [Effect] {
    state = .idle
    return [.end]
  }
}
