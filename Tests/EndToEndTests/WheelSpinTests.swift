import Foundation
import Geometry
import Testing

extension EndToEnd {
  /// Ctrl and a wheel that is spun, as the frames that reach the screen.
  @Suite(.needsDisplay)
  struct WheelSpinTests {
    /// The growth of the scale that a frame of a 60th of a second may bring.
    private static let maxStep = 1.1
    /// The error of a frame's predicted time, in frames: a third. The exact law is tested without a
    /// screen, by `WheelZoomTests`.
    private static let jitter = 1.0 / 3

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
    func `a spin glides, never by more than a tenth a frame`(gap: Double) throws {
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
        // A frame that a busy machine left out counts as the two that it is.
        let seconds = max(last.time.isFinite ? (time - last.time) / 1000 : 0, 1.0 / 60)
        let growth = scale / last.scale
        #expect(
          growth <= pow(Self.maxStep, seconds * 60 + Self.jitter) * 1.004,
          "\(growth) in \(seconds) s")
        if growth > 1.002 { inMotion += 1 }
        last = (time, scale)
      }
      // Ten notches were ten steps: a glide has a frame every 16 ms or so, a loaded machine fewer.
      let frameTimes = (10 * gap + 70) / 16.7
      #expect(Double(inMotion) > frameTimes * 0.5, "\(inMotion) frames of about \(frameTimes)")
    }

    @Test func `the largest scale that is asked for limits every picture`() throws {
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

    @Test func `100 % stays 100 % in a window of another size`() throws {
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
