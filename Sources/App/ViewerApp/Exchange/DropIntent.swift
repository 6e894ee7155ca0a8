import BrowserHost
import Input
import Localization
import Windowing

/// The effect of dropping data on the window, which depends on the types of the data and on the
/// modifier keys.
nonisolated enum DropIntent: Hashable, Sendable {
  /// Files, folders or web addresses are opened.
  case open
  /// Files are copied or moved into the folder of the grid.
  case transfer(Transfer.Kind, folder: FilePath)
  /// A picture that is not a file is saved in the folder in view.
  case save

  /// The effect of dropping data of these types; nil when no type is supported.
  ///
  /// - Parameter folder: the folder of the grid in front; nil when there is none.
  init?(types: [String], modifiers: Modifiers, folder: FilePath?) {
    let formats = FileListFormat.allCases.filter { types.contains($0.rawValue) }
    guard formats.contains(where: { !$0.isText }) else {
      if PictureDataType.preferred(among: types) != nil {
        self = .save
      } else if !formats.isEmpty {
        // A text may be the address of a picture.
        self = .open
      } else {
        return nil
      }
      return
    }
    switch (DragAction(modifiers), folder) {
    case (.copy, let folder?): self = .transfer(.copy, folder: folder)
    case (.move, let folder?): self = .transfer(.move, folder: folder)
    default: self = .open
    }
  }

  /// The XDND action that is reported to the program which owns the dragged data.
  ///
  /// - Parameter suggested: the action that the owner of the data suggests.
  func action(_ suggested: DragAction) -> DragAction {
    switch self {
    case .transfer(.move, _): .move
    case .transfer(.copy, _), .save: .copy
    // Opened files stay at their place, so the answer to a suggested move is a copy.
    case .open: suggested == .move ? .copy : suggested
    }
  }

  /// The sentence over the window that says what a drop does.
  var sentence: String {
    switch self {
    case .open: tr("Drop to open")
    case .transfer(.copy, let folder):
      tr("Drop to copy to “{folder}”", ["folder": folder.readableName])
    case .transfer(.move, let folder):
      tr("Drop to move to “{folder}”", ["folder": folder.readableName])
    case .save: tr("Drop to save the picture")
    }
  }

  /// The line below the sentence, with the modifier keys for other effects; empty when there are
  /// none.
  ///
  /// - Parameter folder: the folder of the grid in front; nil when there is none.
  func hint(folder: FilePath?) -> String {
    guard self == .open, let folder else { return "" }
    return tr("Ctrl copies to “{folder}”, Shift moves", ["folder": folder.readableName])
  }
}
