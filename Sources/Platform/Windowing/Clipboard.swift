import CX11
import Motion

/// The owner of the CLIPBOARD selection after a copy; it answers the requests of pasting programs.
///
/// Data larger than one request is transferred incrementally (INCR): each chunk is sent when the
/// requestor has deleted the previous one.
///
/// - Source: ICCCM 2.0, section 2.
@MainActor
final class Clipboard {
  /// The size of an INCR chunk in bytes, and the threshold for INCR. Every server accepts requests
  /// of this size.
  private static let piece = 1 << 17
  /// The timeout of an INCR transfer after its last chunk, in seconds.
  private static let patience = 20.0

  private unowned let display: DisplayConnection
  private var owner: CX11.Window = 0
  private var time: Time = 0
  private var forms: [(target: Atom, form: ClipboardFormat)] = []
  private var transfers: [Transfer] = []
  /// The completion handler of a running `save(then:)` and its timeout; nil when none runs.
  private var saving: (done: () -> Void, end: Deadline)?

  /// A running INCR transfer to one property of a requestor.
  private struct Transfer {
    let window: CX11.Window
    let property: Atom
    let type: Atom
    var rest: ArraySlice<UInt8>
    /// The timeout that drops the transfer when the requestor stops reading.
    var end: Deadline?
  }

  init(_ display: DisplayConnection) { self.display = display }

  /// Takes ownership of CLIPBOARD for `window`.
  ///
  /// - Parameter time: The server time of the user's action, as ICCCM 2.1 demands.
  /// - Returns: False when another program has taken the selection with a later time.
  func own(_ forms: [ClipboardFormat], for window: CX11.Window, at time: Time) -> Bool {
    let selection = display.atoms[.clipboard]
    XSetSelectionOwner(display.xDisplay, selection, window, time)
    guard XGetSelectionOwner(display.xDisplay, selection) == window else { return false }
    owner = window
    self.time = time
    self.forms = forms.map { (XInternAtom(display.xDisplay, $0.type, 0), $0) }
    return true
  }

  // MARK: Saving before the program ends

  /// The time limit for the clipboard manager to take a copy before the program ends, in seconds.
  private static let saveTime = 1.0

  /// Asks the clipboard manager, if one runs, to take a copy of the owned data; then calls `done`.
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
    let earlier = saving?.done
    saving = (
      {
        earlier?()
        done()
      }, end
    )
    display.flush()
  }

  /// Handles SelectionNotify: the clipboard manager has finished, with or without a copy.
  func answered(_ event: XSelectionEvent) {
    if event.selection == display.atoms[.clipboardManager] { saved() }
  }

  private func saved() {
    let done = saving?.done
    saving = nil
    done?()
  }

  // MARK: Requests of other programs

  /// Handles SelectionClear: another program has taken the selection.
  func cleared(_ event: XSelectionClearEvent) {
    if event.selection == display.atoms[.clipboard], event.window == owner { forms = [] }
  }

  /// Handles SelectionRequest: a program pastes.
  func requested(_ event: XSelectionRequestEvent) {
    guard event.selection == display.atoms[.clipboard], !forms.isEmpty, event.owner == owner else {
      return answer(event, property: 0)
    }
    // Obsolete clients name no property; ICCCM 2.2 says to use the target atom then.
    let property = event.property == 0 ? event.target : event.property
    if event.target == display.atoms[.multiple] { return requestedMany(event, property) }
    convert(event.target, for: event.requestor, into: property) { [weak self] isDone in
      self?.answer(event, property: isDone ? property : 0)
    }
  }

  /// Writes the data for one target into a property of the requestor; `done` receives false when
  /// the target cannot be provided.
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

  /// Handles the MULTIPLE target: a list of (target, property) pairs. The property of a pair that
  /// cannot be converted becomes None.
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

  /// Sends SelectionNotify to the requestor; property 0 (None) refuses the request.
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

  // MARK: Writing and reading properties

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

  /// Continues an INCR transfer: the requestor deleted the property, so the next chunk is written.
  ///
  /// - Returns: False when the property belongs to no running transfer.
  func propertyChanged(_ event: XPropertyEvent) -> Bool {
    let place = transfers.firstIndex { $0.window == event.window && $0.property == event.atom }
    guard let place else { return false }
    guard event.state == PropertyDelete else { return true }
    let transfer = transfers[place]
    let piece = transfer.rest.prefix(Self.piece)
    setBytes(piece, of: transfer.window, transfer.property, type: transfer.type)
    // A chunk of zero bytes ends the transfer (ICCCM 2.7.2).
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

  /// Sets a property of format 32, whose items Xlib takes as `unsigned long`.
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
    let maxPairs = 64
    let status = XGetWindowProperty(
      display.xDisplay, window, property, 0, 2 * maxPairs, 0, Atom(AnyPropertyType), &type,
      &format, &count, &rest, &data)
    defer { if let data { XFree(data) } }
    guard status == 0, format == 32, let data else { return [] }
    return data.withMemoryRebound(to: Atom.self, capacity: Int(count)) {
      Array(UnsafeBufferPointer(start: $0, count: Int(count)))
    }
  }
}

extension Window {
  /// Replaces the contents of the clipboard by `forms`, alternatives of the same data.
  ///
  /// - Returns: False when another program has taken the clipboard meanwhile, or the window is
  ///   closed.
  @discardableResult
  public func copy(_ forms: [ClipboardFormat]) -> Bool {
    guard isOpen, !display.isLost else { return false }
    return display.clipboard.own(forms, for: id, at: display.lastUserTime)
  }

  /// Hands the copied data to the desktop's clipboard manager, so that it survives the program.
  /// Calls `done` once, within about a second, also when there is nothing to save.
  public func saveClipboard(then done: @escaping () -> Void) {
    guard isOpen, !display.isLost else { return done() }
    display.clipboard.save(then: done)
  }
}
