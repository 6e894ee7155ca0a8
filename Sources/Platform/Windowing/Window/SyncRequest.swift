import CX11

/// The state of `_NET_WM_SYNC_REQUEST`: the window manager waits for the frame of a new size.
struct SyncRequest {
  private var counter: XSyncCounter?
  private var announced: XSyncValue?
  private var due: XSyncValue?

  /// Whether the window manager is waiting for a frame.
  var isOpen: Bool { due != nil }

  /// Makes the XSync counter and returns its ID for `_NET_WM_SYNC_REQUEST_COUNTER`; nil without the
  /// extension.
  mutating func makeCounter(display: OpaquePointer) -> UInt? {
    var event: Int32 = 0
    var error: Int32 = 0
    var major: Int32 = 0
    var minor: Int32 = 0
    guard XSyncQueryExtension(display, &event, &error) != 0,
      XSyncInitialize(display, &major, &minor) != 0
    else { return nil }
    let made = XSyncCreateCounter(display, XSyncValue(hi: 0, lo: 0))
    counter = made
    return made
  }

  /// Stores the counter value of a sync request. It is set when the size that follows has been
  /// drawn.
  mutating func announce(low: Int, high: Int) {
    announced = XSyncValue(
      hi: Int32(truncatingIfNeeded: high), lo: UInt32(truncatingIfNeeded: low))
  }

  /// Notes that the size announced by the sync request has arrived.
  mutating func sizeArrived() {
    guard let announced else { return }
    due = announced
    self.announced = nil
  }

  /// Sets the counter, now that the frame of the announced size has been sent.
  mutating func answer(display: OpaquePointer) {
    guard let counter, let value = due else { return }
    due = nil
    XSyncSetCounter(display, counter, value)
    XFlush(display)
  }
}
