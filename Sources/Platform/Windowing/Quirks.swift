import CLinux
import CX11

/// Workarounds for what lives outside this project: whose, how to see it, when it may go.
nonisolated enum Quirks {
  /// libX11: error handlers belong to the process, not to a connection, and the default ones end
  /// it. Ours only writes the error down; the connection it belongs to logs it later. A handler
  /// may be called on whichever thread uses a connection, so it touches nothing of the main actor.
  /// May go when libX11 has a handler per connection.
  static func installErrorHandlers() {
    XSetErrorHandler { display, event in
      guard let display, let event else { return 0 }
      let e = event.pointee
      ErrorRecorder.shared.record(
        ErrorRecord(
          code: e.error_code, request: e.request_code, minor: e.minor_code, serial: e.serial),
        of: UInt(bitPattern: display))
      return 0
    }
    XSetIOErrorHandler { _ in 0 }
  }

  /// libX11: after a lost connection it calls the exit handler of the display and ends the process
  /// with 1 unless one is set (`XSetIOErrorExitHandler`, since 1.8). The handler runs inside
  /// whatever Xlib call noticed, hence on the main actor like every call of ours.
  static func reportLoss(of display: OpaquePointer, to connection: UnsafeMutableRawPointer) {
    XSetIOErrorExitHandler(
      display,
      { _, data in
        guard let data else { return }
        let address = UInt(bitPattern: data)
        MainActor.assumeIsolated {
          guard let pointer = UnsafeRawPointer(bitPattern: address) else { return }
          Unmanaged<DisplayConnection>.fromOpaque(pointer).takeUnretainedValue().serverWasLost()
        }
      }, connection)
  }

  /// libdispatch: only the first thread of a process may drain the main queue by hand; from
  /// another it aborts. Under Swift Testing the main actor lives on a worker thread, and there
  /// libdispatch drains by itself.
  static var isFirstThread: Bool { getpid() == pid_t(gettid()) }
}
