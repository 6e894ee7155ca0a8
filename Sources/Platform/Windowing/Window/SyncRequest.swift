import CX11

/// The state of the protocol `_NET_WM_SYNC_REQUEST`, in which the window manager waits for the
/// frame of a new size.
struct SyncRequest {
  private var counter: XSyncCounter?
  private var announcedValue: XSyncValue?
  private var dueValue: XSyncValue?

  /// Whether the window manager waits for a frame of a new size.
  var isAwaitingFrame: Bool { dueValue != nil }

  /// Makes the XSync counter on the server.
  ///
  /// - Returns: the counter's ID, for `_NET_WM_SYNC_REQUEST_COUNTER`; nil when the server lacks the
  ///   Sync extension.
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

  /// Stores the counter value of a sync request. The counter is set to it when a frame of the size
  /// that follows has been drawn.
  mutating func announce(low: Int, high: Int) {
    announcedValue = XSyncValue(
      hi: Int32(truncatingIfNeeded: high), lo: UInt32(truncatingIfNeeded: low))
  }

  /// Notes that the size that the sync request announced has arrived.
  mutating func announcedSizeDidArrive() {
    guard let announcedValue else { return }
    dueValue = announcedValue
    self.announcedValue = nil
  }

  /// Sets the counter to the stored value, because the frame of the announced size was sent;
  /// without effect when no value is due.
  mutating func answer(display: OpaquePointer) {
    guard let counter, let value = dueValue else { return }
    dueValue = nil
    XSyncSetCounter(display, counter, value)
    XFlush(display)
  }
}
