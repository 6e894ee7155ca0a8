import Geometry
import Input
import Motion
import PhotoBrowser
import Scenes

/// A scene of the viewer's window. It performs commands and controls the visibility of the window's
/// controls.
@MainActor
protocol ViewerScene: Scene {
  /// The position within the scene as text, such as "3 / 20"; empty for none.
  var position: String { get }
  /// The maximum opacity of the window's controls: 0 during a pull-down, and in a scene with its
  /// own controls.
  var controlsOpacity: Double { get }
  /// True while the scene animates out; key events then belong to the scene below.
  var isLeaving: Bool { get }
  /// True while a drag holds the content.
  var isHeld: Bool { get }
  /// True when a drag at the pointer would pan the content.
  var isPannable: Bool { get }
  /// Whether an idle pointer over the scene is hidden. Default: false.
  var hidesIdlePointer: Bool { get }
  /// Called with the opacity of the window's controls, so that the scene's own controls can follow.
  /// Default: no effect.
  func controlsDidFade(to opacity: Double)
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
  var bindings: CommandKeys { get }
  /// The gestures of the scene, for the list of shortcuts.
  var gestures: [ShortcutSection] { get }
  /// Called after a frame was presented; its preparation took `seconds`. `isFront` is false for a
  /// scene visible behind another.
  func presented(work seconds: Double, isFront: Bool)
  /// Updates the titles that the scene itself shows. Default: no effect.
  func updateTitle()
  /// Called when the window's size has been constant for a moment after a change.
  func windowDidSettle()
  /// Called with the insets that the window's bars cover.
  func barsDidChange(to insets: Insets)
  /// Called when the desktop starts or stops to show through transparent parts of the window.
  func translucencyDidChange(to isTranslucent: Bool)
}

/// An entry of a context menu.
enum MenuEntry {
  /// A command, with or without a check mark. A disabled command is dimmed.
  case command(Command, isChecked: Bool = false, isEnabled: Bool = true)
  /// A separator line between groups.
  case separator
}

extension ViewerScene {
  var isLeaving: Bool { false }
  var isPannable: Bool { false }
  var hidesIdlePointer: Bool { false }

  func controlsDidFade(to opacity: Double) {}

  func updateTitle() {}
}
