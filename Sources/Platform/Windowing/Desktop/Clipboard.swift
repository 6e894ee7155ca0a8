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
  /// The maximum number of pairs in a MULTIPLE request.
  private static let maxPairs = 64
  /// The timeout of an INCR transfer after its last chunk, in seconds.
  private static let patience = 20.0

  private let server: XServer
  private let deadlines: Deadlines
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

  init(on server: XServer, deadlines: Deadlines) {
    self.server = server
    self.deadlines = deadlines
  }

  /// Takes ownership of CLIPBOARD for `window`.
  ///
  /// - Parameter time: The server time of the user's action, as ICCCM 2.1 demands.
  /// - Returns: False when another program has taken the selection with a later time.
  func own(_ forms: [ClipboardFormat], for window: CX11.Window, at time: Time) -> Bool {
    let selection = server.atoms[.clipboard]
    XSetSelectionOwner(server.xDisplay, selection, window, time)
    guard XGetSelectionOwner(server.xDisplay, selection) == window else { return false }
    owner = window
    self.time = time
    self.forms = forms.map { (XInternAtom(server.xDisplay, $0.type, 0), $0) }
    return true
  }

  // MARK: Saving before the program ends

  /// The time limit for the clipboard manager to take a copy before the program ends, in seconds.
  private static let saveTime = 1.0

  /// Asks the clipboard manager, if one runs, to take a copy of the owned data; then calls `done`.
  ///
  /// - Source: freedesktop.org, Clipboard Manager Specification 0.1.
  func save(then done: @escaping () -> Void) {
    let manager = server.atoms[.clipboardManager]
    guard !forms.isEmpty, !server.isLost, XGetSelectionOwner(server.xDisplay, manager) != 0 else {
      return done()
    }
    XConvertSelection(
      server.xDisplay, manager, server.atoms[.saveTargets], server.atoms[.saveTargets], owner,
      time)
    let end = deadlines.schedule(at: .now + Self.saveTime) { [weak self] in self?.saved() }
    let earlier = saving?.done
    saving = (
      {
        earlier?()
        done()
      }, end
    )
    server.flush()
  }

  /// Handles SelectionNotify: the clipboard manager has finished, with or without a copy.
  func answered(_ event: XSelectionEvent) {
    if event.selection == server.atoms[.clipboardManager] { saved() }
  }

  private func saved() {
    let done = saving?.done
    saving = nil
    done?()
  }

  // MARK: Requests of other programs

  /// Handles SelectionClear: another program has taken the selection.
  func cleared(_ event: XSelectionClearEvent) {
    if event.selection == server.atoms[.clipboard], event.window == owner { forms = [] }
  }

  /// Handles SelectionRequest: a program pastes.
  func requested(_ event: XSelectionRequestEvent) {
    guard event.selection == server.atoms[.clipboard], !forms.isEmpty, event.owner == owner else {
      return answer(event, property: 0)
    }
    // Obsolete clients name no property; ICCCM 2.2 says to use the target atom then.
    let property = event.property == 0 ? event.target : event.property
    if event.target == server.atoms[.multiple] { return requestedMany(event, property) }
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
    case server.atoms[.targets]:
      let own = [server.atoms[.targets], server.atoms[.timestamp], server.atoms[.multiple]]
      server.set(property, of: window, type: XA_ATOM, longs: own + forms.map(\.target))
      done(true)
    case server.atoms[.timestamp]:
      server.set(property, of: window, type: XA_INTEGER, longs: [time])
      done(true)
    default:
      guard let form = forms.first(where: { $0.target == target })?.form else { return done(false) }
      form.make { [weak self] bytes in
        guard let self, let bytes, !server.isLost else { return done(false) }
        give(bytes, to: window, property, type: target)
        done(true)
      }
    }
  }

  /// Handles the MULTIPLE target: a list of (target, property) pairs. The property of a pair that
  /// cannot be converted becomes None.
  private func requestedMany(_ event: XSelectionRequestEvent, _ property: Atom) {
    var pairs = Array(server.cardinals(property, of: event.requestor).prefix(2 * Self.maxPairs))
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
        server.set(property, of: event.requestor, type: server.atoms[.atomPair], longs: pairs)
        answer(event, property: property)
      }
    }
  }

  /// Sends SelectionNotify to the requestor; property 0 (None) refuses the request.
  private func answer(_ event: XSelectionRequestEvent, property: Atom) {
    guard !server.isLost else { return }
    var reply = XEvent()
    reply.xselection.type = SelectionNotify
    reply.xselection.requestor = event.requestor
    reply.xselection.selection = event.selection
    reply.xselection.target = event.target
    reply.xselection.property = property
    reply.xselection.time = event.time
    XSendEvent(server.xDisplay, event.requestor, 0, 0, &reply)
    server.flush()
  }

  // MARK: Incremental transfers

  private func give(_ bytes: [UInt8], to window: CX11.Window, _ property: Atom, type: Atom) {
    transfers.removeAll { $0.window == window && $0.property == property }
    guard bytes.count > Self.piece else {
      return server.set(property, of: window, type: type, bytes: bytes[...])
    }
    XSelectInput(server.xDisplay, window, PropertyChangeMask)
    server.set(property, of: window, type: server.atoms[.incr], longs: [UInt(bytes.count)])
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
    server.set(transfer.property, of: transfer.window, type: transfer.type, bytes: piece)
    // A chunk of zero bytes ends the transfer (ICCCM 2.7.2).
    if piece.isEmpty {
      transfers.remove(at: place)
      if !transfers.contains(where: { $0.window == event.window }) {
        XSelectInput(server.xDisplay, event.window, 0)
      }
    } else {
      transfers[place].rest = transfer.rest.dropFirst(piece.count)
      transfers[place].end = timeout(transfer.window, transfer.property)
    }
    server.flush()
    return true
  }

  private func timeout(_ window: CX11.Window, _ property: Atom) -> Deadline {
    deadlines.schedule(at: .now + Self.patience) { [weak self] in
      self?.transfers.removeAll { $0.window == window && $0.property == property }
    }
  }
}
