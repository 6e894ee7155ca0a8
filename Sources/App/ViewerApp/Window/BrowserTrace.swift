import BrowserCore
import Geometry
import Motion
import PhotoBrowser

/// The state changes of the browser as lines for `--log trace`. End-to-end tests and benchmarks
/// wait for them.
struct BrowserTrace {
  private let log: Log
  private var lastRestLine = ""
  private var lastPullLine = ""
  private var lastFrame: BrowserFrame?
  /// The trace lines about pictures that appear in the log after the next frame is presented.
  private var linesAfterPresent: [String] = []

  init(log: Log) { self.log = log }

  /// Records that the next frame will show a page's picture.
  mutating func picture(_ news: PictureState, page: Int) {
    guard log.isTracing else { return }
    linesAfterPresent.append("\(news.rawValue) page=\(page)")
  }

  /// Records a presented frame.
  ///
  /// - Parameters:
  ///   - time: the presentation time of the frame.
  ///   - isWaiting: true when the current page has neither a picture nor an error.
  ///   - isTurning: true while a page effect draws the pages.
  ///   - bar: the opacity of the title bar in this frame.
  mutating func presented(
    work seconds: Double, at time: Timestamp, frame: BrowserFrame?, isWaiting: Bool,
    isTurning: Bool, bar: Double
  ) {
    guard log.isTracing else { return }
    let kind = isTurning ? "effect" : kind(frame)
    var line = "frame work=\(Log.fixed(seconds * 1000)) kind=\(kind)"
    line += " bar=\(Log.fixed(bar)) chrome=\(Log.fixed(frame?.chrome ?? 1))"
    if kind == "zoom", let scale = frame?.pages.last?.scale {
      line += " time=\(Log.fixed(time.seconds * 1000)) scale=\(Log.fixed(scale))"
    }
    log.trace(line)
    for line in linesAfterPresent { log.trace(line) }
    linesAfterPresent = []
    if let frame { rest(frame, isWaiting: isWaiting) }
  }

  private mutating func kind(_ frame: BrowserFrame?) -> String {
    guard let frame else { return "other" }
    defer { lastFrame = frame }
    if !frame.flying.isEmpty { return "flight" }
    if frame.pull < 1 || frame.backdrop < 1 { return "pull" }
    // With reduced motion nothing moves, although the scale of the picture changes.
    let scaled = frame.pages.last?.scale != lastFrame?.pages.last?.scale
    if frame.isScaling || scaled && frame.index == lastFrame?.index { return "zoom" }
    return frame.isMoving ? "swipe" : "other"
  }

  private mutating func rest(_ frame: BrowserFrame, isWaiting: Bool) {
    if frame.flying.isEmpty, frame.pull < 1 || frame.backdrop < 1 {
      let line = "pull scale=\(Log.fixed(frame.pull)) alpha=\(Log.fixed(frame.backdrop))"
      if line != lastPullLine { log.trace(line) }
      lastPullLine = line
    }
    guard !frame.isMoving, !isWaiting, let page = frame.pages.last else {
      // The next settled state is logged even if it equals the previous one.
      if frame.isMoving { lastRestLine = "" }
      return
    }
    let r = page.content.pixelAligned
    let line =
      "rest page=\(page.index) scale=\(Log.fixed(page.scale)) x=\(Log.fixed(r.minX)) "
      + "y=\(Log.fixed(r.minY)) width=\(Log.fixed(r.width)) height=\(Log.fixed(r.height))"
    guard line != lastRestLine else { return }
    lastRestLine = line
    log.trace(line)
  }
}
