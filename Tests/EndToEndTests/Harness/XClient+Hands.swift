import CX11
import CXTest
import Geometry

/// Pointer and keyboard input by the XTEST extension: whole pixels, buttons and keys.
extension XClient {
  /// Mouse buttons by their X numbers.
  enum Button: UInt32 {
    case left = 1
    case middle, right, wheelUp, wheelDown, wheelLeft, wheelRight, back, forward
  }

  // MARK: Pointer

  /// Moves the pointer to a point of the screen.
  func move(to point: Point) {
    pointer = point
    XTestFakeMotionEvent(display, -1, Int32(point.x.rounded()), Int32(point.y.rounded()), 0)
    synchronise()
  }

  /// Moves the pointer in a straight line at a mouse's report rate.
  func glide(to end: Point, over milliseconds: Double) {
    let start = pointer
    let steps = max(1, Int(milliseconds / Pace.reportInterval))
    var pace = Pace()
    for step in 1...steps {
      pace.turn()
      move(to: start + (end - start) * (Double(step) / Double(steps)))
    }
  }

  /// Presses a button and keeps it down.
  func press(_ button: Button = .left) { fake(button, isDown: true) }

  func release(_ button: Button = .left) { fake(button, isDown: false) }

  /// Presses, moves and releases the left button. `rest` is the time in milliseconds without motion
  /// before the release; it reduces the release velocity to zero.
  func drag(
    from start: Point, to end: Point, over milliseconds: Double = 300, rest: Double = 0
  ) {
    move(to: start)
    press()
    glide(to: end, over: milliseconds)
    if rest > 0 { Pace.hold(milliseconds: rest) }
    release()
  }

  /// Clicks once, or several times at the rate of a double click.
  func click(_ button: Button = .left, at point: Point, count: Int = 1) {
    move(to: point)
    for turn in 0..<count {
      if turn > 0 { Pace.hold(milliseconds: 60) }
      press(button)
      Pace.hold(milliseconds: Pace.reportInterval * 3)
      release(button)
    }
  }

  /// Turns the wheel by whole notches, 40 ms apart.
  func wheel(_ button: Button, notches: Int = 1) {
    var pace = Pace()
    for turn in 0..<notches {
      if turn > 0 { pace.turn(40) }
      press(button)
      release(button)
    }
  }

  private func fake(_ button: Button, isDown: Bool) {
    XTestFakeButtonEvent(display, button.rawValue, isDown ? 1 : 0, 0)
    synchronise()
  }

  // MARK: Keys

  /// Presses and releases a key, given by its keysym name, while other keys are held.
  func key(_ name: String, holding modifiers: [String] = []) throws {
    let codes = try modifiers.map(code(for:))
    let (main, needsShift) = try position(of: name)
    let held = codes + (needsShift ? [try code(for: "Shift_L")] : [])
    for code in held + [main] { XTestFakeKeyEvent(display, UInt32(code), 1, 0) }
    for code in [main] + held.reversed() { XTestFakeKeyEvent(display, UInt32(code), 0, 0) }
    synchronise()
  }

  /// Performs an action while a key is held down.
  func holding(_ name: String, _ action: () throws -> Void) throws {
    let code = UInt32(try code(for: name))
    XTestFakeKeyEvent(display, code, 1, 0)
    synchronise()
    defer {
      XTestFakeKeyEvent(display, code, 0, 0)
      synchronise()
    }
    try action()
  }

  private func code(for name: String) throws -> KeyCode { try position(of: name).0 }

  private func position(of name: String) throws -> (KeyCode, needsShift: Bool) {
    let symbol = XStringToKeysym(name)
    let code = XKeysymToKeycode(display, symbol)
    guard symbol != 0, code != 0 else { throw HarnessError("no key makes “\(name)”") }
    return (code, XkbKeycodeToKeysym(display, code, 0, 0) != symbol)
  }

  // MARK: Window management

  /// Requests a new size of a window.
  func resize(_ window: Window, width: Int, height: Int) {
    XResizeWindow(display, window, UInt32(width), UInt32(height))
    synchronise()
  }

  /// Sends `WM_DELETE_WINDOW`, as the close button of a title bar does.
  func close(_ window: Window) {
    message(to: window, type: "WM_PROTOCOLS", data: [Int(bitPattern: atom("WM_DELETE_WINDOW")), 0])
  }

  /// Requests a change of `_NET_WM_STATE` from the window manager.
  func setState(_ name: String, of window: Window, isOn: Bool) {
    let data = [isOn ? 1 : 0, Int(bitPattern: atom(name)), 0, 2]
    message(
      to: root, about: window, type: "_NET_WM_STATE", data: data,
      mask: SubstructureRedirectMask | SubstructureNotifyMask)
  }

  /// Creates and maps a plain window.
  func makeWindow(colour: UInt) -> Window {
    let window = XCreateSimpleWindow(display, root, 50, 60, 300, 200, 0, 0, colour)
    XSelectInput(display, window, KeyPressMask | StructureNotifyMask | PropertyChangeMask)
    XMapWindow(display, window)
    synchronise()
    return window
  }

  /// Creates and maps a window with an alpha channel, filled with a premultiplied colour.
  func makeTranslucentWindow(colour: UInt) -> Window? {
    var visual = XVisualInfo()
    guard XMatchVisualInfo(display, XDefaultScreen(display), 32, TrueColor, &visual) != 0 else {
      return nil
    }
    var attributes = XSetWindowAttributes()
    attributes.colormap = XCreateColormap(display, root, visual.visual, AllocNone)
    attributes.background_pixel = colour
    attributes.border_pixel = 0
    let window = XCreateWindow(
      display, root, 50, 60, 300, 200, 0, 32, UInt32(InputOutput), visual.visual,
      UInt(CWColormap | CWBackPixel | CWBorderPixel), &attributes)
    XMapWindow(display, window)
    synchronise()
    return window
  }

  /// Waits until a window manager manages windows; false after the timeout.
  func isManaged(within seconds: Double) -> Bool {
    let probe = makeWindow(colour: 0)
    defer { XDestroyWindow(display, probe) }
    let deadline = Pace.milliseconds + seconds * 1000
    while Pace.milliseconds < deadline {
      if wait(within: 0.2, until: { number("_NET_FRAME_EXTENTS", of: probe) != nil }) {
        return true
      }
      // openbox leaves events that arrive while it starts in its queue until another event arrives.
      message(
        to: root, type: "_NET_SHOWING_DESKTOP", data: [0],
        mask: SubstructureRedirectMask | SubstructureNotifyMask)
    }
    return false
  }

  /// Sends a client message of format 32.
  func message(
    to target: Window, about window: Window? = nil, type: String, data: [Int],
    mask: Int = NoEventMask
  ) {
    var event = XEvent()
    event.xclient.type = ClientMessage
    event.xclient.window = window ?? target
    event.xclient.message_type = atom(type)
    event.xclient.format = 32
    let values = data + [Int](repeating: 0, count: 5 - data.count)
    event.xclient.data.l = (values[0], values[1], values[2], values[3], values[4])
    XSendEvent(display, target, 0, mask, &event)
    synchronise()
  }

  /// Whether key events go to `window` or to the window under the pointer.
  func keysReach(_ window: Window) -> Bool {
    var focus = Window()
    var revert: Int32 = 0
    XGetInputFocus(display, &focus, &revert)
    return focus == window || focus == Window(PointerRoot)
  }
}
