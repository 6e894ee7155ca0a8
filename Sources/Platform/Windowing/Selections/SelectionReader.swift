import CX11
import Motion

/// The requests of this program for the data of selections that other programs own.
///
/// Every request has an invisible window of its own, so that a late reply disturbs no other
/// request.
@MainActor
final class SelectionReader {
  /// The time without a reply or a chunk after which a request fails, in seconds.
  private static let requestTimeout = 5.0
  /// The maximum duration of a request, in seconds, after which it fails even if its owner still
  /// sends chunks.
  private static let maxDuration = 60.0
  /// The maximum number of types that are considered in which a program offers its data.
  static let maxTypes = 128
  /// The maximum size of the list of offered types in bytes.
  private static let maxTypeBytes = 1 << 16

  private let server: XServer
  private let timers: TimerQueue
  private var requests: [CX11.Window: Request] = [:]

  /// The state of a running request.
  private struct Request {
    let property: Atom
    var selection: IncomingSelection
    let completion: (IncomingSelection.Content?) -> Void
    /// The time without a reply or a chunk after which the request fails, in seconds.
    let maxWait: Double
    /// The time at which the request fails even if chunks still arrive.
    let latestEnd: Timestamp
    var timeout: LoopTimer?
  }

  init(on server: XServer, timers: TimerQueue) {
    self.server = server
    self.timers = timers
  }

  /// Asks the owner of a selection for the types of its data. `deliver` is called with nil when the
  /// selection has no owner, or when the owner does not reply in time.
  ///
  /// - Parameter time: the server time of the user's action.
  func requestOffer(
    of selection: Atom, at time: Time, then deliver: @escaping (OfferedData?) -> Void
  ) {
    request(selection, server.atoms[.targets], at: time, atMost: Self.maxTypeBytes) {
      [weak self] content in
      guard let self, case .longs(let atoms) = content else { return deliver(nil) }
      deliver(offer(of: selection, types: atoms, at: time))
    }
  }

  /// The offer of a selection's data whose types are already known; its data is requested with the
  /// server time `time`.
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
  ///   - maxWait: the time without a reply after which the request fails, in seconds.
  ///   - deliver: called once, with true when the owner has replied with data.
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
    // The atom of the target serves as the name of the property, because the window has no other
    // properties.
    requests[window] = Request(
      property: target, selection: IncomingSelection(maxBytes: limit), completion: done,
      maxWait: maxWait, latestEnd: now + Self.maxDuration)
    restartTimeout(window)
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

  /// Restarts the timeout of the request that has this window.
  private func restartTimeout(_ window: CX11.Window) {
    guard let request = requests[window] else { return }
    let end = min(request.latestEnd, .now + request.maxWait)
    requests[window]?.timeout = timers.schedule(at: end) {
      [weak self] in
      self?.advance(window) { $0.expire() }
    }
  }

  private func advance(
    _ window: CX11.Window, _ change: (inout IncomingSelection) -> IncomingSelection.Step
  ) {
    guard var request = requests[window] else { return }
    // The request is released first, so that its bytes have one reference only and chunks are
    // appended without copying them.
    requests[window] = nil
    let step = change(&request.selection)
    requests[window] = request
    switch step {
    case .wait: break
    case .read:
      let content = server.readAndDelete(
        request.property, of: window, atMost: request.selection.remainingCapacity)
      restartTimeout(window)
      self.advance(window) { $0.receive(content) }
    case .done(let content):
      requests[window] = nil
      if !server.isLost { XDestroyWindow(server.xDisplay, window) }
      request.completion(content)
    }
  }

  // MARK: Events

  /// Handles a SelectionNotify event: the owner of a selection has replied.
  ///
  /// - Returns: false when the event belongs to no request.
  func receive(_ event: XSelectionEvent) -> Bool {
    guard requests[event.requestor] != nil else { return false }
    advance(event.requestor) { $0.receiveReply(hasProperty: event.property != 0) }
    return true
  }

  /// Handles a changed property, which may contain the next chunk.
  ///
  /// - Returns: false when the event belongs to no request.
  func handlePropertyChange(_ event: XPropertyEvent) -> Bool {
    guard let request = requests[event.window] else { return false }
    if event.state == PropertyNewValue, event.atom == request.property {
      advance(event.window) { $0.propertyAppeared() }
    }
    return true
  }
}
