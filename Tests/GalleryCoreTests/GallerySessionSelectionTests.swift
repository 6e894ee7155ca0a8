import GalleryCore
import Geometry
import Testing

/// Selection by clicks, keys and the selection rectangle.
@Suite struct GallerySessionSelectionTests {
  @Test func `selection modes select one item, extend, add and toggle`() {
    var line = GalleryLine()
    func selected() -> [Range<Int>] { line.grid.selection.runs }
    #expect(line.send(.select(3, .only)) == [.focusChanged(3), .selectionChanged])
    line.send(.select(7, .through))
    #expect(selected() == [3..<8])
    line.send(.select(1, .through))
    #expect(selected() == [1..<4])
    line.send(.select(20, .toggle), .select(22, .addRange))
    #expect(selected() == [1..<4, 20..<23])
    line.send(.select(21, .toggle))
    #expect(selected() == [1..<4, 20..<21, 22..<23])
    line.send(.invertSelection)
    #expect(line.grid.selection.count == 195)
    line.send(.deselectAll)
    #expect(selected().isEmpty)
    line.send(.selectAll)
    #expect(selected() == [0..<200])
    line.send(.selectItems(GallerySelection(190..<300)))
    #expect(selected() == [190..<200] && line.grid.focus == 190)
    #expect(line.send(.select(5000, .only)).isEmpty)
  }

  @Test func `Shift+arrows extend the selection from the previous focus`() {
    var line = GalleryLine()
    line.send(
      .focus(10), .move(.right, extends: true), .move(.right, extends: true),
      .move(.down(rows: 1), extends: true))
    #expect(line.grid.selection.runs == [10..<18])
    line.send(.move(.up(rows: 2), extends: true))
    #expect(line.grid.selection.runs == [7..<11])
    line.send(.move(.right, extends: false))
    #expect(line.grid.selection.runs == [7..<11])
    line.send(.move(.right, extends: true))
    #expect(line.grid.selection.runs == [8..<10])
  }

  @Test func `a selection rectangle selects the cells it touches and can be cancelled`() {
    var line = GalleryLine()
    line.send(.select(100, .only))
    line.send(
      .selectionRectangleBegan(Point(x: 5, y: 5), adds: false),
      .selectionRectangleMoved(Point(x: 300, y: 250)))
    #expect(Array(line.grid.selection.items) == [0, 1, 5, 6])
    #expect(line.frame.selectionRectangle == Rect(x: 5, y: 5, width: 295, height: 245))
    line.send(.selectionRectangleCancelled)
    #expect(Array(line.grid.selection.items) == [100] && line.frame.selectionRectangle == nil)
    line.send(
      .selectionRectangleBegan(Point(x: 5, y: 5), adds: true),
      .selectionRectangleMoved(Point(x: 30, y: 25)))
    line.send(.selectionRectangleEnded)
    #expect(Array(line.grid.selection.items) == [0, 100])
  }

  @Test func `a selection rectangle scrolls at the edges, faster further out`() {
    var line = GalleryLine(counts: [3000])
    line.send(
      .selectionRectangleBegan(Point(x: 300, y: 400), adds: false),
      .selectionRectangleMoved(Point(x: 500, y: 400)))
    line.wait(1)
    #expect(line.offset == 0)
    line.send(.selectionRectangleMoved(Point(x: 500, y: 780)))
    line.wait(1)
    let slow = line.offset
    line.send(.selectionRectangleMoved(Point(x: 500, y: 830)))
    line.wait(1)
    let fast = line.offset - slow
    #expect(slow > 100 && fast > 3 * slow)
    let last = line.grid.selection.runs.last?.upperBound ?? 0
    #expect(last > line.grid.layout.columns * Int((line.offset + 600) / 194))
    line.send(.selectionRectangleEnded)
    line.wait()
    #expect(line.isAtRest && line.offset - slow - fast < 400)
  }
}
