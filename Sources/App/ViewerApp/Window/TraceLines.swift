import BrowserCore
import Geometry
import Motion
import PhotoBrowser

/// What the browser does, as lines for `--log trace`: what end-to-end tests and the bench wait for.
struct TraceLines {
  private let log: Log
  private var lastRest = ""
  private var lastPull = ""
  private var lastFrame: BrowserFrame?
  /// Lines about pictures that are true only once they are on screen.
  private var afterPresent: [String] = []

  init(log: Log) { self.log = log }

  /// The picture of a page will be on screen with the next frame.
  mutating func picture(_ news: PictureNews, page: Int) {
    guard log.isTracing else { return }
    afterPresent.append("\(news.rawValue) page=\(page)")
  }

  /// A frame was presented.
  ///
  /// - Parameters:
  ///   - time: the time the frame was made for.
  ///   - isWaiting: the current page has neither a picture nor a reason for none.
  ///   - isTurning: an effect shows the pages.
  ///   - bar: the opacity that the title bar was drawn with.
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
    for line in afterPresent { log.trace(line) }
    afterPresent = []
    if let frame { rest(frame, isWaiting: isWaiting) }
  }

  private mutating func kind(_ frame: BrowserFrame?) -> String {
    guard let frame else { return "other" }
    defer { lastFrame = frame }
    if !frame.flying.isEmpty { return "flight" }
    if frame.pull < 1 || frame.backdrop < 1 { return "pull" }
    // Without animations nothing moves, and still the picture grows.
    let scaled = frame.pages.last?.scale != lastFrame?.pages.last?.scale
    if frame.isScaling || scaled && frame.index == lastFrame?.index { return "zoom" }
    return frame.isMoving ? "swipe" : "other"
  }

  private mutating func rest(_ frame: BrowserFrame, isWaiting: Bool) {
    if frame.flying.isEmpty, frame.pull < 1 || frame.backdrop < 1 {
      let line = "pull scale=\(Log.fixed(frame.pull)) alpha=\(Log.fixed(frame.backdrop))"
      if line != lastPull { log.trace(line) }
      lastPull = line
    }
    guard !frame.isMoving, !isWaiting, let page = frame.pages.last else {
      // The next rest is worth a line even if it is the same place.
      if frame.isMoving { lastRest = "" }
      return
    }
    let r = page.content.pixelAligned
    let line =
      "rest page=\(page.index) scale=\(Log.fixed(page.scale)) x=\(Log.fixed(r.minX)) "
      + "y=\(Log.fixed(r.minY)) width=\(Log.fixed(r.width)) height=\(Log.fixed(r.height))"
    guard line != lastRest else { return }
    lastRest = line
    log.trace(line)
  }
}
