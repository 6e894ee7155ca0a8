import CX11

/// What the server can do beyond the core protocol, as far as the first picture needs it.
struct Extensions {
  /// Number of XInput events, or nil without XInput 2.
  let inputOpcode: Int32?
  /// Version 2.x in use: 0, 1 (smooth scrolling), 2 (touch) or 4 (touchpad gestures).
  let inputMinor: Int32
  /// Number of Present events, or nil without it.
  let presentOpcode: Int32?
  /// Number of the event that says the server has read our shared memory; nil without MIT-SHM.
  let shmCompletionEvent: Int32?

  /// Asks; `withInput` false behaves as if the server had no XInput 2.
  init(display: OpaquePointer, withInput: Bool) {
    var opcode: Int32 = 0
    var event: Int32 = 0
    var error: Int32 = 0
    shmCompletionEvent =
      XShmQueryExtension(display) != 0 ? XShmGetEventBase(display) + Int32(ShmCompletion) : nil
    presentOpcode = XPresentQueryExtension(display, &opcode, &event, &error) != 0 ? opcode : nil
    guard withInput,
      XQueryExtension(display, "XInputExtension", &opcode, &event, &error) != 0
    else {
      inputOpcode = nil
      inputMinor = 0
      return
    }
    // The server answers with the smaller of both versions. Clients must not ask twice for
    // different ones, so this asks once for the best.
    var major: Int32 = 2
    var minor: Int32 = 4
    let status = XIQueryVersion(display, &major, &minor)
    let isUsable = status == 0 && major >= 2
    inputOpcode = isUsable ? opcode : nil
    inputMinor = isUsable ? minor : 0
  }
}

extension DisplayConnection {
  /// True when the server can tell about monitors (RandR 1.5).
  var hasRandR: Bool {
    var event: Int32 = 0
    var error: Int32 = 0
    guard XRRQueryExtension(xDisplay, &event, &error) != 0 else { return false }
    var major: Int32 = 0
    var minor: Int32 = 0
    guard XRRQueryVersion(xDisplay, &major, &minor) != 0 else { return false }
    return (major, minor) >= (1, 5)
  }
}
