import BrowserHost
import GalleryCore
import PhotoGrid
import Views

/// The messages for assistive programs about commands whose result is only seen.
extension ViewerWindow {
  /// Whether items of the grid in front are selected.
  var hasSelection: Bool {
    guard let library = scene as? LibraryScene else { return false }
    return !library.current.gallery.state.selection.isEmpty
  }

  /// Tells assistive programs the result of a command; does nothing for a command whose result they
  /// learn by other means, such as a toast or the moved focus.
  ///
  /// - Parameter hadSelection: the value of ``hasSelection`` before the command.
  func announceResult(of command: Command, hadSelection: Bool) {
    switch command {
    case .sortByName, .sortByDate, .sortByTaken, .sortBySize, .groupByFolder, .groupByDay,
      .groupByMonth, .groupByYear:
      if isChecked(command) == true { host.announce(command.title) }
    case .reverseOrder, .toggleWholeCells, .toggleNames, .includeSubfolders, .toggleFilmstrip:
      announceState(of: command)
    // The strip is a message itself.
    case .info where (scene as? PhotoVisit)?.info.display != .strip: announceState(of: command)
    case .escape, .deselectAll:
      if hadSelection, !hasSelection { host.announce(Command.deselectAll.title) }
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
