import CLinux
import CX11

/// The launcher's busy cursor: who started us, and telling it that we are there.
///
/// - Source: startup-notification 0.1.
nonisolated struct StartupNotification {
  /// The launcher's name for this start.
  let id: String

  /// Takes the name out of the environment, so that no program we start inherits it.
  init?() {
    guard let value = getenv("DESKTOP_STARTUP_ID") else { return nil }
    let id = String(cString: value)
    unsetenv("DESKTOP_STARTUP_ID")
    guard !id.isEmpty else { return nil }
    self.id = id
  }

  /// Makes one from the launcher's name.
  init(id: String) { self.id = id }

  /// The server time of the click that started us, or nil when the name does not end in one.
  var userTime: UInt32? {
    guard let range = Self.lastRange(of: "_TIME", in: id) else { return nil }
    return UInt32(id[range.upperBound...])
  }

  /// The message that ends the launcher's wait, as the protocol spells it: quoted, NUL at the end.
  var removeMessage: [UInt8] {
    var text = "remove: ID=\""
    for c in id {
      if c == "\"" || c == "\\" { text.append("\\") }
      text.append(c)
    }
    return Array((text + "\"").utf8) + [0]
  }

  /// Tells every client of the screen that we are there.
  @MainActor func broadcastRemove(on display: DisplayConnection, from window: CX11.Window) {
    let message = removeMessage
    for start in stride(from: 0, to: message.count, by: 20) {
      var event = XEvent()
      event.xclient.type = ClientMessage
      event.xclient.window = window
      event.xclient.message_type =
        display.atoms[start == 0 ? .netStartupInfoBegin : .netStartupInfo]
      event.xclient.format = 8
      withUnsafeMutableBytes(of: &event.xclient.data.b) { target in
        target.copyBytes(from: message[start..<min(start + 20, message.count)])
      }
      XSendEvent(display.xDisplay, display.root, 0, PropertyChangeMask, &event)
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
