import CX11
import Motion

/// The requests for data of selections that other programs own.
///
/// Every request has an invisible window of its own, so that a late answer disturbs no other
/// request.
@MainActor
final class SelectionReader {
  /// The time without an answer or a chunk after which a request fails, in seconds.
  private static let requestTimeout = 5.0
  /// The maximum duration of a request, in seconds: a slow owner must not keep it forever.
  private static let maxDuration = 60.0
  /// The maximum number of types of an offer that are considered.
  static let maxTypes = 128
  /// The maximum size of a list of types in bytes.
  private static let maxTypeBytes = 1 << 16

  private let server: XServer
  private let deadlines: Deadlines
  private var requests: [CX11.Window: Request] = [:]

  /// A running request.
  private struct Request {
    let property: Atom
    var data: IncomingSelection
    let done: (IncomingSelection.Content?) -> Void
    /// The time without an answer after which the request fails, in seconds.
    let maxWait: Double
    /// The time at which the request fails in any case.
    let latestEnd: Timestamp
    var timeout: Deadline?
  }

  init(on server: XServer, deadlines: Deadlines) {
    self.server = server
    self.deadlines = deadlines
  }

  /// Asks the owner of a selection for its types; `deliver` receives nil when there is no owner or
  /// it does not answer.
  func offer(
    of selection: Atom, at time: Time, then deliver: @escaping (OfferedData?) -> Void
  ) {
    request(selection, server.atoms[.targets], at: time, atMost: Self.maxTypeBytes) {
      [weak self] content in
      guard let self, case .longs(let atoms) = content else { return deliver(nil) }
      deliver(offer(of: selection, types: atoms, at: time))
    }
  }

  /// The offer of a selection whose types are known.
  func offer(of selection: Atom, types: [Atom], at time: Time) -> OfferedData {
    let types = Array(types.prefix(Self.maxTypes))
    let names = server.names(of: types)
    return OfferedData(names.compactMap(\.self)) { [weak self] type, limit, deliver in
      guard let self, let index = names.firstIndex(of: type) else { return deliver(nil) }
      request(selection, types[index], at: time, atMost: limit) { content in
        if case .bytes(let bytes) = content { deliver(bytes) } else { deliver(nil) }
      }
    }
  }

  /// Asks the owner of a selection for a short text of a type.
  ///
  /// - Parameters:
  ///   - maxWait: The time without an answer after which the request fails, in seconds.
  ///   - deliver: Called once: true when the owner has answered with data.
  func probe(
    _ selection: Atom, _ type: Atom, within maxWait: Double, then deliver: @escaping (Bool) -> Void
  ) {
    let now: Time = 0
    request(selection, type, at: now, atMost: Self.maxTypeBytes, within: maxWait) { content in
      if case .bytes = content { deliver(true) } else { deliver(false) }
    }
  }

  // MARK: Requests

  private func request(
    _ selection: Atom, _ target: Atom, at time: Time, atMost limit: Int,
    within maxWait: Double = SelectionReader.requestTimeout,
    then done: @escaping (IncomingSelection.Content?) -> Void
  ) {
    guard !server.isLost else { return done(nil) }
    let window = makeWindow()
    let now = Timestamp.now
    // The target's own atom is as good a name as any: the window has no other properties.
    requests[window] = Request(
      property: target, data: IncomingSelection(limit: limit), done: done,
      maxWait: maxWait, latestEnd: now + Self.maxDuration)
    extend(window)
    XConvertSelection(server.xDisplay, selection, target, target, window, time)
    server.flush()
  }

  private func makeWindow() -> CX11.Window {
    var attributes = XSetWindowAttributes()
    attributes.event_mask = PropertyChangeMask
    return XCreateWindow(
      server.xDisplay, server.root, -1, -1, 1, 1, 0, 0, UInt32(InputOnly), nil,
      UInt(CWEventMask), &attributes)
  }

  /// Restarts the timeout of a request.
  private func extend(_ window: CX11.Window) {
    guard let request = requests[window] else { return }
    let end = min(request.latestEnd, .now + request.maxWait)
    requests[window]?.timeout = deadlines.schedule(at: end) {
      [weak self] in
      self?.step(window) { $0.expired() }
    }
  }

  private func step(
    _ window: CX11.Window, _ change: (inout IncomingSelection) -> IncomingSelection.Step
  ) {
    guard var request = requests[window] else { return }
    // The bytes so far have a single owner, so that chunks are appended in place.
    requests[window] = nil
    let step = change(&request.data)
    requests[window] = request
    switch step {
    case .wait: break
    case .read:
      let content = server.take(request.property, of: window, atMost: request.data.room)
      extend(window)
      self.step(window) { $0.received(content) }
    case .done(let content):
      requests[window] = nil
      if !server.isLost { XDestroyWindow(server.xDisplay, window) }
      request.done(content)
    }
  }

  // MARK: Events

  /// Handles SelectionNotify: an owner has answered.
  ///
  /// - Returns: False when the event belongs to no request.
  func answered(_ event: XSelectionEvent) -> Bool {
    guard requests[event.requestor] != nil else { return false }
    step(event.requestor) { $0.answered(hasProperty: event.property != 0) }
    return true
  }

  /// Handles a change of a property: the next chunk may have come.
  ///
  /// - Returns: False when the event belongs to no request.
  func propertyChanged(_ event: XPropertyEvent) -> Bool {
    guard let request = requests[event.window] else { return false }
    if event.state == PropertyNewValue, event.atom == request.property {
      step(event.window) { $0.propertyAppeared() }
    }
    return true
  }
}
