import PhotoBrowser
import TestSupport
import Testing

@Suite(.tags(.seeded)) struct SectionedPagesTests {
  @Test func `pages continue across sections, and empty sections have no pages`() {
    let pages = PageList.Sections(counts: [2, 0, 0, 3, 1, 0])
    #expect(pages.count == 6 && pages.sectionCount == 6)
    let indexPaths = (0..<6).map { pages.indexPath(of: $0).map { "\($0.section).\($0.item)" } }
    #expect(indexPaths == ["0.0", "0.1", "3.0", "3.1", "3.2", "4.0"])
    #expect(pages.pages(ofSection: 3) == 2..<5)
    #expect(pages.pages(ofSection: 1).isEmpty && pages.pages(ofSection: 9).isEmpty)
  }

  @Test func `indices out of range have no page and no index path`() {
    let pages = PageList.Sections(counts: [2, 0, 1])
    #expect(pages.indexPath(of: -1) == nil && pages.indexPath(of: 3) == nil)
    for (section, item) in [(-1, 0), (0, -1), (0, 2), (1, 0), (2, 1), (3, 0)] {
      #expect(pages.page(of: .init(section: section, item: item)) == nil)
    }
    #expect(PageList.Sections(counts: []).indexPath(of: 0) == nil)
  }

  @Test func `the index path of a page leads back to the page in random sections`() {
    var dice = SeededRandom(seed: 3)
    for _ in 0..<200 {
      let counts = (0..<dice.whole(0...12)).map { _ in dice.chance(0.4) ? 0 : dice.whole(1...9) }
      let pages = PageList.Sections(counts: counts)
      #expect(pages.count == counts.reduce(0, +))
      var expected: [PageList.Sections.IndexPath] = []
      for (section, count) in counts.enumerated() {
        expected += (0..<count).map { PageList.Sections.IndexPath(section: section, item: $0) }
      }
      for (page, indexPath) in expected.enumerated() {
        #expect(pages.indexPath(of: page) == indexPath, "\(counts)")
        #expect(pages.page(of: indexPath) == page, "\(counts)")
        #expect(pages.pages(ofSection: indexPath.section).contains(page))
      }
    }
  }
}
