import Input
import Localization

/// A scene of the window that receives the viewer's commands and keys.
@MainActor
protocol ViewerScene: AnyObject {
  /// The name of the photo, album or comparison, in the user's language; may be empty.
  var title: String { get }
  /// Whether the scene is being closed; keys then belong to the scene below. Default: false.
  var isLeaving: Bool { get }
  /// The entries of the scene's context menu.
  var menuCommands: [MenuEntry] { get }
  /// Performs `command` in the scene.
  ///
  /// - Returns: false when the scene does not support the command.
  func perform(_ command: Command) -> Bool
  /// Handles a key before the command of its chord is looked up.
  ///
  /// - Returns: true when the key is consumed.
  func handle(_ key: KeyEvent, _ chord: KeyChord) -> Bool
  /// Ends the actions of keys that are held: the window has lost the focus and does not receive
  /// their releases. Default: does nothing.
  func releaseKeys()
  var bindings: CommandKeys { get }
  /// The descriptions of the scene's gestures, for the list of shortcuts.
  var gestureDescriptions: [ShortcutSection] { get }
}

/// An entry of a context menu.
enum MenuEntry {
  /// A command. `isChecked` tells whether it has a check mark, and is nil for a command that sets
  /// no choice. A disabled one is dimmed.
  case command(Command, isChecked: Bool? = nil, isEnabled: Bool = true)
  /// An entry with a title that opens another menu.
  case menu(String, [MenuEntry])
  /// The commands that the user has defined, under a heading; nothing when there are none.
  case userCommands
  /// A line between groups of entries.
  case separator
}

extension MenuEntry {
  /// The entries for the commands that pass photos to other programs.
  static func sharing(isEnabled: Bool = true) -> [MenuEntry] {
    [
      .command(.openWith, isEnabled: isEnabled),
      .menu(
        tr("Share"),
        [
          .command(.print, isEnabled: isEnabled), .command(.send, isEnabled: isEnabled),
          .command(.setWallpaper, isEnabled: isEnabled), .separator,
          .command(.showInFileManager, isEnabled: isEnabled),
        ]),
      .userCommands,
    ]
  }
}

extension ViewerScene {
  var isLeaving: Bool { false }
  func releaseKeys() {}
}
