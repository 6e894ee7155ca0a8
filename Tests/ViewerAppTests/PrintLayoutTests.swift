import Geometry
import Pixels
import TestSupport
import Testing

@testable import ViewerApp

@Suite(.tags(.seeded)) struct PrintLayoutTests {
  private static var all: [PrintLayout] {
    PrintLayout.Paper.allCases.flatMap { paper in
      PrintLayout.PhotosPerPage.allCases.flatMap { count in
        PrintLayout.Margin.allCases.flatMap { margin in
          [false, true].map {
            PrintLayout(paper: paper, isLandscape: $0, photosPerPageChoice: count, margin: margin)
          }
        }
      }
    }
  }

  @Test func `A4 is 210 by 297 millimetres`() {
    let size = PrintLayout().pageSize
    #expect((size.width * 25.4 / 72).rounded() == 210)
    #expect((size.height * 25.4 / 72).rounded() == 297)
    #expect(PrintLayout(isLandscape: true).pageSize.width == size.height)
  }

  @Test func `cells lie inside the margins and never over each other`() {
    for layout in Self.all {
      let inner = Rect(origin: .zero, size: layout.pageSize)
        .inset(by: .all(layout.margin.millimetres * PrintLayout.pointsPerMillimetre - 0.001))
      let cells = (0..<layout.photosPerPage).map(layout.cell)
      for (index, cell) in cells.enumerated() {
        #expect(cell.photo.width > 10 && cell.photo.height > 10)
        for rect in [cell.photo, cell.caption] {
          #expect(rect.minX >= inner.minX && rect.maxX <= inner.maxX, "\(layout)")
          #expect(rect.minY >= inner.minY && rect.maxY <= inner.maxY, "\(layout)")
        }
        #expect(cell.caption.minY >= cell.photo.maxY - 0.001)
        for other in cells[(index + 1)...] {
          #expect(cell.photo.intersection(other.photo) == nil)
          #expect(cell.caption.intersection(other.photo) == nil)
        }
      }
    }
  }

  @Test func `every photo is on one page`() {
    for layout in Self.all where layout.paper == .a4 {
      for count in [1, 2, 9, 10, 25, 400] {
        let pages = (0..<layout.pageCount(of: count)).map { layout.photos(onPage: $0, of: count) }
        #expect(pages.flatMap { Array($0) } == Array(0..<count))
        #expect(pages.allSatisfy { !$0.isEmpty && $0.count <= layout.photosPerPage })
      }
    }
  }

  @Test func `photos keep their proportions`() {
    var generator = SeededGenerator(seed: 7)
    for layout in Self.all where layout.margin == .normal {
      for fit in PrintLayout.Fit.allCases {
        var layout = layout
        layout.fit = fit
        let pixels = PixelSize(
          width: .random(in: 1...9000, using: &generator),
          height: .random(in: 1...9000, using: &generator))
        let cell = layout.cell(0).photo
        let frame = layout.frame(of: pixels, in: cell)
        let proportion = frame.width / frame.height * Double(pixels.height) / Double(pixels.width)
        #expect(abs(proportion - 1) < 1e-9)
        #expect(abs(frame.midX - cell.midX) < 1e-6 && abs(frame.midY - cell.midY) < 1e-6)
        switch fit {
        case .fit:
          #expect(frame.width <= cell.width + 1e-6 && frame.height <= cell.height + 1e-6)
        case .fill:
          #expect(frame.width >= cell.width - 1e-6 && frame.height >= cell.height - 1e-6)
        case .actual: #expect(abs(frame.width - Double(pixels.width) * 0.24) < 1e-6)
        }
      }
    }
  }

  @Test func `photos are printed with 300 pixels per inch, and never more than A3 needs`() {
    let layout = PrintLayout()
    #expect(
      layout.decodeSize(for: Rect(x: 0, y: 0, width: 72, height: 144))
        == PixelSize(width: 300, height: 600))
    #expect(
      layout.decodeSize(for: Rect(x: 0, y: 0, width: 1e9, height: 0))
        == PixelSize(width: 4961, height: 1))
  }
}
