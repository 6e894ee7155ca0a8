import Geometry

/// The target's side of the XDND protocol: the state of a drag of another program over a window. A
/// value without connection: messages go in, effects come out.
nonisolated struct DropProtocol {
  /// A drag of another program that is over the window.
  struct Visit: Hashable {
    /// The X window of the dragging program.
    let source: UInt
    let version: Int
    /// The action that was last sent to the dragging program; nil when a drop is refused.
    var action: DragAction?
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
    case vanished
  }

  /// An action that the owner of this value performs.
  enum Effect: Hashable {
    /// The types of the dragged data are to be read.
    case begin(source: UInt)
    /// The window's handler is to be asked for the action of a drop, which is to be passed to
    /// ``DropProtocol/answer(_:)``.
    case ask(Point, DragAction, time: UInt)
    /// XdndStatus is to be sent to the dragging program.
    case status(Visit)
    /// The data is to be read, and XdndFinished to be sent after that.
    case drop(Visit, time: UInt)
    /// XdndFinished is to be sent without success.
    case refuse(Visit)
    /// The window's handler is to be told that the drag has left.
    case end
  }

  private enum State: Hashable {
    case idle
    case over(Visit)
  }

  private var state = State.idle

  /// The drag that is over the window; nil when there is none.
  var visit: Visit? {
    if case .over(let visit) = state { visit } else { nil }
  }

  /// The effects of a message. Messages of a program other than the one whose drag is over the
  /// window have none.
  mutating func receive(_ message: Message) -> [Effect] {
    switch (state, message) {
    case (_, .enter(let source, let version)):
      guard version >= DragVersion.minimum, source != 0 else { return [] }
      // A program that has ended without XdndLeave leaves its drag behind.
      let ended: [Effect] = visit == nil ? [] : [.end]
      state = .over(Visit(source: source, version: min(version, DragVersion.own), action: nil))
      return ended + [.begin(source: source)]
    case (.over(let visit), .position(let source, let point, let time, let action))
    where source == visit.source:
      return [.ask(point, action, time: time)]
    case (.over(let visit), .leave(let source)) where source == visit.source: return end()
    case (.over(let visit), .drop(let source, let time)) where source == visit.source:
      state = .idle
      return visit.action == nil ? [.refuse(visit), .end] : [.drop(visit, time: time)]
    case (.over, .vanished): return end()
    default: return []
    }
  }

  /// The effects of the handler's answer to the last position: the action of a drop, or nil to
  /// refuse it.
  mutating func answer(_ action: DragAction?) -> [Effect] {
    guard case .over(var visit) = state else { return [] }
    visit.action = action
    state = .over(visit)
    return [.status(visit)]
  }

  private mutating func end() -> [Effect] {
    state = .idle
    return [.end]
  }
}
