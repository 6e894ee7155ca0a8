import BrowserHost
import Input
import Localization
import Windowing

/// The action of a drop on the window, by the types of the dragged data and the modifier keys.
nonisolated enum DropIntent: Hashable, Sendable {
  /// Opens files, folders or addresses.
  case open
  /// Copies or moves files into the folder of the grid.
  case transfer(Transfer.Kind, FilePath)
  /// Saves a picture without a file in the folder in view.
  case save

  /// The intent of a drag; nil when none of its data types is supported.
  ///
  /// - Parameter folder: the folder of the grid in front; nil when there is none.
  init?(types: [String], modifiers: Modifiers, folder: FilePath?) {
    let lists: [FileListFormat] = [.gnomeFiles, .uriList, .mozillaURL, .netscapeURL]
    guard lists.contains(where: { types.contains($0.rawValue) }) else {
      guard PictureDataType.best(of: types) != nil else { return nil }
      self = .save
      return
    }
    switch (DragAction(modifiers), folder) {
    case (.copy, let folder?): self = .transfer(.copy, folder)
    case (.move, let folder?): self = .transfer(.move, folder)
    default: self = .open
    }
  }

  /// The action that is reported to the dragging program.
  ///
  /// - Parameter suggested: the action that the program suggests.
  func action(_ suggested: DragAction) -> DragAction {
    switch self {
    case .transfer(.move, _): .move
    case .transfer(.copy, _), .save: .copy
    // Opened files stay where they are.
    case .open: suggested == .move ? .copy : suggested
    }
  }

  /// The sentence over the window.
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

  /// The line below the sentence; empty for none.
  ///
  /// - Parameter folder: the folder of the grid in front; nil when there is none.
  func hint(folder: FilePath?) -> String {
    guard self == .open, let folder else { return "" }
    return tr("Ctrl copies to “{folder}”, Shift moves", ["folder": folder.readableName])
  }
}
