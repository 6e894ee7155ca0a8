import CX11
import Motion

/// The CLIPBOARD selection: the data that this program has copied, and that of other programs.
@MainActor
final class Clipboard {
  private let server: XServer
  private let deadlines: Deadlines
  private let reader: SelectionReader
  private let own: SelectionOwner
  /// The completion handler of a running `save(then:)` and its timeout; nil when none runs.
  private var saving: (done: () -> Void, end: Deadline)?

  init(
    on server: XServer, deadlines: Deadlines, reader: SelectionReader,
    isReserved: @escaping (CX11.Window) -> Bool
  ) {
    self.server = server
    self.deadlines = deadlines
    self.reader = reader
    own = SelectionOwner(
      of: server.atoms[.clipboard], on: server, deadlines: deadlines,
      isReserved: isReserved)
  }

  // MARK: Copying

  /// Takes ownership of CLIPBOARD for `window`.
  ///
  /// - Parameter time: The server time of the user's action, as ICCCM 2.1 demands.
  /// - Returns: False when another program has taken the selection with a later time.
  func own(_ forms: [ClipboardFormat], for window: CX11.Window, at time: Time) -> Bool {
    own.own(forms, for: window, at: time)
  }

  /// Releases the data that this program has copied.
  func clear() { own.giveUp() }

  /// Forgets the data that was copied for a window that is about to be destroyed.
  func forgetData(of window: CX11.Window) { own.forgetData(of: window) }

  /// Whether this program has copied the data on the clipboard.
  var isOwned: Bool { own.isOwned }

  // MARK: Pasting

  /// Finds the types of the data on the clipboard; nil when it is empty, or when its owner does not
  /// answer in time.
  func offer(at time: Time, then deliver: @escaping (OfferedData?) -> Void) {
    guard !own.isOwned else { return deliver(OfferedData(own.formats)) }
    reader.offer(of: server.atoms[.clipboard], at: time, then: deliver)
  }

  // MARK: Saving before the program ends

  /// The time limit for the clipboard manager to take a copy before the program ends, in seconds.
  private static let saveTime = 1.0

  /// Asks the clipboard manager, if one runs, to take a copy of the owned data; then calls `done`.
  ///
  /// - Source: freedesktop.org, Clipboard Manager Specification 0.1.
  func save(then done: @escaping () -> Void) {
    let manager = server.atoms[.clipboardManager]
    guard own.isOwned, !server.isLost, XGetSelectionOwner(server.xDisplay, manager) != 0 else {
      return done()
    }
    XConvertSelection(
      server.xDisplay, manager, server.atoms[.saveTargets], server.atoms[.saveTargets],
      own.window, own.time)
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

  private func saved() {
    let done = saving?.done
    saving = nil
    done?()
  }

  // MARK: Events

  /// Handles SelectionNotify: the clipboard manager has finished, with or without a copy.
  func answered(_ event: XSelectionEvent) {
    if event.selection == server.atoms[.clipboardManager] { saved() }
  }

  /// Handles SelectionClear.
  func cleared(_ event: XSelectionClearEvent) { own.cleared(event) }

  /// Handles SelectionRequest.
  ///
  /// - Returns: False when the event is about another selection.
  func requested(_ event: XSelectionRequestEvent) -> Bool { own.requested(event) }

  /// Handles a change of a requestor's property.
  ///
  /// - Returns: False when the property belongs to no running transfer.
  func propertyChanged(_ event: XPropertyEvent) -> Bool { own.propertyChanged(event) }
}
