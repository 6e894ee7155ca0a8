import CX11
import Motion

/// Owns the clipboard's selection after something was copied, and answers those who paste.
///
/// What is larger than a request goes in pieces, each when the last one was taken away.
///
/// - Source: ICCCM 2.0, section 2.
@MainActor
final class Clipboard {
  /// Larger answers go in pieces of this size, in bytes: every server takes such a request.
  private static let piece = 1 << 17
  /// Somebody who takes no piece for so long never will, in seconds.
  private static let patience = 20.0

  private unowned let display: DisplayConnection
  private var owner: CX11.Window = 0
  private var time: Time = 0
  private var forms: [(target: Atom, form: ClipboardForm)] = []
  private var transfers: [Transfer] = []
  /// Who waits until the desktop has taken a copy.
  private var saving: (done: () -> Void, end: Deadline)?

  /// An answer on its way in pieces.
  private struct Transfer {
    let window: CX11.Window
    let property: Atom
    let type: Atom
    var rest: ArraySlice<UInt8>
    /// Ends it when nobody takes anything.
    var end: Deadline?
  }

  init(_ display: DisplayConnection) { self.display = display }

  /// Takes the selection for `window`.
  ///
  /// - Returns: false when another program was later.
  func own(_ forms: [ClipboardForm], for window: CX11.Window, at time: Time) -> Bool {
    let selection = display.atoms[.clipboard]
    XSetSelectionOwner(display.xDisplay, selection, window, time)
    guard XGetSelectionOwner(display.xDisplay, selection) == window else { return false }
    owner = window
    self.time = time
    self.forms = forms.map { (XInternAtom(display.xDisplay, $0.type, 0), $0) }
    return true
  }

  // MARK: Beyond the end

  /// The desktop gets this long to take a copy before the program ends, in seconds.
  private static let saveTime = 1.0

  /// Has the desktop's clipboard manager, if there is one, take a copy of what is owned; then calls
  /// `done`.
  ///
  /// - Source: freedesktop.org, Clipboard Manager Specification 0.1.
  func save(then done: @escaping () -> Void) {
    let manager = display.atoms[.clipboardManager]
    guard !forms.isEmpty, !display.isLost, XGetSelectionOwner(display.xDisplay, manager) != 0 else {
      return done()
    }
    XConvertSelection(
      display.xDisplay, manager, display.atoms[.saveTargets], display.atoms[.saveTargets], owner,
      time)
    let end = display.deadlines.schedule(at: .now + Self.saveTime) { [weak self] in self?.saved() }
    saving = (done, end)
    display.flush()
  }

  /// The manager has taken what it wants, or nothing.
  func answered(_ event: XSelectionEvent) {
    if event.selection == display.atoms[.clipboardManager] { saved() }
  }

  private func saved() {
    let done = saving?.done
    saving = nil
    done?()
  }

  // MARK: What others ask

  /// Somebody else copied something.
  func cleared(_ event: XSelectionClearEvent) {
    if event.selection == display.atoms[.clipboard], event.window == owner { forms = [] }
  }

  /// Somebody pastes.
  func requested(_ event: XSelectionRequestEvent) {
    guard event.selection == display.atoms[.clipboard], !forms.isEmpty, event.owner == owner else {
      return answer(event, property: 0)
    }
    // Programs older than the convention name no property.
    let property = event.property == 0 ? event.target : event.property
    if event.target == display.atoms[.multiple] { return requestedMany(event, property) }
    convert(event.target, for: event.requestor, into: property) { [weak self] isDone in
      self?.answer(event, property: isDone ? property : 0)
    }
  }

  /// Puts one form into a property of who asked.
  private func convert(
    _ target: Atom, for window: CX11.Window, into property: Atom,
    then done: @escaping (Bool) -> Void
  ) {
    switch target {
    case display.atoms[.targets]:
      let own = [display.atoms[.targets], display.atoms[.timestamp], display.atoms[.multiple]]
      setLongs(own + forms.map(\.target), of: window, property, type: XA_ATOM)
      done(true)
    case display.atoms[.timestamp]:
      setLongs([time], of: window, property, type: XA_INTEGER)
      done(true)
    default:
      guard let form = forms.first(where: { $0.target == target })?.form else { return done(false) }
      form.make { [weak self] bytes in
        guard let self, let bytes, !display.isLost else { return done(false) }
        give(bytes, to: window, property, type: target)
        done(true)
      }
    }
  }

  /// Several forms at once: a list of pairs of target and property; what there is not gets none.
  private func requestedMany(_ event: XSelectionRequestEvent, _ property: Atom) {
    var pairs = readAtoms(of: event.requestor, property)
    guard !pairs.isEmpty, pairs.count.isMultiple(of: 2) else {
      return answer(event, property: 0)
    }
    var open = pairs.count / 2
    for place in stride(from: 0, to: pairs.count, by: 2) {
      convert(pairs[place], for: event.requestor, into: pairs[place + 1]) { [weak self] isDone in
        guard let self else { return }
        if !isDone { pairs[place + 1] = 0 }
        open -= 1
        guard open == 0 else { return }
        setLongs(pairs, of: event.requestor, property, type: display.atoms[.atomPair])
        answer(event, property: property)
      }
    }
  }

  /// Tells who asked that it is there; a property of 0 says that there is none.
  private func answer(_ event: XSelectionRequestEvent, property: Atom) {
    guard !display.isLost else { return }
    var reply = XEvent()
    reply.xselection.type = SelectionNotify
    reply.xselection.requestor = event.requestor
    reply.xselection.selection = event.selection
    reply.xselection.target = event.target
    reply.xselection.property = property
    reply.xselection.time = event.time
    XSendEvent(display.xDisplay, event.requestor, 0, 0, &reply)
    display.flush()
  }

  // MARK: Bytes

  private func give(_ bytes: [UInt8], to window: CX11.Window, _ property: Atom, type: Atom) {
    transfers.removeAll { $0.window == window && $0.property == property }
    guard bytes.count > Self.piece else {
      return setBytes(bytes[...], of: window, property, type: type)
    }
    XSelectInput(display.xDisplay, window, PropertyChangeMask)
    setLongs([UInt(bytes.count)], of: window, property, type: display.atoms[.incr])
    var transfer = Transfer(window: window, property: property, type: type, rest: bytes[...])
    transfer.end = timeout(window, property)
    transfers.append(transfer)
  }

  /// A property of another program's window was taken away: the next piece goes there.
  ///
  /// - Returns: false when it is no answer of ours.
  func propertyChanged(_ event: XPropertyEvent) -> Bool {
    let place = transfers.firstIndex { $0.window == event.window && $0.property == event.atom }
    guard let place else { return false }
    guard event.state == PropertyDelete else { return true }
    let transfer = transfers[place]
    let piece = transfer.rest.prefix(Self.piece)
    setBytes(piece, of: transfer.window, transfer.property, type: transfer.type)
    // An empty piece is the end.
    if piece.isEmpty {
      transfers.remove(at: place)
      if !transfers.contains(where: { $0.window == event.window }) {
        XSelectInput(display.xDisplay, event.window, 0)
      }
    } else {
      transfers[place].rest = transfer.rest.dropFirst(piece.count)
      transfers[place].end = timeout(transfer.window, transfer.property)
    }
    display.flush()
    return true
  }

  private func timeout(_ window: CX11.Window, _ property: Atom) -> Deadline {
    display.deadlines.schedule(at: .now + Self.patience) { [weak self] in
      self?.transfers.removeAll { $0.window == window && $0.property == property }
    }
  }

  private func setBytes(
    _ bytes: ArraySlice<UInt8>, of window: CX11.Window, _ property: Atom, type: Atom
  ) {
    bytes.withUnsafeBufferPointer { buffer in
      _ = XChangeProperty(
        display.xDisplay, window, property, type, 8, PropModeReplace, buffer.baseAddress,
        Int32(buffer.count))
    }
  }

  /// Sets a property of 32-bit values, which Xlib takes as `unsigned long`.
  private func setLongs(_ values: [UInt], of window: CX11.Window, _ property: Atom, type: Atom) {
    values.withUnsafeBytes { raw in
      _ = XChangeProperty(
        display.xDisplay, window, property, type, 32, PropModeReplace,
        raw.bindMemory(to: UInt8.self).baseAddress, Int32(values.count))
    }
  }

  private func readAtoms(of window: CX11.Window, _ property: Atom) -> [Atom] {
    var type: Atom = 0
    var format: Int32 = 0
    var (count, rest) = (UInt(0), UInt(0))
    var data: UnsafeMutablePointer<UInt8>?
    let mostPairs = 64
    let status = XGetWindowProperty(
      display.xDisplay, window, property, 0, 2 * mostPairs, 0, Atom(AnyPropertyType), &type,
      &format, &count, &rest, &data)
    defer { if let data { XFree(data) } }
    guard status == 0, format == 32, let data else { return [] }
    return data.withMemoryRebound(to: Atom.self, capacity: Int(count)) {
      Array(UnsafeBufferPointer(start: $0, count: Int(count)))
    }
  }
}

extension Window {
  /// Puts something on the clipboard in all its forms; what was there goes.
  ///
  /// - Returns: false when another program has put something there later.
  @discardableResult
  public func copy(_ forms: [ClipboardForm]) -> Bool {
    guard isOpen, !display.isLost else { return false }
    return display.clipboard.own(forms, for: id, at: display.lastUserTime)
  }

  /// Lets the desktop keep what was copied here after the window has gone; then calls `done`, soon.
  public func saveClipboard(then done: @escaping () -> Void) {
    guard isOpen, !display.isLost else { return done() }
    display.clipboard.save(then: done)
  }
}
