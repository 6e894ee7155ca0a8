import CX11

/// The protocol extensions of the server that the first frame needs.
struct Extensions {
  /// The major opcode of XInput; nil without XInput 2.
  let inputOpcode: Int32?
  /// The minor version of XInput 2: 0, 1 (smooth scrolling), 2 (touch) or 4 (touchpad gestures).
  let inputMinor: Int32
  /// The major opcode of Present; nil without the extension.
  let presentOpcode: Int32?
  /// The event code of `ShmCompletion`, sent when the server has read a shared image; nil without
  /// MIT-SHM.
  let shmCompletionEvent: Int32?

  /// Queries the extensions. With `withInput` false, XInput 2 counts as missing.
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
    // The server answers with the smaller of both versions. A client must not request different
    // versions, so this requests the highest supported one, once.
    var major: Int32 = 2
    var minor: Int32 = 4
    let status = XIQueryVersion(display, &major, &minor)
    let isUsable = status == 0 && major >= 2
    inputOpcode = isUsable ? opcode : nil
    inputMinor = isUsable ? minor : 0
  }
}
