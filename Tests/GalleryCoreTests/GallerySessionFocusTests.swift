import GalleryCore
import Geometry
import Testing

/// What the keys are at, and what is opened.
@Suite struct GallerySessionFocusTests {
  @Test func `the first step goes to what is seen, the next from there`() {
    var line = GalleryLine(counts: [500])
    line.send(.scroll(to: 1000, animated: false), .move(.right, extends: false))
    let first = line.grid.focus ?? -1
    #expect(line.rect(first).minY >= 0 && line.grid.layout.place(ofItem: first).column == 0)
    line.send(.move(.right, extends: false), .move(.down(1), extends: false))
    #expect(line.grid.focus == first + 1 + line.grid.layout.columns)
    line.send(.move(.up(10), extends: false), .move(.left, extends: false))
    line.wait()
    #expect(line.isAtRest && line.frame.cells.contains { $0.isFocused })
  }

  @Test func `the focus moves to an item, which is scrolled into view with its ring`() {
    var line = GalleryLine(counts: [500])
    line.send(.move(.to(400), extends: false))
    line.wait(3)
    #expect(line.grid.focus == 400)
    #expect(line.frame.cells.contains { $0.item == 400 && $0.isFocused })
    line.send(.move(.to(500), extends: false))
    #expect(line.grid.focus == 400, "there is no such item")
  }

  @Test func `what is opened without a focus is the first that is seen`() {
    var line = GalleryLine(counts: [500])
    line.send(.scroll(to: 1000, animated: false))
    let opened = line.send(.open(nil))
    let first = line.grid.focus ?? -1
    #expect(opened.contains(.open(first)))
    #expect(line.rect(first).minY >= 0 && line.grid.layout.place(ofItem: first).column == 0)
    var empty = GalleryLine(counts: [0])
    #expect(empty.send(.open(nil)).isEmpty)
  }

  @Test func `whatever has the focus is scrolled into the clear`() {
    var line = GalleryLine(counts: [40, 3, 0, 80])
    let moves: [GalleryMove] = [
      .down(1), .down(3), .pageDown, .last, .pageUp, .up(1), .sectionUp, .sectionUp, .first,
      .sectionDown, .sectionDown, .right, .left,
    ]
    for move in moves {
      line.send(.move(move, extends: false))
      line.wait(3)
      let cell = line.rect(line.grid.focus ?? -1)
      #expect(cell.minY >= line.grid.clearArea.minY && cell.maxY <= 800, "\(move)")
    }
    line.send(.move(.last, extends: false))
    #expect(line.grid.focus == 122)
    line.send(.move(.pageDown, extends: false), .move(.right, extends: false))
    #expect(line.grid.focus == 122)
  }

  @Test func `a page goes on by what is seen, to the end at last`() {
    var line = GalleryLine(counts: [300])
    line.send(.focus(2), .move(.pageDown, extends: false))
    #expect(line.grid.focus == 17)  // three rows of 194 in 800, one kept
    var pages = 0
    while line.grid.focus != 299, pages < 99 {
      line.send(.move(.pageDown, extends: false))
      pages += 1
    }
    #expect(pages < 25)
    while line.grid.focus != 0, pages < 99 {
      line.send(.move(.pageUp, extends: false))
      pages += 1
    }
    #expect(line.grid.focus == 0 && pages < 50)
  }

  @Test func `keys show the ring, the pointer hides it`() {
    var line = GalleryLine()
    line.send(.move(.right, extends: false))
    #expect(line.grid.showsFocus && line.frame.cells[0].isFocused)
    // Pages turned over the grid take it along.
    line.send(.focus(2))
    #expect(line.frame.cells[2].isFocused)
    line.send(.focus(0), .press(Point(x: 1, y: 1)), .release)
    #expect(line.grid.focus == 0 && !line.frame.cells[0].isFocused)
    #expect(line.send(.open(nil)).contains(.open(0)))
    #expect(line.send(.open(7)).prefix(2) == [.focusChanged(7), .open(7)])
    #expect(!line.send(.open(1000)).contains(.open(1000)))
  }
}
