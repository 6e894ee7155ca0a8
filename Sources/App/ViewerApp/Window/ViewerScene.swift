import Geometry
import Input
import Motion
import PhotoBrowser
import Scenes

/// A scene of the viewer's window: does commands, and says how the window's controls go with it.
@MainActor
protocol ViewerScene: Scene {
  /// Where one is in it, as "3 / 20"; empty for nothing.
  var position: String { get }
  /// The share of the window's controls that the scene allows: 0 while a photo is in the hand, and
  /// where it has controls of its own.
  var controlsOpacity: Double { get }
  /// True while it goes by itself: keys mean the scene below already.
  var isLeaving: Bool { get }
  /// True while a hand has hold of something.
  var isHeld: Bool { get }
  /// True when a drag would move what is under the pointer.
  var isPannable: Bool { get }
  /// True when a pointer that rests over it hides.
  var hidesIdlePointer: Bool { get }
  /// The window's controls are so opaque, of which it may make use for its own.
  func controlsDidFade(to opacity: Double)
  /// What to choose from at a right click.
  var menuCommands: [MenuEntry] { get }
  /// Does `command`.
  ///
  /// - Returns: false when it means nothing here.
  func perform(_ command: Command) -> Bool
  /// Gets a key before it is looked up.
  ///
  /// - Returns: true when that was all.
  func handle(_ key: KeyEvent, _ chord: KeyChord) -> Bool
  /// What the keys do here.
  var bindings: KeyBindings { get }
  /// The gestures it understands, for the list of shortcuts.
  var gestures: [ShortcutSection] { get }
  /// A frame was presented after `seconds` of work; the scene was in front, or seen behind another.
  func presented(work seconds: Double, isFront: Bool)
  /// Its words changed: those it shows itself follow.
  func updateTitle()
  /// The window's size changed and has been the same for a moment.
  func windowDidSettle()
  /// Bars reach so far over the window's edges.
  func barsDidChange(to insets: Insets)
  /// What is behind the window can, or cannot, shine through.
  func translucencyDidChange(to isTranslucent: Bool)
}

/// One line of a context menu.
enum MenuEntry {
  /// A command, with a tick or without; one that cannot be done just now is dimmed.
  case command(Command, isChecked: Bool = false, isEnabled: Bool = true)
  /// A line between groups.
  case separator
}

extension ViewerScene {
  var isLeaving: Bool { false }
  var isPannable: Bool { false }
  var hidesIdlePointer: Bool { false }

  /// Nothing: it has no controls of its own that come and go.
  func controlsDidFade(to opacity: Double) {}

  /// Nothing: the window's bar shows them.
  func updateTitle() {}
}
