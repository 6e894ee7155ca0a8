import Foundation
import Geometry
import Testing

extension EndToEnd {
  /// Fast Ctrl+wheel zoom, measured by the frames that reach the screen.
  @Suite(.needsDisplay)
  struct WheelSpinTests {
    /// The maximum growth of the scale per 1/60 s.
    private static let maxStep = 1.1
    /// The tolerated error of the rounded times and scales in the trace.
    private static let rounding = 1.004
    /// The maximum number of frame intervals between a notch and the first frame that shows it.
    private static let startFrames = 6.0

    /// Turns the wheel by `notches`, `gap` milliseconds apart, with Ctrl held.
    private static func spin(_ session: Session, notches: Int, gap: Double) throws {
      try session.x.holding("Control_L") {
        var pace = Pace()
        for turn in 0..<notches {
          if turn > 0 { pace.turn(gap) }
          session.x.press(.wheelUp)
          session.x.release(.wheelUp)
        }
      }
    }

    @Test(arguments: [50.0, 25, 12])
    func `a spin of the wheel zooms smoothly, by at most a tenth per frame`(gap: Double) throws {
      let session = try Session(on: try Displays.plain(), pictures: 1, size: (3000, 2400))
      let fit = try #require(session.rest)
      let start = session.viewer.mark
      _ = try session.rest(onPage: 0) {
        try Self.spin(session, notches: 10, gap: gap)
      } where: {
        $0.scale > fit.scale * 1.5
      }
      let frames = session.viewer.traces(since: start).filter {
        $0.name == "frame" && $0.fields["kind"] == "zoom" && $0["scale"].isFinite
      }
      var last = (time: Double.nan, scale: fit.scale)
      var inMotion = 0
      for frame in frames {
        let (time, scale) = (frame["time"], frame["scale"])
        // The bound grows with the time between the instants that the frames show.
        let intervals = last.time.isFinite ? (time - last.time) * 60 / 1000 : Self.startFrames
        let growth = scale / last.scale
        #expect(
          growth <= pow(Self.maxStep, intervals) * Self.rounding,
          "\(growth) in \(intervals) frame intervals")
        if growth > 1.002 { inMotion += 1 }
        last = (time, scale)
      }
      // Without smoothing there would be ten steps; a smooth zoom has a frame about every 16 ms,
      // fewer on a loaded machine.
      let frameTimes = (10 * gap + 70) / 16.7
      #expect(Double(inMotion) > frameTimes * 0.5, "\(inMotion) frames of about \(frameTimes)")
    }

    @Test func `--max-scale limits the zoom of every picture`() throws {
      let session = try Session(
        on: try Displays.plain(), pictures: 1, options: ["--max-scale", "2"], size: (3000, 2400))
      let fit = try #require(session.rest)
      let end = try session.rest(onPage: 0) {
        try Self.spin(session, notches: 12, gap: 30)
      } where: {
        $0.scale > fit.scale * 1.9
      }
      #expect(abs(end.scale - 2 * fit.scale) < 0.002)
    }

    @Test func `a zoom of 100 % stays at 100 % when the window is resized`() throws {
      let session = try Session(on: try Displays.plain(), pictures: 1, size: (1800, 1200))
      _ = try session.rest(onPage: 0) {
        try session.x.key("1")
      } where: {
        $0.scale == 1
      }
      for (width, height) in [(1400, 900), (700, 500), (1000, 800)] {
        let mark = session.viewer.mark
        session.x.resize(session.window, width: width, height: height)
        let rest = Session.Rest(try session.viewer.wait(for: "rest page=0", since: mark))
        #expect(rest.scale == 1, "\(width) × \(height)")
      }
    }
  }
}
