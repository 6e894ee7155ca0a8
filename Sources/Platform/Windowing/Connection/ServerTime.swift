import CX11
import Motion

/// The times of a server's events as instants, and the time of the user's last action.
final class ServerTime {
  /// The server time of the user's last action, for `_NET_WM_USER_TIME` and for selections; 0
  /// before the first.
  private(set) var lastUserAction: Time = 0
  /// The server time of the latest event; 0 before the first.
  private(set) var latest: Time = 0
  private var clock = ServerClock()

  /// The instant of a server time; the current instant for 0 (`CurrentTime`).
  func instant(of time: Time) -> Timestamp {
    guard time != 0 else { return .now }
    latest = time
    return clock.instant(of: UInt32(truncatingIfNeeded: time), now: .now)
  }

  /// Stores the time of a user action; false when it is already known.
  func recordUserAction(at time: Time) -> Bool {
    guard time != 0, time != lastUserAction else { return false }
    lastUserAction = time
    return true
  }
}
