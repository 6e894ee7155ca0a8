import BrowserHost
import GalleryCore
import Localization
import PhotoGrid
import Views

/// The messages for assistive programs about commands whose result is only seen.
extension ViewerWindow {
  /// The number of selected items in the grid in front; nil without a grid.
  var selectionCount: Int? {
    (scene as? LibraryScene)?.current.gallery.state.selection.count
  }

  /// The message about the number of selected items after a command.
  static func selectionMessage(_ count: Int) -> String {
    count == 0 ? tr("Nothing selected") : SelectionBar.countText(count)
  }

  /// Tells assistive programs the number of selected items in the grid in front.
  func announceSelection() {
    if let selectionCount { host.announce(Self.selectionMessage(selectionCount)) }
  }

  /// Tells assistive programs the result of a command; does nothing for a command whose result they
  /// learn by other means, such as a toast or the moved focus.
  ///
  /// - Parameter selected: the value of ``selectionCount`` before the command.
  func announceResult(of command: Command, selected: Int?) {
    switch command {
    case .sortByName, .sortByDate, .sortByTaken, .sortBySize, .groupByFolder, .groupByDay,
      .groupByMonth, .groupByYear:
      if isChecked(command) == true { host.announce(command.title) }
    case .reverseOrder, .toggleWholeCells, .toggleNames, .includeSubfolders, .toggleFilmstrip:
      announceState(of: command)
    // No message is announced when the information appears as a strip, because assistive programs
    // read out the text of the strip itself.
    case .info where (scene as? PhotoVisit)?.info.displayMode != .strip: announceState(of: command)
    case .escape, .deselectAll:
      if let selectionCount, let selected, selectionCount < selected { announceSelection() }
    // The command Select All needs no message, because a screen reader announces by itself that all
    // items are selected.
    case .invertSelection: announceSelection()
    default: break
    }
  }

  private func announceState(of command: Command) {
    guard let isOn = isChecked(command) else { return }
    host.announce("\(command.title): \(SettingRow.switchText(isOn))")
  }

  /// Whether a command is checked in the menu of the scene in front; nil for a command without a
  /// check mark in that menu.
  private func isChecked(_ command: Command) -> Bool? {
    for case .command(let entry, let isChecked?, _) in scene?.menuCommands ?? []
    where entry == command {
      return isChecked
    }
    return nil
  }
}
