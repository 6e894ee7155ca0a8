import BrowserCore
import Geometry
import Motion
import PhotoBrowser

/// The writer of trace lines about the state of one browser. End-to-end tests and benchmarks wait
/// for these lines.
struct BrowserTrace {
  private let log: TraceLog?
  private var lastRestLine = ""
  private var lastPullLine = ""
  private var lastFrame: BrowserFrame?
  /// The trace lines about pictures that are written after the next frame is presented.
  private var linesAfterPresent: [String] = []

  init(log: TraceLog?) { self.log = log }

  /// Records that the browser is in front again: the next state at rest is written even if it
  /// equals the one written last.
  mutating func didAppear() { lastRestLine = "" }

  /// Records that the next frame will show a change of a page's picture; `event` is the name of the
  /// new state.
  mutating func recordPictureChange(to event: String, page: Int) {
    guard let log, log.isOn else { return }
    linesAfterPresent.append("\(event) page=\(page)")
  }

  /// Writes the lines of a presented frame.
  ///
  /// - Parameters:
  ///   - seconds: the time that the preparation of the frame took.
  ///   - time: the instant that the frame shows.
  ///   - isWaiting: true when the current page has neither a picture nor an error.
  ///   - isTurning: true while a page effect draws the pages.
  ///   - barOpacity: the opacity of the title bar in this frame, 0…1.
  mutating func writeFrame(
    work seconds: Double, at time: Timestamp, frame: BrowserFrame?, isWaiting: Bool,
    isTurning: Bool, barOpacity: Double
  ) {
    guard let log, log.isOn else { return }
    let kind = isTurning ? "effect" : frameKind(frame)
    var line = "frame work=\(TraceLog.fixed(seconds * 1000)) kind=\(kind)"
    line += " bar=\(TraceLog.fixed(barOpacity)) chrome=\(TraceLog.fixed(frame?.chrome ?? 1))"
    if kind == "zoom", let scale = frame?.pages.last?.scale {
      line += " time=\(TraceLog.fixed(time.seconds * 1000)) scale=\(TraceLog.fixed(scale))"
    }
    log.write(line)
    for line in linesAfterPresent { log.write(line) }
    linesAfterPresent = []
    if let frame { writeRest(frame, isWaiting: isWaiting, log) }
  }

  private mutating func frameKind(_ frame: BrowserFrame?) -> String {
    guard let frame else { return "other" }
    defer { lastFrame = frame }
    if !frame.flying.isEmpty { return "flight" }
    if frame.pullScale < 1 || frame.backdrop < 1 { return "pull" }
    // With reduced motion the picture's scale changes between two frames in which nothing moves.
    let scaled = frame.pages.last?.scale != lastFrame?.pages.last?.scale
    if frame.isScaling || scaled && frame.index == lastFrame?.index { return "zoom" }
    return frame.isMoving ? "swipe" : "other"
  }

  private mutating func writeRest(_ frame: BrowserFrame, isWaiting: Bool, _ log: TraceLog) {
    if frame.flying.isEmpty, frame.pullScale < 1 || frame.backdrop < 1 {
      let line =
        "pull scale=\(TraceLog.fixed(frame.pullScale)) alpha=\(TraceLog.fixed(frame.backdrop))"
      if line != lastPullLine { log.write(line) }
      lastPullLine = line
    }
    guard !frame.isMoving, !isWaiting, let page = frame.pages.last else {
      // The next state at rest is written even if it equals the previous one.
      if frame.isMoving { lastRestLine = "" }
      return
    }
    let r = page.content.pixelAligned
    let line =
      "rest page=\(page.index) scale=\(TraceLog.fixed(page.scale)) x=\(TraceLog.fixed(r.minX)) "
      + "y=\(TraceLog.fixed(r.minY)) width=\(TraceLog.fixed(r.width)) height=\(TraceLog.fixed(r.height))"
    guard line != lastRestLine else { return }
    lastRestLine = line
    log.write(line)
  }
}
