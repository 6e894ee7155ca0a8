import PhotoGrid

extension GalleryCommand {
  /// The command of the grid view that corresponds to a command of the program; nil for a command
  /// that the grid view does not have.
  init?(_ command: Command) {
    switch command {
    case .open: self = .open
    case .largerCells: self = .largerCells
    case .smallerCells: self = .smallerCells
    case .defaultCells: self = .defaultCells
    case .selectAll: self = .selectAll
    case .invertSelection: self = .invertSelection
    case .deselectAll: self = .deselectAll
    case .contextMenu: self = .contextMenu
    case .escape: self = .cancel
    default: return nil
    }
  }
}
