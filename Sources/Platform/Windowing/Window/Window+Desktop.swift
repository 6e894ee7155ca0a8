import CX11

/// The window as other programs of the desktop know it.
extension Window {
  /// The window as the parent of dialogs of the desktop portal.
  package var portalParent: String { "x11:" + String(id, radix: 16) }

  /// The server time of the user's last action, in milliseconds; 0 before the first.
  package var lastUserActionTime: UInt32 {
    UInt32(truncatingIfNeeded: display.time.lastUserAction)
  }
}
