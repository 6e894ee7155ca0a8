import CX11
import Foundation
import Geometry

/// An X client beside the viewer, which finds windows, reads and sets properties and takes
/// screenshots. `XClient+Hands.swift` has its input.
final class XClient {
  /// The connection to the X server.
  let display: OpaquePointer
  /// The root window of the screen.
  let root: Window
  /// The last position sent for the pointer, in screen pixels.
  var pointer = Point(x: 0, y: 0)

  init(_ server: VirtualDisplay) throws {
    _ = Self.errorsAreHarmless
    guard let display = XOpenDisplay(server.name) else {
      throw HarnessError("cannot connect to \(server.name)")
    }
    // Without this handler a lost connection ends the test program.
    XSetIOErrorExitHandler(display, { _, _ in }, nil)
    self.display = display
    root = XDefaultRootWindow(display)
    XSelectInput(display, root, SubstructureNotifyMask | PropertyChangeMask)
  }

  deinit { XCloseDisplay(display) }

  /// Installs an error handler that ignores errors, because windows may disappear while they are
  /// queried.
  ///
  /// Xlib has one error handler per process, and the default handler ends the process. A handler
  /// set by another test target stays installed.
  private static let errorsAreHarmless: Void = {
    let before = XSetErrorHandler(nil)
    let ending = XSetErrorHandler { _, _ in 0 }
    let isOurs =
      unsafeBitCast(before, to: UInt.self) == unsafeBitCast(ending, to: UInt.self)
    if !isOurs { XSetErrorHandler(before) }
  }()

  // MARK: Waiting

  /// The milliseconds after which a condition is evaluated again without an event.
  private static let interval = 100.0

  /// Evaluates `condition` after every event of the server, and at an interval, until it holds.
  ///
  /// - Parameter dropsEvents: false leaves the events to `condition`.
  ///
  /// - Returns: false after the timeout.
  func wait(
    within seconds: Double = 30, dropsEvents: Bool = true, until condition: () -> Bool
  ) -> Bool {
    let deadline = Pace.milliseconds + seconds * 1000
    while !condition() {
      let left = deadline - Pace.milliseconds
      guard left > 0 else { return false }
      if XPending(display) == 0 {
        var ready = pollfd(fd: XConnectionNumber(display), events: Int16(POLLIN), revents: 0)
        let time = min(left, Self.interval).rounded(.up)
        if poll(&ready, 1, Int32(time)) > 0 { XEventsQueued(display, Int32(QueuedAfterReading)) }
      }
      var event = XEvent()
      while dropsEvents && XPending(display) > 0 { XNextEvent(display, &event) }
    }
    return true
  }

  /// Returns when the server has processed all requests.
  func synchronise() { XSync(display, 0) }

  // MARK: Windows

  /// Waits for a visible window of the process and returns it.
  func window(of process: pid_t, within seconds: Double = 30) throws -> Window {
    var found: Window?
    let isThere = wait(within: seconds) {
      found = windows().first { number("_NET_WM_PID", of: $0) == Int(process) && isVisible($0) }
      return found != nil
    }
    guard isThere, let found else { throw HarnessError("process \(process) shows no window") }
    XSelectInput(display, found, StructureNotifyMask | PropertyChangeMask)
    return found
  }

  /// All windows, from the root down.
  func windows() -> [Window] {
    var result: [Window] = []
    var waiting = [root]
    while let next = waiting.popLast() {
      result.append(next)
      waiting += children(of: next)
    }
    return result
  }

  private func children(of window: Window) -> [Window] {
    var (root, parent, list, count): (Window, Window, UnsafeMutablePointer<Window>?, UInt32) =
      (0, 0, nil, 0)
    guard XQueryTree(display, window, &root, &parent, &list, &count) != 0, let list else {
      return []
    }
    defer { XFree(list) }
    return Array(UnsafeBufferPointer(start: list, count: Int(count)))
  }

  /// Whether the window and all its ancestors are mapped.
  func isVisible(_ window: Window) -> Bool {
    var attributes = XWindowAttributes()
    return XGetWindowAttributes(display, window, &attributes) != 0
      && attributes.map_state == IsViewable
  }

  /// The content area of the window, in screen coordinates.
  func frame(of window: Window) throws -> Rect {
    var attributes = XWindowAttributes()
    guard XGetWindowAttributes(display, window, &attributes) != 0 else {
      throw HarnessError("the window is gone")
    }
    var (x, y, child): (Int32, Int32, Window) = (0, 0, 0)
    XTranslateCoordinates(display, window, root, 0, 0, &x, &y, &child)
    return Rect(
      x: Double(x), y: Double(y), width: Double(attributes.width),
      height: Double(attributes.height))
  }

  /// The two strings of `WM_CLASS`: instance and class.
  func className(of window: Window) -> [String] {
    bytes("WM_CLASS", of: window).split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The title (`_NET_WM_NAME`).
  func title(of window: Window) -> String {
    String(decoding: bytes("_NET_WM_NAME", of: window), as: UTF8.self)
  }

  /// The title in the property of programs without EWMH (`WM_NAME`), as Xlib decodes it; nil when
  /// it is missing or cannot be decoded.
  func olderTitle(of window: Window) -> String? {
    var property = XTextProperty()
    guard XGetWMName(display, window, &property) != 0 else { return nil }
    defer { XFree(property.value) }
    var list: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
    var count: Int32 = 0
    let status = Xutf8TextPropertyToTextList(display, &property, &list, &count)
    guard let list else { return nil }
    defer { XFreeStringList(list) }
    guard status == Success, count > 0, let text = list[0] else { return nil }
    return String(cString: text)
  }

  // MARK: Properties

  func atom(_ name: String) -> Atom { XInternAtom(display, name, 0) }

  /// The names of the atoms in a property.
  func atoms(_ property: String, of window: Window) -> [String] {
    longs(property, of: window).compactMap { value in
      guard let name = XGetAtomName(display, Atom(bitPattern: value)) else { return nil }
      defer { XFree(name) }
      return String(cString: name)
    }
  }

  /// The first number in a property.
  func number(_ property: String, of window: Window) -> Int? { longs(property, of: window).first }

  private func longs(_ property: String, of window: Window) -> [Int] {
    value(property, of: window) { base, count, format in
      guard format == 32 else { return [] }
      return base.withMemoryRebound(to: Int.self, capacity: count) {
        Array(UnsafeBufferPointer(start: $0, count: count))
      }
    } ?? []
  }

  private func bytes(_ property: String, of window: Window) -> [UInt8] {
    value(property, of: window) { base, count, format in
      format == 8 ? Array(UnsafeBufferPointer(start: base, count: count)) : []
    } ?? []
  }

  private func value<Result>(
    _ property: String, of window: Window,
    read: (UnsafeMutablePointer<UInt8>, Int, Int32) -> Result
  ) -> Result? {
    var (type, format, count, rest): (Atom, Int32, UInt, UInt) = (0, 0, 0, 0)
    var data: UnsafeMutablePointer<UInt8>?
    let status = XGetWindowProperty(
      display, window, atom(property), 0, 1 << 16, 0, Atom(AnyPropertyType), &type, &format,
      &count, &rest, &data)
    guard status == Success, let data else { return nil }
    defer { XFree(data) }
    return read(data, Int(count), format)
  }

  /// Whether a program owns the selection, as compositors do.
  func hasOwner(ofSelection name: String) -> Bool { XGetSelectionOwner(display, atom(name)) != 0 }
}
