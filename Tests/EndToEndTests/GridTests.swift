import Foundation
import Geometry
import Testing

extension EndToEnd {
  /// The contents of the grid and the navigation in it.
  @Suite(.needsDisplay)
  struct GridTests {
    @Test func `a folder opens as a grid of its pictures`() throws {
      let session = try Session(gridOf: 9, on: try Displays.plain())
      for index in [0, 3, 8] {
        let cell = try session.focus(index)
        #expect(try session.isOnScreen(cell))
        #expect(try session.shows(thumbnail: index, in: cell))
      }
    }

    @Test func `cells do not overlap, and a row has no room for one more`() throws {
      let session = try Session(gridOf: 12, on: try Displays.plain())
      let cells = try (0..<12).map { try $0 == 0 ? session.focus(0) : session.right() }
      for (index, cell) in cells.enumerated() {
        #expect(!cells[..<index].contains { $0.intersection(cell) != nil }, "\(index)")
      }
      let row = cells.filter { $0.minY == cells[0].minY }
      #expect(row.count > 2)
      let pitch = row[1].minX - row[0].minX
      let last = try #require(row.last)
      #expect(last.maxX + pitch > Double(Session.width))
    }

    @Test func `arrows, Home and End move the focus and keep it on screen`() throws {
      let session = try Session(gridOf: 60, on: try Displays.plain())
      try session.focus(0)
      let columns = try session.focusedCell { try session.x.key("Down") }.index
      #expect(columns > 2)
      let steps = [
        ("Right", columns + 1), ("Down", 2 * columns + 1), ("Left", 2 * columns),
        ("Up", columns), ("Left", columns - 1), ("End", 59), ("Home", 0), ("Right", 1),
      ]
      for (key, index) in steps {
        let focused = try session.focusedCell { try session.x.key(key) }
        #expect(focused.index == index, "after \(key)")
        #expect(try session.isOnScreen(focused.frame), "after \(key)")
        #expect(try session.shows(thumbnail: index % 16, in: focused.frame), "after \(key)")
      }
    }

    @Test func `typing the beginning of a name moves the focus to it`() throws {
      let album = try ScratchFolder()
      for (number, name) in ["alps", "beach", "birds", "city", "zebra"].enumerated() {
        try album.write(Pictures.thumbnailed(number), to: RawName("\(name).bmp"))
      }
      let session = try Session(gridOf: album, on: try Displays.plain(), items: 5)
      for (letters, index) in [("ci", 3), ("bi", 2), ("z", 4)] {
        let start = session.viewer.mark
        for letter in letters { try session.x.key(String(letter)) }
        try session.reporting {
          try session.viewer.wait(for: "slot index=\(index)", since: start)
        }
        // Escape clears the search text before the next name.
        try session.x.key("Escape")
      }
      try session.arrive(atPage: 4) { try session.x.key("Return") }
      #expect(try session.shows(picture: 4))
    }

    @Test func `the wheel scrolls the grid and the grid settles`() throws {
      let session = try Session(gridOf: 100, on: try Displays.plain())
      let down = try session.gridRest { session.x.wheel(.wheelDown, notches: 5) }
      #expect(down["scroll"] > 100)
      #expect(down["first"] > 0)
      let up = try session.gridRest { session.x.wheel(.wheelUp, notches: 12) }
      #expect(up["scroll"] == 0)
      #expect(up["first"] == 0)
    }

    @Test func `Ctrl+wheel and the minus key change the cell size`() throws {
      let session = try Session(gridOf: 60, on: try Displays.plain())
      let before = try session.focus(0)
      var sizes = [before.width]
      for button in [XClient.Button.wheelUp, .wheelUp, .wheelDown] {
        _ = try session.gridRest {
          try session.x.holding("Control_L") { session.x.wheel(button) }
        }
        sizes.append(try session.focusedCell { try session.x.key("Right") }.frame.width)
      }
      #expect(sizes[1] > sizes[0] && sizes[2] > sizes[1] && sizes[3] < sizes[2], "\(sizes)")
      let plus = try session.gridRest { try session.x.key("minus") }
      #expect(plus["first"] >= 0)
      #expect(try session.focusedCell { try session.x.key("Left") }.frame.width < sizes[3])
    }

    @Test func `resizing the window changes the number of columns`() throws {
      let session = try Session(gridOf: 40, on: try Displays.plain())
      try session.focus(0)
      let wide = try session.focusedCell { try session.x.key("Down") }.index
      _ = try session.gridRest { session.x.resize(session.window, width: 520, height: 700) }
      try session.focus(0)
      let narrow = try session.focusedCell { try session.x.key("Down") }
      #expect(narrow.index < wide)
      #expect(try session.shows(thumbnail: narrow.index % 16, in: narrow.frame))
    }

    @Test func `sorting and reversing change the order at once`() throws {
      let album = try ScratchFolder()
      // Higher picture numbers have smaller files.
      for (number, name) in ["a", "b", "c", "d"].enumerated() {
        let plan = Pictures.Plan(
          number: number, width: 480, height: 320 - 20 * number, cell: 80)
        try album.write(Pictures.bmp(plan), to: RawName("\(name).bmp"))
      }
      let session = try Session(
        gridOf: album, on: try Displays.plain(), options: ["--sort", "size"],
        items: 4)
      let cell = try session.focus(0)
      #expect(try session.shows(thumbnail: 0, in: cell))
      try session.x.key("r", holding: ["Alt_L"])
      #expect(try session.shows(thumbnail: 3, in: cell))
    }

    @Test(arguments: ["--grid", "--browse"])
    func `--grid and --browse choose the scene in which a folder opens`(option: String) throws {
      let album = try ScratchFolder()
      try album.writePictures(3)
      let session = try Session(
        starting: [RawName(option), RawName(album.path)], on: try Displays.plain(), album: album)
      let scene = option == "--grid" ? "grid" : "browser"
      try session.reporting { try session.viewer.wait(for: "scene name=\(scene)") }
      if scene == "browser" { #expect(try session.shows(picture: 0)) }
    }

    @Test func `a file opened with --grid has the focus in the grid`() throws {
      let album = try ScratchFolder()
      try album.writePictures(60)
      let name = album.path / RawName(ScratchFolder.name(50))
      let session = try Session(
        gridOf: album, on: try Displays.plain(), folders: [name], options: ["--grid"], items: 60)
      let cell = try session.slot(50)
      #expect(try session.isOnScreen(cell))
      #expect(try session.shows(thumbnail: 50 % 16, in: cell))
    }

    @Test func `with --recursive subfolders are sections`() throws {
      let album = try ScratchFolder()
      try album.writePictures(3)
      for name in ["one", "two"] { _ = try album.subfolder(name) }
      try album.writePictures(2, from: 3, in: "one/")
      try album.writePictures(4, from: 5, in: "two/")
      let session = try Session(
        gridOf: album, on: try Displays.plain(), options: ["--recursive"], items: 9)
      #expect(session.viewer.traces().contains { $0.name == "grid" && $0["sections"] == 3 })
      for index in [2, 3, 4, 5, 8] {
        #expect(try session.shows(thumbnail: index, in: try session.focus(index)), "\(index)")
      }
      let (own, other) = (try session.focus(4), try session.right())
      #expect(other.minY > own.maxY && other.minX < own.minX, "a section starts a new row")
      try session.open(6)
      #expect(try session.shows(picture: 6))
      #expect(try session.flyHome(fromPage: 6) { try session.x.key("Escape") }.width > 0)
    }

    @Test func `twenty thousand pictures open as a grid, scroll to the end and stay below 400 MB`()
      throws
    {
      let album = try ScratchFolder()
      let seed = try album.write(Pictures.thumbnailed(5), to: "seed.bmp")
      for number in 1..<20_000 {
        let linked = seed.withCString { old in
          (album.path / RawName("\(number).bmp")).withCString { link(old, $0) }
        }
        try #require(linked == 0)
      }
      let session = try Session(gridOf: album, on: try Displays.plain(), items: 20_000)
      let last = try session.focusedCell { try session.x.key("End") }
      #expect(last.index == 19_999)
      #expect(try session.shows(thumbnail: 5, in: last.frame))
      try session.arrive(atPage: 19_999) { try session.x.key("Return") }
      let home = try session.flyHome(fromPage: 19_999) { try session.x.key("Escape") }
      #expect(try session.isOnScreen(home))
      #expect(ProcessTable.residentBytes(of: session.viewer.process.id) < 400 << 20)
    }
  }
}

extension Session {
  /// The frame of the next cell, focused by the Right key.
  func right() throws -> Rect { try focusedCell { try x.key("Right") }.frame }
}
