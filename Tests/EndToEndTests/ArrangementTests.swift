import TestSupport
import Testing

extension EndToEnd {
  /// The grid by time, and the filter of photos.
  @Suite(.needsDisplay)
  struct ArrangementTests {
    /// A folder of six pictures: three of May 2024, two of August 2024, one without a date.
    private static func album() throws -> ScratchFolder {
      let album = try ScratchFolder()
      let dates = ["2024:05:01", "2024:05:02", "2024:05:31", "2024:08:01", "2024:08:31"]
      for (number, date) in dates.enumerated() {
        try album.write(
          BlockJPEG(width: 64, height: 64).bytes(taken: "\(date) 12:00:00"),
          to: RawName("\(number).jpg"))
      }
      try album.write(BlockJPEG(width: 64, height: 64).bytes, to: "none.jpg")
      return album
    }

    @Test func `a grid by month has a section for each, and the choice is remembered`() throws {
      let album = try Self.album()
      let state = try ScratchFolder()
      let environment = ["XDG_STATE_HOME": state.path]
      let session = try Session(
        gridOf: album, on: try Displays.plain(), items: 6, environment: environment)
      try session.reporting {
        try session.viewer.wait(for: "grid items=6 sections=3") {
          try session.x.key("m", holding: ["Alt_L", "Shift_L"])
        }
      }
      try session.x.key("Escape")
      #expect(session.viewer.process.exitCode() == 0)
      let again = try Session(
        gridOf: album, on: try Displays.plain(), items: 6, environment: environment)
      try again.reporting {
        try again.viewer.wait(for: "grid items=6 sections=3")
        try again.viewer.wait(for: "grid items=6 sections=1") {
          try again.x.key("f", holding: ["Alt_L", "Shift_L"])
        }
      }
    }

    @Test func `a photo opened alone has its neighbours in the remembered order`() throws {
      let album = try Self.album()
      let state = try ScratchFolder()
      let environment = ["XDG_STATE_HOME": state.path]
      let session = try Session(
        gridOf: album, on: try Displays.plain(), items: 6, environment: environment)
      try session.reporting {
        try session.viewer.wait(for: "slot index=0 ") { try session.x.key("Home") }
        try session.viewer.wait(for: "slot index=5 ") {
          try session.x.key("r", holding: ["Alt_L"])
        }
      }
      try session.x.key("Escape")
      #expect(session.viewer.process.exitCode() == 0)
      let photo = try Session(
        starting: [album.path / "1.jpg"], on: try Displays.plain(), album: album,
        environment: environment)
      try photo.reporting {
        try photo.viewer.wait(for: "list count=6")
        try photo.viewer.wait(for: "rest page=4")
        photo.x.move(to: Session.middle)
        try photo.viewer.wait(for: "page index=5") { try photo.x.key("Right") }
      }
    }

    @Test func `Ctrl+G goes to the photos of a date, and F9 shows the facts of one`() throws {
      let album = try Self.album()
      let session = try Session(gridOf: album, on: try Displays.plain(), items: 6)
      try session.reporting {
        try session.viewer.wait(for: "grid items=6 sections=3") {
          try session.x.key("g", holding: ["Control_L"])
        }
        try session.viewer.wait(for: "slot index=1 ") {
          for key in ["2", "0", "2", "4", "slash", "0", "8"] { try session.x.key(key) }
        }
        try session.x.key("Return")
        try session.viewer.wait(for: "grid info shown=true") { try session.x.key("F9") }
        try session.viewer.wait(for: "grid info shown=false") { try session.x.key("F9") }
        try session.viewer.wait(for: "scene name=browser") { try session.x.key("Return") }
      }
    }

    @Test func `Ctrl+F on a page leaves the pages that match, and Esc brings all back`() throws {
      let album = try Self.album()
      let session = try Session(
        starting: [album.path / "0.jpg"], on: try Displays.plain(), album: album)
      try session.reporting {
        try session.viewer.wait(for: "list count=6")
        try session.viewer.wait(for: "rest page=0")
        session.x.move(to: Session.middle)
        try session.viewer.wait(for: "find shown") {
          try session.x.key("f", holding: ["Control_L"])
        }
        // The photo on the page stays until the search ends; Enter leads to the nearest match.
        let typed = session.viewer.mark
        try session.viewer.wait(for: "pages count=2 index=0") {
          for key in ["n", "o", "n", "e"] { try session.x.key(key) }
        }
        // The first letter leaves the same pages.
        try session.viewer.wait(for: "filter text=none", since: typed)
        let before = session.viewer.mark
        try session.viewer.wait(for: "page index=1") { try session.x.key("Return") }
        try session.viewer.wait(for: "pages count=1 index=0", since: before)
        try session.viewer.wait(for: "find shown") {
          try session.x.key("f", holding: ["Control_L"])
        }
        try session.viewer.wait(for: "pages count=6") { try session.x.key("Escape") }
        // The second Esc closes the program that was opened on a file.
        try session.x.key("Escape")
      }
      #expect(session.viewer.process.exitCode() == 0)
    }

    @Test func `all photos are shown after the only one that matches was deleted`() throws {
      let album = try Self.album()
      let home = try ScratchFolder()
      let session = try Session(
        starting: [album.path / "none.jpg"], on: try Displays.plain(), album: album,
        environment: ["HOME": home.path, "XDG_DATA_HOME": home.path])
      try session.reporting {
        try session.viewer.wait(for: "list count=6")
        try session.viewer.wait(for: "rest page=5")
        session.x.move(to: Session.middle)
        try session.viewer.wait(for: "find shown") {
          try session.x.key("f", holding: ["Control_L"])
        }
        try session.viewer.wait(for: "pages count=1 index=0") {
          for key in ["n", "o", "n", "e"] { try session.x.key(key) }
        }
        try session.viewer.wait(for: "find hidden") { try session.x.key("Return") }
        let start = session.viewer.mark
        try session.x.key("Delete")
        try session.viewer.wait(for: "filter text=", since: start)
        try session.viewer.wait(for: "pages count=5 index=4", since: start)
        // The message with the Undo button says that the filter has ended.
        let end = session.viewer.process.errors.lines.lastIndex { line in
          Trace(line: line)?.matches(Trace(pattern: "filter text=")) ?? false
        }
        try session.viewer.wait(for: "toast button", since: try #require(end))
        try session.x.key("Escape")
      }
      #expect(session.viewer.process.exitCode() == 0)
    }

    @Test func `with --filter the browser begins with a photo that matches, and pages over those`()
      throws
    {
      let album = try Self.album()
      let session = try Session(
        starting: ["--browse", "--filter", "none", RawName(album.path)],
        on: try Displays.plain(), album: album)
      try session.reporting {
        // The photo is the last one of the folder.
        try session.viewer.wait(for: "rest page=5")
        try session.viewer.wait(for: "filter text=none")
        try session.viewer.wait(for: "pages count=1 index=0")
      }
      let file = try Session(
        starting: ["--filter", "taken:2024-08", album.path / "0.jpg"],
        on: try Displays.plain(), album: album)
      try file.reporting {
        // The photo that was named stays until the page is turned.
        try file.viewer.wait(for: "rest page=0")
        try file.viewer.wait(for: "pages count=3 index=0")
        file.x.move(to: Session.middle)
        let start = file.viewer.mark
        try file.viewer.wait(for: "page index=1") { try file.x.key("Right") }
        try file.viewer.wait(for: "pages count=2 index=0", since: start)
      }
    }

    @Test func `the browser pages over the photos that a filter leaves`() throws {
      let album = try Self.album()
      let session = try Session(gridOf: album, on: try Displays.plain(), items: 6)
      try session.reporting {
        try session.x.key("f", holding: ["Control_L"])
        try session.viewer.wait(for: "grid items=1") {
          for key in ["n", "o", "n"] { try session.x.key(key) }
        }
        for _ in 0..<3 { try session.x.key("BackSpace") }
        try session.viewer.wait(for: "grid items=2") {
          for key in ["t", "a", "k", "e", "n", "equal", "2", "0", "2", "4", "minus", "8"] {
            try session.x.key(key)
          }
        }
        // Enter gives the keys back to the grid; the second one opens its first photo.
        try session.x.key("Return")
        try session.x.key("Home")
        try session.viewer.wait(for: "scene name=browser") { try session.x.key("Return") }
        try session.viewer.wait(for: "page index=1") { try session.x.key("End") }
        // Esc closes the photo, and the next one the field.
        try session.viewer.wait(for: "scene name=grid") { try session.x.key("Escape") }
        try session.viewer.wait(for: "grid items=6") { try session.x.key("Escape") }
      }
    }
  }
}
