/// The values that a data source keeps for the pages with cells.
///
/// A value is found by the cell of its page, because insertions and removals renumber the pages,
/// but each page keeps its cell.
package struct LivePageValues<Value> {
  private var entries: [ObjectIdentifier: (cell: any BrowserCell, value: Value)] = [:]

  package init() {}

  /// The values of all pages, in no particular order.
  package var values: [Value] { entries.values.map(\.value) }

  /// The value for the page that `cell` shows; nil when there is none.
  package subscript(cell: any BrowserCell) -> Value? {
    get { entries[ObjectIdentifier(cell)]?.value }
    set { entries[ObjectIdentifier(cell)] = newValue.map { (cell, $0) } }
  }

  /// Removes the values of pages whose cells `browser` no longer uses, and returns these values.
  package mutating func removeUnused(in browser: Browser) -> [Value] {
    let unused = entries.filter { browser.liveIndex(of: $0.value.cell) == nil }
    for key in unused.keys { entries[key] = nil }
    return unused.values.map(\.value)
  }
}

extension Browser {
  /// The index of the page that `cell` shows; nil when this browser does not use the cell.
  package func liveIndex(of cell: any BrowserCell) -> Int? {
    state.pageWindow.live.first { self.cell(at: $0) === cell }
  }
}
