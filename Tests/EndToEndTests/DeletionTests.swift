import Foundation
import Geometry
import Testing

extension EndToEnd {
  /// Deletion by keys: trash of the test's own, confirmations, Undo and Redo.
  @Suite(.needsDisplay)
  struct DeletionTests {
    /// The folder that holds the trash, on the same file system as the pictures.
    private let home: ScratchFolder

    init() throws { home = try ScratchFolder() }

    private var environment: [String: String] { ["HOME": home.path, "XDG_DATA_HOME": home.path] }

    /// Opens a browser on `count` pictures given as single files.
    private func pages(_ count: Int, at page: Int = 0) throws -> Session {
      let album = try ScratchFolder()
      try album.writePictures(count)
      let names = (0..<count).map { album.path / RawName(ScratchFolder.name($0)) }
      let session = try Session(
        starting: ["--start", RawName("\(page + 1)")] + names, on: try Displays.plain(),
        album: album, environment: environment)
      try session.viewer.wait(for: "rest page=\(page)") { $0["width"] > 0 }
      // Key events go to the window under the pointer.
      session.x.move(to: Session.middle)
      return session
    }

    private func grid(_ count: Int) throws -> Session {
      try Session(gridOf: count, on: try Displays.plain(), environment: environment)
    }

    private func isThere(_ number: Int, in session: Session) -> Bool {
      FileManager.default.fileExists(atPath: "\(session.album.path)/\(ScratchFolder.name(number))")
    }

    private var trash: [String] {
      (try? FileManager.default.contentsOfDirectory(atPath: "\(home.path)/Trash/files")) ?? []
    }

    /// Performs an action and waits until `count` files are deleted.
    private func deleted(
      _ count: Int = 1, permanently: Bool = false, in session: Session,
      after action: () throws -> Void
    ) throws {
      let start = session.viewer.mark
      try session.reporting {
        try action()
        try session.viewer.wait(
          for: "deleted count=\(count) permanent=\(permanently ? 1 : 0)", since: start)
      }
    }

    /// Presses Delete and waits until `count` pictures are in the trash.
    private func delete(_ count: Int = 1, in session: Session) throws {
      try deleted(count, in: session) { try session.x.key("Delete") }
    }

    /// Performs an action and waits until `count` files are restored.
    private func restored(
      _ count: Int = 1, in session: Session, after action: () throws -> Void
    ) throws {
      let start = session.viewer.mark
      try session.reporting {
        try action()
        try session.viewer.wait(for: "restored count=\(count)", since: start)
      }
    }

    private func undo(_ count: Int = 1, in session: Session) throws {
      try restored(count, in: session) { try session.x.key("z", holding: ["Control_L"]) }
    }

    /// Performs an action and waits for the confirmation sheet.
    private func ask(_ session: Session, permanently: Bool, after action: () throws -> Void) throws
    {
      let start = session.viewer.mark
      try session.reporting {
        try action()
        try session.viewer.wait(
          for: "asking count=1 permanent=\(permanently ? 1 : 0)", since: start)
      }
    }

    private func askPermanently(_ session: Session) throws {
      try ask(session, permanently: true) {
        try session.x.key("Delete", holding: ["Shift_L"])
      }
    }

    /// The centre of the button of the last toast, in screen coordinates.
    private func toastButton(of session: Session) throws -> Point {
      let button = try session.viewer.wait(for: "toast button")
      return try session.onScreen(Rect(in: button).center)
    }

    @Test func `Delete moves a photo to the trash, Undo restores and Redo moves it again`() throws {
      let session = try pages(3, at: 1)
      try delete(in: session)
      #expect(!isThere(1, in: session) && trash == [ScratchFolder.name(1)])
      #expect(try session.shows(picture: 2), "the next picture is shown")
      try undo(in: session)
      #expect(isThere(1, in: session) && trash == [])
      #expect(try session.shows(picture: 1), "the restored picture is shown")
      try deleted(in: session) { try session.x.key("y", holding: ["Control_L"]) }
      #expect(try session.shows(picture: 2))
      try undo(in: session)
      try deleted(in: session) { try session.x.key("z", holding: ["Control_L", "Shift_L"]) }
      #expect(!isThere(1, in: session) && trash == [ScratchFolder.name(1)])
      try undo(in: session)
      _ = try session.rest(onPage: 2) { try session.x.key("Right") }
      #expect(try session.shows(picture: 2))
    }

    @Test func `the sidecars of a photo go to the trash with it and come back with it`() throws {
      let session = try pages(3, at: 1)
      let name = ScratchFolder.name(1)
      let stem = name.prefix { $0 != "." }
      let sidecars = ["\(name).xmp", "\(stem).xmp"]
      for sidecar in sidecars { try session.album.write([60], to: RawName(sidecar)) }
      try delete(in: session)
      #expect(Set(trash) == Set([name] + sidecars))
      try undo(in: session)
      #expect(trash == [] && isThere(1, in: session))
      for sidecar in sidecars {
        #expect(FileManager.default.fileExists(atPath: "\(session.album.path)/\(sidecar)"))
      }
    }

    @Test func `the Undo button of the toast works by a click and by Tab and Return`() throws {
      let session = try pages(3, at: 1)
      try delete(in: session)
      #expect(try session.shows(picture: 2))
      try restored(in: session) { session.x.click(at: try toastButton(of: session)) }
      #expect(try session.shows(picture: 1))
      session.x.move(to: Session.middle)
      try delete(in: session)
      #expect(try session.shows(picture: 2))
      try restored(in: session) {
        try session.x.key("Tab")
        try session.x.key("Return")
      }
      #expect(try session.shows(picture: 1))
      #expect(trash == [])
    }

    @Test func `a held Delete key deletes one photo`() throws {
      let session = try pages(6)
      try deleted(in: session) {
        try session.x.holding("Delete") { Pace.hold(milliseconds: 900) }
      }
      _ = try session.rest(onPage: 4) { try session.x.key("End") }
      #expect(trash.count == 1)
    }

    @Test func `the last picture moves to the trash only after confirmation`() throws {
      let session = try pages(2, at: 1)
      let start = session.viewer.mark
      try delete(in: session)
      try session.reporting { try session.viewer.wait(for: "rest page=0", since: start) }
      #expect(try session.shows(picture: 0), "the previous page is shown")
      try ask(session, permanently: false) { try session.x.key("Delete") }
      try session.x.key("Return")
      #expect(isThere(0, in: session), "Cancel has the focus")
      try ask(session, permanently: false) { try session.x.key("Delete") }
      try session.x.key("Up")
      try session.x.key("Return")
      #expect(session.viewer.process.exitCode() == 0)
      #expect(trash.count == 2)
    }

    @Test func `selected pictures leave the grid and return by Undo together`() throws {
      let session = try grid(5)
      try session.focus(1)
      try session.x.key("Right", holding: ["Shift_L"])
      let start = session.viewer.mark
      try delete(2, in: session)
      try session.reporting { try session.viewer.wait(for: "grid items=3", since: start) }
      #expect(trash.count == 2 && isThere(0, in: session) && !isThere(1, in: session))
      let back = session.viewer.mark
      try undo(2, in: session)
      try session.reporting { try session.viewer.wait(for: "grid items=5", since: back) }
      // The first restored picture has the focus.
      let cell = try session.slot(1, since: back)
      #expect(try session.shows(thumbnail: 1, in: cell))
      #expect(trash == [])
    }

    @Test func `the rejected photos of grid and pages go to the trash as one step`() throws {
      let album = try ScratchFolder()
      try album.writePictures(5)
      // Another program has rejected two photos.
      let sidecar = """
        <x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>
        <rdf:Description rdf:about='' xmlns:xmp='http://ns.adobe.com/xap/1.0/' xmp:Rating='-1'/>
        </rdf:RDF></x:xmpmeta>
        """
      let names = [1, 3].flatMap { [ScratchFolder.name($0), ScratchFolder.name($0) + ".xmp"] }
      for number in [1, 3] {
        try album.write(Array(sidecar.utf8), to: RawName(ScratchFolder.name(number) + ".xmp"))
      }
      let session = try Session(
        gridOf: album, on: try Displays.plain(), items: 5, environment: environment)
      func deleteRejected(_ count: Int) throws {
        try deleted(count, in: session) {
          try session.x.key("BackSpace", holding: ["Control_L"])
        }
      }
      let first = session.viewer.mark
      try deleteRejected(2)
      #expect(Set(trash) == Set(names))
      // Undo before the grid has changed would leave it as it is.
      try session.reporting { try session.viewer.wait(for: "grid items=3", since: first) }
      let back = session.viewer.mark
      try undo(2, in: session)
      try session.reporting { try session.viewer.wait(for: "grid items=5", since: back) }
      #expect(trash == [] && isThere(1, in: session) && isThere(3, in: session))
      _ = try session.slot(1, since: back)
      // A mark that is still being written counts, and the page goes on.
      try session.open(1)
      _ = try session.rest(onPage: 2) { try session.x.key("Right") }
      try session.x.key("x", holding: ["Alt_L"])
      try deleteRejected(3)
      #expect(Set(trash).isSuperset(of: names + [ScratchFolder.name(2)]))
      #expect(try session.shows(picture: 4), "the next photo that is left")
      let start = session.viewer.mark
      try session.x.key("BackSpace", holding: ["Control_L"])
      try session.viewer.wait(for: "refused empty command=deleteRejected", since: start)
      #expect(isThere(0, in: session) && isThere(4, in: session))
    }

    @Test func `a picture deleted from its page also leaves the grid`() throws {
      let session = try grid(4)
      try session.open(1)
      try delete(in: session)
      #expect(try session.shows(picture: 2))
      let cell = try session.flyHome(fromPage: 1) { try session.x.key("Escape") }
      #expect(try session.shows(thumbnail: 2, in: cell))
      #expect(session.viewer.process.isRunning)
    }

    @Test func `Undo shows the restored photo before or after the folder watch reports the file`()
      throws
    {
      let session = try grid(5)
      try session.open(2)
      // The folder watch and the list's reply race; several rounds see both orders.
      for _ in 0..<6 {
        try delete(in: session)
        #expect(try session.shows(picture: 3))
        try undo(in: session)
        #expect(try session.shows(picture: 2))
      }
      try session.flyHome(fromPage: 2) { try session.x.key("Escape") }
      #expect(session.viewer.process.isRunning)
    }

    @Test func `deleting permanently needs a confirmation and cannot be undone`() throws {
      let session = try pages(2)
      try askPermanently(session)
      // Cancel has the focus.
      try session.x.key("Return")
      try askPermanently(session)
      #expect(isThere(0, in: session))
      try session.x.key("Up")
      try deleted(permanently: true, in: session) { try session.x.key("Return") }
      #expect(!isThere(0, in: session) && trash == [])
      #expect(try session.shows(picture: 1))
      try session.x.key("z", holding: ["Control_L"])
      #expect(!isThere(0, in: session), "Undo does not restore a permanently deleted file")
    }

    @Test func `a file that cannot move to the trash stays, and permanent deletion is offered`()
      throws
    {
      // A regular file takes the path of the trash folder.
      try home.write([], to: "Trash")
      let session = try pages(2)
      func refused() throws {
        let start = session.viewer.mark
        try session.reporting {
          try session.x.key("Delete")
          try session.viewer.wait(for: "refused count=1 permanent=0", since: start)
        }
      }
      try refused()
      try session.x.key("Return")
      try refused()
      #expect(isThere(0, in: session), "Keep has the focus")
      #expect(session.viewer.process.errors.lines.contains { $0.contains(ScratchFolder.name(0)) })
      try session.x.key("Up")
      try deleted(permanently: true, in: session) { try session.x.key("Return") }
      #expect(!isThere(0, in: session))
    }
  }

  /// Undo by touch.
  @Suite(.needsRig)
  struct DeletionTouchTests {
    @Test func `a tap on the button of the toast restores the photo`() throws {
      let home = try ScratchFolder()
      let album = try ScratchFolder()
      try album.writePictures(3)
      let names = (0..<3).map { album.path / RawName(ScratchFolder.name($0)) }
      let display = try Displays.withDevices()
      let session = try Session(
        starting: names, on: display, album: album,
        environment: ["HOME": home.path, "XDG_DATA_HOME": home.path])
      let devices = try #require(display.devices)
      try session.viewer.wait(for: "rest page=0") { $0["width"] > 0 }
      try devices.movePointer(to: Session.middle)
      try session.reporting {
        try session.viewer.wait(for: "deleted count=1") { try session.x.key("Delete") }
      }
      #expect(try session.shows(picture: 1))
      let button = Rect(in: try session.viewer.wait(for: "toast button"))
      let point = try session.onScreen(button.center)
      try session.reporting {
        try devices.touch(.begin, at: point)
        try devices.touch(.end, at: point)
        try session.viewer.wait(for: "restored count=1")
      }
      #expect(try session.shows(picture: 0))
    }
  }
}
