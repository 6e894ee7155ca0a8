import Geometry
import Input
import Motion
import PhotoBrowser
import Scenes
import Views
import Windowing

/// The controls over the scenes of a window: the title bar, which fades with its scene and while
/// the pointer is idle, and the cursor.
final class WindowControls {
  let titleBar = TitleBar()
  /// Whether the title bar fades while the pointer is idle; in fullscreen it always does. Default:
  /// false.
  var fades = false
  /// The location of the pointer in the stage's coordinates; nil while it is outside.
  private(set) var pointer: Point?

  private unowned let window: BrowserWindow
  private var visibility = ControlsVisibility()
  /// The factor of the title bar's opacity by the top scene: 0 for a scene without a bar, otherwise
  /// 1, with a fade when the scene changes.
  private var barFade = AnimatedValue(0)
  private var cursor = Cursor.arrow
  /// Whether the next pointer event is the first one after a change of fullscreen mode, in which
  /// the location jumps although the pointer has not moved.
  private var ignoresNextMovement = false

  /// The spring of the title bar's fade between scenes, as fast as the transitions of scenes.
  private static let fadeSpring = Spring.settling(in: 0.25, damping: 1)
  /// The difference of opacity below which the fade of the title bar has settled.
  private static let opacityTolerance = 0.01
  /// The opacity of the title bar when it is made visible for the keyboard focus, before it fades
  /// in.
  private static let opacityWhenShownForFocus = 0.02

  init(of window: BrowserWindow) {
    self.window = window
    titleBar.isHidden = true
    titleBar.menuButton.isHidden = true
    titleBar.backButton.action = { [weak window] in window?.pop() }
    titleBar.fullscreenButton.action = { [weak window] in window?.toggleFullscreen() }
  }

  private var scene: (any HostedScene)? { window.scene as? any HostedScene }
  private var isFullscreen: Bool { window.systemWindow?.isFullscreen ?? false }
  private var followsPointer: Bool { fades || isFullscreen }

  // MARK: Layout

  /// Whether the title bar of the window belongs over the top scene.
  private var wantsBar: Bool {
    guard let stack = window.stack else { return false }
    return switch scene?.barVisibility ?? .whenPushed {
    case .always: true
    case .never: false
    case .whenPushed: stack.depth > 1
    }
  }

  /// Lays out the title bar and reports its height to the scene. In fullscreen the bar appears and
  /// disappears with the pointer, but the reported height is constant, so that the content need not
  /// move.
  func layOut() {
    let stage = window.stage
    titleBar.frame = Rect(
      x: 0, y: 0, width: stage.size.width, height: TitleBar.height(at: stage.scale))
    titleBar.isFullscreen = isFullscreen
    scene?.barsDidChange(to: Insets(top: wantsBar ? titleBar.frame.height : 0))
  }

  // MARK: Changes

  /// Adapts the controls to another scene on top.
  func sceneDidChange() {
    if !isFullscreen { visibility.reveal(at: window.now) }
    // The bar is not faded here: the scene itself fades the bar in, by its `barOpacity`.
    if wantsBar, scene?.barVisibility == .always { barFade.set(1) }
    layOut()
  }

  /// Hides the title bar without a fade if the window opens in fullscreen.
  func windowDidOpen() {
    if isFullscreen { visibility.hideAtOnce() }
  }

  func fullscreenDidChange() {
    layOut()
    ignoresNextMovement = true
    if isFullscreen {
      visibility.setShown(false, at: window.now)
    } else {
      visibility.reveal(at: window.now)
    }
  }

  /// Shows the title bar if it is hidden or fading out, otherwise hides it.
  func toggle() { visibility.setShown(!visibility.isShown, at: window.now) }

  /// Begins to fade the title bar out, and hides the pointer.
  func hide() { visibility.hide(at: window.now) }

  /// Records the pointer's location, and shows the title bar if the pointer moved far enough.
  func track(_ event: InputEvent.Pointer) {
    if event.kind == .moved, let pointer, !ignoresNextMovement {
      if scene?.isHeld ?? false {
        visibility.resetMovement()
      } else {
        let distance = event.location.distance(to: pointer) / window.stage.scale
        if distance > 0 { visibility.pointerMoved(by: distance, at: window.now) }
      }
    }
    ignoresNextMovement = false
    pointer = event.kind == .exited ? nil : event.location
  }

  /// Shows the title bar without delay, so that the Tab key can give a button in it the keyboard
  /// focus.
  func showForFocus() {
    guard wantsBar, scene?.barOpacity ?? 1 > 0 else { return }
    visibility.setShown(true, at: window.now)
    guard titleBar.isHidden else { return }
    titleBar.isHidden = false
    titleBar.alpha = Self.opacityWhenShownForFocus
  }

  // MARK: Frames

  /// Advances the title bar and the pointer to the time of a frame, after the scenes were updated.
  func advance(to time: Timestamp) {
    visibility.advance(
      to: time, keepsVisible: window.hasOpenPanel || isPointerOnBar || isFocusOnBar)
    let goal = wantsBar ? 1.0 : 0
    if barFade.target != goal {
      barFade.animate(to: goal, with: Self.fadeSpring, at: time, tolerance: Self.opacityTolerance)
    }
    let opacity = followsPointer ? visibility.alpha(at: time) : 1
    titleBar.alpha =
      min(1, max(0, barFade.value(at: time))) * (scene?.barOpacity ?? 1) * opacity
    titleBar.isHidden = titleBar.alpha == 0
    titleBar.isHiddenUntilNeeded =
      titleBar.isHidden && opacity < 1 && wantsBar && scene?.barOpacity ?? 1 > 0
    if fades { scene?.controlsDidFade(to: isFullscreen ? 0 : opacity) }
    let wanted = wantedCursor
    guard wanted != cursor else { return }
    cursor = wanted
    window.systemWindow?.setCursor(wanted)
    window.trace?.write("cursor shape=\(wanted)")
  }

  /// Whether the title bar is fading in or out at a time.
  func isMoving(at time: Timestamp) -> Bool {
    !barFade.isSettled(at: time) || followsPointer && visibility.isMoving(at: time)
  }

  /// The time at which the title bar or the pointer will be hidden; nil when neither is scheduled.
  var nextHideTime: Timestamp? { mayHidePointer || followsPointer ? visibility.nextHideTime : nil }

  private var isPointerOnBar: Bool {
    !titleBar.isHidden && pointer.map(titleBar.frame.contains) ?? false
  }

  private var isFocusOnBar: Bool { window.stage.focus?.parent === titleBar }

  private var mayHidePointer: Bool { isFullscreen || scene?.hidesIdlePointer ?? false }

  private var wantedCursor: Cursor {
    guard let scene else { return .arrow }
    if scene.isHeld { return .grabbing }
    if mayHidePointer, !visibility.isPointerShown, !window.hasOpenPanel { return .hidden }
    let isOnControl = isPointerOnBar || window.stage.hovered is Control
    return scene.isPannable && !window.hasOpenPanel && !isOnControl ? .grab : .arrow
  }
}
