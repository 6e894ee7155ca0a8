import GalleryCore
import Geometry
import TestSupport
import Testing

@Suite(.tags(.seeded)) struct GridLayoutTests {
  private static func layout(
    _ counts: [Int], width: Double = 1000, side: Double = 200, isMirrored: Bool = false
  ) -> GridLayout {
    var metrics = GridMetrics()
    metrics.isMirrored = isMirrored
    return GridLayout(width: width, sections: GridSections(counts), side: side, metrics: metrics)
  }

  @Test func `rows fill the width at whole pixels with cell widths equal within one pixel`() {
    for width in stride(from: 1.0, through: 2500, by: 7) {
      let layout = Self.layout([200], width: width)
      let row = (0..<layout.columns).map(layout.frame(ofItem:))
      let margin = row[0].minX
      #expect(row[layout.columns - 1].maxX == width - margin || width < 3)
      for frame in row {
        #expect(frame == frame.snapped && frame.width >= 1)
        #expect(abs(frame.width - layout.meanCellWidth) <= 1)
        #expect(frame.height == row[0].height && frame.minY == row[0].minY)
      }
      for (a, b) in zip(row, row.dropFirst()) { #expect(b.minX - a.maxX == layout.metrics.gap) }
    }
  }

  @Test func `the column count gives the cell width nearest to the wanted side`() {
    // 960 points between the margins hold 4 × 232.5 + 3 × 10 or 5 × 184 + 4 × 10.
    #expect(Self.layout([9], side: 205).columns == 5)
    #expect(Self.layout([9], side: 212).columns == 4)
    #expect(Self.layout([9], side: 212).meanCellWidth == 232.5)
    #expect(Self.layout([9], side: .nan).columns == 5)
  }

  @Test func `a single section has no header and several have one each`() {
    let one = Self.layout([4])
    #expect(one.headerHeight == 0 && one.headers(offset: 0, height: 500).isEmpty)
    #expect(one.frame(ofItem: 0).minY == one.metrics.margin)
    let two = Self.layout([4, 4])
    #expect(two.frame(ofHeader: 0) == Rect(x: 0, y: 0, width: 1000, height: 40))
    #expect(two.frame(ofItem: 0).minY == 40)
    #expect(two.frame(ofHeader: 1).minY == two.frame(ofItem: 3).maxY + two.metrics.sectionGap)
    let asked = GridLayout(
      width: 1000, sections: GridSections([4]), side: 200, omitsOnlyHeader: false)
    #expect(asked.headerHeight == 40)
  }

  @Test func `a header stays at the top until the next one pushes it out`() {
    let layout = Self.layout([10, 10, 10])
    let second = layout.frame(ofHeader: 1).minY
    let resting = layout.headers(offset: 100, height: 500)
    #expect(resting.first == StickyHeader(section: 0, y: 0, isSticky: true))
    let pushed = layout.headers(offset: second - 15, height: 500)
    #expect(pushed[0] == StickyHeader(section: 0, y: -25, isSticky: true))
    #expect(pushed[1] == StickyHeader(section: 1, y: 15, isSticky: false))
    let next = layout.headers(offset: second, height: 500)
    #expect(next[0] == StickyHeader(section: 1, y: 0, isSticky: false))
    let last = layout.headers(offset: layout.contentHeight - 10, height: 500)
    #expect(last == [StickyHeader(section: 2, y: 0, isSticky: true)])
  }

  @Test func `up and down keep the column through incomplete rows and empty sections`() {
    let layout = Self.layout([7, 0, 3, 12], side: 184)  // five columns: 5 2 | | 3 | 5 5 2
    #expect(layout.columns == 5)
    #expect(layout.item(1, below: 4, column: 4) == 6)
    #expect(layout.item(1, below: 6, column: 4) == 9)
    #expect(layout.item(1, below: 9, column: 4) == 14)
    #expect(layout.item(2, below: 9, column: 4) == 19)
    #expect(layout.item(99, below: 9, column: 1) == 21)
    #expect(layout.item(1, below: 20, column: 4) == 20)
    #expect(layout.item(-1, below: 14, column: 4) == 9)
    #expect(layout.item(-2, below: 14, column: 4) == 6)
    #expect(layout.item(-99, below: 14, column: 4) == 4)
    #expect(layout.item(-1, below: 3, column: 0) == 3)
  }

  @Test(arguments: 0..<40) func `layout queries match a search through all items`(seed: Int) {
    var dice = SeededRandom(seed: seed)
    let counts = (0..<dice.whole(0...9)).map { _ in dice.chance(0.3) ? 0 : dice.whole(0...40) }
    let layout = Self.layout(
      counts, width: dice.number(1...1500), side: dice.number(20...400),
      isMirrored: !seed.isMultiple(of: 2))
    let frames = (0..<layout.itemCount).map(layout.frame(ofItem:))
    for (item, frame) in frames.enumerated() {
      #expect(layout.item(at: frame.center) == item, "seed \(seed)")
      #expect(layout.nearestItem(to: frame.center) == item, "seed \(seed)")
      #expect(layout.items(in: frame).contains(item))
      #expect(frame.maxY <= layout.contentHeight)
    }
    for _ in 0..<60 {
      let point = Point(
        x: dice.number(-50...1600), y: dice.number(-100...(layout.contentHeight + 100)))
      #expect(layout.item(at: point) == frames.firstIndex { $0.contains(point) }, "seed \(seed)")
      let rect = Rect(
        x: point.x - 150, y: point.y, width: dice.number(1...700), height: dice.number(1...900))
      let rows = frames.indices.filter {
        frames[$0].maxY > rect.minY && frames[$0].minY < rect.maxY
      }
      let found = layout.items(in: rect)
      #expect(Array(found) == rows || (found.isEmpty && rows.isEmpty), "seed \(seed) \(rect)")
      let touched = rows.filter { frames[$0].maxX > rect.minX && frames[$0].minX <= rect.maxX }
      #expect(Array(layout.selection(touching: rect).items) == touched, "seed \(seed) \(rect)")
    }
  }

  @Test func `a mirrored layout is the reflection of the layout from left to right`() {
    for width in [1.0, 300, 999, 1000, 1001] {
      let plain = Self.layout([7, 12], width: width)
      let mirrored = Self.layout([7, 12], width: width, isMirrored: true)
      for item in 0..<19 {
        let (frame, reflection) = (plain.frame(ofItem: item), mirrored.frame(ofItem: item))
        #expect(reflection.minX == plain.width - frame.maxX && reflection.size == frame.size)
        #expect(reflection.minY == frame.minY)
        #expect(mirrored.item(at: reflection.origin) == item)
      }
    }
  }

  @Test func `layout queries work for a trillion items`() throws {
    let many = 1 << 40
    let layout = Self.layout([many / 2, 0, many / 2])
    #expect(layout.itemCount == many)
    let item = many / 3 * 2
    let frame = layout.frame(ofItem: item)
    #expect(layout.item(at: frame.center) == item)
    let start = item - layout.position(ofItem: item).column
    #expect(layout.items(in: frame) == start..<start + layout.columns)
    #expect(layout.item(1 << 30, below: 0, column: 0) == (1 << 30) * layout.columns)
    let last = layout.position(ofItem: layout.item(many, below: 0, column: 0))
    #expect(last.section == 2 && last.row == layout.position(ofItem: many - 1).row)
    let across = layout.selection(
      touching: Rect(x: 0, y: 0, width: 1000, height: layout.contentHeight))
    #expect(across.runs == [0..<many])
  }

  @Test func `layout queries find items and headers among 5000 sections`() {
    let layout = Self.layout(Array(repeating: 20, count: 5000))
    #expect(layout.itemCount == 100_000)
    for section in stride(from: 0, to: 5000, by: 97) {
      let header = layout.frame(ofHeader: section)
      #expect(layout.section(atY: header.midY) == section)
      #expect(layout.headers(offset: header.minY, height: 700).first?.section == section)
      #expect(layout.item(at: layout.frame(ofItem: section * 20 + 3).center) == section * 20 + 3)
    }
  }

  @Test func `extreme and invalid sizes give a finite layout`() {
    for width in [0, -5, 0.3, 1, 2, 15, 1e9, .infinity, .nan] {
      for side in [0, -1, 1e-9, 1, 64, 1e300, .infinity] {
        let layout = Self.layout([3, -4, 5], width: width, side: side)
        #expect(layout.columns >= 1 && layout.contentHeight.isFinite)
        for item in 0..<layout.itemCount {
          let frame = layout.frame(ofItem: item)
          #expect(!frame.isEmpty && frame.minX.isFinite && frame.minY.isFinite)
        }
        _ = layout.headers(offset: -1e12, height: 1e12)
        _ = layout.item(at: Point(x: 1e300, y: -1e300))
        #expect(layout.nearestItem(to: Point(x: 1e300, y: 1e300)) == 7)
      }
    }
    #expect(GridSections([.max, .max]).itemCount == 1 << 40)
    #expect(GridSections([]).isEmpty && Self.layout([]).contentHeight == 0)
    #expect(Self.layout([0]).nearestItem(to: .zero) == nil)
  }

  @Test func `metrics scale with the interface scale`() {
    let two = GridMetrics(uiScale: 2)
    #expect(two.gap == 20 && two.defaultCellSide == 400 && two.headerHeight == 80)
    #expect(GridMetrics(uiScale: 1.25).gap == 13)
    #expect(GridMetrics(uiScale: .nan) == GridMetrics())
    let tall = GridLayout(
      width: 1000, sections: GridSections([5]), columns: 3, metrics: GridMetrics(cellAspect: 1.5))
    #expect(tall.cellHeight == (tall.meanCellWidth * 1.5).rounded())
  }
}

extension StickyHeader {
  /// A header 40 points high across a window 1000 points wide.
  fileprivate init(section: Int, y: Double, isSticky: Bool) {
    self.init(
      section: section, frame: Rect(x: 0, y: y, width: 1000, height: 40), isSticky: isSticky)
  }
}
