import Geometry
import Testing

extension EndToEnd {
  /// Touch, pinch and smooth scroll events from simulated input devices.
  @Suite(.needsRig)
  struct TouchTests {
    private static func session(at page: Int = 1, size: (Int, Int) = (960, 600)) throws -> (
      Session, InputDevices
    ) {
      let display = try Displays.withDevices()
      let devices = try #require(display.devices)
      let session = try Session(on: display, pictures: 3, at: page, size: size)
      try devices.movePointer(to: Session.middle)
      return (session, devices)
    }

    /// A touch that begins in the middle of the window, moves by the vector `way` and rests for
    /// `rest` milliseconds before the release.
    private static func swipe(
      _ devices: InputDevices, by way: Vector, over milliseconds: Double, rest: Double = 0
    ) throws {
      let end = Session.middle + way
      try devices.touch(.begin, at: Session.middle)
      try devices.glide(from: Session.middle, to: end, over: milliseconds)
      if rest > 0 { Pace.hold(milliseconds: rest) }
      try devices.touch(.end, at: end)
    }

    @Test func `a touch swipe turns the page`() throws {
      let (session, devices) = try Self.session()
      for (dx, page) in [(-200.0, 2), (200.0, 1), (200.0, 0)] {
        _ = try session.rest(onPage: page) {
          try Self.swipe(devices, by: Vector(dx: dx, dy: 5), over: 100)
        }
        #expect(try session.shows(picture: page))
      }
    }

    @Test func `the picture stays under the finger`() throws {
      let (session, devices) = try Self.session()
      let row = try #require(session.rest).frame.midY + 5
      try devices.touch(.begin, at: Session.middle)
      let first = Session.middle + Vector(dx: -200, dy: 0)
      try devices.glide(from: Session.middle, to: first, over: 150)
      let screen = try session.x.steadyScreenshot(of: session.window)
      let before = try #require(session.extent(of: 2, row: row, in: screen))
      let second = Session.middle + Vector(dx: -320, dy: 0)
      try devices.glide(from: first, to: second, over: 150)
      let (_, follows) = try session.x.look(at: session.window) { screenshot in
        let now = session.extent(of: 2, row: row, in: screenshot)
        return now.map { abs(before.lowerBound - $0.lowerBound - 120) <= 2 } ?? false
      }
      #expect(follows)
      _ = try session.rest(onPage: 1) {
        Pace.hold(milliseconds: 200)
        try devices.touch(.end, at: second)
      }
    }

    @Test func `a touch pull-down closes the photo`() throws {
      let (session, devices) = try Self.session()
      let start = session.viewer.mark
      try session.reporting {
        try session.viewer.wait(for: "dismissed") {
          try Self.swipe(devices, by: Vector(dx: 10, dy: 300), over: 300)
        }
      }
      #expect(session.viewer.traces(since: start).contains { $0.name == "pull" })
      #expect(session.viewer.process.exitCode() == 0)
    }

    @Test func `a touch pull-down that goes back up keeps the page`() throws {
      let (session, devices) = try Self.session()
      let before = try #require(session.rest)
      let low = Session.middle + Vector(dx: 0, dy: 280)
      let high = Session.middle + Vector(dx: 0, dy: 90)
      let after = try session.rest(onPage: 1) {
        try devices.touch(.begin, at: Session.middle)
        try devices.glide(from: Session.middle, to: low, over: 250)
        try devices.glide(from: low, to: high, over: 200)
        try devices.touch(.end, at: high)
      }
      #expect(after.frame == before.frame)
      #expect(session.viewer.process.isRunning)
    }

    @Test func `two fingers zoom around their centre`() throws {
      let (session, devices) = try Self.session(size: (1000, 720))
      let fit = try #require(session.rest)
      let zoomed = try session.rest(onPage: 1) {
        func fingers(_ stage: InputDevices.Stage, apart: Double) throws {
          for (finger, side) in [(UInt32(0), -1.0), (1, 1)] {
            let point = Session.middle + Vector(dx: side * apart / 2, dy: 0)
            try devices.touch(stage, at: point, finger: finger)
          }
        }
        try fingers(.begin, apart: 160)
        var pace = Pace()
        for step in 1...25 {
          pace.turn()
          try fingers(.update, apart: 160 + 160 * Double(step) / 25)
        }
        Pace.hold(milliseconds: 100)
        try fingers(.end, apart: 320)
      } where: {
        $0.scale > fit.scale * 1.5
      }
      Self.expectZoom(from: fit, to: zoomed, by: 1.6...2.1)
    }

    @Test func `a touchpad pinch zooms at the pointer`() throws {
      let (session, devices) = try Self.session(size: (1000, 720))
      let fit = try #require(session.rest)
      let zoomed = try session.rest(onPage: 1) {
        try devices.pinch(to: 2, over: 300)
      } where: {
        $0.scale > fit.scale * 1.5
      }
      Self.expectZoom(from: fit, to: zoomed, by: 1.8...2.2)
      let back = try session.rest(onPage: 1) {
        try devices.pinch(to: 0.4, over: 300)
      } where: {
        $0.scale < zoomed.scale / 1.5
      }
      #expect(back.frame == fit.frame)
    }

    @Test func `two fingers on a touchpad turn the page`() throws {
      let (session, devices) = try Self.session()
      for (way, page) in [(1.0, 2), (-1.0, 1), (-1.0, 0)] {
        _ = try session.rest(onPage: page) { try devices.scroll(dx: way * 1200, over: 160) }
        #expect(try session.shows(picture: page))
      }
    }

    @Test func `two fingers on a touchpad pull the picture down and close`() throws {
      let (session, devices) = try Self.session()
      let start = session.viewer.mark
      // The content follows the fingers: a negative scroll moves the picture down.
      try session.reporting {
        try session.viewer.wait(for: "dismissed") { try devices.scroll(dy: -900, over: 250) }
      }
      #expect(session.viewer.traces(since: start).contains { $0.name == "pull" })
      #expect(session.viewer.process.exitCode() == 0)
    }

    @Test func `a high-resolution wheel turns one page for each notch`() throws {
      let (session, devices) = try Self.session(at: 0)
      for (way, page) in [(1.0, 1), (1.0, 2), (-1.0, 1)] {
        _ = try session.rest(onPage: page) {
          try devices.scroll(.fineWheel, dy: way * 120, over: 32)
        }
        #expect(try session.shows(picture: page))
      }
    }

    /// Expects that the scale grew by a factor and that the pixel in the middle of the window stays
    /// there, within the slop of the pinch.
    private static func expectZoom(
      from before: Session.Rest, to after: Session.Rest, by factor: ClosedRange<Double>
    ) {
      #expect(factor.contains(after.scale / before.scale), "\(after.scale / before.scale)")
      let middle = Point(x: Double(Session.width) / 2, y: Double(Session.height) / 2)
      func pixel(_ rest: Session.Rest) -> Point {
        .zero + (middle - rest.frame.origin) * (1 / rest.scale)
      }
      #expect(pixel(after).distance(to: pixel(before)) * after.scale < 8)
    }
  }
}
