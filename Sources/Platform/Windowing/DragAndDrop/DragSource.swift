import CX11
import Geometry
import Input
import Motion

/// The source's side of drag and drop: drags out of windows of this program, one at a time.
///
/// The pointer needs no grab of its own: the button press that began the drag has grabbed it, and
/// the server ends this grab when the button is released, even if the program hangs.
@MainActor
final class DragSource {
  private let server: XServer
  private let timers: TimerQueue
  private let time: ServerTime
  private let cursors: CursorCache
  private let isOwnOrWatchedWindow: (CX11.Window) -> Bool
  /// The owner of the selection with the dragged data, which a target may read after the drag has
  /// ended.
  private let selectionOwner: SelectionOwner
  private var runningDrag: RunningDrag?

  /// The state of the drag that is running.
  private struct RunningDrag {
    let window: CX11.Window
    /// The position of the window's client area on the X screen, in device pixels.
    let origin: Vector
    let drag: OutgoingDrag
    let targets: DragTargets
    let picture: DragPictureWindow?
    var protocolState = DragProtocol()
    /// The position of the pointer on the X screen, in device pixels.
    var point: Point
    var timeout: LoopTimer?
  }

  init(
    on server: XServer, timers: TimerQueue, time: ServerTime, cursors: CursorCache,
    isOwnOrWatchedWindow: @escaping (CX11.Window) -> Bool
  ) {
    self.server = server
    self.timers = timers
    self.time = time
    self.cursors = cursors
    self.isOwnOrWatchedWindow = isOwnOrWatchedWindow
    selectionOwner = SelectionOwner(
      of: server.atoms[.xdndSelection], on: server, timers: timers,
      isOwnOrWatchedWindow: isOwnOrWatchedWindow)
    selectionOwner.onActivity = { [weak self] in self?.receive(.dataRequested) }
  }

  /// Begins a drag from a window while the primary button is held.
  ///
  /// - Parameters:
  ///   - frame: the window's frame on the X screen, in device pixels.
  ///   - point: the position of the pointer in the window, in device pixels.
  /// - Returns: false when another drag is running or the data cannot be offered.
  func begin(
    _ drag: OutgoingDrag, from window: CX11.Window, at frame: Rect, pointer point: Point
  ) -> Bool {
    // A former drag that only waits for its target is ended, so that it does not delay the new
    // one.
    if runningDrag?.protocolState.isDragging == false { receive(.timeoutExpired) }
    guard runningDrag == nil,
      selectionOwner.takeOwnership(formats(of: drag, window), for: window, at: time.latestEventTime)
    else {
      return false
    }
    publishTypes(of: drag, window)
    // With the keyboard grabbed, Escape and the modifier keys arrive whichever window has the
    // focus.
    XGrabKeyboard(
      server.xDisplay, window, 0, Int32(GrabModeAsync), Int32(GrabModeAsync), time.latestEventTime)
    let origin = frame.origin - Point.zero
    let start = point + origin
    runningDrag = RunningDrag(
      window: window, origin: origin, drag: drag,
      targets: DragTargets(on: server, isOwn: isOwnOrWatchedWindow),
      picture: drag.picture.flatMap {
        DragPictureWindow($0, at: start, on: server, timers: timers)
      }, point: start)
    show(.ownWindow)
    move(to: point)
    return true
  }

  /// Whether input events of a window are handled as parts of a drag that runs from this window.
  func takesInput(of window: CX11.Window) -> Bool {
    runningDrag?.window == window && runningDrag?.protocolState.isDragging == true
  }

  // MARK: Data

  private func formats(of drag: OutgoingDrag, _ window: CX11.Window) -> [ClipboardFormat] {
    guard let directSave = drag.directSave else { return drag.formats }
    let property = server.atoms[.xdndDirectSave]
    server.set(
      property, of: window, type: XInternAtom(server.xDisplay, "text/plain", 0),
      bytes: directSave.name[...])
    let format = ClipboardFormat(Atoms.Name.xdndDirectSave.rawValue) { [weak self] deliver in
      // The target has replaced the suggested name in the property by the URI of the file.
      let uri = self?.server.allBytes(property, of: window, atMost: Self.maxURIBytes)
      guard let uri else { return deliver(Self.failedReply) }
      directSave.save(uri) { deliver($0 ? Self.savedReply : Self.failedReply) }
    }
    return drag.formats + [format]
  }

  /// The maximum length in bytes of the URI that a target may request.
  private static let maxURIBytes = 16384
  /// The replies of the source in the direct save protocol (XDS): `S` for success, `E` for an
  /// error.
  private static let (savedReply, failedReply) = ([UInt8(ascii: "S")], [UInt8(ascii: "E")])

  private func publishTypes(of drag: OutgoingDrag, _ window: CX11.Window) {
    server.set(
      server.atoms[.xdndTypeList], of: window, type: XA_ATOM, longs: selectionOwner.targets)
  }

  // MARK: Input

  /// Handles an input event of the window from which a drag runs.
  ///
  /// - Returns: false when no drag runs from this window.
  func receive(_ event: InputEvent, of window: CX11.Window) -> Bool {
    guard let runningDrag, runningDrag.window == window, runningDrag.protocolState.isDragging else {
      return false
    }
    switch event {
    case .pointer(let pointer):
      switch pointer.kind {
      case .released(.primary):
        move(to: pointer.location)
        receive(.released(time: time.latestEventTime))
      case .moved: move(to: pointer.location)
      default: break
      }
    case .key(let key) where key.name == .escape && key.isPress: receive(.cancelled)
    case .key: move(to: runningDrag.point - runningDrag.origin)
    case .cancelled: receive(.cancelled)
    default: break
    }
    return true
  }

  /// Moves the drag to a point of the window, in device pixels.
  private func move(to point: Point) {
    guard var run = runningDrag else { return }
    run.point = point + run.origin
    runningDrag = run
    run.picture?.move(to: run.point)
    let action = run.drag.action(DragAction(server.modifiers))
    receive(
      .moved(run.point, run.targets.hitTest(at: run.point), action, time: time.latestEventTime))
  }

  // MARK: Messages

  /// Handles a client message from a drop target.
  ///
  /// - Returns: false when the message does not belong to the XDND protocol of a source.
  func receive(_ message: XClientMessageEvent) -> Bool {
    let data = message.data.l
    let target = UInt(bitPattern: data.0)
    switch message.message_type {
    case server.atoms[.xdndStatus]:
      // A target that accepts a drop without a known action counts as copying.
      let action = server.dragAction(UInt(bitPattern: data.4)) ?? .copy
      receive(.status(from: target, acceptedAction: data.1 & 1 != 0 ? action : nil))
    case server.atoms[.xdndFinished]:
      let action = server.dragAction(UInt(bitPattern: data.2)) ?? .copy
      receive(.finished(from: target, performedAction: data.1 & 1 != 0 ? action : nil))
    default: return false
    }
    return true
  }

  /// Handles a SelectionRequest event: a target asks for the dragged data.
  ///
  /// - Returns: false when the event is about another selection.
  func handleRequest(_ event: XSelectionRequestEvent) -> Bool {
    selectionOwner.handleRequest(event)
  }

  /// Handles a SelectionClear event: another program owns the selection with dragged data now.
  func handleClear(_ event: XSelectionClearEvent) { selectionOwner.handleClear(event) }

  /// Handles a change of a property of a window that has asked for the dragged data.
  ///
  /// - Returns: false when the property belongs to no running transfer.
  func handlePropertyChange(_ event: XPropertyEvent) -> Bool {
    selectionOwner.handlePropertyChange(event)
  }

  private func receive(_ event: DragProtocol.Event) {
    guard let effects = runningDrag?.protocolState.receive(event) else { return }
    for effect in effects { perform(effect) }
  }

  private func perform(_ effect: DragProtocol.Effect) {
    guard let run = runningDrag else { return }
    switch effect {
    case .enter(let target):
      let types = selectionOwner.targets
      // The first three types are in the message; the property `XdndTypeList` has all of them.
      let inline = (types.prefix(3) + [0, 0, 0]).prefix(3).map { Int(bitPattern: $0) }
      send(.xdndEnter, to: target, [target.version << 24 | (types.count > 3 ? 1 : 0)] + inline)
    case .position(let target, let point, let action, let time):
      let column = Int(Int16(clamping: Int(point.x))) & 0xffff
      let row = Int(Int16(clamping: Int(point.y))) & 0xffff
      send(
        .xdndPosition, to: target,
        [0, column << 16 | row, Int(bitPattern: time), Int(bitPattern: server.atom(of: action))])
    case .leave(let target): send(.xdndLeave, to: target, [])
    case .drop(let target, let time): send(.xdndDrop, to: target, [0, Int(bitPattern: time)])
    case .feedback(let feedback): show(feedback)
    case .setTimer(let seconds):
      runningDrag?.timeout = timers.schedule(at: .now + seconds) { [weak self] in
        self?.receive(.timeoutExpired)
      }
    case .cancelTimer: runningDrag?.timeout = nil
    case .releaseInput:
      releaseInput(of: run)
      run.picture?.close()
    case .end(let outcome): end(run, outcome)
    }
  }

  private func send(_ name: Atoms.Name, to target: DragProtocol.Target, _ data: [Int]) {
    guard let window = runningDrag?.window else { return }
    server.sendDragMessage(
      name, to: target.messageWindow, about: target.window, [Int(bitPattern: window)] + data)
  }

  private func show(_ feedback: DragProtocol.Feedback) {
    guard let window = runningDrag?.window else { return }
    switch feedback {
    case .ownWindow: cursors.override(.grabbing, of: window)
    case .refused: cursors.override(.dragRefused, of: window)
    case .accepted(.copy): cursors.override(.dragCopy, of: window)
    case .accepted(.move): cursors.override(.dragMove, of: window)
    case .accepted(.link): cursors.override(.dragLink, of: window)
    }
    server.flush()
  }

  /// Releases the keyboard and restores the cursor of the window when a drag ends.
  private func releaseInput(of run: RunningDrag) {
    guard !server.isLost else { return }
    XUngrabKeyboard(server.xDisplay, 0)
    cursors.override(nil, of: run.window)
    server.flush()
  }

  private func end(_ run: RunningDrag, _ outcome: DragProtocol.Outcome) {
    runningDrag = nil
    releaseInput(of: run)
    let isTaken = if case .dropped = outcome { true } else { false }
    if isTaken || run.drag.reducesMotion {
      run.picture?.close()
    } else {
      run.picture?.flyBack()
    }
    if !server.isLost {
      XDeleteProperty(server.xDisplay, run.window, server.atoms[.xdndDirectSave])
    }
    switch outcome {
    case .dropped(let action): run.drag.onEnd(.dropped(action))
    case .refused: run.drag.onEnd(.refused)
    case .cancelled: run.drag.onEnd(.cancelled)
    }
  }
}
