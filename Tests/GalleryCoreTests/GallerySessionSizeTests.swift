import GalleryCore
import Geometry
import Motion
import Testing

/// Changes of the cell size by pinches, by steps and by the width of the window.
@Suite struct GallerySessionSizeTests {
  @Test func `a pinch keeps the point of the cell under the fingers`() {
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
      // A reflow to fewer columns continues during the pinch, except at every 20th step.
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
    #expect(line.isAtRest && line.effects.contains(.cellSideChanged(line.grid.options.cellSide)))
    #expect(abs(fraction().y - held.y) < 0.01)
    #expect(line.rect(item) == line.rect(item).snapped)
  }

  @Test func `cell sizes beyond the limits are elastic and spring back`() {
    var line = GalleryLine(counts: [500])
    let fingers = Point(x: 500, y: 400)
    line.send(.pinchBegan(centroid: fingers), .pinchChanged(factor: 40, centroid: fingers))
    line.wait(1)
    let cell = line.frame.cells[0].frame
    #expect(line.grid.layout.columns == 2 && cell.width > line.grid.layout.meanCellWidth * 1.3)
    line.send(.pinchEnded(velocity: .zero, growth: 50))
    line.wait()
    #expect(line.frame.cells[0].frame.width == line.grid.layout.frame(ofItem: 0).width)
    line.send(.resizeCells(steps: -100, at: nil))
    line.wait()
    #expect(line.grid.layout.meanCellWidth > 60 && line.grid.layout.meanCellWidth < 70)
  }

  @Test func `every whole step changes the column count, and fractions add up`() {
    var line = GalleryLine(counts: [500])
    line.send(.resizeCells(steps: 0.4, at: nil), .resizeCells(steps: 0.4, at: nil))
    #expect(line.grid.layout.columns == 5)
    line.send(.resizeCells(steps: 0.4, at: nil))
    #expect(line.grid.layout.columns == 4)
    line.send(.resizeCells(steps: -1, at: nil), .resizeCells(steps: -1, at: nil))
    #expect(line.grid.layout.columns == 6)
    line.send(.resetCellSize)
    #expect(line.grid.layout.columns == 5 && line.grid.options.cellSide == 200)
  }

  /// The largest share of the background that is visible through the cells, at the points of a
  /// lattice over the viewport that a cell covers in each of `layouts`: 0…1.
  private func largestHole(_ frame: GalleryFrame, in layouts: [[Rect]]) -> Double {
    var hole = 0.0
    for y in stride(from: 60.0, to: 780, by: 40) {
      for x in stride(from: 40.0, to: 960, by: 40) {
        let point = Point(x: x, y: y)
        let isCovered = layouts.allSatisfy { cells in cells.contains { $0.contains(point) } }
        guard isCovered else { continue }
        let alphas =
          frame.cells.filter { $0.frame.contains(point) }.map(\.alpha)
          + frame.departing.filter { $0.frame.contains(point) }.map(\.alpha)
        hole = max(hole, alphas.reduce(1) { $0 * (1 - $1) })
      }
    }
    return hole
  }

  @Test func `a size change cross-fades cells at their final positions`() {
    var line = GalleryLine(counts: [500])
    line.send(.scroll(to: 1500, animated: false))
    let before = line.frame
    line.send(.resizeCells(steps: 1, at: nil))
    #expect(!line.isAtRest && !line.frame.isScrollingOnly)
    let first = line.frame
    for cell in before.cells {
      let stays = first.cells.contains { $0.item == cell.item && $0.frame == cell.frame }
      let leaves = first.departing.contains { $0.item == cell.item && $0.frame == cell.frame }
      #expect(stays || leaves, "a visible cell does not jump")
    }
    for _ in 0..<40 {
      line.wait(1.0 / 120)
      let frame = line.frame
      for cell in frame.cells {
        #expect(spread(cell.frame, line.rect(cell.item)) < 0.01)
        #expect(!cell.isMoving, "a cell that does not move is drawn sharp")
      }
      #expect(largestHole(frame, in: [before.cells.map(\.frame), frame.cells.map(\.frame)]) < 0.2)
    }
    line.wait()
    #expect(line.isAtRest && line.frame.departing.isEmpty)
  }

  @Test func `a cross-fade can be reversed at any time`() {
    var line = GalleryLine(counts: [500])
    line.send(.scroll(to: 1500, animated: false))
    let before = line.frame
    var layouts = [before.cells.map(\.frame)]
    for (step, pause) in [(1.0, 0.03), (1, 0.05), (-1, 0.02), (1, 0.08), (-1, 0.04), (-1, 0.05)] {
      let under = line.frame
      line.send(.resizeCells(steps: step, at: nil))
      for cell in under.cells where cell.alpha > 0.05 {
        let copies =
          line.frame.departing.filter { $0.item == cell.item }.map { ($0.frame, $0.alpha) }
          + line.frame.cells.filter { $0.item == cell.item }.map { ($0.frame, $0.alpha) }
        #expect(copies.contains { spread($0.0, cell.frame) < 0.5 && abs($0.1 - cell.alpha) < 0.02 })
      }
      layouts.append(line.frame.cells.map(\.frame))
      line.wait(pause)
      #expect(largestHole(line.frame, in: layouts) < 0.35)
    }
    line.wait()
    #expect(line.frame.cells == before.cells && line.isAtRest)
  }

  @Test func `showing names adds a line below each cell and keeps the picture width`() {
    var line = GalleryLine(counts: [50])
    let (width, height) = (line.grid.layout.meanCellWidth, line.grid.layout.cellHeight)
    var options = line.grid.options
    options.showsNames = true
    line.send(.setOptions(options))
    line.wait()
    #expect(line.grid.layout.meanCellWidth == width)
    #expect(line.grid.layout.cellHeight == height + 26)
  }

  @Test func `narrowing and widening the window restores the scroll offset`() {
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

  @Test func `cells of a minimum number of columns fill the width and keep their size`() {
    var options = GalleryOptions()
    options.minColumns = 3
    options.cellSide = 100
    options.gap = 4
    options.margin = 8
    var grid = GalleryState(
      viewport: Size(width: 700, height: 400), sections: GridSections([40]), options: options)
    // 684 between the margins: 6 × 110.7 + 5 × 4 is wider than wanted, 7 × 94.3 + 6 × 4 is not.
    #expect(grid.layout.columns == 7)
    #expect(grid.layout.metrics.gap == 4 && grid.layout.frame(ofItem: 0).minX == 8)
    options.cellSide = 1000
    _ = grid.apply(.setOptions(options), at: .zero)
    #expect(grid.layout.columns == 3)
    let fingers = Point(x: 300, y: 200)
    let actions: [GalleryAction] = [
      .resizeCells(steps: 3, at: nil), .resetCellSize, .pinchBegan(centroid: fingers),
      .pinchChanged(factor: 0.3, centroid: fingers), .pinchEnded(velocity: .zero, growth: 0),
    ]
    for action in actions { _ = grid.apply(action, at: .zero) }
    #expect(grid.layout.columns == 3 && grid.options.cellSide == 1000)
  }
}
