import CX11

/// The requesting side of the clipboard (ICCCM selections).
extension XClient {
  /// The names of the targets that the clipboard's owner offers.
  func clipboardTargets() throws -> [String] {
    let paste = Paste(self)
    return try paste.convert("TARGETS") { atoms(Paste.property, of: paste.window) } ?? []
  }

  /// The content of a selection in one target; nil if the owner refuses the target.
  func paste(_ target: String, from selection: String = "CLIPBOARD") throws -> [UInt8]? {
    try Paste(self, of: selection).bytes(of: target)
  }
}

/// A selection request: the requestor window and the wait for the reply.
private final class Paste {
  static let property = "PBVIEW_TEST_PASTE"
  let window: Window
  private let client: XClient
  private var display: OpaquePointer { client.display }

  private let selection: String

  init(_ client: XClient, of selection: String = "CLIPBOARD") {
    self.client = client
    self.selection = selection
    window = XCreateSimpleWindow(client.display, client.root, 0, 0, 1, 1, 0, 0, 0)
    XSelectInput(client.display, window, PropertyChangeMask)
  }

  deinit { XDestroyWindow(client.display, window) }

  /// Requests a target and reads the reply; nil if the target is refused.
  func convert<Result>(_ target: String, read: () -> Result) throws -> Result? {
    try ask(target) ? read() : nil
  }

  private func ask(_ target: String) throws -> Bool {
    XConvertSelection(
      display, client.atom(selection), client.atom(target), client.atom(Self.property), window,
      Time(CurrentTime))
    var answer: Atom?
    let isAnswered = client.wait(dropsEvents: false) {
      while XPending(display) > 0 {
        var event = XEvent()
        XNextEvent(display, &event)
        guard event.type == SelectionNotify, event.xselection.requestor == window else { continue }
        answer = event.xselection.property
      }
      return answer != nil
    }
    guard isAnswered else { throw HarnessError("nobody answers for \(target)") }
    return answer != 0
  }

  /// The complete content; handles incremental transfers (INCR).
  func bytes(of target: String) throws -> [UInt8]? {
    guard try ask(target) else { return nil }
    let first = take()
    guard first.type == client.atom("INCR") else { return first.bytes }
    var all: [UInt8] = []
    while true {
      var isThere = false
      let hasCome = client.wait(dropsEvents: false) {
        while XPending(display) > 0, !isThere {
          var event = XEvent()
          XNextEvent(display, &event)
          isThere =
            event.type == PropertyNotify && event.xproperty.window == window
            && event.xproperty.state == PropertyNewValue
        }
        return isThere
      }
      guard hasCome else { throw HarnessError("\(target) breaks off after \(all.count) bytes") }
      let piece = take()
      guard !piece.bytes.isEmpty else { return all }
      all += piece.bytes
    }
  }

  /// Reads and deletes the property; the deletion requests the next chunk of an INCR transfer.
  private func take() -> (type: Atom, bytes: [UInt8]) {
    var (type, format, count, rest): (Atom, Int32, UInt, UInt) = (0, 0, 0, 0)
    var data: UnsafeMutablePointer<UInt8>?
    XGetWindowProperty(
      display, window, client.atom(Self.property), 0, 1 << 24, 1, Atom(AnyPropertyType), &type,
      &format, &count, &rest, &data)
    guard let data else { return (type, []) }
    defer { XFree(data) }
    return (type, format == 8 ? Array(UnsafeBufferPointer(start: data, count: Int(count))) : [])
  }
}
