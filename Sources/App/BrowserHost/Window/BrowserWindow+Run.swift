public import Geometry
import Glibc
import Views
import Windowing

extension BrowserWindow {
  /// A window's size unless a program asks for another, in points of an ordinary monitor.
  public static let usualSize = Size(width: 840, height: 660)

  /// Opens a window and serves it; the program ends with it.
  ///
  /// Where there is no display it says so in a sentence and ends with status 3.
  ///
  /// - Parameters:
  ///   - title: what the window is called.
  ///   - size: in points of an ordinary monitor.
  ///   - content: shows something in the window, before it is seen.
  public static func run(
    _ title: String, size: Size = usualSize, _ content: (BrowserWindow) throws -> Void
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
