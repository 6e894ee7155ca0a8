import CX11

/// Pasting, as any other program does it.
extension XClient {
  /// The targets the clipboard's owner offers, by name.
  func clipboardTargets() throws -> [String] {
    let paste = Paste(self)
    return try paste.convert("TARGETS") { atoms(Paste.property, of: paste.window) } ?? []
  }

  /// What is pasted in one form; nil when its owner refuses it.
  func paste(_ target: String) throws -> [UInt8]? {
    try Paste(self).bytes(of: target)
  }
}

/// One paste: a window for the answer, and the wait for it.
private final class Paste {
  static let property = "PBVIEW_TEST_PASTE"
  let window: Window
  private let client: XClient
  private var display: OpaquePointer { client.display }

  init(_ client: XClient) {
    self.client = client
    window = XCreateSimpleWindow(client.display, client.root, 0, 0, 1, 1, 0, 0, 0)
    XSelectInput(client.display, window, PropertyChangeMask)
  }

  deinit { XDestroyWindow(client.display, window) }

  /// Asks for a form and reads the answer; nil when there is none.
  func convert<Result>(_ target: String, read: () -> Result) throws -> Result? {
    try ask(target) ? read() : nil
  }

  private func ask(_ target: String) throws -> Bool {
    XConvertSelection(
      display, client.atom("CLIPBOARD"), client.atom(target), client.atom(Self.property), window,
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

  /// The whole answer, in pieces where it comes in pieces.
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

  /// Reads the property and takes it away, which asks for the next piece.
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
