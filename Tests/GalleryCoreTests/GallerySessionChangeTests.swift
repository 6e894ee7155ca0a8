import GalleryCore
import Geometry
import Testing

/// The behaviour of the grid when the list of items changes.
@Suite struct GallerySessionChangeTests {
  @Test func `items inserted above the viewport move no visible cell`() {
    var line = GalleryLine(counts: [500])
    line.send(.scroll(to: 3000, animated: false))
    line.wait()
    let before = line.frame.cells.map(\.frame)
    line.send(.change(line.change { $0.insert(contentsOf: 1000..<1050, at: 3) }))
    #expect(line.frame.cells.map(\.frame) == before && line.isAtRest)
    #expect(line.offset == 3000 + 10 * line.grid.layout.rowPitch)
  }

  @Test func `an untouched list stays at its top when items are inserted`() {
    var line = GalleryLine(counts: [20])
    line.send(.change(line.change { $0.insert(contentsOf: 1000..<1300, at: 0) }))
    line.wait()
    #expect(line.offset == 0)
  }

  @Test func `a new list that was scrolled to its top stays there when items are inserted`() {
    var line = GalleryLine(counts: [200])
    line.send(.scroll(to: 700, animated: false), .scroll(to: 0, animated: false), .stayAtTop)
    line.send(.change(line.change { $0.insert(contentsOf: 1000..<1010, at: 0) }))
    line.wait()
    #expect(line.offset == 0)
    line.send(.press(Point(x: 1, y: 1)), .release)
    line.send(.change(line.change { $0.insert(contentsOf: 2000..<2010, at: 0) }))
    line.wait()
    #expect(line.offset == 2 * line.grid.layout.rowPitch, "the user has acted meanwhile")
  }

  @Test func `a new list away from its top keeps its visible items in place`() {
    var line = GalleryLine(counts: [200])
    line.send(.scroll(to: 700, animated: false), .stayAtTop)
    line.send(.change(line.change { $0.insert(contentsOf: 1000..<1010, at: 0) }))
    line.wait()
    #expect(line.offset == 700 + 2 * line.grid.layout.rowPitch)
  }

  @Test func `the focused item of a new list stays visible when items are inserted`() {
    var line = GalleryLine(counts: [200])
    line.send(.focus(6), .stayAtTop)
    let place = line.rect(6)
    line.send(.change(line.change { $0.insert(contentsOf: 1000..<1005, at: 0) }))
    line.wait()
    #expect(line.offset == 0, "it is visible one row further down")
    let moved = line.rect(11)
    #expect(abs(moved.minY - place.minY - line.grid.layout.rowPitch) < 0.5)
    line.send(.change(line.change { $0.insert(contentsOf: 2000..<2100, at: 0) }))
    line.wait()
    #expect(spread(line.rect(111), moved) < 0.5 && line.offset > 0)
  }

  @Test func `focus, selection and empty slot follow their items`() {
    var line = GalleryLine(counts: [50])
    line.send(.select(10, .only), .select(12, .addRange), .emptySlot(ofItem: 11))
    #expect(!line.send(.change(line.change { $0.reverse() })).contains(.selectionChanged))
    #expect(line.grid.focus == 37 && line.grid.emptySlot == 38)
    #expect(line.grid.selection.runs == [37..<40])
    let effects = line.send(.change(line.change { $0.removeSubrange(36...38) }))
    #expect(effects.contains(.selectionChanged) && effects.contains(.focusChanged(36)))
    #expect(line.grid.selection.runs == [36..<37] && line.grid.emptySlot == nil)
    line.send(.change(line.change { $0.removeAll() }))
    #expect(line.grid.focus == nil && line.frame.cells.isEmpty && line.grid.selection.isEmpty)
  }

  @Test func `inserted cells fade in and removed cells fade out`() {
    var line = GalleryLine(counts: [50])
    line.send(.focus(0), .press(Point(x: 1, y: 1)), .release)
    let rect = line.rect(7)
    line.send(
      .change(
        line.change {
          $0.remove(at: 7)
          $0.insert(99, at: 2)
        }))
    let frame = line.frame
    #expect(frame.departing.map(\.item) == [7] && frame.departing[0].generation == 0)
    #expect(spread(frame.departing[0].frame, rect) < 0.5 && frame.departing[0].alpha == 1)
    #expect(frame.cells[2].alpha == 0 && frame.cells[3].alpha == 1)
    line.wait(0.06)
    let later = line.frame
    #expect(later.departing[0].alpha < 0.9 && later.cells[2].alpha > 0.1)
    line.wait()
    #expect(line.isAtRest && line.frame.departing.isEmpty)
    #expect(line.frame.cells.allSatisfy { $0.alpha == 1 && !$0.isMoving })
    #expect(line.grid.generation == 1)
  }

  @Test func `a new order cross-fades, and the neighbours of a removed item slide`() {
    var line = GalleryLine(counts: [60])
    line.send(.change(line.change { $0.reverse() }))
    line.wait(0.05)
    for cell in line.frame.cells { #expect(spread(cell.frame, line.rect(cell.item)) < 0.01) }
    #expect(!line.frame.departing.isEmpty)
    line.wait()
    line.send(.change(line.change { $0.remove(at: 3) }))
    line.wait(0.05)
    #expect(line.frame.cells.contains { $0.isMoving && $0.alpha == 1 })
    #expect(line.frame.departing.map(\.item) == [3])
  }

  @Test func `headers that appear with a second section do not cover the focused row`() {
    var line = GalleryLine(counts: [60])
    line.send(.move(.right, extends: false))
    line.wait()
    #expect(line.grid.focus == 0 && line.offset == 0 && line.grid.layout.headerHeight == 0)
    let items: [Int] = Array(0..<60)
    let folder: [Int] = [100]
    let lists: [[(section: Int, items: [Int])]] = [
      [(section: 1, items: items)],
      [(section: 0, items: folder), (section: 1, items: items)],
      [(section: 0, items: folder), (section: 1, items: items + [101])],
    ]
    for (old, new) in zip(lists, lists.dropFirst()) {
      line.send(.change(GalleryChange(from: old, to: new)))
      line.wait()
      #expect(line.grid.focus == 1 && line.grid.layout.headerHeight > 0)
      #expect(line.rect(1).minY == line.grid.uncoveredArea.minY)
    }
    line.send(.change(GalleryChange(from: lists[2], to: lists[0])))
    line.wait()
    #expect(line.grid.focus == 0 && line.offset == 0)
  }

  @Test func `reversing the order keeps the position of the focused item`() {
    var line = GalleryLine(counts: [1000])
    line.send(.focus(500), .reveal(500, .centered, animated: false))
    line.wait()
    let rect = line.rect(500)
    line.send(.change(line.change { $0.reverse() }))
    line.wait()
    #expect(line.grid.focus == 499)
    #expect(abs(line.rect(499).minY - rect.minY) <= 1)
  }
}
