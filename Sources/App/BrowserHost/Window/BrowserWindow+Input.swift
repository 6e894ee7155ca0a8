import Geometry
import Input
import Scenes
import Views

/// What a person does to the window.
extension BrowserWindow {
  /// Takes an event; keys that no view wants mean something to the scene in front, or lead back.
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

  /// The window has another size.
  func resize(to size: Size) {
    stage.size = size
    placeBars()
    menu?.close()
    stage.requestFrame()
  }

  /// It covers the screen, or does no longer.
  func fullscreenDidChange() {
    placeBars()
    stage.requestFrame()
  }

  /// What is behind it can, or cannot, shine through.
  func translucencyDidChange() {
    (scene as? any HostedScene)?.translucencyDidChange(to: shell?.isTranslucent ?? false)
  }
}
