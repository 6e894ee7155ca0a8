import GalleryCore
import Geometry
import Motion
import Testing

@Suite struct GallerySessionTests {
  @Test func `at rest every visible cell is at its layout position`() {
    var line = GalleryLine(counts: [30, 30])
    line.send(.scroll(to: 333, animated: false))
    line.wait()
    let frame = line.frame
    #expect(frame.offset == 333 && !frame.isMoving && line.isAtRest)
    #expect(Array(line.grid.window.visible) == frame.cells.map(\.item))
    for cell in frame.cells {
      let rect = line.grid.layout.frame(ofItem: cell.item).offset(by: Vector(dx: 0, dy: -333))
      #expect(cell.frame == rect && cell.frame == rect.snapped && cell.alpha == 1)
    }
    #expect(!line.grid.wantsFrame(at: line.now))
  }

  @Test func `the grid can be dragged, flung and caught by a press`() {
    var line = GalleryLine(counts: [2000])
    line.drag(-300)
    #expect(line.offset == 300)
    line.send(.panEnded(velocity: -2000))
    line.wait(0.2)
    #expect(line.offset > 500 && !line.isAtRest)
    let caught = line.offset
    line.send(.press(Point(x: 9, y: 9)))
    #expect(line.grid.didPressStopScroll)
    line.wait(1)
    #expect(line.offset == caught)
    #expect(line.send(.release).isEmpty || line.offset == caught)
    line.wait()
    #expect(line.isAtRest && abs(line.offset - caught) <= 0.5)
    line.send(.press(Point(x: 9, y: 9)), .release)
    #expect(!line.grid.didPressStopScroll)
  }

  @Test func `settling is reported once`() {
    var line = GalleryLine(counts: [2000])
    line.effects = []
    line.send(.wheel(notches: 3))
    let settled = line.wait().filter { $0 == .settled }
    #expect(settled.count == 1 && line.isAtRest)
    #expect(line.wait(1).isEmpty)
    #expect(line.send(.scroll(to: 500, animated: false)).contains(.settled))
  }

  @Test func `100000 items need only the cells inside the window`() {
    var line = GalleryLine(
      viewport: Size(width: 3840, height: 2160), counts: Array(repeating: 20, count: 5000))
    var most = 0
    for _ in 0..<200 {
      line.send(.wheel(notches: 40))
      line.wait(1.0 / 60)
      most = max(most, line.frame.cells.count)
    }
    #expect(most > 50 && most < 18 * 12)
    // A list of 2^40 items is as fast: no work is done for an item outside the window.
    var endless = GalleryLine(counts: [1 << 40])
    endless.send(.move(.last, extends: false), .selectAll, .resizeCells(steps: 1, at: nil))
    endless.send(.resize(Size(width: 700, height: 900)), .move(.pageUp, extends: true))
    endless.wait()
    #expect(endless.isAtRest && endless.frame.cells.count < 40)
    #expect(endless.grid.selection.runs.count == 1)
  }

  @Test func `prefetch favours the scroll direction and skips items passed at speed`() {
    var line = GalleryLine(counts: [100_000])
    line.send(.scroll(to: 50_000, animated: false))
    line.send(.wheel(notches: 2))
    line.wait(0.1)
    let window = line.grid.window
    #expect(window.direction == 1)
    #expect(
      window.itemsToLoad.upperBound - window.visible.upperBound
        > window.visible.lowerBound - window.itemsToLoad.lowerBound)
    line.send(.scroll(to: 3_000_000, animated: true))
    line.wait(0.15)
    let passing = line.grid.window
    #expect(passing.pace == .fast && !passing.itemsToLoad.overlaps(passing.visible))
    #expect(passing.itemsToLoad.count < 100)
    line.wait()
    #expect(line.grid.window.pace == .slow && line.grid.window.itemsToLoad.count < 100)
  }

  @Test func `with reduced motion every action reaches its end state at once`() {
    var options = GalleryOptions()
    options.reducesMotion = true
    var line = GalleryLine(counts: [500], options: options)
    let actions: [GalleryAction] = [
      .wheel(notches: 3), .move(.last, extends: false), .resizeCells(steps: 2, at: nil),
      .resetCellSize,
      .scrollPages(-2), .reveal(100, .centered, animated: true),
      .change(line.change { $0.reverse() }), .resize(Size(width: 500, height: 500)),
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

  @Test func `dragging the scroll thumb covers all content and reports the section`() {
    var line = GalleryLine(counts: Array(repeating: 50, count: 40))
    line.send(.scrollBarHover(isNear: true))
    line.wait(1)
    let bar = line.frame.scrollBar
    #expect(bar?.alpha == 1 && bar?.section == 0)
    line.send(.thumbBegan(Point(x: 995, y: 10)))
    #expect(line.offset == 0 && line.frame.scrollBar?.isHeld == true)
    line.send(.thumbMoved(Point(x: 995, y: 405)))
    #expect(line.frame.scrollBar?.section == 20)
    line.send(.thumbMoved(Point(x: 700, y: 9000)))
    #expect(line.offset == line.grid.scroll.extent.maxOffset)
    line.send(.thumbEnded, .scrollBarHover(isNear: false))
    line.wait(0.5)
    #expect(line.frame.scrollBar?.alpha == 1)
    line.wait(3)
    #expect(line.frame.scrollBar?.alpha == 0 && !line.grid.wantsFrame(at: line.now))
    line.send(.thumbBegan(Point(x: 995, y: 400)), .thumbEnded)
    #expect((19...20).contains(line.frame.scrollBar?.section ?? -1))
  }

  @Test func `the scroll bar waits for its fade with a deadline instead of frames`() throws {
    var line = GalleryLine(counts: [500])
    line.send(.wheel(notches: 1))
    while line.grid.wantsFrame(at: line.now) { line.wait(1.0 / 120) }
    let deadline = try #require(line.grid.deadline(at: line.now))
    #expect(deadline > line.now && deadline - line.now <= 1.01)
    line.now = deadline
    _ = line.grid.advance(to: line.now)
    #expect(line.grid.wantsFrame(at: line.now) && line.grid.deadline(at: line.now) == nil)
  }
}
