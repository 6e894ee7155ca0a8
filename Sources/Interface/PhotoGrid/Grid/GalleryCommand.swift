import GalleryCore
package import Input

/// A command of the grid that its owner may assign to a key, a button or a menu item.
nonisolated package enum GalleryCommand: Hashable, Sendable {
  /// Opens the focused item or, without one, the first visible item.
  case open
  case largerCells
  case smallerCells
  /// Gives the cells their default size.
  case defaultCells
  case selectAll
  case invertSelection
  case deselectAll
  /// Asks for the context menu of the focused item or, without one, of the grid.
  case contextMenu
  /// Ends what Escape ends: the running gesture, else the search by name, else the selection.
  case cancel

  /// Makes the command that a key has by default; nil for a key without a command.
  package init?(_ key: KeyEvent) {
    let keys = key.modifiers.subtracting(.shift)
    switch key.name {
    case .enter where key.modifiers.isEmpty: self = .open
    case .escape where key.modifiers.isEmpty: self = .cancel
    case .menu where key.modifiers.isEmpty: self = .contextMenu
    case .function(10) where keys.isEmpty: self = .contextMenu
    case .character("+") where keys.isSubset(of: .control),
      .character("=") where keys.isSubset(of: .control):
      self = .largerCells
    case .character("-") where keys.isSubset(of: .control): self = .smallerCells
    case .character("0") where keys == .control: self = .defaultCells
    case .character("a") where keys == .control: self = .selectAll
    case .character("i") where keys == .control: self = .invertSelection
    case .character("u") where keys == .control: self = .deselectAll
    default: return nil
    }
  }

  /// Whether the command needs a grid that allows selecting items.
  var changesSelection: Bool {
    switch self {
    case .selectAll, .invertSelection, .deselectAll: true
    default: false
    }
  }

  /// The action on the grid's state that performs the command; nil for a command that
  /// ``GalleryView`` performs itself.
  var action: GalleryAction? {
    switch self {
    case .open: .open(nil)
    case .largerCells: .resizeCells(steps: 1, at: nil)
    case .smallerCells: .resizeCells(steps: -1, at: nil)
    case .defaultCells: .resetCellSize
    case .selectAll: .selectAll
    case .invertSelection: .invertSelection
    case .deselectAll: .deselectAll
    case .contextMenu, .cancel: nil
    }
  }
}
