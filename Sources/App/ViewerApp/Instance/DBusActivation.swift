import BrowserHost
import CLinux
import Desktop
import Localization

/// The start of pbview by the session bus on behalf of another program, whose call arrives before
/// there is a window.
enum DBusActivation {
  /// The maximum time in seconds to wait for the first call. None comes if the program that made
  /// the session bus start pbview only introspects the service.
  private static let callTimeout = 10.0

  /// Takes the bus name, waits for the first call, and adds the files of this call to `options`.
  ///
  /// - Returns: the registration under the bus name; nil when no call that needs a window
  ///   arrived, or another process has the name.
  static func registerAndWait(_ options: inout ViewerOptions, _ calls: CallQueue, log: Log)
    -> ApplicationService?
  {
    let service: ApplicationService?
    do throws(DesktopError) {
      service = try ApplicationService.make { calls.enqueue($0, done: $1) }
    } catch {
      log.error("\(error)")
      return nil
    }
    guard let service else {
      log.error(tr("another pbview is the service already"))
      return nil
    }
    var platform = ApplicationCall.PlatformData()
    switch calls.takeFirst(within: callTimeout) {
    case .activate(let data), .action(name: "new-window", let data): platform = data
    case .open(let uris, let data):
      (options.paths, platform) = (uris, data)
    case .action(name: "recent", let data):
      (options.showRecent, platform) = (true, data)
    case .action(_, let data): platform = data
    case .command(_, _, _, let reply):
      reply.fail(tr("there is no window"))
      service.flush()
      return nil
    case nil: return nil
    }
    // The environment variable passes the startup notification ID to the window, which is made
    // later.
    if let id = platform.startupID { setenv("DESKTOP_STARTUP_ID", id, 1) }
    return service
  }
}
