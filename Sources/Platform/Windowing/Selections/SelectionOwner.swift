import CX11
import Motion

/// The ownership of one selection of X11, such as CLIPBOARD, by which other programs get data of
/// this program.
///
/// Data larger than one request is transferred incrementally (INCR): each chunk is sent when the
/// requesting program has deleted the previous one.
///
/// - Source: ICCCM 2.0, section 2.
@MainActor
final class SelectionOwner {
  /// The size of an INCR chunk in bytes, which is also the maximum size of data that is sent at
  /// once. X.Org's server accepts requests of nearly 256 KiB without the BIG-REQUESTS extension.
  private static let chunkSize = 1 << 17
  /// The maximum number of INCR transfers at the same time; further requests are refused.
  private static let maxTransfers = 1024
  /// The timeout for the requesting program to take a chunk of an INCR transfer, in seconds.
  private static let transferTimeout = 20.0

  /// Called whenever a program requests data, and for every chunk that a program has taken.
  var onActivity: () -> Void = {}
  /// The X window that owns the selection; 0 before this program has owned it.
  private(set) var window: CX11.Window = 0
  /// The server time in milliseconds at which this program took ownership of the selection.
  private(set) var ownershipTime: Time = 0

  private let selection: Atom
  private let server: XServer
  private let timers: TimerQueue
  /// Whether an X window belongs to this program, or is one whose events this program has selected.
  /// Requests in the name of such a window are refused, because this program never requests its own
  /// data from the server.
  private let isOwnOrWatchedWindow: (CX11.Window) -> Bool
  private var offeredFormats: [OfferedFormat] = []
  private var transfers: [Transfer] = []

  /// A running INCR transfer to one property of a requesting window.
  private struct Transfer {
    let window: CX11.Window
    let property: Atom
    let offered: OfferedFormat
    let bytes: [UInt8]
    /// The number of bytes of the data that were sent so far.
    var sentBytes = 0
    /// The timeout that drops the transfer when the requesting program stops reading.
    var timeout: LoopTimer?
  }

  init(
    of selection: Atom, on server: XServer, timers: TimerQueue,
    isOwnOrWatchedWindow: @escaping (CX11.Window) -> Bool
  ) {
    self.selection = selection
    self.server = server
    self.timers = timers
    self.isOwnOrWatchedWindow = isOwnOrWatchedWindow
  }

  /// Whether this program owns the selection and has data for it.
  var isOwned: Bool { !offeredFormats.isEmpty }

  /// The formats of the data, the preferred one first; empty when the selection is not owned.
  var formats: [ClipboardFormat] { offeredFormats.map(\.format) }

  /// The atoms of the formats' names, in the same order.
  var targets: [Atom] { offeredFormats.map(\.target) }

  /// Takes ownership of the selection for `window`, with data in several formats.
  ///
  /// - Parameter time: the server time of the user's action, as ICCCM 2.1 demands.
  /// - Returns: false when another program has taken the selection with a later time.
  func takeOwnership(_ formats: [ClipboardFormat], for window: CX11.Window, at time: Time) -> Bool {
    XSetSelectionOwner(server.xDisplay, selection, window, time)
    guard XGetSelectionOwner(server.xDisplay, selection) == window else { return false }
    self.window = window
    ownershipTime = time
    offeredFormats = formats.map {
      OfferedFormat($0, target: XInternAtom(server.xDisplay, $0.type, 0))
    }
    return true
  }

  /// Gives up the ownership of the selection; without effect when it is not owned.
  func releaseOwnership() {
    guard isOwned, !server.isLost else { return }
    offeredFormats = []
    XSetSelectionOwner(server.xDisplay, selection, 0, ownershipTime)
    server.flush()
  }

  /// Forgets the data of a window that is about to be destroyed. The server then clears the
  /// selection without a SelectionClear event, so a later owner would not be noticed.
  func forgetData(of window: CX11.Window) { if window == self.window { offeredFormats = [] } }

  // MARK: Requests of other programs

  /// Handles a SelectionClear event: another program owns the selection now.
  func handleClear(_ event: XSelectionClearEvent) {
    if event.selection == selection, event.window == window { offeredFormats = [] }
  }

  /// Handles a SelectionRequest event: a program asks for the data.
  ///
  /// - Returns: false when the event is about another selection.
  func handleRequest(_ event: XSelectionRequestEvent) -> Bool {
    guard event.selection == selection else { return false }
    guard isOwned, event.owner == window, !isOwnOrWatchedWindow(event.requestor) else {
      answer(event, property: 0)
      return true
    }
    onActivity()
    // Obsolete programs name no property; for these, ICCCM 2.2 prescribes the target atom.
    let property = event.property == 0 ? event.target : event.property
    if event.target == server.atoms[.multiple] {
      convertMultiple(event, property)
    } else {
      convert(event.target, for: event.requestor, into: property) { [weak self] isDone in
        self?.answer(event, property: isDone ? property : 0)
      }
    }
    return true
  }

  /// Writes the data for one target into a property of the requesting window. `done` is called with
  /// false when the data cannot be provided.
  private func convert(
    _ target: Atom, for requestor: CX11.Window, into property: Atom,
    then done: @escaping (Bool) -> Void
  ) {
    switch target {
    case server.atoms[.targets]:
      let own = [server.atoms[.targets], server.atoms[.timestamp], server.atoms[.multiple]]
      server.set(property, of: requestor, type: XA_ATOM, longs: own + offeredFormats.map(\.target))
      done(true)
    case server.atoms[.timestamp]:
      server.set(property, of: requestor, type: XA_INTEGER, longs: [ownershipTime])
      done(true)
    default:
      guard let offered = offeredFormats.first(where: { $0.target == target }) else {
        return done(false)
      }
      // Data of a running transfer is not made again.
      if let running = transfers.first(where: { $0.offered === offered }) {
        return done(write(running.bytes, of: offered, to: requestor, property))
      }
      offered.make { [weak self] bytes in
        guard let self, let bytes, !server.isLost else { return done(false) }
        done(write(bytes, of: offered, to: requestor, property))
      }
    }
  }

  /// Handles a request for the target MULTIPLE, a list of pairs of target and property. The
  /// property of a pair that cannot be converted becomes None.
  private func convertMultiple(_ event: XSelectionRequestEvent, _ property: Atom) {
    guard let pairs = server.allCardinals(property, of: event.requestor), !pairs.isEmpty,
      pairs.count.isMultiple(of: 2)
    else { return answer(event, property: 0) }
    MultipleConversion(pairs).convert { [weak self] target, pairProperty, done in
      guard let self else { return done(false) }
      convert(target, for: event.requestor, into: pairProperty, then: done)
    } then: { [weak self] pairs in
      guard let self, !server.isLost else { return }
      server.set(property, of: event.requestor, type: server.atoms[.atomPair], longs: pairs)
      answer(event, property: property)
    }
  }

  /// Sends SelectionNotify to the requesting window; property 0 (None) refuses the request.
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

  /// Writes bytes into a property of the requesting window, or begins their INCR transfer; false
  /// when too many transfers run.
  private func write(
    _ bytes: [UInt8], of offered: OfferedFormat, to requestor: CX11.Window, _ property: Atom
  ) -> Bool {
    transfers.removeAll { $0.window == requestor && $0.property == property }
    guard bytes.count > Self.chunkSize else {
      server.set(property, of: requestor, type: offered.target, bytes: bytes[...])
      return true
    }
    guard transfers.count < Self.maxTransfers else { return false }
    XSelectInput(server.xDisplay, requestor, PropertyChangeMask)
    server.set(property, of: requestor, type: server.atoms[.incr], longs: [UInt(bytes.count)])
    var transfer = Transfer(window: requestor, property: property, offered: offered, bytes: bytes)
    transfer.timeout = makeTimeout(requestor, property)
    transfers.append(transfer)
    return true
  }

  /// Handles a changed property. When the requesting program has deleted the property of an INCR
  /// transfer, the next chunk is written.
  ///
  /// - Returns: false when the property belongs to no running transfer.
  func handlePropertyChange(_ event: XPropertyEvent) -> Bool {
    let index = transfers.firstIndex { $0.window == event.window && $0.property == event.atom }
    guard let index else { return false }
    guard event.state == PropertyDelete else { return true }
    onActivity()
    let transfer = transfers[index]
    let chunk = transfer.bytes[transfer.sentBytes...].prefix(Self.chunkSize)
    server.set(transfer.property, of: transfer.window, type: transfer.offered.target, bytes: chunk)
    // A chunk of zero bytes ends the transfer (ICCCM 2.7.2).
    if chunk.isEmpty {
      transfers.remove(at: index)
      if !transfers.contains(where: { $0.window == event.window }) {
        XSelectInput(server.xDisplay, event.window, 0)
      }
    } else {
      transfers[index].sentBytes += chunk.count
      transfers[index].timeout = makeTimeout(transfer.window, transfer.property)
    }
    server.flush()
    return true
  }

  private func makeTimeout(_ window: CX11.Window, _ property: Atom) -> LoopTimer {
    timers.schedule(at: .now + Self.transferTimeout) { [weak self] in
      self?.transfers.removeAll { $0.window == window && $0.property == property }
    }
  }
}

/// One format of the offered data, with its target atom. Requests that arrive while the data is
/// being made wait for the same data.
@MainActor
private final class OfferedFormat {
  let format: ClipboardFormat
  let target: Atom
  private var waiting: [([UInt8]?) -> Void] = []

  init(_ format: ClipboardFormat, target: Atom) {
    self.format = format
    self.target = target
  }

  func make(_ deliver: @escaping ([UInt8]?) -> Void) {
    waiting.append(deliver)
    guard waiting.count == 1 else { return }
    format.make { bytes in
      let waiting = self.waiting
      self.waiting = []
      for deliver in waiting { deliver(bytes) }
    }
  }
}

/// The pairs of a MULTIPLE request, which are converted one after the other, so that the data of a
/// long list is not made all at once.
@MainActor
final class MultipleConversion {
  typealias Convert = (
    _ target: Atom, _ property: Atom, _ done: @escaping (Bool) -> Void
  ) -> Void

  private var pairs: [UInt]
  private var pairIndex = 0

  /// Makes the pairs of a MULTIPLE request.
  ///
  /// - Parameter pairs: the targets and properties alternately.
  init(_ pairs: [UInt]) { self.pairs = pairs }

  /// Converts all pairs by calls of `convert`, and then calls `then` once with the pairs, of which
  /// those that failed have None as their property.
  func convert(_ convert: @escaping Convert, then: @escaping ([UInt]) -> Void) {
    while pairIndex < pairs.count {
      // A loop instead of recursion for data that is delivered at once, of which there may be
      // thousands.
      var (hasReturned, isConverted) = (false, false)
      convert(pairs[pairIndex], pairs[pairIndex + 1]) { isDone in
        if !isDone { self.pairs[self.pairIndex + 1] = 0 }
        self.pairIndex += 2
        isConverted = true
        if hasReturned { self.convert(convert, then: then) }
      }
      hasReturned = true
      guard isConverted else { return }
    }
    then(pairs)
  }
}
