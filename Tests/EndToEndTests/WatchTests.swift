import Foundation
import Geometry
import Testing

extension EndToEnd {
  /// Changes that other programs make in a shown folder.
  @Suite(.needsDisplay)
  struct WatchTests {
    @Test func `a new picture appears in its place`() throws {
      let session = try Session(gridOf: 4, on: try Displays.plain())
      let start = session.viewer.mark
      try session.album.write(Pictures.thumbnailed(9), to: "picture 2b.bmp")
      try session.reporting { try session.viewer.wait(for: "grid items=5", since: start) }
      #expect(try session.shows(thumbnail: 9, in: try session.focus(3)))
      #expect(try session.shows(thumbnail: 3, in: try session.right()))
    }

    @Test func `visible cells keep their position when pictures are added above`() throws {
      let session = try Session(gridOf: 90, on: try Displays.plain())
      try session.focus(0)
      let columns = try session.focusedCell { try session.x.key("Down") }.index
      for _ in 0..<5 { _ = try session.focusedCell { try session.x.key("Down") } }
      let (index, cell) = try session.focusedCell { try session.x.key("Down") }
      let start = session.viewer.mark
      // The new pictures fill a whole row, so that no cell changes its column.
      for number in 0..<columns {
        try session.album.write(Pictures.thumbnailed(15), to: RawName("a \(number).bmp"))
      }
      try session.reporting {
        try session.viewer.wait(for: "grid items=\(90 + columns)", since: start)
        let after = try session.slot(index + columns, since: start)
        #expect(after.isClose(to: cell), "\(cell) → \(after)")
      }
      #expect(try session.shows(thumbnail: index % 16, in: cell))
    }

    @Test func `the cell of a deleted picture goes and the others close up`() throws {
      let session = try Session(gridOf: 5, on: try Displays.plain())
      let cell = try session.focus(1)
      let start = session.viewer.mark
      try session.album.remove(ScratchFolder.name(1))
      try session.reporting { try session.viewer.wait(for: "grid items=4", since: start) }
      #expect(try session.shows(thumbnail: 2, in: cell))
    }

    @Test func `a renamed picture moves to its new place and keeps the focus`() throws {
      let session = try Session(gridOf: 5, on: try Displays.plain())
      try session.focus(1)
      let start = session.viewer.mark
      try session.album.rename(ScratchFolder.name(1), to: "zz.bmp")
      let cell = try session.reporting { try session.slot(4, since: start) }
      #expect(try session.shows(thumbnail: 1, in: cell))
      try session.arrive(atPage: 4) { try session.x.key("Return") }
      #expect(try session.shows(picture: 1))
    }

    @Test func `a rewritten picture shows its new content`() throws {
      let session = try Session(gridOf: 3, on: try Displays.plain())
      let cell = try session.focus(1)
      #expect(try session.shows(thumbnail: 1, in: cell))
      try session.album.write(Pictures.thumbnailed(12), to: RawName(ScratchFolder.name(1)))
      #expect(try session.shows(thumbnail: 12, in: cell))
    }

    @Test func `deleting the open photo shows the next photo`() throws {
      let session = try Session(gridOf: 4, on: try Displays.plain())
      try session.open(1)
      try session.album.remove(ScratchFolder.name(1))
      #expect(try session.shows(picture: 2))
      // The grid uses the same list: the photo flies to the cell of its new index.
      let home = try session.flyHome(fromPage: 1) { try session.x.key("Escape") }
      #expect(try session.shows(thumbnail: 2, in: home))
      #expect(session.viewer.traces().contains { $0.name == "grid" && $0["items"] == 3 })
    }

    @Test func `renaming the open photo changes its title and loads the file again`()
      throws
    {
      let session = try Session(gridOf: 4, on: try Displays.plain())
      try session.open(2)
      let start = session.viewer.mark
      try session.album.rename(ScratchFolder.name(2), to: "a new name.bmp")
      #expect(session.x.wait { session.x.title(of: session.window).contains("a new name.bmp") })
      try session.reporting { try session.viewer.wait(for: "exact page=0", since: start) }
      #expect(try session.shows(picture: 2))
    }

    @Test func `deleting the last photo while it is open shows the grid`() throws {
      let session = try Session(gridOf: 2, on: try Displays.plain())
      try session.open(1)
      _ = try session.rest(onPage: 0) { try session.album.remove(ScratchFolder.name(1)) }
      #expect(try session.shows(picture: 0))
      let start = session.viewer.mark
      try session.album.remove(ScratchFolder.name(0))
      try session.reporting { try session.viewer.wait(for: "scene name=grid", since: start) }
      #expect(session.viewer.process.isRunning)
      // A picture added later is shown.
      try session.album.write(Pictures.thumbnailed(7), to: "later.bmp")
      try session.reporting { try session.viewer.wait(for: "grid items=1", since: start) }
      #expect(try session.shows(thumbnail: 7, in: try session.slotOfOnly()))
    }

    @Test func `a photo added while another is open gets a page`() throws {
      let session = try Session(gridOf: 3, on: try Displays.plain())
      try session.open(1)
      let start = session.viewer.mark
      try session.album.write(Pictures.thumbnailed(11), to: "picture 1b.bmp")
      // The new neighbour is prefetched.
      try session.reporting { try session.viewer.wait(for: "exact page=2", since: start) }
      #expect(try session.shows(picture: 1))
      _ = try session.rest(onPage: 2) { try session.x.key("Right") }
      #expect(try session.shows(picture: 11))
    }
  }
}

extension Session {
  /// The frame of the cell in a grid with one item.
  fileprivate func slotOfOnly() throws -> Rect {
    let start = viewer.mark
    try x.key("Home")
    return try reporting { try slot(0, since: start) }
  }
}
