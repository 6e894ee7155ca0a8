import CX11
import Motion

/// The conversion of the times of X events to instants, with a record of the user's last action.
final class ServerTime {
  /// The server time of the user's last action in milliseconds, for `_NET_WM_USER_TIME` and for
  /// selections; 0 before the first action.
  private(set) var lastUserActionTime: Time = 0
  /// The server time of the latest event in milliseconds; 0 before the first event.
  private(set) var latestEventTime: Time = 0
  private var converter = ServerTimeConverter()

  /// The instant of a server time in milliseconds; the present instant for 0 (`CurrentTime`).
  /// Records the time as the latest one.
  func recordEvent(at time: Time) -> Timestamp {
    guard time != 0 else { return .now }
    latestEventTime = time
    return converter.instant(of: UInt32(truncatingIfNeeded: time), now: .now)
  }

  /// Records the server time of a user action; false when it is 0 or the same as before.
  func recordUserAction(at time: Time) -> Bool {
    guard time != 0, time != lastUserActionTime else { return false }
    lastUserActionTime = time
    return true
  }
}
