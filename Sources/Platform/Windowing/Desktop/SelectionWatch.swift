import CX11

/// The notifications about new owners of selections, from XFixes.
final class SelectionWatch {
  private let server: XServer
  /// The base of XFixes event codes; nil before the first watch or without the extension.
  private var eventBase: Int32?

  init(on server: XServer) { self.server = server }

  /// Starts watching the owners of `selections`.
  ///
  /// - Returns: False without the extension.
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

  /// The selection whose owner has changed; nil for other events.
  func selection(of event: inout XEvent) -> Atom? {
    guard let eventBase, event.type == eventBase + Int32(XFixesSelectionNotify) else { return nil }
    return withUnsafePointer(to: &event) { pointer in
      pointer.withMemoryRebound(to: XFixesSelectionNotifyEvent.self, capacity: 1) {
        $0.pointee.selection
      }
    }
  }
}

/// The compositor of the screen: the owner of the `_NET_WM_CM_Sn` selection.
final class CompositorWatch {
  private let server: XServer
  private var cached: Bool?

  init(on server: XServer) { self.server = server }

  /// Whether a compositor is running. The server is asked on first use and after a change.
  var isRunning: Bool {
    if let cached { return cached }
    let found = XGetSelectionOwner(server.xDisplay, server.atoms.compositor) != 0
    cached = found
    return found
  }

  /// Drops the cached state.
  ///
  /// - Returns: The new state when it differs from the one that was last asked for; else nil.
  func ownerDidChange() -> Bool? {
    let was = cached
    cached = nil
    guard let was, was != isRunning else { return nil }
    return !was
  }
}
