import Foundation
import Geometry
import TestSupport
import Testing

extension EndToEnd {
  /// Displays of other machines: bytes on the line, and the pixels in the end.
  @Suite(.needsDisplay)
  struct RemoteDisplayTests {
    /// The bytes of the pixels of the window.
    private static let frame = Session.width * Session.height * 4
    /// The part of the window without bars, which are over the picture for a while.
    private static let part = Rect(
      x: 0, y: 100, width: Double(Session.width), height: Double(Session.height - 200))

    private static func album() throws -> ScratchFolder {
      let album = try ScratchFolder()
      for number in 0..<2 {
        try album.write(
          Pictures.bmp(.init(number: number, width: 2000, height: 1600, cell: 40)),
          to: "\(number).bmp")
      }
      return album
    }

    /// A viewer with an album of two pictures; the display is another one than the server's own
    /// when it is given.
    private static func session(
      on server: VirtualDisplay, through name: String? = nil, _ album: ScratchFolder
    ) throws -> Session {
      let session = try Session(
        starting: ["0.bmp", "1.bmp"].map { album.path / RawName($0) }, on: server, album: album,
        environment: name.map { ["DISPLAY": $0] } ?? [:])
      session.x.move(to: Session.middle)
      _ = session.x.wait { session.x.keysReach(session.window) }
      return session
    }

    private struct Step: Sendable {
      let page: Int
      /// The maximum of the bytes, in frames.
      let limit: Double
      let action: @Sendable (Session) throws -> Void
    }

    /// A start, a zoom step and a page: each with all of its motion. On a slow machine the picture
    /// may rest before its sharp pixels come, which are a second frame then.
    private static let steps = [
      Step(page: 0, limit: 1.9) { _ in },
      Step(page: 0, limit: 1.9) { try $0.x.key("plus") },
      Step(page: 1, limit: 1.9) { try $0.x.key("Right") },
    ]

    /// Performs a step and waits until the picture has settled.
    private static func perform(_ step: Step, in session: Session, isFirst: Bool) throws {
      if isFirst {
        try session.viewer.wait(for: "exact page=0")
        return
      }
      _ = try session.rest(onPage: step.page) { try step.action(session) }
      try session.viewer.wait(for: "exact page=\(step.page)")
    }

    @Test func `a start, a zoom step and a page send a frame or two, and show exact pixels`()
      throws
    {
      let album = try Self.album()
      let server = try Displays.plain()
      let near = try Self.session(on: server, album)
      let expected = try Self.steps.enumerated().map { number, step in
        try Self.perform(step, in: near, isFirst: number == 0)
        return try near.x.steadyScreenshot(of: near.window).cropped(to: Self.part)
      }
      near.viewer.process.end()
      let relay = try DisplayRelay(to: server)
      defer { relay.end() }
      let far = try Self.session(on: server, through: relay.name, album)
      var before = 0
      for (number, step) in Self.steps.enumerated() {
        try Self.perform(step, in: far, isFirst: number == 0)
        let (last, isExact) = try far.x.look(at: far.window) {
          $0.cropped(to: Self.part) == expected[number]
        }
        if !isExact { _ = last.keep(as: "remote-\(number)") }
        #expect(isExact, "step \(number)")
        let frames = Double(relay.sent - before) / Double(Self.frame)
        before = relay.sent
        #expect(frames <= step.limit, "step \(number): \(frames) frames of bytes")
      }
    }
  }
}
