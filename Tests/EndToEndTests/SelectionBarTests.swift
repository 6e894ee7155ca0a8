import Testing

@testable import PhotoIndex

extension EndToEnd {
  /// The bar of the selected photos, and filters by marks.
  @Suite(.needsDisplay)
  struct SelectionBarTests {
    @Test func `the bar counts the selected photos and rates them from the keyboard`() throws {
      let session = try Session(gridOf: 4, on: try Displays.plain())
      try session.reporting {
        try session.viewer.wait(
          for: "selection count=4", after: { try session.x.key("a", holding: ["Control_L"]) })
        // Tab leads to the bar, and the arrow key to the first star.
        try session.x.key("Tab")
        try session.x.key("Right")
        try session.viewer.wait(
          for: "marked count=4 failed=0", after: { try session.x.key("Return") })
      }
    }

    @Test func `a filter by marks shows picks only, and all photos again`() throws {
      let session = try Session(gridOf: 4, on: try Displays.plain())
      try session.focus(1)
      try session.reporting {
        try session.viewer.wait(
          for: "marked count=1 failed=0", after: { try session.x.key("p", holding: ["Alt_L"]) })
        try session.viewer.wait(
          for: "grid items=1",
          after: { try session.x.key("p", holding: ["Alt_L", "Shift_L"]) })
        try session.viewer.wait(
          for: "grid items=4",
          after: { try session.x.key("a", holding: ["Alt_L", "Shift_L"]) })
      }
    }

    @Test(.enabled(if: SQLiteLibrary.shared != nil, "SQLite is not installed"))
    func `a resting grid fills the index, from which a filter is answered`() throws {
      let session = try Session(gridOf: 4, on: try Displays.plain())
      try session.focus(1)
      try session.reporting {
        // The test folder has to be on a local file system.
        try session.viewer.wait(for: "filled photos=4", within: 20)
        let filled = session.viewer.mark
        try session.viewer.wait(
          for: "marked count=1 failed=0", after: { try session.x.key("p", holding: ["Alt_L"]) })
        try session.viewer.wait(
          for: "grid items=1",
          after: { try session.x.key("p", holding: ["Alt_L", "Shift_L"]) })
        let traces = session.viewer.traces(since: filled)
        #expect(!traces.contains { $0.name == "indexed" && $0.fields["photos"] == "4" })
      }
    }

    @Test func `a photo rejected under a filter leaves once the next one is shown`() throws {
      let session = try Session(on: try Displays.plain(), pictures: 3)
      try session.reporting {
        // The photos appear again once their facts are read.
        let start = session.viewer.mark
        try session.viewer.wait(
          for: "pages count=1",
          after: { try session.x.key("x", holding: ["Alt_L", "Shift_L"]) })
        try session.viewer.wait(for: "indexed photos=3", since: start)
        let indexed = session.viewer.mark
        try session.viewer.wait(for: "pages count=3", since: indexed)
        try session.viewer.wait(for: "culling on=true", after: { try session.x.key("c") })
        try session.viewer.wait(for: "pages count=2 index=0", after: { try session.x.key("x") })
        #expect(try session.shows(picture: 1))
        try session.viewer.wait(
          for: "pages count=3",
          after: { try session.x.key("a", holding: ["Alt_L", "Shift_L"]) })
      }
    }
  }
}
