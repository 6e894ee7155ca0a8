import Geometry
import Motion
import Testing

@testable import GalleryCore

/// The room that a bar at the bottom takes from a grid.
@Suite struct BottomRoomTests {
  private static func state(room: Double) -> GalleryState {
    var state = GalleryState()
    var options = GalleryOptions()
    options.bottomInset = room
    _ = state.apply(.setOptions(options), at: .zero)
    _ = state.apply(.resize(Size(width: 800, height: 600)), at: .zero)
    let sections = GridSections([100])
    _ = state.apply(
      .change(GalleryChange(replacing: GridSections(), with: sections)), at: .zero)
    return state
  }

  @Test func `the last row can be scrolled above the bar`() {
    let (without, with) = (Self.state(room: 0), Self.state(room: 52))
    #expect(with.layout.contentHeight == without.layout.contentHeight + 52)
    #expect(with.uncoveredArea.maxY == without.uncoveredArea.maxY - 52)
  }

  @Test(arguments: [0.0, 52])
  func `an item that is revealed lies above the bar`(room: Double) throws {
    var state = Self.state(room: room)
    _ = state.apply(.reveal(99, .nearest, animated: false), at: .zero)
    let cell = try #require(state.frame(ofItem: 99, at: .zero))
    #expect(cell.maxY <= 600 - room && cell.minY > 300)
    _ = state.apply(.scroll(to: 0, animated: false), at: .zero)
    _ = state.apply(.move(.last, extends: false), at: .zero)
    let later = Timestamp(seconds: 5)
    _ = state.advance(to: later)
    #expect(try #require(state.frame(ofItem: 99, at: later)).maxY <= 600 - room)
  }

  @Test(arguments: [GalleryAction.selectionRectangleEnded, .selectionRectangleCancelled])
  func `a bar that appears during a rectangular selection moves the cells after its end`(
    end: GalleryAction
  ) throws {
    var state = Self.state(room: 0)
    _ = state.apply(.move(.last, extends: false), at: .zero)
    let start = Timestamp(seconds: 5)
    _ = state.advance(to: start)
    _ = state.apply(.selectionRectangleBegan(Point(x: 10, y: 595), adds: false), at: start)
    _ = state.apply(.selectionRectangleMoved(Point(x: 500, y: 450)), at: start)
    #expect(!state.selection.isEmpty)
    let before = try #require(state.frame(ofItem: 99, at: start))
    let height = state.layout.contentHeight
    var options = state.options
    for room in [52.0, 0, 52] {
      options.bottomInset = room
      let effects = state.apply(.setOptions(options), at: start)
      #expect(!effects.contains(.selectionChanged))
      #expect(state.frame(ofItem: 99, at: start) == before)
      #expect(state.layout.contentHeight == height)
    }
    _ = state.apply(end, at: start)
    #expect(state.layout.contentHeight == height + 52)
  }
}
