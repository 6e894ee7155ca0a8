import CX11

/// Bringing the window to the front when another program asks for it.
extension Window {
  /// Brings the window to the front and gives it the focus, as far as the window manager allows
  /// that, and ends the launcher's busy cursor.
  ///
  /// - Parameter startupID: the startup notification ID of the user's action in the other program,
  ///   which contains the time of the action; nil without one.
  /// - Source: EWMH 1.5, `_NET_ACTIVE_WINDOW`.
  package func activate(startupID: String?) {
    guard isOpen, !display.isLost else { return }
    let startup = startupID.map { StartupNotification(id: $0) }
    if let time = startup?.userTime { recordUserAction(at: Time(time)) }
    let server = display.server
    if display.hasWindowManager {
      let application = 1
      var event = XEvent()
      event.xclient.type = ClientMessage
      event.xclient.window = id
      event.xclient.message_type = server.atoms[.netActiveWindow]
      event.xclient.format = 32
      event.xclient.data.l.0 = application
      event.xclient.data.l.1 = Int(
        startup?.userTime.map(Time.init) ?? display.time.lastUserActionTime)
      event.xclient.data.l.2 = Int(id)
      XSendEvent(
        server.xDisplay, server.root, 0, SubstructureRedirectMask | SubstructureNotifyMask, &event)
    } else {
      XRaiseWindow(server.xDisplay, id)
    }
    startup?.broadcastRemoval(on: server, from: id)
    server.flush()
  }
}
