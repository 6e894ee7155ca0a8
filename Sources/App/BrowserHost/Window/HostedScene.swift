package import Geometry
package import Input
public import Scenes
public import Views

/// The visibility of a window's title bar, with Back and the title, over a scene.
nonisolated package enum BarVisibility {
  /// The bar is shown; ``HostedScene/barOpacity`` fades it.
  case always
  /// The bar is hidden.
  case never
  /// The bar is shown if the scene lies over another scene, and hidden over the root scene.
  case whenPushed
}

/// A scene that controls the title bar, the pointer and the keys of its window. A window also shows
/// scenes that do not conform.
@MainActor
package protocol HostedScene: Scene {
  /// The position within the scene, such as "3 / 20", for the title bar; empty for none. Default:
  /// empty.
  var position: String { get }
  /// The visibility of the window's title bar over the scene. Default: `.whenPushed`.
  var barVisibility: BarVisibility { get }
  /// The maximum opacity of the title bar, from 0 to 1; below 1 for example during a pull-down.
  /// Default: 1.
  var barOpacity: Double { get }
  /// Whether a drag or pinch holds something in the scene. Default: false.
  var isHeld: Bool { get }
  /// Whether a drag that begins at the pointer would pan the content. Default: false.
  var isPannable: Bool { get }
  /// Whether the pointer is hidden after it has not moved over the scene for a while. Default:
  /// false.
  var hidesIdlePointer: Bool { get }
  /// Whether the scene's content is still loading. Default: false.
  var isWaiting: Bool { get }
  /// Whether the Tab key belongs to the scene while no view has the keyboard focus; otherwise the
  /// key gives the focus to a control. Default: false.
  var usesTab: Bool { get }
  /// The view that takes composed text while no view has the keyboard focus; nil for none. Default:
  /// nil.
  var textClient: (any TextInputClient)? { get }
  /// The area in which the window places its toasts, in the stage's coordinates; nil for the whole
  /// window. Default: nil.
  var messageArea: Rect? { get }
  /// Called with the widths, in device pixels, of the scene's edges that bars of the window cover.
  /// Default: does nothing.
  func barsDidChange(to insets: Insets)
  /// Called with the opacity of the window's controls when they fade, 0…1, so that the scene's own
  /// controls can fade with them. Default: does nothing.
  func controlsDidFade(to opacity: Double)
  /// Called when the window becomes translucent or opaque. Default: does nothing.
  func translucencyDidChange(to isTranslucent: Bool)
  /// Whether windows or the desktop behind the window now show through the scene. Default: false.
  var showsDesktop: Bool { get }
  /// Called when the size of the window has been constant for a moment after a change. Default:
  /// does nothing.
  func windowDidSettle()
  /// Called after the title in the window's bar was updated, so that a scene with a bar of its own
  /// can update it. Default: does nothing.
  func updateTitle()
  /// Handles a key that no view has handled.
  ///
  /// - Returns: true when the key was used. Default: false.
  func handleKey(_ key: KeyEvent) -> Bool
  /// Performs a command that a key of the window is bound to.
  ///
  /// - Returns: true when the scene supports the command. Default: false.
  func perform(_ command: BrowserWindow.Command) -> Bool
}

extension HostedScene {
  package var position: String { "" }
  package var barVisibility: BarVisibility { .whenPushed }
  package var barOpacity: Double { 1 }
  package var isHeld: Bool { false }
  package var isPannable: Bool { false }
  package var hidesIdlePointer: Bool { false }
  package var isWaiting: Bool { false }
  package var usesTab: Bool { false }
  package var showsDesktop: Bool { false }
  package var textClient: (any TextInputClient)? { nil }
  package var messageArea: Rect? { nil }
  package func barsDidChange(to insets: Insets) {}
  package func controlsDidFade(to opacity: Double) {}
  package func translucencyDidChange(to isTranslucent: Bool) {}
  package func windowDidSettle() {}
  package func updateTitle() {}
  package func handleKey(_ key: KeyEvent) -> Bool { false }
  package func perform(_ command: BrowserWindow.Command) -> Bool { false }
}

/// A scene that writes trace lines about its frames.
@MainActor
package protocol TracedScene: HostedScene {
  /// The name of the scene in trace lines.
  var traceName: String { get }
  /// Called after a frame was presented, whose preparation took `seconds`. `isFront` is false for a
  /// scene that is visible behind the top one.
  func didPresentFrame(work seconds: Double, isFront: Bool)
}

/// A scene that consists of one view and a title.
public final class ViewScene: Scene {
  public let view: View
  public let title: String

  public init(_ view: View, title: String = "") {
    self.view = view
    self.title = title
  }
}
