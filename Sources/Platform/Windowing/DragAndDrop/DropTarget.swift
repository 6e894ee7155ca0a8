import CX11
package import Geometry
package import Input
import Motion

/// The state of another program's drag over a window.
package struct IncomingDrag {
  /// The position of the pointer in the window, in device pixels.
  package let location: Point
  /// The modifier keys that are held during the drag.
  package let modifiers: Modifiers
  /// The action that the dragging program suggests.
  package let suggestedAction: DragAction
  /// The dragged data, which can be read after the drop.
  package let data: OfferedData
}

/// The receiver of drags from other programs over a window.
@MainActor
package protocol DropHandler: AnyObject {
  /// Called when a drag enters the window and for every movement over it.
  ///
  /// - Returns: the action that a drop at this position would perform; nil refuses a drop.
  func dragDidMove(_ drag: IncomingDrag) -> DragAction?
  /// Called when a drag has left the window, was cancelled, or was dropped where a drop was
  /// refused.
  func dragDidLeave()
  /// Called when the data of a drag is dropped on the window. `finish` must be called once when the
  /// data has been read, with the action that was performed; nil when the data could not be used.
  func dragDidDrop(_ drag: IncomingDrag, finish: @escaping (DragAction?) -> Void)
}

/// The target's side of drag and drop for one window.
@MainActor
final class DropTarget {
  private let window: CX11.Window
  private let server: XServer
  private let reader: SelectionReader
  /// Whether a window belongs to this program, or is another one whose events this program has
  /// selected; messages that name such a window as the source of a drag are ignored.
  private let isOwnOrWatchedWindow: (CX11.Window) -> Bool
  private weak var handler: (any DropHandler)?
  private var protocolState = DropProtocol()
  /// The atoms of the types of the dragged data.
  private var types: [Atom] = []
  /// The drag at its last position over the window; nil without one.
  private var lastDrag: IncomingDrag?

  init(
    of window: CX11.Window, on server: XServer, reader: SelectionReader,
    isOwnOrWatchedWindow: @escaping (CX11.Window) -> Bool, for handler: any DropHandler
  ) {
    self.window = window
    self.server = server
    self.reader = reader
    self.isOwnOrWatchedWindow = isOwnOrWatchedWindow
    self.handler = handler
    server.set(
      server.atoms[.xdndAware], of: window, type: XA_ATOM, longs: [UInt(XDNDVersion.own)])
  }

  /// The X window of the dragging program; nil when no drag is over the window.
  var sourceWindow: CX11.Window? { protocolState.hoveringDrag?.source }

  // MARK: Messages

  /// Handles a client message from a dragging program.
  ///
  /// - Returns: false when the message does not belong to the XDND protocol of a target.
  func receive(_ message: XClientMessageEvent) -> Bool {
    let data = message.data.l
    let source = UInt(bitPattern: data.0)
    switch message.message_type {
    case server.atoms[.xdndEnter]:
      guard !isOwnOrWatchedWindow(source) else { break }
      types = types(in: message)
      perform(protocolState.receive(.enter(source: source, version: data.1 >> 24 & 0xff)))
    case server.atoms[.xdndPosition]:
      let point = Point(
        x: Double(Int16(truncatingIfNeeded: data.2 >> 16)),
        y: Double(Int16(truncatingIfNeeded: data.2)))
      let action = server.dragAction(UInt(bitPattern: data.4)) ?? .copy
      perform(
        protocolState.receive(
          .position(source: source, point, time: UInt(bitPattern: data.3), action)))
    case server.atoms[.xdndLeave]: perform(protocolState.receive(.leave(source: source)))
    case server.atoms[.xdndDrop]:
      perform(protocolState.receive(.drop(source: source, time: UInt(bitPattern: data.2))))
    default: return false
    }
    return true
  }

  /// Ends the drag when the dragging program has ended, or when no drag can be running because the
  /// pointer is free.
  func sourceVanished() { perform(protocolState.receive(.sourceVanished)) }

  /// The types that a dragging program offers in XdndEnter: up to three in the message, more in a
  /// property of its window.
  private func types(in message: XClientMessageEvent) -> [Atom] {
    let data = message.data.l
    let inline = [data.2, data.3, data.4].map { UInt(bitPattern: $0) }.filter { $0 != 0 }
    guard data.1 & 1 != 0 else { return inline }
    let list = server.allCardinals(
      server.atoms[.xdndTypeList], of: UInt(bitPattern: data.0))
    return list.map { Array($0.prefix(SelectionReader.maxTypes)) } ?? inline
  }

  // MARK: Effects

  private func perform(_ effects: [DropProtocol.Effect]) {
    for effect in effects {
      switch effect {
      case .begin(let source):
        lastDrag = nil
        // DestroyNotify of the source's window reports that the program has ended.
        XSelectInput(server.xDisplay, source, StructureNotifyMask)
      case .ask(let point, let action, let time): ask(point, action, time)
      case .status(let hovering):
        let isAccepted = hovering.acceptedAction != nil
        // The reply asks for all positions, without a rectangle in which none is sent.
        send(
          .xdndStatus, to: hovering.source,
          [isAccepted ? 3 : 2, 0, 0, Int(bitPattern: server.atom(of: hovering.acceptedAction))])
      case .drop(let hovering, let time): takeDrop(of: hovering, at: time)
      case .refuse(let hovering): finish(hovering, nil)
      case .end:
        lastDrag = nil
        handler?.dragDidLeave()
      }
    }
  }

  private func ask(_ point: Point, _ action: DragAction, _ time: UInt) {
    let drag = IncomingDrag(
      location: windowPoint(point), modifiers: server.modifiers, suggestedAction: action,
      data: lastDrag?.data ?? reader.offer(of: server.atoms[.xdndSelection], types: types, at: time)
    )
    lastDrag = drag
    perform(protocolState.answer(handler?.dragDidMove(drag)))
  }

  private func takeDrop(of hovering: DropProtocol.HoveringDrag, at time: UInt) {
    guard let lastDrag, let handler else { return finish(hovering, nil) }
    self.lastDrag = nil
    let drag = IncomingDrag(
      location: lastDrag.location, modifiers: lastDrag.modifiers,
      suggestedAction: lastDrag.suggestedAction,
      data: reader.offer(of: server.atoms[.xdndSelection], types: types, at: time))
    var isFinished = false
    handler.dragDidDrop(drag) { [weak self] action in
      guard !isFinished else { return }
      isFinished = true
      self?.finish(hovering, action)
    }
  }

  private func finish(_ hovering: DropProtocol.HoveringDrag, _ action: DragAction?) {
    send(
      .xdndFinished, to: hovering.source,
      [action == nil ? 0 : 1, Int(bitPattern: server.atom(of: action))])
  }

  private func send(_ name: Atoms.Name, to source: CX11.Window, _ data: [Int]) {
    server.sendDragMessage(name, to: source, about: source, [Int(bitPattern: window)] + data)
  }

  private func windowPoint(_ point: Point) -> Point {
    var (x, y): (Int32, Int32) = (0, 0)
    var child: CX11.Window = 0
    XTranslateCoordinates(
      server.xDisplay, server.root, window, Int32(point.x), Int32(point.y), &x, &y, &child)
    return Point(x: Double(x), y: Double(y))
  }
}

extension XServer {
  /// The modifier keys that are held now.
  ///
  /// - Complexity: one round trip.
  var modifiers: Modifiers {
    var (rootWindow, child): (CX11.Window, CX11.Window) = (0, 0)
    var (x, y, windowX, windowY): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    var mask: UInt32 = 0
    XQueryPointer(xDisplay, root, &rootWindow, &child, &x, &y, &windowX, &windowY, &mask)
    return Modifiers(state: mask)
  }

  /// Sends a client message of the XDND protocol.
  ///
  /// - Parameters:
  ///   - receiver: the X window to which the message is sent, which may be a proxy.
  ///   - window: the X window that the message names.
  ///   - data: up to five values.
  func sendDragMessage(
    _ name: Atoms.Name, to receiver: CX11.Window, about window: CX11.Window, _ data: [Int]
  ) {
    guard !isLost else { return }
    let values = data + [Int](repeating: 0, count: max(0, 5 - data.count))
    var event = XEvent()
    event.xclient.type = ClientMessage
    event.xclient.window = window
    event.xclient.message_type = atoms[name]
    event.xclient.format = 32
    event.xclient.data.l = (values[0], values[1], values[2], values[3], values[4])
    XSendEvent(xDisplay, receiver, 0, NoEventMask, &event)
    flush()
  }
}
