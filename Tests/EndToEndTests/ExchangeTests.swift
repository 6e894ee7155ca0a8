import CX11
import Foundation
import Geometry
import Testing

extension EndToEnd {
  /// The clipboard and drag and drop with another program.
  @Suite(.needsDisplay)
  struct ExchangeTests {
    /// The folder that holds the trash, on the same file system as the pictures.
    private let home: ScratchFolder
    /// A folder beside the album.
    private let elsewhere: ScratchFolder

    init() throws {
      home = try ScratchFolder()
      elsewhere = try ScratchFolder()
    }

    private var environment: [String: String] { ["HOME": home.path, "XDG_DATA_HOME": home.path] }

    private func grid(_ count: Int = 4) throws -> Session {
      let session = try Session(
        gridOf: count, on: try Displays.plain(), environment: environment)
      try waitForDrags(session)
      return session
    }

    /// Waits until drags can begin and arrive, a moment after the first picture.
    private func waitForDrags(_ session: Session) throws {
      guard session.x.wait(until: { session.x.number("XdndAware", of: session.window) != nil })
      else { throw HarnessError("the window takes no drops") }
    }

    private func names(in folder: ScratchFolder) throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }

    private func uri(_ path: String) -> [UInt8] {
      Array("file://\(path.replacingOccurrences(of: " ", with: "%20"))".utf8)
    }

    // MARK: Clipboard

    @Test func `files that were cut elsewhere are moved into the folder, and undo moves them back`()
      throws
    {
      let session = try grid()
      try elsewhere.writePictures(1, from: 9)
      let file = "\(elsewhere.path)/\(ScratchFolder.name(9))"
      let offer = try DataOffer(
        [("x-special/gnome-copied-files", Array("cut\n".utf8) + uri(file))], as: "CLIPBOARD",
        of: session.x)
      let start = session.viewer.mark
      try session.x.key("v", holding: ["Control_L"])
      #expect(
        offer.serve { session.viewer.traces(since: start).contains { $0.name == "transferred" } })
      try session.viewer.wait(for: "grid items=5", since: start)
      #expect(try names(in: session.album).contains(ScratchFolder.name(9)))
      #expect(try names(in: elsewhere).isEmpty)
      try session.viewer.wait(for: "moved count=1") {
        try session.x.key("z", holding: ["Control_L"])
      }
      #expect(try names(in: elsewhere) == [ScratchFolder.name(9)])
    }

    @Test func `photos that are cut are offered to file managers and, as a PNG, to editors`() throws
    {
      let session = try grid(2)
      try session.focus(1)
      try session.viewer.wait(for: "copied count=1") {
        try session.x.key("x", holding: ["Control_L"])
      }
      let file = "\(session.album.path)/\(ScratchFolder.name(1))"
      #expect(
        try session.x.paste("x-special/gnome-copied-files") == Array("cut\n".utf8) + uri(file))
      #expect(try session.x.paste("application/x-kde-cutselection") == Array("1".utf8))
      // The file is a BMP; the PNG is made when it is asked for.
      let png = try session.x.paste("image/png") ?? []
      #expect(png.prefix(8) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
      #expect(Array(png.dropFirst(16).prefix(8)) == [0, 0, 1, 0xE0, 0, 0, 1, 0x40], "480 × 320")
    }

    @Test func `a pasted picture becomes a file that undo puts into the trash`() throws {
      let session = try grid(2)
      let picture = Pictures.png(.init(number: 5, width: 60, height: 40))
      let offer = try DataOffer([("image/png", picture)], as: "CLIPBOARD", of: session.x)
      let start = session.viewer.mark
      try session.x.key("v", holding: ["Control_L"])
      #expect(
        offer.serve { session.viewer.traces(since: start).contains { $0.name == "created" } })
      try session.viewer.wait(for: "grid items=3", since: start)
      let file = "\(session.album.path)/Pasted image.png"
      #expect(FileManager.default.contents(atPath: file) == Data(picture))
      try session.viewer.wait(for: "deleted count=1") {
        try session.x.key("z", holding: ["Control_L"])
      }
      #expect(!FileManager.default.fileExists(atPath: file))
    }

    // MARK: Dropping in

    @Test func `a photo dropped on a grid opens, with Ctrl it is copied into the folder`() throws {
      let session = try grid(3)
      try elsewhere.writePictures(1, from: 9)
      let offer = try DataOffer(
        [("text/uri-list", uri("\(elsewhere.path)/\(ScratchFolder.name(9))") + [13, 10])],
        as: "XdndSelection", of: session.x)
      #expect(offer.drag(over: session.window, at: Session.middle) == true)
      let start = session.viewer.mark
      try session.x.holding("Control_L") {
        #expect(offer.move(over: session.window, at: Session.middle) == true)
        try session.viewer.wait(for: "drag intent=copy", since: start)
        #expect(offer.drop(on: session.window) == "XdndActionCopy")
      }
      try session.viewer.wait(for: "transferred count=1", since: start)
      try session.viewer.wait(for: "grid items=4", since: start)
      #expect(try names(in: elsewhere) == [ScratchFolder.name(9)])
      #expect(offer.drag(over: session.window, at: Session.middle) == true)
      try session.arrive(atPage: 0) {
        #expect(offer.drop(on: session.window) == "XdndActionCopy")
      }
      #expect(try session.shows(picture: 9))
    }

    @Test func `unsupported data is refused, and a drag that leaves has no effect`() throws {
      let session = try grid(2)
      let useless = try DataOffer(
        [("text/html", Array("<b>".utf8))], as: "XdndSelection", of: session.x)
      #expect(useless.drag(over: session.window, at: Session.middle) == false)
      #expect(useless.drop(on: session.window) == "")
      let offer = try DataOffer(
        [("image/png", Pictures.png(.init(number: 5, width: 60, height: 40)))],
        as: "XdndSelection", of: session.x)
      let before = try session.x.steadyScreenshot(of: session.window)
      #expect(offer.drag(over: session.window, at: Session.middle) == true)
      let (_, isFramed) = try session.x.look(at: session.window) { $0.pixels != before.pixels }
      #expect(isFramed)
      try session.viewer.wait(for: "drag") { offer.leave(session.window) }
      #expect(try session.x.look(at: session.window) { $0.pixels == before.pixels }.isShown)
      #expect(try names(in: session.album).count == 2)
    }

    @Test func `a drop is refused while a sheet is open`() throws {
      let session = try grid(2)
      try elsewhere.writePictures(1, from: 9)
      let file = "\(elsewhere.path)/\(ScratchFolder.name(9))"
      let offer = try DataOffer(
        [("text/uri-list", uri(file) + Array("\r\n".utf8))], as: "XdndSelection", of: session.x)
      try session.viewer.wait(for: "shortcuts") { try session.x.key("F1") }
      #expect(offer.drag(over: session.window, at: Session.middle) == false)
      #expect(offer.drop(on: session.window) == "")
    }

    // MARK: Dragging out

    /// A place beside the viewer's window.
    private static let beside = Rect(x: 1200, y: 200, width: 300, height: 300)

    @Test func `selected photos are dragged out of the grid together`() throws {
      let session = try grid(4)
      let first = try session.focus(0)
      try session.x.key("a", holding: ["Control_L"])
      let target = DropWindow(session.x, frame: Self.beside)
      let start = session.viewer.mark
      session.x.move(to: try session.onScreen(first.center))
      session.x.press()
      session.x.glide(to: Self.beside.center, over: 200)
      try session.viewer.wait(for: "drag count=4", since: start)
      #expect(target.serve { target.messages.contains("XdndPosition") })
      session.x.release()
      #expect(target.serve { target.messages.contains("XdndDrop") })
      #expect(target.types.contains("text/uri-list"))
      let list = try target.read("text/uri-list").map { String(decoding: $0, as: UTF8.self) }
      #expect(list?.split(separator: "\r\n").count == 4)
      target.finish()
      try session.viewer.wait(for: "drag as=dropped action=copy", since: start)
      session.x.move(to: Session.middle)
      #expect(session.viewer.process.isRunning)
    }

    @Test func `Ctrl+drag takes the photo out of a page, and Escape cancels the drag`() throws {
      let session = try Session(on: try Displays.plain(), pictures: 2)
      try waitForDrags(session)
      let target = DropWindow(session.x, frame: Self.beside)
      let start = session.viewer.mark
      try session.x.holding("Control_L") {
        session.x.move(to: Session.middle)
        session.x.press()
        session.x.glide(to: Self.beside.center, over: 200)
      }
      try session.viewer.wait(for: "drag count=1", since: start)
      #expect(target.serve { target.messages.contains("XdndPosition") })
      try session.viewer.wait(for: "drag as=cancelled") { try session.x.key("Escape") }
      #expect(target.serve { target.messages.contains("XdndLeave") })
      session.x.release()
      // The page reacts to keys again, which go to the window under the pointer.
      session.x.move(to: Session.middle)
      _ = try session.rest(onPage: 1) { try session.x.key("Right") }
    }

    @Test func `a target may save the photo under a name of its own`() throws {
      let session = try grid(2)
      let cell = try session.focus(0)
      let target = DropWindow(session.x, frame: Self.beside)
      session.x.drag(
        from: try session.onScreen(cell.center), to: Self.beside.center, over: 200, rest: 50)
      #expect(target.serve { target.messages.contains("XdndDrop") })
      let file = "\(elsewhere.path)/saved.bmp"
      target.setDirectSave(uri: uri(file))
      #expect(try target.read("XdndDirectSave0") == Array("S".utf8))
      #expect(try names(in: elsewhere) == ["saved.bmp"])
      let start = session.viewer.mark
      #expect(try target.read("XdndDirectSave0") == Array("E".utf8), "no file is replaced")
      try session.viewer.wait(for: "direct save failed=1", since: start)
      #expect(
        session.viewer.process.errors.lines.contains {
          $0.contains("\(ScratchFolder.name(0)): there is a file of that name")
        })
      target.finish()
    }
  }
}
