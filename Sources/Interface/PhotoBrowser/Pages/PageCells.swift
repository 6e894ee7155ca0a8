import BrowserCore
import Geometry
import Views

/// The cells of a browser: those of live pages by page index, those of removed pages that fade out,
/// and those kept for reuse.
final class PageCells {
  /// The maximum number of cells of one kind, in use and kept for reuse: for the current page and
  /// one on each side.
  ///
  /// - Source: JXPhotoBrowser 3.
  private static let maxCellsPerKind = 3

  /// A cell in use, and the name of its kind.
  struct LiveCell {
    let cell: any BrowserCell
    let kind: String
  }

  /// The view that contains the cells.
  let layer = View()
  private var liveCells: [Int: LiveCell] = [:]
  /// The cells of removed pages that are fading out, by the number of their departure in the state.
  private var departingCells: [Int: LiveCell] = [:]
  /// The cells kept for reuse, by the name of their kind.
  private var pool: [String: [any BrowserCell]] = [:]

  /// The cell of the page at `index`; nil when the page has none.
  subscript(index: Int) -> (any BrowserCell)? { liveCells[index]?.cell }
  /// The indices of the pages that have cells, in ascending order.
  var indices: [Int] { liveCells.keys.sorted() }
  var count: Int { liveCells.count }
  var isEmpty: Bool { liveCells.isEmpty }
  var allCells: [any BrowserCell] { liveCells.values.map(\.cell) }
  var photoCells: [PhotoCell] { liveCells.values.compactMap { $0.cell as? PhotoCell } }
  /// The number of cells of `kind` that are kept for reuse.
  func pooledCount(of kind: String) -> Int { pool[kind]?.count ?? 0 }

  /// The index of the page whose cell is `cell`; nil when the cell is not in use.
  func index(of cell: any BrowserCell) -> Int? { index(of: ObjectIdentifier(cell)) }

  func index(of id: ObjectIdentifier) -> Int? {
    liveCells.first { ObjectIdentifier($0.value.cell) == id }?.key
  }

  /// Takes a cell of `kind` out of those kept for reuse; nil when there is none.
  func takeFromPool(_ kind: String) -> (any BrowserCell)? { pool[kind]?.popLast() }

  /// Makes `cell` that of the page at `index`, hidden and below the cells of the other pages.
  ///
  /// - Parameter configure: prepares the cell before it is added to the ``layer``.
  func add(_ cell: any BrowserCell, kind: String, at index: Int, configure: () -> Void) {
    liveCells[index] = LiveCell(cell: cell, kind: kind)
    cell.isHidden = true
    configure()
    layer.insert(cell, at: 0)
  }

  /// Removes the cell of the page at `index` from use, and returns it; nil when the page has none.
  func remove(at index: Int) -> LiveCell? { liveCells.removeValue(forKey: index) }

  /// Resets a cell and keeps it for reuse, unless ``maxCellsPerKind`` cells of its kind exist
  /// already.
  func returnToPool(_ cell: LiveCell) {
    cell.cell.removeFromParent()
    cell.cell.prepareForReuse()
    let alive = liveCells.values.count { $0.kind == cell.kind }
    if alive + pooledCount(of: cell.kind) < Self.maxCellsPerKind {
      pool[cell.kind, default: []].append(cell.cell)
    }
  }

  /// Renumbers the pages; `newIndex` maps old indices to new ones.
  func renumber(_ newIndex: (Int) -> Int) { liveCells = liveCells.renumbered(newIndex) }

  /// Hides the cells of all pages but those with the indices `pages`.
  func hide(allBut pages: Set<Int>) {
    for (index, live) in liveCells where !pages.contains(index) { live.cell.isHidden = true }
  }

  /// Puts `cell` in front of the other cells.
  func bringToFront(_ cell: any BrowserCell) {
    if layer.children.last !== cell { layer.add(cell) }
  }

  // MARK: Departing pages

  /// Fades out the cell of a removed page; `id` is the number of the departure in the state.
  ///
  /// - Parameter isBelow: whether the cell is put below the other cells.
  func beginDeparture(of cell: LiveCell, as id: Int, isBelow: Bool) {
    departingCells[id] = cell
    cell.cell.isInteractive = false
    if isBelow { layer.insert(cell.cell, at: 0) }
  }

  /// Sets the opacity and scale of the cells of removed pages, and ends the use of those that have
  /// faded out.
  func updateDepartures(_ pages: [BrowserFrame.DepartingPage]) {
    for page in pages {
      departingCells[page.id]?.cell.alpha = page.opacity
      departingCells[page.id]?.cell.drawnScale = page.scale
    }
    for (id, cell) in departingCells where !pages.contains(where: { $0.id == id }) {
      departingCells[id] = nil
      endDeparture(of: cell)
    }
  }

  func endDepartures() {
    for cell in departingCells.values { endDeparture(of: cell) }
    departingCells = [:]
  }

  private func endDeparture(of cell: LiveCell) {
    cell.cell.alpha = 1
    cell.cell.drawnScale = 1
    cell.cell.isInteractive = true
    returnToPool(cell)
  }
}

extension Dictionary where Key == Int {
  /// The same values under new indices; `newIndex` maps old indices to new ones.
  func renumbered(_ newIndex: (Int) -> Int) -> Self {
    Dictionary(uniqueKeysWithValues: map { (newIndex($0.key), $0.value) })
  }
}
