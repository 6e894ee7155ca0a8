import Glibc
import Motion
import PhotoBrowser
import Windowing

/// The trace lines of a window on standard error, which end-to-end tests wait for. They are enabled
/// by `PBVIEW_HOST_TRACE` in the environment and have the format of `pbview --log trace`.
struct HostTrace {
  private let isOn = getenv("PBVIEW_HOST_TRACE") != nil
  private let start = Timestamp.now
  private var lastLine = ""

  /// Traces the next settled state even if it is the same as the last one.
  mutating func resetLastLine() { lastLine = "" }

  /// Traces the state of `host` after a frame, if it has settled.
  mutating func presented(_ host: BrowserWindow) {
    guard isOn, host.isAtRest else { return }
    var line = "rest"
    if let visit = host.scene as? BrowserVisit {
      line += " scene=browser page=\(visit.browser.pageIndex)"
    } else {
      line += " scene=other"
    }
    guard line != lastLine else { return }
    lastLine = line
    let text = "pbview: trace: \(((Timestamp.now - start) * 1000).rounded()) \(line)\n"
    _ = text.withCString { write(STDERR_FILENO, $0, strlen($0)) }
  }
}
