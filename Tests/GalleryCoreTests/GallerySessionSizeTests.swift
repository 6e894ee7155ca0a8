import GalleryCore
import Geometry
import Testing

/// Cells of other sizes, by hand and by the window's.
@Suite struct GallerySessionSizeTests {
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
}
