/// The pages of a browser as closures: one that returns their number, and one that fills a page.
///
///     browser.pages = PageList(count: { album.count }) { page in
///       page.photo?.content = .picture(album[page.index])
///     }
///
/// The list keeps no data. After a change of the data, call
/// ``Browser/insertItems(_:at:animated:)``, ``Browser/removeItem(at:animated:)`` or another one of
/// the browser's methods for changes.
public struct PageList {
  /// A closure that returns the number of pages, not counting the end card.
  public var count: () -> Int
  /// A closure that returns the kind of cell for the page at an index. Default:
  /// ``PageList/CellKind/photo``.
  public var kind: (_ index: Int) -> PageList.CellKind
  /// A closure that fills a page. Called once each time a cell is assigned to the page and for a
  /// reload, but not when the page becomes the current one.
  public var fill: (PageList.Context) -> Void
  /// A card shown as an additional page after the last one; nil for none. Default: nil.
  public var endCard: PageList.EndCard?
  /// A closure called when the page at an index has lost its cell, so that loading for it can be
  /// cancelled. Default: does nothing.
  public var didEndShowing: (_ index: Int) -> Void = { _ in }
  /// A closure called with the indices of the pages whose pictures will be needed soon, the most
  /// urgent first. Default: does nothing.
  public var prefetch: (_ indices: [Int]) -> Void = { _ in }
  /// A closure called when the user requests another attempt to load the page at an index. Default:
  /// does nothing.
  public var retry: (_ index: Int) -> Void = { _ in }

  public init(
    count: @escaping () -> Int,
    kind: @escaping (_ index: Int) -> PageList.CellKind = { _ in .photo },
    endCard: PageList.EndCard? = nil, fill: @escaping (PageList.Context) -> Void
  ) {
    self.count = count
    self.kind = kind
    self.endCard = endCard
    self.fill = fill
  }

  /// Makes a list of pages in sections that are browsed as one list.
  ///
  /// - Parameter fill: fills a page; its second argument is the section and the item that the page
  ///   shows.
  public init(
    sections: @escaping () -> PageList.Sections,
    kind: @escaping (_ index: Int) -> PageList.CellKind = { _ in .photo },
    endCard: PageList.EndCard? = nil,
    fill: @escaping (PageList.Context, PageList.Sections.IndexPath) -> Void
  ) {
    self.init(count: { sections().count }, kind: kind, endCard: endCard) { page in
      if let indexPath = sections().indexPath(of: page.index) { fill(page, indexPath) }
    }
  }
}

/// A data source that calls the closures of a ``PageList``.
final class PageListSource: BrowserDataSource {
  private let list: PageList

  init(_ list: PageList) { self.list = list }

  private func isEndCard(_ index: Int) -> Bool { list.endCard != nil && index == list.count() }

  func numberOfItems(in browser: Browser) -> Int { list.count() + (list.endCard == nil ? 0 : 1) }

  func browser(_ browser: Browser, kindOfCellFor index: Int) -> String {
    isEndCard(index) ? EndCardCell.kind : list.kind(index).name
  }

  func browser(_ browser: Browser, makeCellFor index: Int) -> any BrowserCell {
    isEndCard(index) ? EndCardCell() : list.kind(index).make()
  }

  func browser(_ browser: Browser, reload cell: any BrowserCell, at index: Int) {
    if let card = cell as? EndCardCell {
      card.card = list.endCard
    } else {
      list.fill(PageList.Context(browser: browser, cell: cell, index: index))
    }
  }

  func browser(_ browser: Browser, didEndShowing index: Int) {
    if !isEndCard(index) { list.didEndShowing(index) }
  }

  func browser(_ browser: Browser, prefetch indices: [Int]) {
    list.prefetch(indices.filter { !isEndCard($0) })
  }

  func browser(_ browser: Browser, retry index: Int) { list.retry(index) }
}

extension Browser {
  func pagesDidChange() { dataSource = pages.map(PageListSource.init) }
}
