import CX11

/// The X extensions of the server that the first frame needs, with the numbers by which their
/// events are recognised.
struct ServerExtensions {
  /// The major opcode of the XInput extension; nil when the server lacks XInput 2.
  let inputOpcode: Int32?
  /// The minor version of XInput 2 that the server supports: 0, 1 (smooth scrolling), 2 (touch) or
  /// 4 (touchpad gestures).
  let inputMinorVersion: Int32
  /// The major opcode of the Present extension; nil when the server lacks it.
  let presentOpcode: Int32?
  /// The code of the event `ShmCompletion`, which the server sends when it has read a shared image;
  /// nil when the server lacks MIT-SHM.
  let shmCompletionEvent: Int32?

  /// Queries the extensions of the server. With `withInput` false, XInput 2 counts as missing.
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
      inputMinorVersion = 0
      return
    }
    // The server returns the smaller of both versions. A client must request the same version each
    // time, so it requests the highest that it supports, once.
    var major: Int32 = 2
    var minor: Int32 = 4
    let status = XIQueryVersion(display, &major, &minor)
    let isUsable = status == 0 && major >= 2
    inputOpcode = isUsable ? opcode : nil
    inputMinorVersion = isUsable ? minor : 0
  }
}
