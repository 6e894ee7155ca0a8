import CX11
import Geometry

extension XClient {
  /// Passes all events to `handle` until `condition` holds; false after the timeout.
  fileprivate func serve(
    _ handle: (XEvent) -> Void, within seconds: Double = 30, until condition: () -> Bool
  ) -> Bool {
    let end = Pace.milliseconds + seconds * 1000
    while true {
      while XPending(display) > 0 {
        var event = XEvent()
        XNextEvent(display, &event)
        handle(event)
      }
      if condition() { return true }
      guard Pace.milliseconds < end else { return false }
      _ = wait(within: 0.05, dropsEvents: false) { XPending(display) > 0 }
    }
  }
}

/// A program that offers data: it owns a selection, and can drag the data over another window.
final class DataOffer {
  private let client: XClient
  private let data: [(target: String, bytes: [UInt8])]
  private let selection: String
  /// The owner of the selection and source of the drag.
  private let window: Window
  /// The messages of the target, by their names.
  private var answers: [String: [Int]] = [:]
  /// The target whose requests are not answered at all; nil for none.
  var ignoredTarget: String?
  private var hasIgnored = false
  private var display: OpaquePointer { client.display }

  /// Takes a selection.
  init(_ data: [(target: String, bytes: [UInt8])], as selection: String, of client: XClient) throws
  {
    self.client = client
    self.data = data
    self.selection = selection
    window = XCreateSimpleWindow(client.display, client.root, 0, 0, 1, 1, 0, 0, 0)
    XSetSelectionOwner(display, client.atom(selection), window, Time(CurrentTime))
    guard XGetSelectionOwner(display, client.atom(selection)) == window else {
      throw HarnessError("cannot own \(selection)")
    }
  }

  deinit { XDestroyWindow(display, window) }

  /// Answers requests until `condition` holds; false after the timeout.
  func serve(until condition: () -> Bool) -> Bool {
    client.serve(handle, until: condition)
  }

  /// Answers requests until one is ignored, or a message of a name has come; false after the
  /// timeout.
  func serve(untilMessage name: String) -> Bool {
    serve { hasIgnored || answers[name] != nil }
  }

  private func handle(_ event: XEvent) {
    switch event.type {
    case SelectionRequest:
      if let ignoredTarget, event.xselectionrequest.target == client.atom(ignoredTarget) {
        hasIgnored = true
      } else {
        answer(event.xselectionrequest)
      }
    case ClientMessage:
      guard let name = XGetAtomName(display, event.xclient.message_type) else { return }
      defer { XFree(name) }
      let l = event.xclient.data.l
      answers[String(cString: name)] = [l.0, l.1, l.2, l.3, l.4]
    default: break
    }
  }

  private func answer(_ request: XSelectionRequestEvent) {
    var reply = XEvent()
    reply.xselection.type = SelectionNotify
    reply.xselection.requestor = request.requestor
    reply.xselection.selection = request.selection
    reply.xselection.target = request.target
    reply.xselection.time = request.time
    reply.xselection.property = request.property
    if request.target == client.atom("TARGETS") {
      var atoms = data.map { client.atom($0.target) }
      atoms.withUnsafeMutableBytes { raw in
        _ = XChangeProperty(
          display, request.requestor, request.property, XA_ATOM, 32, PropModeReplace,
          raw.bindMemory(to: UInt8.self).baseAddress, Int32(data.count))
      }
    } else if let found = data.first(where: { client.atom($0.target) == request.target }) {
      XChangeProperty(
        display, request.requestor, request.property, request.target, 8, PropModeReplace,
        found.bytes, Int32(found.bytes.count))
    } else {
      reply.xselection.property = 0
    }
    XSendEvent(display, request.requestor, 0, 0, &reply)
    client.synchronise()
  }

  // MARK: Dragging

  /// Drags the data over a point of the screen, as the messages of a drag do.
  ///
  /// - Returns: whether the target accepts a drop; nil without an answer.
  func drag(over target: Window, at point: Point) -> Bool? {
    let types = data.prefix(3).map { Int(bitPattern: client.atom($0.target)) }
    send("XdndEnter", to: target, [5 << 24] + types)
    return move(over: target, at: point)
  }

  /// Moves the drag to another point, or reports the same point again.
  func move(over target: Window, at point: Point) -> Bool? {
    answers["XdndStatus"] = nil
    send(
      "XdndPosition", to: target,
      [0, Int(point.x) << 16 | Int(point.y), 0, Int(bitPattern: client.atom("XdndActionCopy"))])
    guard serve(until: { answers["XdndStatus"] != nil }) else { return nil }
    return answers["XdndStatus"].map { $0[1] & 1 != 0 }
  }

  /// Drops the data, and serves it until the target has finished.
  ///
  /// - Returns: the performed action, empty for none; nil when the target does not finish.
  func drop(on target: Window) -> String? {
    answers["XdndFinished"] = nil
    send("XdndDrop", to: target, [0, 0])
    guard serve(until: { answers["XdndFinished"] != nil }), let answer = answers["XdndFinished"]
    else { return nil }
    guard answer[1] & 1 != 0, let name = XGetAtomName(display, Atom(bitPattern: answer[2])) else {
      return ""
    }
    defer { XFree(name) }
    return String(cString: name)
  }

  /// Takes the drag away from a window.
  func leave(_ target: Window) { send("XdndLeave", to: target, []) }

  private func send(_ name: String, to target: Window, _ data: [Int]) {
    client.message(to: target, type: name, data: [Int(bitPattern: window)] + data)
  }
}

/// A window that takes drops, as a file manager does.
final class DropWindow {
  private let client: XClient
  let window: Window
  /// The action that is answered; empty refuses.
  var action = "XdndActionCopy"
  /// The names of the messages so far.
  private(set) var messages: [String] = []
  /// The types in the last XdndEnter.
  private(set) var types: [String] = []
  private var source: Window = 0
  private var display: OpaquePointer { client.display }

  init(_ client: XClient, frame: Rect) {
    self.client = client
    window = XCreateSimpleWindow(
      client.display, client.root, Int32(frame.minX), Int32(frame.minY), UInt32(frame.width),
      UInt32(frame.height), 0, 0, 0x336699)
    var version: UInt = 5
    withUnsafeBytes(of: &version) { raw in
      _ = XChangeProperty(
        client.display, window, client.atom("XdndAware"), XA_ATOM, 32, PropModeReplace,
        raw.bindMemory(to: UInt8.self).baseAddress, 1)
    }
    XMapRaised(client.display, window)
    client.synchronise()
  }

  deinit { XDestroyWindow(display, window) }

  /// Answers messages until `condition` holds; false after the timeout.
  func serve(until condition: () -> Bool) -> Bool {
    client.serve({ if $0.type == ClientMessage { handle($0.xclient) } }, until: condition)
  }

  private func handle(_ message: XClientMessageEvent) {
    guard let text = XGetAtomName(display, message.message_type) else { return }
    defer { XFree(text) }
    let name = String(cString: text)
    messages.append(name)
    source = Window(bitPattern: message.data.l.0)
    switch name {
    case "XdndEnter": types = client.atoms("XdndTypeList", of: source)
    case "XdndPosition":
      client.message(
        to: source, type: "XdndStatus",
        data: [
          Int(bitPattern: window), action.isEmpty ? 0 : 1, 0, 0,
          action.isEmpty ? 0 : Int(bitPattern: client.atom(action)),
        ])
    default: break
    }
  }

  /// Reads the dropped data in one target.
  func read(_ target: String) throws -> [UInt8]? {
    try client.paste(target, from: "XdndSelection")
  }

  /// Names the file that the source is to save.
  func setDirectSave(uri: [UInt8]) {
    XChangeProperty(
      display, source, client.atom("XdndDirectSave0"), client.atom("text/plain"), 8,
      PropModeReplace, uri, Int32(uri.count))
    client.synchronise()
  }

  /// Tells the source that the drop is done.
  func finish() {
    client.message(
      to: source, type: "XdndFinished",
      data: [Int(bitPattern: window), 1, Int(bitPattern: client.atom(action))])
  }
}
