public import Geometry
import Glibc
import Resampling
import Views
import Windowing

extension BrowserWindow {
  /// The default size of a window's content, in points.
  public static let defaultSize = Size(width: 840, height: 660)

  /// Opens a window and runs the program until its last window closes; ends the process.
  ///
  /// An error is printed to standard error; the exit status is then 3 when there is no display, and
  /// 1 when `content` throws.
  ///
  /// - Parameters:
  ///   - title: the title of the window.
  ///   - size: the size of the content, in points. Default: ``defaultSize``.
  ///   - content: fills the window with scenes, before the window becomes visible.
  public static func run(
    _ title: String, size: Size = defaultSize, _ content: (BrowserWindow) throws -> Void
  ) -> Never {
    if !KernelBuild.isOptimised { warnAboutDebugBuild(title) }
    do throws(BrowserApplication.OpenError) {
      let application = try BrowserApplication()
      try application.openWindow(title, size: size, content)
      exit(application.run())
    } catch {
      let status =
        switch error {
        case .display: DisplayConnection.serverLostStatus
        case .content: nothingShownStatus
        }
      fail(title, error, status: status)
    }
  }

  /// The exit status of a program whose window gets no content.
  private static let nothingShownStatus: Int32 = 1

  /// Warns on standard error that pictures are decoded slowly, because the program is a debug
  /// build.
  private static func warnAboutDebugBuild(_ title: String) {
    printError("\(title): this is a debug build, which decodes pictures slowly; use -c release\n")
  }

  private static func printError(_ sentence: String) {
    _ = sentence.withCString { write(STDERR_FILENO, $0, strlen($0)) }
  }

  private static func fail(_ title: String, _ error: any Error, status: Int32) -> Never {
    printError("\(title): \(error)\n")
    exit(status)
  }
}
