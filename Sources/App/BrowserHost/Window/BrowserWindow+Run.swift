public import Geometry
import Glibc
import Views
import Windowing

extension BrowserWindow {
  /// The default size of a window's content, in points.
  public static let defaultSize = Size(width: 840, height: 660)

  /// Opens a window and runs the program until the window closes.
  ///
  /// If there is no display or `content` throws, it prints the error to standard error and exits
  /// with status 3.
  ///
  /// - Parameters:
  ///   - title: the title of the window.
  ///   - size: the size of the content, in points. Default: ``defaultSize``.
  ///   - content: fills the window, before it becomes visible.
  public static func run(
    _ title: String, size: Size = defaultSize, _ content: (BrowserWindow) throws -> Void
  ) -> Never {
    ProcessSignals.prepare()
    do {
      let bridge = try WindowBridge(title, size: size, on: try DisplayConnection())
      try content(bridge.host)
      exit(bridge.run())
    } catch {
      let sentence = "\(title): \(error)\n"
      _ = sentence.withCString { write(STDERR_FILENO, $0, strlen($0)) }
      exit(DisplayConnection.serverLostStatus)
    }
  }
}
