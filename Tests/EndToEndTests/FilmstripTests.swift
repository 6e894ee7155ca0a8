import Foundation
import Geometry
import Testing

extension EndToEnd {
  /// The filmstrip below the page, and the folders beside the present one.
  @Suite(.needsDisplay)
  struct FilmstripTests {
    private let home: ScratchFolder

    private var environment: [String: String] {
      ["HOME": home.path, "XDG_CONFIG_HOME": home.path]
    }

    init() throws { home = try ScratchFolder() }

    private func pages(_ count: Int) throws -> Session {
      let album = try ScratchFolder()
      try album.writePictures(count)
      let names = (0..<count).map { album.path / RawName(ScratchFolder.name($0)) }
      let session = try Session(
        starting: names, on: try Displays.plain(), album: album, environment: environment)
      try session.viewer.wait(for: "rest page=0") { $0["width"] > 0 }
      session.x.move(to: Session.middle)
      return session
    }

    @Test func `Shift+T shows the filmstrip, the photo makes room, and it is remembered`() throws {
      let session = try pages(3)
      let before = try session.viewer.wait(for: "rest page=0") { $0["width"] > 0 }
      let start = session.viewer.mark
      try session.reporting {
        try session.x.key("T")
        try session.viewer.wait(for: "filmstrip first=0 last=2 page=0", since: start)
        try session.viewer.wait(for: "rest page=0", since: start) {
          $0["y"] < before["y"]
        }
      }
      let turn = session.viewer.mark
      try session.reporting {
        try session.x.key("Right")
        try session.viewer.wait(for: "filmstrip first=0 last=2 page=1", since: turn)
      }
      // A click on the thumbnail at the left goes back.
      let click = session.viewer.mark
      let frame = try session.x.frame(of: session.window)
      session.x.click(at: Point(x: frame.midX - 68, y: frame.maxY - 40))
      try session.reporting { try session.viewer.wait(for: "rest page=0", since: click) }
      try session.x.key("q")
      #expect(session.viewer.process.exitCode() == 0)
      let again = try Session(
        starting: [session.album.path / RawName(ScratchFolder.name(0))],
        on: try Displays.plain(), album: session.album, environment: environment)
      try again.reporting { try again.viewer.wait(for: "filmstrip first=0") }
    }

    @Test func `the filmstrip follows the rotation of a photo in its file, and its Undo`() throws {
      let album = try ScratchFolder()
      let names = try (0..<3).map {
        try album.write(Pictures.png(Pictures.Plan(number: $0)), to: RawName("\($0).png"))
      }
      let session = try Session(
        starting: names, on: try Displays.plain(), album: album, environment: environment)
      try session.viewer.wait(for: "rest page=0") { $0["width"] > 0 }
      session.x.move(to: Session.middle)
      let start = session.viewer.mark
      try session.reporting {
        try session.x.key("T")
        try session.viewer.wait(for: "filmstrip first=0 last=2 page=0", since: start)
      }
      /// The thumbnail of the first photo, without the frame around it.
      func thumbnail(_ screenshot: Screenshot) -> Screenshot {
        screenshot.cropped(
          to: Rect(
            x: Double(screenshot.width / 2 - 98), y: Double(screenshot.height - 70), width: 60,
            height: 60))
      }
      /// Whether the thumbnail is accepted before the time is over.
      func shows(_ condition: (Screenshot) -> Bool) throws -> Bool {
        try session.x.look(at: session.window) { condition(thumbnail($0)) }.isShown
      }
      #expect(try shows { $0.colours > 2 })
      let before = thumbnail(try session.x.steadyScreenshot(of: session.window))
      try session.x.key("greater")
      #expect(try shows { $0 != before })
      try session.x.key("z", holding: ["Control_L"])
      #expect(try shows { $0 == before })
    }

    @Test func `Ctrl+PageDown goes to the next folder with pictures, on pages and in the grid`()
      throws
    {
      let album = try ScratchFolder()
      for (name, count) in [("one", 2), ("two", 3)] {
        try FileManager.default.createDirectory(
          atPath: "\(album.path)/\(name)", withIntermediateDirectories: true)
        for number in 0..<count {
          let bytes = Pictures.png(Pictures.Plan(number: number))
          let file = RawName("\(name)/\(ScratchFolder.name(number))")
          _ = try album.write(bytes, to: file)
        }
      }
      let session = try Session(
        starting: [RawName("\(album.path)/one/\(ScratchFolder.name(1))")],
        on: try Displays.plain(), album: album, environment: environment)
      try session.viewer.wait(for: "list count=2")
      try session.reporting { try session.viewer.wait(for: "rest page=1") }
      session.x.move(to: Session.middle)
      let start = session.viewer.mark
      try session.reporting {
        try session.x.key("Next", holding: ["Control_L"])
        try session.viewer.wait(for: "sibling name=two", since: start)
        try session.viewer.wait(for: "rest page=0", since: start)
      }
      try session.reporting {
        // Every folder is shown again with the photo at which it was left.
        let end = session.viewer.mark
        try session.x.key("End")
        try session.viewer.wait(for: "rest page=2", since: end)
        for (key, page) in [("Prior", 1), ("Next", 2)] {
          let start = session.viewer.mark
          try session.x.key(key, holding: ["Control_L"])
          try session.viewer.wait(for: "rest page=\(page)", since: start)
        }
      }
      let back = session.viewer.mark
      try session.reporting {
        try session.x.key("BackSpace")
        try session.viewer.wait(for: "grid items=3", since: back)
        try session.viewer.wait(for: "scene name=grid", since: back)
        try session.x.key("Prior", holding: ["Control_L"])
        try session.viewer.wait(for: "grid items=2", since: back)
      }
    }
  }
}
