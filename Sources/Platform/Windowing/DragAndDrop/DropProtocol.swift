import Geometry

/// The target's side of XDND: the drag of another program over a window. A value without
/// connection.
nonisolated struct DropProtocol {
  /// A drag of another program over the window, from its arrival to its end.
  struct Visit: Hashable {
    /// The window of the dragging program.
    let source: UInt
    let version: Int
    /// The action that was answered last; nil when a drop is refused.
    var action: DragAction?
  }

  /// A message of the dragging program, or another event.
  enum Message: Hashable {
    case enter(source: UInt, version: Int)
    /// The location is in pixels of the X screen.
    case position(source: UInt, Point, time: UInt, DragAction)
    case leave(source: UInt)
    case drop(source: UInt, time: UInt)
    /// The window of the dragging program was destroyed, or the pointer is free again, so that no
    /// drag can be running.
    case vanished
  }

  /// An action for the owner to perform.
  enum Effect: Hashable {
    /// The types of the data are to be read.
    case begin(source: UInt)
    /// The handler is to be asked, and ``DropProtocol/answer(_:)`` to be called.
    case ask(Point, DragAction, time: UInt)
    /// XdndStatus is to be sent.
    case status(Visit)
    /// The data is to be read, and XdndFinished to be sent after that.
    case drop(Visit, time: UInt)
    /// XdndFinished is to be sent without success.
    case refuse(Visit)
    /// The drag has left the window.
    case end
  }

  private enum State: Hashable {
    case idle
    case over(Visit)
  }

  private var state = State.idle

  /// The drag over the window; nil when there is none.
  var visit: Visit? {
    if case .over(let visit) = state { visit } else { nil }
  }

  /// The effects of a message. Messages of other programs than the one whose drag is over the
  /// window have none.
  mutating func receive(_ message: Message) -> [Effect] {
    switch (state, message) {
    case (_, .enter(let source, let version)):
      guard version >= DragVersion.minimum, source != 0 else { return [] }
      // A program that ended without a word leaves its drag behind.
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

  /// The handler's answer to the last position; nil refuses a drop.
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
