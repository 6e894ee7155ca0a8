import Geometry
import Input
import Scenes
import Views

/// The window's input events and system notifications.
extension BrowserWindow {
  /// Delivers an event to the views; a key that no view handles goes to the top scene or leads
  /// back.
  func receive(_ event: InputEvent) {
    let isTaken = stage.receive(event)
    if case .key(let key) = event, !isTaken { press(key) }
    stage.requestFrame()
  }

  private func press(_ key: KeyEvent) {
    guard let stack else { return }
    if stack.receive(.key(key)) { return }
    if let scene = stack.top as? any HostedScene, scene.press(key) { return }
    guard key.isPress, !key.isRepeat else { return }
    switch key.name {
    case .escape where shell?.isFullscreen ?? false: shell?.setFullscreen(false)
    case .escape, .backspace: if !pop(), key.name == .escape { close() }
    case .function(11), .character("f"): toggleFullscreen()
    case .character("q"): close()
    default: break
    }
  }

  /// Adapts the contents to a new window size in pixels, and closes an open menu.
  func resize(to size: Size) {
    stage.size = size
    placeBars()
    menu?.close()
    stage.requestFrame()
  }

  /// Adapts the bars after the window has entered or left fullscreen.
  func fullscreenDidChange() {
    placeBars()
    stage.requestFrame()
  }

  /// Tells the top scene whether the window is translucent.
  func translucencyDidChange() {
    (scene as? any HostedScene)?.translucencyDidChange(to: shell?.isTranslucent ?? false)
  }
}
