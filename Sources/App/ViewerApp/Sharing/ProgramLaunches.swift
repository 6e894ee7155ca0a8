import BrowserHost
import Glibc
import Windowing

/// The programs that were started for the user, for startup notification.
final class ProgramLaunches {
  private let window: any HostWindow
  private var count = 0

  init(by window: any HostWindow) { self.window = window }

  /// Makes a startup notification ID for a program that is about to be started, with the time of
  /// the user's last action.
  ///
  /// - Source: Startup Notification Protocol 0.1.
  func makeStartupID() -> String {
    count += 1
    let time = window.lastUserActionTime
    // A time of 0 would mean that the window of the program wants no focus.
    return "pbview-\(getpid())-\(count)" + (time == 0 ? "" : "_TIME\(time)")
  }
}
