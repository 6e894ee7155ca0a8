import CLinux
import CX11

/// The startup notification ID that a launcher has given the program. The launcher shows a busy
/// cursor until the program has announced its window with this ID.
///
/// - Source: Startup Notification Protocol 0.1.
nonisolated struct StartupNotification {
  /// The ID, the value of the environment variable `DESKTOP_STARTUP_ID`.
  let id: String

  /// Takes the ID from the environment and removes it there, so that child processes do not inherit
  /// it. The Wayland activation token is removed as well; X11 does not use it. Nil when the
  /// launcher has given no ID.
  ///
  /// - Parameter take: removes an environment variable and returns its former value.
  init?(taking take: (String) -> String? = removeVariable) {
    _ = take("XDG_ACTIVATION_TOKEN")
    guard let id = take("DESKTOP_STARTUP_ID"), !id.isEmpty else { return nil }
    self.id = id
  }

  private static func removeVariable(_ name: String) -> String? {
    defer { unsetenv(name) }
    return getenv(name).map { String(cString: $0) }
  }

  init(id: String) { self.id = id }

  /// The server time in milliseconds of the click that started the program; nil when the ID
  /// contains none. Launchers without a time write 0, which in `_NET_WM_USER_TIME` would mean that
  /// the window wants no focus.
  ///
  /// - Source: Extended Window Manager Hints 1.5, `_NET_WM_USER_TIME`.
  var userTime: UInt32? {
    guard let range = Self.lastRange(of: "_TIME", in: id) else { return nil }
    return UInt32(id[range.upperBound...]).flatMap { $0 == 0 ? nil : $0 }
  }

  /// The `remove:` message that ends the launcher's busy cursor, with the quoted ID and a NUL at
  /// its end.
  var removalMessage: [UInt8] {
    var text = "remove: ID=\""
    for c in id {
      if c == "\"" || c == "\\" { text.append("\\") }
      text.append(c)
    }
    return Array((text + "\"").utf8) + [0]
  }

  /// Sends the `remove:` message to all listeners of the root window, in pieces of 20 bytes.
  @MainActor func broadcastRemoval(on server: XServer, from window: CX11.Window) {
    let message = removalMessage
    for start in stride(from: 0, to: message.count, by: 20) {
      var event = XEvent()
      event.xclient.type = ClientMessage
      event.xclient.window = window
      event.xclient.message_type =
        server.atoms[start == 0 ? .netStartupInfoBegin : .netStartupInfo]
      event.xclient.format = 8
      withUnsafeMutableBytes(of: &event.xclient.data.b) { target in
        target.copyBytes(from: message[start..<min(start + 20, message.count)])
      }
      XSendEvent(server.xDisplay, server.root, 0, PropertyChangeMask, &event)
    }
  }

  private static func lastRange(of needle: String, in text: String) -> Range<String.Index>? {
    var index = text.endIndex
    while index > text.startIndex {
      index = text.index(before: index)
      if text[index...].hasPrefix(needle) {
        return index..<text.index(index, offsetBy: needle.count)
      }
    }
    return nil
  }
}
