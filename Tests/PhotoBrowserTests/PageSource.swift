import PhotoBrowser
import TestSupport
import Testing

/// A data source of pages made by code, which checks and records the requests of the browser.
@MainActor final class PageSource: BrowserDataSource {
  /// The contents of the pages; the browser is not notified of changes.
  var pages: [PhotoContent]
  /// The sizes of pictures that are known before the pictures, by page.
  var knownSizes: [Int: Size] = [:]

  private(set) var live: Set<Int> = []
  private(set) var maxLive = 0
  private(set) var made = 0
  private(set) var reloads: [Int] = []
  private(set) var ends: [Int] = []
  private var removed: Int?
  private(set) var prefetches: [[Int]] = []
  private(set) var retries: [Int] = []
  private(set) var shownSizes: [Int: PixelSize] = [:]
  /// The kind of cell of each page.
  var kind: (Int) -> String = { _ in "" }
  private(set) var kinds: [ObjectIdentifier: String] = [:]

  init(_ pages: [PhotoContent]) { self.pages = pages }

  func numberOfItems(in browser: Browser) -> Int { pages.count }

  func browser(_ browser: Browser, kindOfCellFor index: Int) -> String { kind(index) }

  func browser(_ browser: Browser, makeCellFor index: Int) -> any BrowserCell {
    made += 1
    let cell = PhotoCell()
    kinds[ObjectIdentifier(cell)] = kind(index)
    return cell
  }

  func browser(_ browser: Browser, reload cell: any BrowserCell, at index: Int) {
    #expect(pages.indices.contains(index), "reload of page \(index) of \(pages.count)")
    #expect(live.insert(index).inserted, "page \(index) was filled twice")
    #expect(kinds[ObjectIdentifier(cell)] == kind(index), "a cell of another kind")
    #expect(cell.frame.size == browser.frame.size, "a cell without its size")
    #expect(browser.cell(at: index) === cell)
    maxLive = max(maxLive, live.count)
    reloads.append(index)
    guard let cell = cell as? PhotoCell, pages.indices.contains(index) else { return }
    if case .empty = cell.content {} else { Issue.record("a cell that still shows another page") }
    if let size = knownSizes[index] { cell.knownSize = size }
    cell.content = pages[index]
  }

  func browser(_ browser: Browser, didEndShowing index: Int) {
    #expect(live.remove(index) != nil, "page \(index) ended though it was not alive")
    ends.append(index)
    // The browser ends a removed page first, then renumbers the pages after it.
    if removed == index {
      removed = nil
      renumber { $0 > index ? $0 - 1 : $0 }
    }
  }

  func browser(_ browser: Browser, prefetch indices: [Int]) {
    #expect(indices.allSatisfy { $0 >= 0 && $0 < browser.pageCount && !live.contains($0) })
    prefetches.append(indices)
  }

  func browser(_ browser: Browser, page index: Int, isShownAt size: PixelSize) {
    shownSizes[index] = size
  }

  func browser(_ browser: Browser, retry index: Int) { retries.append(index) }

  /// Removes page `index`; the caller has to notify the browser next.
  func remove(_ index: Int) {
    pages.remove(at: index)
    if live.contains(index) {
      removed = index
    } else {
      renumber { $0 > index ? $0 - 1 : $0 }
    }
  }
  /// Renumbers the live pages, as the browser does after an insertion or removal.
  func renumber(_ number: (Int) -> Int) { live = Set(live.map(number)) }
  /// Allows the browser to request page `index` again.
  func forget(_ index: Int) { live.remove(index) }
}

/// A delegate that records the browser's events in order.
@MainActor final class Listener: BrowserDelegate {
  private(set) var log: [String] = []

  func browser(_ browser: Browser, didChangePageIndex index: Int) { log.append("page \(index)") }
  func browser(_ browser: Browser, didSettleOn index: Int) { log.append("settled \(index)") }
  func browser(_ browser: Browser, reachedEnd side: Int) { log.append("end \(side)") }
  func browser(_ browser: Browser, didTapAt point: Point) { log.append("tap") }
  func browser(_ browser: Browser, wantsMenuAt point: Point) { log.append("menu") }
  func browser(_ browser: Browser, didEndPullClosing closes: Bool) {
    log.append(closes ? "closes" : "returns")
  }
  func browserDidDismiss(_ browser: Browser) { log.append("dismissed") }
}

extension PhotoContent {
  /// A page with a picture.
  static func photo(_ bitmap: Bitmap, natural: PixelSize? = nil) -> PhotoContent {
    .picture(Picture(bitmap, naturalSize: natural))
  }
}

extension [PhotoContent] {
  /// Different pictures of the size of a rig's viewport.
  static func album(_ count: Int, _ width: Int = 240, _ height: Int = 160)
    -> [PhotoContent]
  {
    (0..<count).map { index in
      switch index % 3 {
      case 0: .photo(SyntheticPhoto.quadrants(width, height))
      case 1: .photo(SyntheticPhoto.numberedGrid(width, height, cell: 40))
      default: .photo(SyntheticPhoto.gradient(width, height, blue: UInt8(index * 37 % 256)))
      }
    }
  }
}
