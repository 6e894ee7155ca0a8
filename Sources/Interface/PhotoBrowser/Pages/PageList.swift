/// Pages as closures: how many there are, and how to fill one.
///
///     browser.pages = PageList(count: { album.count }) { page in
///       page.photo?.content = .picture(album[page.index])
///     }
///
/// It keeps no data either: it asks whenever the browser does. Who changes the list tells the
/// browser (``Browser/insertItems(_:at:animated:)``, ``Browser/removeItem(at:animated:)``), or has it reload.
public struct PageList {
  /// How many pages there are, the end card not among them.
  public var count: () -> Int
  /// What kind of cell a page needs. Default: a photo.
  public var kind: (_ index: Int) -> CellKind
  /// Fills a page; called once each time a cell begins to show it, and not when it merely becomes
  /// the current one.
  public var fill: (PageContext) -> Void
  /// What comes after the last page, as one page more; nil for nothing. Default: nil.
  public var endCard: EndCard?
  /// Page `index` is alive no more: what is fetched for it is not wanted. Default: nothing is done.
  public var didEndShowing: (_ index: Int) -> Void = { _ in }
  /// These pages will be wanted soon, most urgent first. Default: nothing is done.
  public var prefetch: (_ indices: [Int]) -> Void = { _ in }
  /// The person asked to try a page again. Default: nothing is done.
  public var retry: (_ index: Int) -> Void = { _ in }

  /// Makes a list.
  public init(
    count: @escaping () -> Int, kind: @escaping (_ index: Int) -> CellKind = { _ in .photo },
    endCard: EndCard? = nil, fill: @escaping (PageContext) -> Void
  ) {
    self.count = count
    self.kind = kind
    self.endCard = endCard
    self.fill = fill
  }

  /// Makes a list of pages in sections, browsed as one.
  ///
  /// - Parameter fill: gets the page, and which item of which section it is.
  public init(
    sections: @escaping () -> SectionedPages,
    kind: @escaping (_ index: Int) -> CellKind = { _ in .photo }, endCard: EndCard? = nil,
    fill: @escaping (PageContext, SectionedPages.Place) -> Void
  ) {
    self.init(count: { sections().count }, kind: kind, endCard: endCard) { page in
      if let place = sections().place(of: page.index) { fill(page, place) }
    }
  }
}

/// Answers a browser with the closures of a list.
final class PageListSource: BrowserDataSource {
  private let list: PageList

  init(_ list: PageList) { self.list = list }

  private func isEnd(_ index: Int) -> Bool { list.endCard != nil && index == list.count() }

  func numberOfItems(in browser: Browser) -> Int { list.count() + (list.endCard == nil ? 0 : 1) }

  func browser(_ browser: Browser, kindOfCellFor index: Int) -> String {
    isEnd(index) ? EndCardCell.kind : list.kind(index).name
  }

  func browser(_ browser: Browser, makeCellFor index: Int) -> any BrowserCell {
    isEnd(index) ? EndCardCell() : list.kind(index).make()
  }

  func browser(_ browser: Browser, reload cell: any BrowserCell, at index: Int) {
    if let card = cell as? EndCardCell {
      card.card = list.endCard
    } else {
      list.fill(PageContext(browser: browser, cell: cell, index: index))
    }
  }

  func browser(_ browser: Browser, didEndShowing index: Int) {
    if !isEnd(index) { list.didEndShowing(index) }
  }

  func browser(_ browser: Browser, prefetch indices: [Int]) {
    list.prefetch(indices.filter { !isEnd($0) })
  }

  func browser(_ browser: Browser, retry index: Int) { list.retry(index) }
}

extension Browser {
  func pagesDidChange() {
    // The old one is told of the end of its pages.
    let old = pageListSource
    pageListSource = pages.map(PageListSource.init)
    dataSource = pageListSource
    withExtendedLifetime(old) {}
  }
}
