import Geometry
import Testing

extension EndToEnd {
  /// Tabs, and the commands that go back.
  @Suite(.needsDisplay)
  struct SceneTests {
    /// Opens several folders, one tab each.
    private static func session(
      _ counts: [Int] = [3, 2], on display: VirtualDisplay? = nil
    ) throws -> Session {
      let album = try ScratchFolder()
      var first = 0
      for (number, count) in counts.enumerated() {
        _ = try album.subfolder("\(number)/tab")
        try album.writePictures(count, from: first, in: "\(number)/tab/")
        first += count
      }
      return try Session(
        gridOf: album, on: try display ?? Displays.plain(),
        folders: counts.indices.map { album.path / RawName("\($0)/tab") }, items: counts[0])
    }

    @Test(arguments: ["Escape", "BackSpace", "alt-Left", "button 8"])
    func `every back command goes from the photo to the grid`(way: String) throws {
      let session = try Session(gridOf: 3, on: try Displays.plain())
      let cell = try session.open(1)
      try session.flyHome(fromPage: 1) {
        switch way {
        case "alt-Left": try session.x.key("Left", holding: ["Alt_L"])
        case "button 8":
          session.x.press(.back)
          session.x.release(.back)
        default: try session.x.key(way)
        }
      }
      #expect(try session.shows(thumbnail: 1, in: cell))
      #expect(session.viewer.process.isRunning)
    }

    @Test func `a drag from the left edge goes back to the grid, and a short drag does not`() throws
    {
      let session = try Session(gridOf: 3, on: try Displays.plain())
      let cell = try session.open(1)
      let edge = try session.onScreen(Point(x: 8, y: Double(Session.height) / 2))
      func drag(by way: Double) {
        session.x.drag(from: edge, to: edge + Vector(dx: way, dy: 0), rest: 200)
      }
      for _ in 0..<2 {
        let start = session.viewer.mark
        drag(by: 250)
        try session.reporting {
          try session.viewer.wait(for: "scene name=browser", since: start)
        }
        #expect(try session.shows(picture: 1))
      }
      try session.reporting {
        try session.viewer.wait(for: "scene name=grid", after: { drag(by: 800) })
      }
      #expect(try session.shows(thumbnail: 1, in: cell))
      // The next visit does not reuse the state of this visit.
      try session.open(2)
      #expect(try session.shows(picture: 2))
    }

    @Test func `Escape cancels a drag from the left edge`() throws {
      let session = try Session(gridOf: 3, on: try Displays.plain())
      try session.open(1)
      let edge = try session.onScreen(Point(x: 8, y: Double(Session.height) / 2))
      session.x.move(to: edge)
      session.x.press()
      session.x.glide(to: edge + Vector(dx: 600, dy: 0), over: 200)
      try session.reporting {
        try session.viewer.wait(
          for: "scene name=browser", after: { try session.x.key("Escape") })
      }
      session.x.release()
      #expect(try session.shows(picture: 1))
      try session.flyHome(fromPage: 1) { try session.x.key("Escape") }
    }

    @Test func `Escape in the grid ends the program`() throws {
      let session = try Session(gridOf: 3, on: try Displays.plain())
      try session.x.key("Escape")
      #expect(session.viewer.process.exitCode() == 0)
    }

    @Test func `Ctrl+Tab and Ctrl+Shift+Tab change tabs`() throws {
      let session = try Self.session()
      try session.changeTab(to: 1) { try session.x.key("Tab", holding: ["Control_L"]) }
      #expect(try session.shows(thumbnail: 3, in: try session.focus(0)))
      try session.changeTab(to: 0) {
        try session.x.key("Tab", holding: ["Control_L", "Shift_L"])
      }
      #expect(try session.shows(thumbnail: 0, in: try session.focus(0)))
    }

    @Test func `an open photo keeps its page when files of another tab change`() throws {
      let session = try Self.session([3, 4])
      try session.changeTab(to: 1) { try session.x.key("Tab", holding: ["Control_L"]) }
      try session.changeTab(to: 0) {
        try session.x.key("Tab", holding: ["Control_L", "Shift_L"])
      }
      try session.open(1)
      try session.album.remove("1/tab/" + ScratchFolder.name(4))
      let start = session.viewer.mark
      try session.album.write(Pictures.thumbnailed(11), to: "0/tab/picture 1b.bmp")
      // Both folders are watched: once this change is seen, the other change has been seen too.
      try session.reporting { try session.viewer.wait(for: "exact page=2", since: start) }
      #expect(try session.shows(picture: 1))
      _ = try session.rest(onPage: 2) { try session.x.key("Right") }
      #expect(try session.shows(picture: 11))
    }

    @Test func `Ctrl and a number change tabs`() throws {
      let session = try Self.session([2, 2, 3])
      for (key, tab, picture) in [("3", 2, 4), ("2", 1, 2), ("1", 0, 0)] {
        try session.changeTab(to: tab) { try session.x.key(key, holding: ["Control_L"]) }
        #expect(try session.shows(thumbnail: picture, in: try session.focus(0)), "tab \(tab)")
      }
    }

    @Test func `a click on a tab button changes the tab`() throws {
      let session = try Self.session()
      // Two folders and the recent pictures: three buttons 64 pixels wide, centred in the bar.
      let second = Point(x: Double(Session.width) / 2, y: 24)
      for (button, tab, picture) in [(second, 1, 3), (second - Vector(dx: 64, dy: 0), 0, 0)] {
        try session.changeTab(to: tab) { session.x.click(at: try session.onScreen(button)) }
        #expect(try session.shows(thumbnail: picture, in: try session.focus(0)), "tab \(tab)")
      }
    }

    @Test(.needsRig) func `a swipe changes the tab, and a swipe back keeps it`() throws {
      let display = try Displays.withDevices()
      let devices = try #require(display.devices)
      let session = try Self.session(on: display)
      let (right, left) = (
        Session.middle + Vector(dx: 350, dy: 100), Session.middle + Vector(dx: -350, dy: 100)
      )
      func swipe(to points: [Point]) throws {
        try devices.touch(.begin, at: right)
        for (from, to) in zip([right] + points, points) {
          try devices.glide(from: from, to: to, over: 250)
        }
        try devices.touch(.end, at: points.last ?? right)
      }
      try session.changeTab(to: 0) { try swipe(to: [left, right]) }
      #expect(try session.shows(thumbnail: 0, in: try session.focus(0)))
      try session.changeTab(to: 1) { try swipe(to: [left]) }
      #expect(try session.shows(thumbnail: 3, in: try session.focus(0)))
      // The swipe leads towards the third tab and back.
      try session.changeTab(to: 1) { try swipe(to: [left, right]) }
      try session.changeTab(to: 2) { try swipe(to: [left]) }
      #expect(session.viewer.process.isRunning)
    }

    @Test func `a burst of tab changes ends on the last one`() throws {
      let session = try Self.session([2, 2, 3])
      try session.changeTab(to: 2) {
        for key in ["2", "3", "1", "3"] { try session.x.key(key, holding: ["Control_L"]) }
      }
      #expect(try session.shows(thumbnail: 4, in: try session.focus(0)))
    }

    @Test func `the folder before that of the second tab is shown in the second tab`() throws {
      let session = try Self.session()
      _ = try session.album.subfolder("1/next")
      try session.album.writePictures(4, from: 5, in: "1/next/")
      try session.changeTab(to: 1) { try session.x.key("2", holding: ["Control_L"]) }
      let start = session.viewer.mark
      try session.reporting {
        try session.x.key("Prior", holding: ["Control_L"])
        try session.viewer.wait(for: "sibling name=next", since: start)
        try session.viewer.wait(for: "grid items=4", since: start)
      }
      // The first tab is not selected yet.
      try session.changeTab(to: 0) { try session.x.key("1", holding: ["Control_L"]) }
      #expect(try session.shows(thumbnail: 0, in: try session.focus(0)))
    }

    @Test func `a photo opened in the second tab comes from the second folder`() throws {
      let session = try Self.session()
      try session.changeTab(to: 1) { try session.x.key("2", holding: ["Control_L"]) }
      try session.open(1)
      #expect(try session.shows(picture: 4))
      let home = try session.flyHome(fromPage: 1) { try session.x.key("Escape") }
      #expect(try session.shows(thumbnail: 4, in: home))
    }
  }
}

extension Session {
  /// Performs an action and waits until the tab `index` is current and settled.
  func changeTab(to index: Int, after action: () throws -> Void) throws {
    try reporting { try viewer.wait(for: "tab index=\(index)", after: action) }
  }
}
