import CLinux
import CX11
import CXTest

/// An Xvfb process that ends with this object.
package final class VirtualServer {
  /// The display name, such as ":7".
  package let name: String
  private let process: pid_t
  private(set) var isRunning = true

  /// Whether Xvfb is installed.
  package static var isInstalled: Bool {
    let places = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin"
    return places.split(separator: ":").contains { access("\($0)/Xvfb", X_OK) == 0 }
  }

  /// Starts a server and waits until it accepts connections; nil on failure.
  ///
  /// - Parameter options: Additional arguments, such as an extension to disable.
  package init?(options: [String] = []) {
    var ends: [Int32] = [0, 0]
    // Programs that other tests start meanwhile must not keep the pipe open.
    guard pipe2(&ends, O_CLOEXEC) == 0 else { return nil }
    defer { close(ends[0]) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // The server's output is discarded.
    for descriptor: Int32 in [1, 2] {
      posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_WRONLY, 0)
    }
    let pipeOfServer: Int32 = 3
    posix_spawn_file_actions_adddup2(&actions, ends[1], pipeOfServer)
    // Test threads block all signals, and child processes inherit the mask.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var noSignals = sigset_t()
    sigemptyset(&noSignals)
    posix_spawnattr_setsigmask(&attributes, &noSignals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    let arguments =
      [
        "Xvfb", "-noreset", "-nolisten", "tcp", "-displayfd", "\(pipeOfServer)", "-screen", "0",
        "800x600x24",
      ] + options
    var list = arguments.map { strdup($0) } + [nil]
    defer { list.forEach { free($0) } }
    var child: pid_t = 0
    let status = posix_spawnp(&child, "Xvfb", &actions, &attributes, &list, linux_environment())
    close(ends[1])
    guard status == 0 else { return nil }
    var digits: [UInt8] = []
    var byte: UInt8 = 0
    while true {
      let count = read(ends[0], &byte, 1)
      if count < 0, pbview_errno() == EINTR { continue }
      guard count == 1, byte != UInt8(ascii: "\n") else { break }
      digits.append(byte)
    }
    process = child
    name = ":" + String(decoding: digits, as: UTF8.self)
    guard !digits.isEmpty else {
      stop()
      return nil
    }
  }

  deinit { stop() }

  package func stop() {
    guard isRunning else { return }
    isRunning = false
    kill(process, SIGTERM)
    while waitpid(process, nil, 0) < 0, pbview_errno() == EINTR {}
  }
}

/// A second X client: sends synthetic input with XTEST and reads pixels.
package final class Onlooker {
  package let display: OpaquePointer

  /// Connects to `server`; nil on failure.
  package init?(_ server: VirtualServer) {
    guard let display = XOpenDisplay(server.name) else { return nil }
    self.display = display
    // The end of the server must not end the test program.
    XSetIOErrorExitHandler(display, { _, _ in }, nil)
  }

  deinit { XCloseDisplay(display) }

  /// Presses or releases the key of a keysym.
  package func key(_ symbol: Int32, isPress: Bool) {
    XTestFakeKeyEvent(
      display, UInt32(XKeysymToKeycode(display, KeySym(symbol))), isPress ? 1 : 0, 0)
    XSync(display, 0)
  }

  /// Moves the pointer to a screen position.
  package func move(x: Int32, y: Int32) {
    XTestFakeMotionEvent(display, -1, x, y, 0)
    XSync(display, 0)
  }

  package func button(_ number: UInt32, isPress: Bool) {
    XTestFakeButtonEvent(display, number, isPress ? 1 : 0, 0)
    XSync(display, 0)
  }

  /// A pixel of a window as 0xRRGGBB; nil when it is not visible.
  package func pixel(of window: UInt, x: Int32, y: Int32) -> UInt? {
    guard let image = XGetImage(display, window, x, y, 1, 1, UInt.max, ZPixmap) else { return nil }
    defer { _ = image.pointee.f.destroy_image(image) }
    return image.pointee.f.get_pixel(image, 0, 0) & 0xff_ffff
  }

  /// Sends a `WM_PROTOCOLS` client message to a window.
  package func send(_ protocolName: String, to window: UInt) {
    var event = XEvent()
    event.xclient.type = ClientMessage
    event.xclient.window = window
    event.xclient.message_type = XInternAtom(display, "WM_PROTOCOLS", 0)
    event.xclient.format = 32
    event.xclient.data.l.0 = Int(XInternAtom(display, protocolName, 0))
    XSendEvent(display, window, 0, 0, &event)
    XSync(display, 0)
  }

  /// Destroys a window of another client.
  package func destroy(_ window: UInt) {
    XDestroyWindow(display, window)
    XSync(display, 0)
  }

  /// Shows or hides a window that covers the whole screen.
  package func cover(_ isCovered: Bool) {
    if cover == nil {
      var attributes = XSetWindowAttributes()
      attributes.override_redirect = 1
      cover = XCreateWindow(
        display, XDefaultRootWindow(display), 0, 0, 800, 600, 0, 0, UInt32(InputOutput), nil,
        UInt(CWOverrideRedirect), &attributes)
    }
    guard let cover else { return }
    if isCovered { XMapRaised(display, cover) } else { XUnmapWindow(display, cover) }
    XSync(display, 0)
  }

  private var cover: UInt?

  /// Acquires or releases the compositor selection `_NET_WM_CM_S0`.
  package func compositor(_ isOn: Bool) {
    let atom = XInternAtom(display, "_NET_WM_CM_S0", 0)
    let root = XDefaultRootWindow(display)
    let owner = isOn ? XCreateSimpleWindow(display, root, 0, 0, 1, 1, 0, 0, 0) : 0
    XSetSelectionOwner(display, atom, owner, 0)
    XSync(display, 0)
  }

  /// Whether the server responds.
  package func isAlive() -> Bool { XSync(display, 0) != 0 }
}
