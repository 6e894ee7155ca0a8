import Foundation
import Geometry
import Testing

extension EndToEnd {
  /// Deleting with real keys: asked first, into a trash of the test's own, and brought back.
  @Suite(.needsDisplay)
  struct DeletionTests {
    /// The home of the trash; the pictures lie on the same disk.
    private let home: ScratchFolder

    init() throws { home = try ScratchFolder() }

    private var environment: [String: String] { ["HOME": home.path, "XDG_DATA_HOME": home.path] }

    /// Pages of exactly these pictures.
    private func pages(_ count: Int, at page: Int = 0) throws -> Session {
      let album = try ScratchFolder()
      try album.writePictures(count)
      let names = (0..<count).map { album.path / RawName(ScratchFolder.name($0)) }
      let session = try Session(
        starting: ["--start", RawName("\(page + 1)")] + names, on: try Displays.plain(),
        album: album, environment: environment)
      try session.viewer.wait(for: "rest page=\(page)") { $0["width"] > 0 }
      // The keyboard is where the pointer is.
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

    /// Presses Delete and waits for the question.
    private func ask(_ session: Session, forGood: Bool = false) throws {
      try session.reporting {
        try session.viewer.wait(for: "asking forgood=\(forGood ? 1 : 0)") {
          try session.x.key("Delete", holding: forGood ? ["Shift_L"] : [])
        }
      }
    }

    @Test func `a photo goes to the trash when that is confirmed, and comes back`() throws {
      let session = try pages(3, at: 1)
      try ask(session)
      try session.x.key("Escape")
      try ask(session)
      #expect(isThere(1, in: session), "asking is not doing")
      try session.reporting {
        try session.viewer.wait(for: "deleted count=1 forgood=0") { try session.x.key("Return") }
      }
      #expect(!isThere(1, in: session) && trash == [ScratchFolder.name(1)])
      #expect(try session.shows(picture: 2), "the next one takes its place")
      try session.reporting {
        try session.viewer.wait(for: "restored count=1") {
          try session.x.key("z", holding: ["Control_L"])
        }
      }
      #expect(isThere(1, in: session) && trash == [])
      #expect(try session.shows(picture: 1), "and it is shown again")
      _ = try session.rest(onPage: 2) { try session.x.key("Right") }
      #expect(try session.shows(picture: 2))
    }

    @Test func `after the last one comes the one before, and after the only one the end`() throws {
      let session = try pages(2, at: 1)
      try ask(session)
      _ = try session.rest(onPage: 0) { try session.x.key("Return") }
      #expect(try session.shows(picture: 0))
      try ask(session)
      try session.x.key("Return")
      #expect(session.viewer.process.exitCode() == 0)
      #expect(trash.count == 2)
    }

    @Test func `selected pictures leave the grid together and come back together`() throws {
      let session = try grid(5)
      try session.focus(1)
      try session.x.key("Right", holding: ["Shift_L"])
      try ask(session)
      let start = session.viewer.mark
      try session.reporting {
        try session.viewer.wait(for: "deleted count=2") { try session.x.key("Return") }
        try session.viewer.wait(for: "grid items=3", since: start)
      }
      #expect(trash.count == 2 && isThere(0, in: session) && !isThere(1, in: session))
      try session.reporting {
        try session.viewer.wait(for: "restored count=2") {
          try session.x.key("z", holding: ["Control_L"])
        }
        try session.viewer.wait(for: "grid items=5", since: start)
      }
      #expect(try session.shows(thumbnail: 1, in: try session.focus(1)))
      #expect(trash == [])
    }

    @Test func `grid and page stay in step`() throws {
      let session = try grid(4)
      try session.open(1)
      try ask(session)
      try session.reporting {
        try session.viewer.wait(for: "deleted count=1") { try session.x.key("Return") }
      }
      #expect(try session.shows(picture: 2))
      let cell = try session.flyHome(fromPage: 1) { try session.x.key("Escape") }
      #expect(try session.shows(thumbnail: 2, in: cell))
      #expect(session.viewer.process.isRunning)
    }

    @Test func `for good takes more than one key too many`() throws {
      let session = try pages(2)
      try ask(session, forGood: true)
      // The keyboard is on Cancel.
      try session.x.key("Return")
      try ask(session, forGood: true)
      #expect(isThere(0, in: session))
      try session.x.key("Up")
      try session.reporting {
        try session.viewer.wait(for: "deleted count=1 forgood=1") { try session.x.key("Return") }
      }
      #expect(!isThere(0, in: session) && trash == [])
      #expect(try session.shows(picture: 1))
      try session.x.key("z", holding: ["Control_L"])
      #expect(!isThere(0, in: session), "what is gone for good is gone")
    }

    @Test func `what cannot go to the trash stays, and the other way is offered`() throws {
      // Where the trash would be there is a file.
      try home.write([], to: "Trash")
      let session = try pages(2)
      try ask(session)
      try session.reporting {
        try session.viewer.wait(for: "refused count=1 forgood=0") { try session.x.key("Return") }
      }
      try session.x.key("Return")
      try ask(session)
      #expect(isThere(0, in: session), "the keyboard is on Keep")
      #expect(session.viewer.process.errors.lines.contains { $0.contains(ScratchFolder.name(0)) })
      try session.reporting {
        try session.viewer.wait(for: "refused count=1 forgood=0") { try session.x.key("Return") }
      }
      try session.x.key("Up")
      try session.reporting {
        try session.viewer.wait(for: "deleted count=1 forgood=1") { try session.x.key("Return") }
      }
      #expect(!isThere(0, in: session))
    }
  }
}
