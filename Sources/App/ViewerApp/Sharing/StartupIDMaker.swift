import BrowserHost
import Glibc
import Windowing

/// The maker of startup notification IDs for programs that are started on behalf of the user.
final class StartupIDMaker {
  private let window: any HostWindow
  private var madeIDCount = 0

  init(by window: any HostWindow) { self.window = window }

  /// Makes a startup notification ID for a program that is about to be started. The ID contains the
  /// time of the user's last action, unless that is unknown.
  ///
  /// - Source: Startup Notification Protocol 0.1.
  func makeStartupID() -> String {
    madeIDCount += 1
    let time = window.lastUserActionTime
    // A time of 0 in the ID would mean that the program's window must not get the focus.
    return "pbview-\(getpid())-\(madeIDCount)" + (time == 0 ? "" : "_TIME\(time)")
  }
}
