import Foundation
import Geometry
import TestSupport
import Testing

extension EndToEnd {
  /// Video clips among photos, played by `pbview-player`.
  @Suite(.needsDisplay, .needsPlayer)
  struct ClipTests {
    private static let orange: UInt32 = 0xFF8000
    private static let blue: UInt32 = 0x0000FF
    /// Frames per second, and the number of frames of a clip of six seconds.
    private static let (rate, count) = (10, 60)

    /// A clip that is orange in its first half and blue in its second half.
    private static func clip(seconds: Int = 6) -> [UInt8] {
      let half = rate * seconds / 2
      return SyntheticClip.movie(
        width: 160, height: 120, rate: rate,
        colors: Array(repeating: orange, count: half) + Array(repeating: blue, count: half))
    }

    /// Picture 0, the clip, picture 2.
    private static func session(
      _ clip: [UInt8] = clip(), named name: RawName = "clip.mov", at page: Int = 0
    ) throws -> Session {
      let album = try ScratchFolder()
      let names = [
        try album.write(Pictures.bmp(.init(number: 0)), to: "a.bmp"),
        try album.write(clip, to: name),
        try album.write(Pictures.bmp(.init(number: 2)), to: "c.bmp"),
      ]
      return try Session(
        on: try Displays.plain(), album: album, names: names,
        options: ["--start", RawName("\(page + 1)")], page: page)
    }

    /// The colour of the clip 60 pixels above the middle of the window, clear of the controls; nil
    /// for any other colour.
    private static func colour(_ screenshot: Screenshot) -> UInt32? {
      let point = Point(x: Double(screenshot.width / 2), y: Double(screenshot.height / 2) - 60)
      guard let pixel = screenshot[point] else { return nil }
      let (red, blue) = (pixel >> 16 & 0xFF, pixel & 0xFF)
      if red > 200, blue < 60 { return orange }
      return red < 60 && blue > 200 ? Self.blue : nil
    }

    private static func shows(_ colour: UInt32, _ session: Session) throws -> Bool {
      let (last, isShown) = try session.x.look(at: session.window) { Self.colour($0) == colour }
      if !isShown { print("kept \(last.keep(as: "clip-not-\(String(colour, radix: 16))"))") }
      return isShown
    }

    @Test func `an opened clip plays, and Space pauses and resumes it`() throws {
      let session = try Self.session(at: 1)
      try session.reporting { try session.viewer.wait(for: "clip state=playing page=1") }
      #expect(try Self.shows(Self.orange, session))
      #expect(try Self.shows(Self.blue, session))
      try session.viewer.wait(for: "clip state=paused page=1") { try session.x.key("space") }
      let still = try session.x.steadyScreenshot(of: session.window)
      #expect(Self.colour(still) != nil)
      try session.viewer.wait(for: "clip state=playing page=1") { try session.x.key("space") }
    }

    @Test func `a clip plays on its own page, pauses on another page and resumes on return`()
      throws
    {
      let session = try Self.session()
      let playing = Trace(pattern: "clip state=playing")
      #expect(!session.viewer.traces().contains { $0.matches(playing) })
      try session.reporting {
        try session.viewer.wait(for: "clip state=playing page=1") { try session.x.key("Right") }
        try session.viewer.wait(for: "clip state=paused page=1") { try session.x.key("Right") }
      }
      #expect(try session.shows(picture: 2))
      try session.viewer.wait(for: "clip state=playing page=1") { try session.x.key("Left") }
      #expect(try Self.shows(Self.blue, session))
    }

    @Test func `a dragged clip pauses on its current frame and resumes when released`() throws {
      let session = try Self.session(at: 1)
      try session.reporting { try session.viewer.wait(for: "clip state=playing page=1") }
      #expect(try Self.shows(Self.orange, session))
      try session.reporting {
        try session.viewer.wait(for: "clip state=paused page=1") {
          session.x.press()
          session.x.glide(to: Session.middle + Vector(dx: 20, dy: 200), over: 160)
        }
      }
      let held = try session.x.steadyScreenshot(of: session.window)
      let inHand = Point(x: Double(held.width / 2) + 20, y: Double(held.height / 2) + 200)
      #expect(held[inHand].map { $0 >> 16 & 0xFF > 200 } == true)
      try session.viewer.wait(for: "clip state=playing page=1") {
        session.x.glide(to: Session.middle, over: 160)
        session.x.release()
      }
    }

    @Test func `a clip zooms like a photo while it plays`() throws {
      let session = try Self.session(at: 1)
      try session.viewer.wait(for: "clip state=playing page=1")
      let before = try #require(session.rest)
      let after = try session.rest(onPage: 1, after: { try session.x.key("plus") }) {
        $0.scale > before.scale
      }
      #expect(after.frame.width > before.frame.width)
      #expect(try Self.shows(Self.blue, session))
    }

    @Test(arguments: ["page.mp4", "empty.mp4", "cut.mov"])
    func `an invalid clip shows an error, and paging continues`(name: String) throws {
      let contents: [String: [UInt8]] = [
        "page.mp4": Array("<!doctype html><html><body>no</body></html>\n".utf8), "empty.mp4": [],
        "cut.mov": Array(Self.clip().prefix(300)),
      ]
      let session = try Self.session(try #require(contents[name]), named: RawName(name))
      try session.reporting {
        try session.viewer.wait(for: "page index=1") { try session.x.key("Right") }
        try session.viewer.wait(for: "failed page=1")
      }
      _ = try session.rest(onPage: 2, after: { try session.x.key("Right") })
      #expect(try session.shows(picture: 2))
    }

    @Test func `a killed player fails only its page, and Retry starts a new player`() throws {
      let session = try Self.session(at: 1)
      try session.viewer.wait(for: "clip state=playing page=1")
      let player = try #require(session.viewer.players.first)
      try session.viewer.wait(for: "failed page=1") { kill(player, SIGKILL) }
      try session.viewer.wait(for: "clip state=playing page=1") { try session.x.key("r") }
      #expect(session.viewer.players.first != player)
    }

    @Test func `the viewer process does not load the playback libraries`() throws {
      let session = try Self.session(at: 1)
      try session.viewer.wait(for: "clip state=playing page=1")
      let maps = try String(
        contentsOfFile: "/proc/\(session.viewer.process.id)/maps", encoding: .utf8)
      #expect(!maps.contains("libmpv") && !maps.contains("libavcodec"))
    }

    @Test func `a live photo is one page that plays its clip while pressed`() throws {
      let album = try ScratchFolder()
      let photo = try album.write(
        Pictures.png(.init(number: 3, width: 160, height: 120)), to: "IMG_1.jpg")
      try album.write(Self.clip(seconds: 2), to: "IMG_1.MOV")
      try album.write(Pictures.bmp(.init(number: 4)), to: "IMG_2.bmp")
      let session = try Session(on: try Displays.plain(), album: album, names: [photo])
      try session.reporting { try session.viewer.wait(for: "list count=2") }
      #expect(try session.shows(picture: 3))
      // The clip opens shortly after the page has appeared.
      Pace.hold(milliseconds: 900)
      try session.viewer.wait(for: "clip state=playing page=0") { session.x.press() }
      #expect(try Self.shows(Self.orange, session))
      try session.viewer.wait(for: "clip state=paused page=0") { session.x.release() }
      #expect(try session.shows(picture: 3))
    }
  }
}

extension Trait where Self == ConditionTrait {
  /// Runs only where libmpv is installed.
  static var needsPlayer: Self {
    .enabled(if: Programs.hasPlayer, "libmpv is not installed (Debian package libmpv2)")
  }
}
