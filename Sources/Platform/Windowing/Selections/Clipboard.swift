import CX11
import Motion

/// The CLIPBOARD selection of X11: the data that this program has copied, and access to the data of
/// other programs.
@MainActor
final class Clipboard {
  private let server: XServer
  private let timers: TimerQueue
  private let reader: SelectionReader
  private let owner: SelectionOwner
  /// The completion handler of a ``save(then:)`` that has not finished, and its timeout; nil when
  /// none runs.
  private var pendingSave: (done: () -> Void, timeout: LoopTimer)?

  init(
    on server: XServer, timers: TimerQueue, reader: SelectionReader,
    isOwnOrWatchedWindow: @escaping (CX11.Window) -> Bool
  ) {
    self.server = server
    self.timers = timers
    self.reader = reader
    owner = SelectionOwner(
      of: server.atoms[.clipboard], on: server, timers: timers,
      isOwnOrWatchedWindow: isOwnOrWatchedWindow)
  }

  // MARK: Copying

  /// Puts data on the clipboard: takes ownership of the CLIPBOARD selection for `window`.
  ///
  /// - Parameters:
  ///   - formats: the formats in which the data is offered.
  ///   - time: the server time of the user's action, as ICCCM 2.1 demands.
  /// - Returns: false when another program has taken the selection with a later time.
  func takeOwnership(_ formats: [ClipboardFormat], for window: CX11.Window, at time: Time) -> Bool {
    owner.takeOwnership(formats, for: window, at: time)
  }

  /// Removes the data from the clipboard that this program has copied.
  func clear() { owner.releaseOwnership() }

  /// Forgets the data that was copied for a window, because the window is about to be destroyed.
  func forgetData(of window: CX11.Window) { owner.forgetData(of: window) }

  /// Whether the data on the clipboard was copied by this program.
  var isOwned: Bool { owner.isOwned }

  // MARK: Pasting

  /// Calls `deliver` with the data on the clipboard, whose types are known; with nil when the
  /// clipboard is empty, or when its owner does not reply in time.
  ///
  /// - Parameter time: the server time of the user's action.
  func requestOffer(at time: Time, then deliver: @escaping (OfferedData?) -> Void) {
    guard !owner.isOwned else { return deliver(OfferedData(owner.formats)) }
    reader.requestOffer(of: server.atoms[.clipboard], at: time, then: deliver)
  }

  // MARK: Saving before the program ends

  /// The timeout for the clipboard manager to copy the data before the program ends, in seconds.
  private static let saveTimeout = 1.0

  /// Asks the clipboard manager, if one runs, to copy the data of this program, and then calls
  /// `done`; at once when there is nothing to copy, and at the latest after a timeout.
  ///
  /// - Source: freedesktop.org, Clipboard Manager Specification 0.1.
  func save(then done: @escaping () -> Void) {
    let manager = server.atoms[.clipboardManager]
    guard owner.isOwned, !server.isLost, XGetSelectionOwner(server.xDisplay, manager) != 0 else {
      return done()
    }
    XConvertSelection(
      server.xDisplay, manager, server.atoms[.saveTargets], server.atoms[.saveTargets],
      owner.window, owner.ownershipTime)
    let end = timers.schedule(at: .now + Self.saveTimeout) { [weak self] in self?.finishSave() }
    let earlier = pendingSave?.done
    pendingSave = (
      {
        earlier?()
        done()
      }, end
    )
    server.flush()
  }

  private func finishSave() {
    let done = pendingSave?.done
    pendingSave = nil
    done?()
  }

  // MARK: Events

  /// Handles a SelectionNotify event: the clipboard manager has finished, with or without a copy.
  func receive(_ event: XSelectionEvent) {
    if event.selection == server.atoms[.clipboardManager] { finishSave() }
  }

  /// Handles a SelectionClear event: another program owns the clipboard now.
  func handleClear(_ event: XSelectionClearEvent) { owner.handleClear(event) }

  /// Handles a SelectionRequest event: another program asks for the data on the clipboard.
  ///
  /// - Returns: false when the event is about another selection.
  func handleRequest(_ event: XSelectionRequestEvent) -> Bool { owner.handleRequest(event) }

  /// Handles a change of a property of a window that has asked for the data.
  ///
  /// - Returns: false when the property belongs to no running transfer.
  func handlePropertyChange(_ event: XPropertyEvent) -> Bool { owner.handlePropertyChange(event) }
}
