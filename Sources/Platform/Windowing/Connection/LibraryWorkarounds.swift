import CLinux
import CX11

/// Workarounds for other projects' behaviour. Each comment names the project, the symptom and the
/// condition under which the workaround can be removed.
nonisolated enum LibraryWorkarounds {
  /// Installs the error handlers of libX11. They are per process, not per connection, and the
  /// default handlers end the process. This handler only records the error; its connection logs it
  /// later. It can be called on any thread that uses a connection, so it touches no main-actor
  /// state. Removable when libX11 has error handlers per connection.
  static func installErrorHandlers() {
    XSetErrorHandler { display, event in
      guard let display, let event else { return 0 }
      let e = event.pointee
      ErrorRecorder.shared.record(
        ErrorRecord(
          code: e.error_code, majorOpcode: e.request_code, minorOpcode: e.minor_code,
          serial: e.serial),
        of: UInt(bitPattern: display))
      return 0
    }
    XSetIOErrorHandler { _ in 0 }
  }

  /// Makes Xlib report a lost connection to an ``XServer``, given as its address. Otherwise libX11
  /// ends the process with status 1 (`XSetIOErrorExitHandler`, since 1.8). The handler runs inside
  /// the Xlib call that noticed the loss, hence on the main actor, like every Xlib call here.
  static func reportLoss(of display: OpaquePointer, to connection: UnsafeMutableRawPointer) {
    XSetIOErrorExitHandler(
      display,
      { _, data in
        guard let data else { return }
        let address = UInt(bitPattern: data)
        MainActor.assumeIsolated {
          guard let pointer = UnsafeRawPointer(bitPattern: address) else { return }
          Unmanaged<XServer>.fromOpaque(pointer).takeUnretainedValue().connectionWasLost()
        }
      }, connection)
  }

  /// Whether the calling thread is the first of the process. libdispatch lets only this thread
  /// drain the main queue explicitly, and aborts on another thread. Under Swift Testing the main
  /// actor runs on a worker thread, and libdispatch drains the queue there.
  static var isFirstThread: Bool { getpid() == pid_t(gettid()) }
}
