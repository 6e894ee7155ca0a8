import Input
import Localization

/// The receiver of the viewer's commands in a scene of its window.
@MainActor
protocol ViewerScene: AnyObject {
  /// Whether the scene animates out; key events then belong to the scene below.
  var isLeaving: Bool { get }
  /// The entries of the context menu.
  var menuCommands: [MenuEntry] { get }
  /// Performs `command`.
  ///
  /// - Returns: false when the scene does not support the command.
  func perform(_ command: Command) -> Bool
  /// Handles a key before its binding is looked up.
  ///
  /// - Returns: true when the key is consumed.
  func handle(_ key: KeyEvent, _ chord: KeyChord) -> Bool
  /// Ends the actions of held keys: the window has lost the focus, and does not receive their
  /// releases.
  func releaseKeys()
  var bindings: CommandKeys { get }
  /// The gestures of the scene, for the list of shortcuts.
  var gestures: [ShortcutSection] { get }
}

/// An entry of a context menu.
enum MenuEntry {
  /// A command, with or without a check mark. A disabled command is dimmed.
  case command(Command, isChecked: Bool = false, isEnabled: Bool = true)
  /// An entry that opens another menu.
  case menu(String, [MenuEntry])
  /// The commands of the user, under a heading; nothing while there are none.
  case ownCommands
  /// A separator line between groups.
  case separator
}

extension MenuEntry {
  /// The entries that hand photos to other programs.
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
      .ownCommands,
    ]
  }
}

extension ViewerScene {
  var isLeaving: Bool { false }
  func releaseKeys() {}
}
