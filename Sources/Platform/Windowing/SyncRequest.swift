import CX11

/// The window manager waits for the frame of the size it gave: `_NET_WM_SYNC_REQUEST`.
struct SyncRequest {
  private var counter: XSyncCounter?
  private var announced: XSyncValue?
  private var due: XSyncValue?

  /// True when a frame is owed.
  var isOpen: Bool { due != nil }

  /// Makes the counter; its number goes into the window's property.
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

  /// The value to answer with, once the size that follows has been drawn.
  mutating func announce(low: Int, high: Int) {
    announced = XSyncValue(
      hi: Int32(truncatingIfNeeded: high), lo: UInt32(truncatingIfNeeded: low))
  }

  /// The size that was announced has come.
  mutating func sizeArrived() {
    guard let announced else { return }
    due = announced
    self.announced = nil
  }

  /// The frame of that size is on its way.
  mutating func answer(display: OpaquePointer) {
    guard let counter, let value = due else { return }
    due = nil
    XSyncSetCounter(display, counter, value)
    XFlush(display)
  }
}
