import Glibc
import Motion
import PhotoBrowser
import Windowing

/// What a window does, as lines on standard error: what end-to-end tests wait for. Only with
/// `PBVIEW_HOST_TRACE` in the environment; the lines look like those of `pbview --log trace`.
struct HostTrace {
  private let isOn = getenv("PBVIEW_HOST_TRACE") != nil
  private let start = Timestamp.now
  private var lastLine = ""

  /// The next rest is worth a line even if it is the same place.
  mutating func somethingWasDone() { lastLine = "" }

  /// A frame of `host` was presented.
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
