import CX11
import Geometry

extension XClient {
  /// The milliseconds until the program of `window` answers a `_NET_WM_PING`, the message of a
  /// window manager; nil without an answer in `seconds`.
  func ping(_ window: Window, within seconds: Double = 5) -> Double? {
    let start = Pace.milliseconds
    let stamp = Int(start) & 0x7FFF_FFFF
    message(
      to: window, type: "WM_PROTOCOLS",
      data: [Int(bitPattern: atom("_NET_WM_PING")), stamp, Int(bitPattern: window)])
    let hasAnswered = wait(within: seconds, dropsEvents: false) {
      var event = XEvent()
      while XPending(display) > 0 {
        XNextEvent(display, &event)
        let isAnswer =
          event.type == ClientMessage && event.xclient.window == root
          && event.xclient.message_type == atom("WM_PROTOCOLS") && event.xclient.data.l.1 == stamp
        if isAnswer { return true }
      }
      return false
    }
    return hasAnswered ? Pace.milliseconds - start : nil
  }

  /// The slowest answer to the pings of `seconds` seconds, in ms; infinite without an answer.
  func slowestPing(_ window: Window, over seconds: Double) -> Double {
    let end = Pace.milliseconds + seconds * 1000
    var slowest = 0.0
    while Pace.milliseconds < end {
      guard let answer = ping(window) else { return .infinity }
      slowest = max(slowest, answer)
      Pace.hold(milliseconds: Pace.frameInterval)
    }
    return slowest
  }
}
