import Foundation
import Geometry
import Testing

extension EndToEnd {
  /// The info panel, the clipboard, saved copies and the preferences, by keys.
  @Suite(.needsDisplay)
  struct OverlayTests {
    /// Pixels sampled from the bottom 60 rows of the window.
    private static func bottom(_ screenshot: Screenshot) -> [UInt32?] {
      stride(from: 0, to: Double(Session.width), by: 3).flatMap { x in
        (1...60).map { screenshot[Point(x: x, y: Double(Session.height - $0))] }
      }
    }

    /// Pixels sampled from a strip near the right edge of the window.
    private static func side(_ screenshot: Screenshot) -> [UInt32?] {
      stride(from: 60, to: Double(Session.height) / 2, by: 3).flatMap { y in
        (30...90).map { screenshot[Point(x: Double(Session.width - $0), y: y)] }
      }
    }

    @Test func `I shows the strip, then the panel, which both follow the photo, then nothing`()
      throws
    {
      let session = try Session(on: try Displays.plain(), pictures: 2, size: (960, 760))
      let before = Self.bottom(try session.x.steadyScreenshot(of: session.window))
      try session.viewer.wait(for: "info shown=strip") { try session.x.key("i") }
      let (_, isShown) = try session.x.look(at: session.window) { Self.bottom($0) != before }
      #expect(isShown)
      let first = Self.bottom(try session.x.steadyScreenshot(of: session.window))
      _ = try session.rest(onPage: 1) { try session.x.key("Right") }
      let (_, isOther) = try session.x.look(at: session.window) { Self.bottom($0) != first }
      #expect(isOther, "the strip shows the new photo")
      let side = Self.side(try session.x.steadyScreenshot(of: session.window))
      try session.viewer.wait(for: "info shown=panel") { try session.x.key("i") }
      let (_, isBeside) = try session.x.look(at: session.window) { Self.side($0) != side }
      #expect(isBeside, "the panel lies at the right edge")
      try session.viewer.wait(for: "info shown=off") { try session.x.key("i") }
    }

    @Test func `a copied photo is pasted as a file, as image data and as a path`() throws {
      let album = try ScratchFolder()
      let picture = Pictures.png(.init(number: 3, width: 500, height: 300))
      let file = try album.write(picture, to: "a b.png")
      let session = try Session(on: try Displays.plain(), album: album, names: [file])
      try session.viewer.wait(for: "copied count=1") {
        try session.x.key("c", holding: ["Control_L"])
      }
      let targets = try session.x.clipboardTargets()
      for target in ["TARGETS", "TIMESTAMP", "text/uri-list", "UTF8_STRING", "image/png"] {
        #expect(targets.contains(target), "\(targets)")
      }
      func text(_ target: String) throws -> String? {
        try session.x.paste(target).map { String(decoding: $0, as: UTF8.self) }
      }
      #expect(try text("text/uri-list") == "file://\(album.path)/a%20b.png\r\n")
      #expect(try text("x-special/gnome-copied-files") == "copy\nfile://\(album.path)/a%20b.png")
      #expect(try text("UTF8_STRING") == "\(album.path)/a b.png")
      #expect(picture.count > 1 << 17, "large enough for an incremental transfer")
      #expect(try session.x.paste("image/png") == picture)
      #expect(try session.x.paste("text/html") == nil)
      try session.viewer.wait(for: "copied count=1") {
        try session.x.key("c", holding: ["Control_L", "Shift_L"])
      }
      #expect(try !session.x.clipboardTargets().contains("text/uri-list"))
      #expect(try text("UTF8_STRING") == "\(album.path)/a b.png")
    }

    @Test func `a copy is saved beside the photo, and a file is replaced only after confirmation`()
      throws
    {
      let (home, album) = (try ScratchFolder(), try ScratchFolder())
      let picture = try album.write(Pictures.bmp(.init(number: 0)), to: "picture 0.bmp")
      let session = try Session(
        starting: [picture], on: try Displays.plain(), album: album,
        environment: ["HOME": home.path, "XDG_DATA_HOME": home.path])
      try session.viewer.wait(for: "rest page=0") { $0["width"] > 0 }
      session.x.move(to: Session.middle)
      let copy = album.path + "/picture 0 copy.bmp"
      let manager = FileManager.default
      func save() throws {
        try session.x.key("s", holding: ["Control_L", "Shift_L"])
        try session.x.key("Return")
      }
      try session.viewer.wait(for: "saved copies=1") { try save() }
      let original = manager.contents(atPath: album.path + "/picture 0.bmp")
      #expect(manager.contents(atPath: copy) == original)
      try Data([1]).write(to: URL(fileURLWithPath: copy))
      try save()
      // The confirmation is on the screen; the existing file is unchanged.
      _ = try session.x.steadyScreenshot(of: session.window)
      #expect(manager.contents(atPath: copy) == Data([1]))
      try session.viewer.wait(for: "saved copies=1") { try session.x.key("Return") }
      #expect(manager.contents(atPath: copy) == original)
      // Undo brings the replaced file back.
      try session.viewer.wait(for: "restored count=1") {
        try session.x.key("z", holding: ["Control_L"])
      }
      #expect(manager.contents(atPath: copy) == Data([1]))
    }

    @Test func `preferences take effect at once and in the next session`() throws {
      let settings = try ScratchFolder()
      let environment = ["XDG_CONFIG_HOME": settings.path]
      let album = try ScratchFolder()
      let names = try (0..<2).map {
        try album.write(Pictures.bmp(.init(number: $0)), to: "\($0).bmp")
      }
      let session = try Session(
        starting: names, on: try Displays.plain(), album: album, environment: environment)
      try session.viewer.wait(for: "rest page=0") { $0["width"] > 0 }
      // Without a window manager key events go to the window under the pointer.
      session.x.move(to: Session.middle)
      _ = try session.x.steadyScreenshot(of: session.window)
      try session.x.key("comma", holding: ["Control_L"])
      for _ in 0..<3 { try session.x.key("Down") }
      try session.viewer.wait(for: "preferences direction=right-to-left") {
        try session.x.key("Right")
      }
      try session.x.key("Escape")
      _ = try session.rest(onPage: 1) {
        session.x.drag(
          from: Session.middle, to: Session.middle + Vector(dx: 350, dy: 0), over: 300)
      }
      let text = try String(contentsOfFile: settings.path + "/pbview/preferences", encoding: .utf8)
      #expect(text.contains("direction=right-to-left") && !text.contains("animator"))
      let next = try Session(
        starting: names, on: try Displays.plain(), album: album, environment: environment)
      try next.viewer.wait(for: "rest page=0") { $0["width"] > 0 }
      _ = try next.rest(onPage: 1) {
        next.x.drag(from: Session.middle, to: Session.middle + Vector(dx: 350, dy: 0), over: 300)
      }
    }

    @Test func `an invalid preferences file prints one line and the program runs`() throws {
      let folder = try ScratchFolder()
      let picture = try folder.write(Pictures.bmp(.init(number: 0)), to: "0.bmp")
      for (text, words) in [
        ("[pbview]\nanimator=wobble\n", "animator takes"), ("nonsense\n", "bad.conf: "),
      ] {
        let file = try folder.write(Array(text.utf8), to: "bad.conf")
        let viewer = try ViewerProcess(
          ["--config", file, "--print-list", picture], display: nil, traced: false)
        #expect(viewer.process.exitCode() == 0)
        _ = viewer.process.errors.wholeOutput(within: 5)
        let lines = viewer.process.errors.lines
        #expect(lines.count == 1 && lines[0].contains(words), "\(lines)")
      }
    }
  }
}
