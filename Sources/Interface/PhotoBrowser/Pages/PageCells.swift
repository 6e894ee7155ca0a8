import BrowserCore
import Geometry
import Views

/// The cells of a browser: the live ones by page, those that fade out, and those kept for reuse.
final class PageCells {
  /// The maximum number of cells of a kind: the cell of the current page, and one on each side.
  ///
  /// - Source: JXPhotoBrowser 3.
  private static let maxCells = 3

  /// A cell, and the kind of cell that its page asked for.
  struct LiveCell {
    let cell: any BrowserCell
    let kind: String
  }

  /// The view that contains the cells.
  let layer = View()
  private var live: [Int: LiveCell] = [:]
  /// Cells of removed pages that still fade out, by departure id.
  private var departing: [Int: LiveCell] = [:]
  /// Cells for reuse, by kind.
  private var pool: [String: [any BrowserCell]] = [:]

  /// The cell of page `index`; nil when the page has none.
  subscript(index: Int) -> (any BrowserCell)? { live[index]?.cell }
  /// The pages that have cells, in order.
  var indices: [Int] { live.keys.sorted() }
  var count: Int { live.count }
  var isEmpty: Bool { live.isEmpty }
  var all: [any BrowserCell] { live.values.map(\.cell) }
  var photos: [PhotoCell] { live.values.compactMap { $0.cell as? PhotoCell } }
  /// The number of cells of `kind` that are kept for reuse.
  func pooledCount(of kind: String) -> Int { pool[kind]?.count ?? 0 }

  /// The page whose cell is `cell`; nil when it is not live.
  func index(of cell: any BrowserCell) -> Int? { index(of: ObjectIdentifier(cell)) }

  func index(of id: ObjectIdentifier) -> Int? {
    live.first { ObjectIdentifier($0.value.cell) == id }?.key
  }

  /// Takes a cell of `kind` out of the reuse pool.
  func reuse(_ kind: String) -> (any BrowserCell)? { pool[kind]?.popLast() }

  /// Makes `cell` that of page `index`, hidden and below the other pages.
  ///
  /// - Parameter configure: prepares the cell before it is added to the ``layer``.
  func add(_ cell: any BrowserCell, kind: String, at index: Int, configure: () -> Void) {
    live[index] = LiveCell(cell: cell, kind: kind)
    cell.isHidden = true
    configure()
    layer.insert(cell, at: 0)
  }

  /// Removes the cell of page `index` from use.
  func remove(at index: Int) -> LiveCell? { live.removeValue(forKey: index) }

  /// Puts a cell into the reuse pool, unless live and pooled cells of its kind reach ``maxCells``
  /// already.
  func keep(_ cell: LiveCell) {
    cell.cell.removeFromParent()
    cell.cell.prepareForReuse()
    let alive = live.values.count { $0.kind == cell.kind }
    if alive + pooledCount(of: cell.kind) < Self.maxCells {
      pool[cell.kind, default: []].append(cell.cell)
    }
  }

  /// Renumbers the pages; `number` maps old to new indices.
  func renumber(_ number: (Int) -> Int) { live = live.renumbered(number) }

  /// Hides the cells of all pages but `pages`.
  func hide(allBut pages: Set<Int>) {
    for (index, live) in live where !pages.contains(index) { live.cell.isHidden = true }
  }

  /// Puts `cell` in front of the others.
  func raise(_ cell: any BrowserCell) {
    if layer.children.last !== cell { layer.add(cell) }
  }

  // MARK: Departing pages

  /// Fades out the cell of a removed page as departure `id`.
  ///
  /// - Parameter isBelow: whether it fades below the other cells.
  func depart(_ cell: LiveCell, as id: Int, isBelow: Bool) {
    departing[id] = cell
    cell.cell.isInteractive = false
    if isBelow { layer.insert(cell.cell, at: 0) }
  }

  /// Sets the opacity and scale of departing cells, and ends those that have faded out.
  func fade(_ pages: [BrowserFrame.Departing]) {
    for page in pages {
      departing[page.id]?.cell.alpha = page.opacity
      departing[page.id]?.cell.drawnScale = page.scale
    }
    for (id, cell) in departing where !pages.contains(where: { $0.id == id }) {
      departing[id] = nil
      endDeparture(of: cell)
    }
  }

  func endDepartures() {
    for cell in departing.values { endDeparture(of: cell) }
    departing = [:]
  }

  private func endDeparture(of cell: LiveCell) {
    cell.cell.alpha = 1
    cell.cell.drawnScale = 1
    cell.cell.isInteractive = true
    keep(cell)
  }
}

extension Dictionary where Key == Int {
  /// The same values under new indices; `number` maps old to new indices.
  func renumbered(_ number: (Int) -> Int) -> Self {
    Dictionary(uniqueKeysWithValues: map { (number($0.key), $0.value) })
  }
}
