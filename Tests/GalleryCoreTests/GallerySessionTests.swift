import GalleryCore
import Geometry
import Motion
import Testing

@Suite struct GallerySessionTests {
  @Test func `at rest every seen cell is where the layout has it`() {
    var line = GalleryLine(counts: [30, 30])
    line.send(.scroll(to: 333, animated: false))
    line.wait()
    let frame = line.frame
    #expect(frame.offset == 333 && !frame.isMoving && line.isAtRest)
    #expect(Array(line.grid.window.visible) == frame.cells.map(\.item))
    for cell in frame.cells {
      let place = line.grid.layout.frame(ofItem: cell.item).offset(by: Vector(dx: 0, dy: -333))
      #expect(cell.frame == place && cell.frame == place.snapped && cell.alpha == 1)
    }
    #expect(!line.grid.wantsFrame(at: line.now))
  }

  @Test func `a finger drags, throws and catches; a tap that catches opens nothing`() {
    var line = GalleryLine(counts: [2000])
    line.drag(-300)
    #expect(line.offset == 300)
    line.send(.panEnded(velocity: -2000))
    line.wait(0.2)
    #expect(line.offset > 500 && !line.isAtRest)
    let caught = line.offset
    line.send(.press(Point(x: 9, y: 9)))
    #expect(line.grid.didPressCatch)
    line.wait(1)
    #expect(line.offset == caught)
    #expect(line.send(.release).isEmpty || line.offset == caught)
    line.wait()
    #expect(line.isAtRest && abs(line.offset - caught) <= 0.5)
    line.send(.press(Point(x: 9, y: 9)), .release)
    #expect(!line.grid.didPressCatch)
  }

  @Test func `coming to rest is told once`() {
    var line = GalleryLine(counts: [2000])
    line.effects = []
    line.send(.wheel(3))
    let told = line.wait().filter { $0 == .settled }
    #expect(told.count == 1 && line.isAtRest)
    #expect(line.wait(1).isEmpty)
    #expect(line.send(.scroll(to: 500, animated: false)).contains(.settled))
  }

  @Test func `a pinch keeps what is under the fingers under them`() {
    var line = GalleryLine(counts: [500])
    line.send(.scroll(to: 2000, animated: false))
    let fingers = Point(x: 330, y: 420)
    let item = line.grid.item(at: fingers, time: line.now) ?? -1
    func fraction() -> Point {
      let rect = line.rect(item)
      return Point(
        x: (fingers.x - rect.minX) / rect.width, y: (fingers.y - rect.minY) / rect.height)
    }
    let held = fraction()
    line.send(.press(fingers), .pinchBegan(centroid: fingers))
    var columns: [Int] = []
    var width = line.rect(item).width
    for step in 1...60 {
      line.send(.pinchChanged(factor: 1 + Double(step) * 0.03, centroid: fingers))
      // Cells on their way to another column are not held yet.
      if line.frame.isScrollingOnly || step % 20 == 0 { line.wait(1) }
      columns.append(line.grid.layout.columns)
      #expect(abs(fraction().x - held.x) < 0.01 && abs(fraction().y - held.y) < 0.01)
      let grown = line.rect(item).width
      #expect(grown >= width - 1)
      width = grown
    }
    #expect(columns == columns.sorted(by: >) && columns.last == 2)
    line.send(.pinchEnded(velocity: .zero, growth: 0))
    line.wait()
    #expect(line.isAtRest && line.effects.contains(.cellSideChanged(line.grid.tuning.cellSide)))
    #expect(abs(fraction().y - held.y) < 0.01)
    #expect(line.rect(item) == line.rect(item).snapped)
  }

  @Test func `sizes beyond the limits give a little and come back`() {
    var line = GalleryLine(counts: [500])
    let fingers = Point(x: 500, y: 400)
    line.send(.pinchBegan(centroid: fingers), .pinchChanged(factor: 40, centroid: fingers))
    line.wait(1)
    let cell = line.frame.cells[0].frame
    #expect(line.grid.layout.columns == 2 && cell.width > line.grid.layout.cellWidth * 1.3)
    line.send(.pinchEnded(velocity: .zero, growth: 50))
    line.wait()
    #expect(line.frame.cells[0].frame.width == line.grid.layout.frame(ofItem: 0).width)
    line.send(.resizeCells(steps: -100, at: nil))
    line.wait()
    #expect(line.grid.layout.cellWidth > 60 && line.grid.layout.cellWidth < 70)
  }

  @Test func `every whole step changes the columns, parts of one add up`() {
    var line = GalleryLine(counts: [500])
    line.send(.resizeCells(steps: 0.4, at: nil), .resizeCells(steps: 0.4, at: nil))
    #expect(line.grid.layout.columns == 5)
    line.send(.resizeCells(steps: 0.4, at: nil))
    #expect(line.grid.layout.columns == 4)
    line.send(.resizeCells(steps: -1, at: nil), .resizeCells(steps: -1, at: nil))
    #expect(line.grid.layout.columns == 6)
    line.send(.resetCellSize)
    #expect(line.grid.layout.columns == 5 && line.grid.tuning.cellSide == 200)
  }

  @Test func `cells glide to another size, and can be sent back on the way`() {
    var line = GalleryLine(counts: [500])
    line.send(.scroll(to: 1500, animated: false))
    let before = line.frame
    line.send(.resizeCells(steps: 1, at: nil))
    #expect(!line.isAtRest && line.frame.isScrollingOnly == false)
    for cell in line.frame.cells {
      guard let old = before.cells.first(where: { $0.item == cell.item }) else { continue }
      #expect(spread(cell.frame, old.frame) < 0.5)
    }
    line.wait(0.08)
    let under = line.frame
    line.send(.resizeCells(steps: -1, at: nil))
    for cell in line.frame.cells {
      guard let old = under.cells.first(where: { $0.item == cell.item }) else { continue }
      #expect(spread(cell.frame, old.frame) < 0.5)
    }
    line.wait()
    #expect(line.frame.cells == before.cells && line.isAtRest)
  }

  @Test func `a narrower window and back is where one was`() {
    var line = GalleryLine(counts: [900])
    line.send(.scroll(to: 5000, animated: false))
    line.wait()
    let first = line.frame.cells.first { $0.frame.minY >= 0 }
    for width in stride(from: 980.0, through: 300, by: -20) {
      line.send(.resize(Size(width: width, height: 800)))
      line.wait(0.03)
      #expect(line.rect(first?.item ?? -1).minY > -250)
    }
    for width in stride(from: 300.0, through: 1000, by: 20) {
      line.send(.resize(Size(width: width, height: 800)))
      line.wait(0.03)
    }
    line.wait()
    #expect(line.offset == 5000)
  }

  // MARK: Focus

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

  // MARK: Selection

  @Test func `clicks select as everywhere`() {
    var line = GalleryLine()
    func selected() -> [Range<Int>] { line.grid.selection.runs }
    #expect(line.send(.select(3, .only)) == [.focusChanged(3), .selectionChanged])
    line.send(.select(7, .through))
    #expect(selected() == [3..<8])
    line.send(.select(1, .through))
    #expect(selected() == [1..<4])
    line.send(.select(20, .toggle), .select(22, .alsoThrough))
    #expect(selected() == [1..<4, 20..<23])
    line.send(.select(21, .toggle))
    #expect(selected() == [1..<4, 20..<21, 22..<23])
    line.send(.invertSelection)
    #expect(line.grid.selection.count == 195)
    line.send(.selectNone)
    #expect(selected().isEmpty)
    line.send(.selectAll)
    #expect(selected() == [0..<200])
    #expect(line.send(.select(5000, .only)).isEmpty)
  }

  @Test func `shift and arrows select from where one was`() {
    var line = GalleryLine()
    line.send(
      .focus(10), .move(.right, extends: true), .move(.right, extends: true),
      .move(.down(1), extends: true))
    #expect(line.grid.selection.runs == [10..<18])
    line.send(.move(.up(2), extends: true))
    #expect(line.grid.selection.runs == [7..<11])
    line.send(.move(.right, extends: false))
    #expect(line.grid.selection.runs == [7..<11])
    line.send(.move(.right, extends: true))
    #expect(line.grid.selection.runs == [8..<10])
  }

  @Test func `a rectangle selects what it touches and can be taken back`() {
    var line = GalleryLine()
    line.send(.select(100, .only))
    line.send(.bandBegan(Point(x: 5, y: 5), adds: false), .bandMoved(Point(x: 300, y: 250)))
    #expect(Array(line.grid.selection.items) == [0, 1, 5, 6])
    #expect(line.frame.band == Rect(x: 5, y: 5, width: 295, height: 245))
    line.send(.bandCancelled)
    #expect(Array(line.grid.selection.items) == [100] && line.frame.band == nil)
    line.send(.bandBegan(Point(x: 5, y: 5), adds: true), .bandMoved(Point(x: 30, y: 25)))
    line.send(.bandEnded)
    #expect(Array(line.grid.selection.items) == [0, 100])
  }

  @Test func `at the edges a rectangle scrolls, the faster the further out`() {
    var line = GalleryLine(counts: [3000])
    line.send(.bandBegan(Point(x: 300, y: 400), adds: false), .bandMoved(Point(x: 500, y: 400)))
    line.wait(1)
    #expect(line.offset == 0)
    line.send(.bandMoved(Point(x: 500, y: 780)))
    line.wait(1)
    let slow = line.offset
    line.send(.bandMoved(Point(x: 500, y: 830)))
    line.wait(1)
    let fast = line.offset - slow
    #expect(slow > 100 && fast > 3 * slow)
    let last = line.grid.selection.runs.last?.upperBound ?? 0
    #expect(last > line.grid.layout.columns * Int((line.offset + 600) / 194))
    line.send(.bandEnded)
    line.wait()
    #expect(line.isAtRest && line.offset - slow - fast < 400)
  }

  // MARK: Changes

  private func change(_ line: GalleryLine, _ new: (inout [Int]) -> Void) -> GalleryChange {
    let old = Array(0..<line.grid.layout.itemCount)
    var list = old
    new(&list)
    return GalleryChange(from: old, to: list)
  }

  @Test func `files that come above move nothing that is looked at`() {
    var line = GalleryLine(counts: [500])
    line.send(.scroll(to: 3000, animated: false))
    line.wait()
    let before = line.frame.cells.map(\.frame)
    line.send(.change(change(line) { $0.insert(contentsOf: 1000..<1050, at: 3) }))
    #expect(line.frame.cells.map(\.frame) == before && line.isAtRest)
    #expect(line.offset == 3000 + 10 * line.grid.layout.rowPitch)
  }

  @Test func `a list that nobody touched grows below its top`() {
    var line = GalleryLine(counts: [20])
    line.send(.change(change(line) { $0.insert(contentsOf: 1000..<1300, at: 0) }))
    line.wait()
    #expect(line.offset == 0)
  }

  @Test func `focus, selection and empty slot follow their items`() {
    var line = GalleryLine(counts: [50])
    line.send(.select(10, .only), .select(12, .alsoThrough), .emptySlot(11))
    #expect(!line.send(.change(change(line) { $0.reverse() })).contains(.selectionChanged))
    #expect(line.grid.focus == 37 && line.grid.emptySlot == 38)
    #expect(line.grid.selection.runs == [37..<40])
    let effects = line.send(.change(change(line) { $0.removeSubrange(36...38) }))
    #expect(effects.contains(.selectionChanged) && effects.contains(.focusChanged(36)))
    #expect(line.grid.selection.runs == [36..<37] && line.grid.emptySlot == nil)
    line.send(.change(change(line) { $0.removeAll() }))
    #expect(line.grid.focus == nil && line.frame.cells.isEmpty && line.grid.selection.isEmpty)
  }

  @Test func `what appears fades in, what disappears fades out, the rest closes up`() {
    var line = GalleryLine(counts: [50])
    line.send(.focus(0), .press(Point(x: 1, y: 1)), .release)
    let place = line.rect(7)
    line.send(
      .change(
        change(line) {
          $0.remove(at: 7)
          $0.insert(99, at: 2)
        }))
    let frame = line.frame
    #expect(frame.departing.map(\.item) == [7] && frame.departing[0].generation == 0)
    #expect(spread(frame.departing[0].frame, place) < 0.5 && frame.departing[0].alpha == 1)
    #expect(frame.cells[2].alpha == 0 && frame.cells[3].alpha == 1)
    line.wait(0.06)
    let later = line.frame
    #expect(later.departing[0].alpha < 0.9 && later.cells[2].alpha > 0.1)
    line.wait()
    #expect(line.isAtRest && line.frame.departing.isEmpty)
    #expect(line.frame.cells.allSatisfy { $0.alpha == 1 && !$0.isMoving })
    #expect(line.grid.generation == 1)
  }

  @Test func `sorting keeps the focus where it is`() {
    var line = GalleryLine(counts: [1000])
    line.send(.focus(500), .reveal(500, .centered, animated: false))
    line.wait()
    let place = line.rect(500)
    line.send(.change(change(line) { $0.reverse() }))
    line.wait()
    #expect(line.grid.focus == 499)
    #expect(abs(line.rect(499).minY - place.minY) <= 1)
  }

  // MARK: Scroll bar, window

  @Test func `the thumb drags through everything and names the section`() {
    var line = GalleryLine(counts: Array(repeating: 50, count: 40))
    line.send(.scrollBarHover(true))
    line.wait(1)
    let bar = line.frame.scrollBar
    #expect(bar?.alpha == 1 && bar?.section == 0)
    line.send(.thumbBegan(Point(x: 995, y: 10)))
    #expect(line.offset == 0 && line.frame.scrollBar?.isHeld == true)
    line.send(.thumbMoved(Point(x: 995, y: 405)))
    #expect(line.frame.scrollBar?.section == 20)
    line.send(.thumbMoved(Point(x: 700, y: 9000)))
    #expect(line.offset == line.grid.scroll.extent.end)
    line.send(.thumbEnded, .scrollBarHover(false))
    line.wait(0.5)
    #expect(line.frame.scrollBar?.alpha == 1)
    line.wait(3)
    #expect(line.frame.scrollBar?.alpha == 0 && !line.grid.wantsFrame(at: line.now))
    line.send(.thumbBegan(Point(x: 995, y: 400)), .thumbEnded)
    #expect((19...20).contains(line.frame.scrollBar?.section ?? -1))
  }

  @Test func `the bar's fading is a deadline, not a row of frames`() throws {
    var line = GalleryLine(counts: [500])
    line.send(.wheel(1))
    while line.grid.wantsFrame(at: line.now) { line.wait(1.0 / 120) }
    let deadline = try #require(line.grid.deadline(at: line.now))
    #expect(deadline > line.now && deadline - line.now <= 1.01)
    line.now = deadline
    _ = line.grid.advance(to: line.now)
    #expect(line.grid.wantsFrame(at: line.now) && line.grid.deadline(at: line.now) == nil)
  }

  @Test func `more is wanted the way one goes, and what is only passed is not`() {
    var line = GalleryLine(counts: [100_000])
    line.send(.scroll(to: 50_000, animated: false))
    line.send(.wheel(2))
    line.wait(0.1)
    let window = line.grid.window
    #expect(window.direction == 1)
    #expect(
      window.wanted.upperBound - window.visible.upperBound
        > window.visible.lowerBound - window.wanted.lowerBound)
    line.send(.scroll(to: 3_000_000, animated: true))
    line.wait(0.15)
    let passing = line.grid.window
    #expect(passing.pace == .fast && !passing.wanted.overlaps(passing.visible))
    #expect(passing.wanted.count < 100)
    line.wait()
    #expect(line.grid.window.pace == .calm && line.grid.window.wanted.count < 100)
  }

  @Test func `reduced motion is everywhere at once`() {
    var tuning = GalleryTuning()
    tuning.reducesMotion = true
    var line = GalleryLine(counts: [500], tuning: tuning)
    let actions: [GalleryAction] = [
      .wheel(3), .move(.last, extends: false), .resizeCells(steps: 2, at: nil), .resetCellSize,
      .scrollPages(-2), .reveal(100, .centered, animated: true),
      .change(change(line) { $0.reverse() }), .resize(Size(width: 500, height: 500)),
      .pinchBegan(centroid: .zero), .pinchChanged(factor: 1.2, centroid: .zero),
      .pinchEnded(velocity: .zero, growth: 1), .panBegan, .panChanged(translation: 50),
      .panEnded(velocity: 3000),
    ]
    for action in actions {
      line.send(action)
      switch action {
      case .pinchBegan, .pinchChanged, .panBegan, .panChanged: break
      default: #expect(line.isAtRest, "\(action)")
      }
    }
  }

  @Test func `a hundred thousand items take no more cells than a window holds`() {
    var line = GalleryLine(
      viewport: Size(width: 3840, height: 2160), counts: Array(repeating: 20, count: 5000))
    var most = 0
    for _ in 0..<200 {
      line.send(.wheel(40))
      line.wait(1.0 / 60)
      most = max(most, line.frame.cells.count)
    }
    #expect(most > 50 && most < 18 * 12)
    // A list of a million million is no slower: nothing is done for an item that is not seen.
    var endless = GalleryLine(counts: [1 << 40])
    endless.send(.move(.last, extends: false), .selectAll, .resizeCells(steps: 1, at: nil))
    endless.send(.resize(Size(width: 700, height: 900)), .move(.pageUp, extends: true))
    endless.wait()
    #expect(endless.isAtRest && endless.frame.cells.count < 40)
    #expect(endless.grid.selection.runs.count == 1)
  }
}
