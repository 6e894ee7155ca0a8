import CX11

/// The facts about the window that other programs of the desktop are told: its identifier, and the
/// time of the user's last action.
extension Window {
  /// The identifier of the window as the parent of dialogs of the desktop portal, such as
  /// `x11:1a2b`.
  package var portalParent: String { "x11:" + String(id, radix: 16) }

  /// The server time of the user's last action in the program, in milliseconds; 0 before the first
  /// action.
  package var lastUserActionTime: UInt32 {
    UInt32(truncatingIfNeeded: display.time.lastUserActionTime)
  }
}
