import GalleryCore
import Geometry
import Testing

/// Keyboard focus and opening of items.
@Suite struct GallerySessionFocusTests {
  @Test func `the first arrow key focuses a visible item, later ones move from there`() {
    var line = GalleryLine(counts: [500])
    line.send(.scroll(to: 1000, animated: false), .move(.right, extends: false))
    let first = line.grid.focus ?? -1
    #expect(line.rect(first).minY >= 0 && line.grid.layout.position(ofItem: first).column == 0)
    line.send(.move(.right, extends: false), .move(.down(rows: 1), extends: false))
    #expect(line.grid.focus == first + 1 + line.grid.layout.columns)
    line.send(.move(.up(rows: 10), extends: false), .move(.left, extends: false))
    line.wait()
    #expect(line.isAtRest && line.frame.cells.contains { $0.isFocused })
  }

  @Test func `moving the focus to an item scrolls it into view with its focus ring`() {
    var line = GalleryLine(counts: [500])
    line.send(.move(.item(400), extends: false))
    line.wait(3)
    #expect(line.grid.focus == 400)
    #expect(line.frame.cells.contains { $0.item == 400 && $0.isFocused })
    line.send(.move(.item(500), extends: false))
    #expect(line.grid.focus == 400, "item 500 does not exist")
  }

  @Test func `opening without a focus opens the first visible item`() {
    var line = GalleryLine(counts: [500])
    line.send(.scroll(to: 1000, animated: false))
    let opened = line.send(.open(nil))
    let first = line.grid.focus ?? -1
    #expect(opened.contains(.open(first)))
    #expect(line.rect(first).minY >= 0 && line.grid.layout.position(ofItem: first).column == 0)
    var empty = GalleryLine(counts: [0])
    #expect(empty.send(.open(nil)).isEmpty)
  }

  @Test func `the focused cell is scrolled into the area clear of headers`() {
    var line = GalleryLine(counts: [40, 3, 0, 80])
    let moves: [GalleryMove] = [
      .down(rows: 1), .down(rows: 3), .pageDown, .last, .pageUp, .up(rows: 1), .sectionUp,
      .sectionUp, .first,
      .sectionDown, .sectionDown, .right, .left,
    ]
    for move in moves {
      line.send(.move(move, extends: false))
      line.wait(3)
      let cell = line.rect(line.grid.focus ?? -1)
      #expect(cell.minY >= line.grid.uncoveredArea.minY && cell.maxY <= 800, "\(move)")
    }
    line.send(.move(.last, extends: false))
    #expect(line.grid.focus == 122)
    line.send(.move(.pageDown, extends: false), .move(.right, extends: false))
    #expect(line.grid.focus == 122)
  }

  @Test func `in a mirrored grid the arrows move as seen, and the scroll bar is at the left`() {
    var options = GalleryOptions()
    options.isMirrored = true
    var line = GalleryLine(counts: [300], options: options)
    line.send(.focus(0), .move(.left, extends: false))
    #expect(line.grid.focus == 1 && line.rect(1).maxX < line.rect(0).minX)
    line.send(.move(.right, extends: false), .move(.right, extends: false))
    #expect(line.grid.focus == 0)
    line.send(.focus(2), .move(.pageDown, extends: false))
    #expect(line.grid.focus == 17)
    #expect(line.frame.scrollBar?.track.minX == 0)
  }

  @Test func `page keys move by the visible rows and reach both ends`() {
    var line = GalleryLine(counts: [300])
    line.send(.focus(2), .move(.pageDown, extends: false))
    #expect(line.grid.focus == 17)  // four rows of 194 fit in 800, one stays visible
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

  @Test func `keys show the focus ring and a press hides it`() {
    var line = GalleryLine()
    line.send(.move(.right, extends: false))
    #expect(line.grid.showsFocus && line.frame.cells[0].isFocused)
    // The browser sends `focus` when pages turn above the grid; the ring stays visible.
    line.send(.focus(2))
    #expect(line.frame.cells[2].isFocused)
    line.send(.focus(0), .press(Point(x: 1, y: 1)), .release)
    #expect(line.grid.focus == 0 && !line.frame.cells[0].isFocused)
    #expect(line.send(.open(nil)).contains(.open(0)))
    #expect(line.send(.open(7)).prefix(2) == [.focusChanged(7), .open(7)])
    #expect(!line.send(.open(1000)).contains(.open(1000)))
  }
}
