import CX11

/// The watch for new owners of selections, such as the compositor's, through the XFixes extension.
final class SelectionOwnerWatch {
  private let server: XServer
  /// The code of XFixes' first event; nil before the first watch, and when the server lacks XFixes.
  private var eventBase: Int32?

  init(on server: XServer) { self.server = server }

  /// Asks the server to report new owners of `selections`.
  ///
  /// - Returns: false when the server lacks XFixes.
  func watch(_ selections: [Atom]) -> Bool {
    var event: Int32 = 0
    var error: Int32 = 0
    var major: Int32 = 2
    var minor: Int32 = 0
    guard XFixesQueryExtension(server.xDisplay, &event, &error) != 0,
      XFixesQueryVersion(server.xDisplay, &major, &minor) != 0
    else { return false }
    eventBase = event
    let mask =
      XFixesSetSelectionOwnerNotifyMask | XFixesSelectionWindowDestroyNotifyMask
      | XFixesSelectionClientCloseNotifyMask
    for selection in selections {
      XFixesSelectSelectionInput(server.xDisplay, server.root, selection, UInt(mask))
    }
    return true
  }

  /// The selection whose new owner an event reports; nil for other events.
  func selection(of event: inout XEvent) -> Atom? {
    guard let eventBase, event.type == eventBase + Int32(XFixesSelectionNotify) else { return nil }
    return withUnsafePointer(to: &event) { pointer in
      pointer.withMemoryRebound(to: XFixesSelectionNotifyEvent.self, capacity: 1) {
        $0.pointee.selection
      }
    }
  }
}

/// The watch for the compositor of the screen, which is the owner of the `_NET_WM_CM_Sn` selection.
final class CompositorWatch {
  private let server: XServer
  private var cachedIsRunning: Bool?

  init(on server: XServer) { self.server = server }

  /// Whether a compositor is running. The server is queried on first use and after a change of the
  /// owner.
  var isRunning: Bool {
    if let cachedIsRunning { return cachedIsRunning }
    let found = XGetSelectionOwner(server.xDisplay, server.atoms.compositor) != 0
    cachedIsRunning = found
    return found
  }

  /// Notes that the selection has a new owner or none.
  ///
  /// - Returns: the new value of ``isRunning`` when it differs from the one that was last returned;
  ///   else nil.
  func ownerDidChange() -> Bool? {
    let was = cachedIsRunning
    cachedIsRunning = nil
    guard let was, was != isRunning else { return nil }
    return !was
  }
}
