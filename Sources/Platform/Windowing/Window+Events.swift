import CX11
import Geometry
import Input
import Pixels

/// Handling of core protocol events.
extension Window {
  /// The core event mask; pointer events are included only without XInput 2.
  static func eventMask(_ extensions: Extensions) -> Int {
    var mask =
      ExposureMask | StructureNotifyMask | PropertyChangeMask | VisibilityChangeMask
      | FocusChangeMask | KeyPressMask | KeyReleaseMask
    if extensions.inputOpcode == nil {
      mask |=
        PointerMotionMask | ButtonPressMask | ButtonReleaseMask | EnterWindowMask
        | LeaveWindowMask
    }
    return mask
  }

  /// Handles one core event of this window.
  func handle(_ event: inout XEvent) {
    guard isOpen else { return }
    switch event.type {
    case Expose:
      let e = event.xexpose
      received(
        exposed: Rect(
          x: Double(e.x), y: Double(e.y), width: Double(e.width), height: Double(e.height)),
        isLast: e.count == 0)
    case ConfigureNotify:
      let e = event.xconfigure
      received(size: PixelSize(width: Int(e.width), height: Int(e.height)))
      sync.sizeArrived()
      // For a reparented window, only synthetic ConfigureNotify events are in root coordinates
      // (ICCCM 4.1.5).
      if e.send_event != 0 || !isFramed, display.isSetUp {
        moved(
          to: Rect(
            x: Double(e.x), y: Double(e.y), width: Double(e.width), height: Double(e.height)))
      }
    case ReparentNotify: isFramed = event.xreparent.parent != display.root
    case DestroyNotify: destroyed()
    case MapNotify: setMapped(true)
    case UnmapNotify: setMapped(false)
    case VisibilityNotify:
      visibility.isCovered = event.xvisibility.state == VisibilityFullyObscured
      updateVisibility()
    case PropertyNotify:
      if event.xproperty.atom == display.atoms[.netWMState] { readState() }
    case FocusIn, FocusOut: focusChanged(event.xfocus)
    case ClientMessage: handleMessage(&event)
    case KeyPress, KeyRelease: handleKey(event.xkey)
    default: handlePointer(event)
    }
  }

  private func setMapped(_ isMapped: Bool) {
    visibility.isMapped = isMapped
    if !isMapped { received(.interrupted(.now)) }
    updateVisibility()
  }

  private func focusChanged(_ e: XFocusChangeEvent) {
    // A desktop shortcut grabs the keyboard for a moment; the focus itself does not change.
    guard e.mode != NotifyGrab, e.mode != NotifyUngrab, e.detail != NotifyPointer,
      e.detail != NotifyInferior
    else { return }
    let hasFocus = e.type == FocusIn
    if !hasFocus { received(.interrupted(.now)) }
    guard isOpen, hasFocus != isFocused else { return }
    isFocused = hasFocus
    delegate?.window(self, didChangeFocus: hasFocus)
  }

  private func handleMessage(_ event: inout XEvent) {
    let message = event.xclient
    guard message.message_type == display.atoms[.wmProtocols], message.format == 32 else { return }
    switch Atom(bitPattern: message.data.l.0) {
    case display.atoms[.wmDeleteWindow]:
      if delegate?.windowShouldClose(self) ?? true { close() }
    case display.atoms[.netWMPing]:
      event.xclient.window = display.root
      XSendEvent(
        display.xDisplay, display.root, 0, SubstructureRedirectMask | SubstructureNotifyMask,
        &event)
    case display.atoms[.netWMSyncRequest]:
      sync.announce(low: message.data.l.2, high: message.data.l.3)
    default: break
    }
  }

  private func handleKey(_ e: XKeyEvent) {
    recordUserAction(at: e.time)
    received(
      .key(
        code: e.keycode, isPress: e.type == KeyPress, keyboard.symbol(of: e), state: e.state,
        time: display.instant(of: e.time)))
  }

  /// Stores the time of the user's last action and reports it in `_NET_WM_USER_TIME`.
  func recordUserAction(at time: Time) {
    guard time != 0, time != display.lastUserTime else { return }
    display.lastUserTime = time
    setUserTime(time)
  }

  private func handlePointer(_ event: XEvent) {
    switch event.type {
    case MotionNotify:
      let e = event.xmotion
      received(.motion(origin(e.x, e.y, e.state, e.time), valuators: [:]))
    case ButtonPress, ButtonRelease:
      let e = event.xbutton
      if e.type == ButtonPress { recordUserAction(at: e.time) }
      received(
        .button(
          origin(e.x, e.y, e.state, e.time), number: Int(e.button),
          isPress: e.type == ButtonPress))
    case EnterNotify, LeaveNotify:
      let e = event.xcrossing
      guard e.detail != NotifyInferior else { return }
      received(
        .crossing(
          origin(e.x, e.y, e.state, e.time), isEnter: e.type == EnterNotify,
          isGrab: e.mode == NotifyGrab))
    default: break
    }
  }

  private func origin(
    _ x: Int32, _ y: Int32, _ state: UInt32, _ time: Time
  ) -> ServerInput.Origin {
    ServerInput.Origin(
      location: Point(x: Double(x), y: Double(y)), state: state, time: display.instant(of: time))
  }
}
