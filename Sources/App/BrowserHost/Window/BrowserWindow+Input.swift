import Gestures
import Input
import Scenes
import Views

/// The handling of input events and system notifications.
extension BrowserWindow {
  /// Delivers an input event to the views. A key that no focused view handles goes to ``onKey``,
  /// then to the top scene, then to ``keys``.
  func receive(_ event: InputEvent) {
    allowRestTraceAgain()
    if case .key(let key) = event, key.name == .tab, stage.focus == nil,
      (scene as? any HostedScene)?.usesTab ?? false
    {
      handleKey(key)
      return stage.requestFrame()
    }
    switch event {
    case .pointer(let pointer): controls.track(pointer)
    case .key(let key) where key.isPress && key.name == .tab && !key.modifiers.contains(.control):
      controls.showForFocus()
    default: break
    }
    guard !handleAsContentDrag(event) else { return }
    let isTaken = stage.receive(event)
    if case .key(let key) = event, !isTaken { handleKey(key) }
    stage.requestFrame()
  }

  /// Whether an event belongs to a drag of content out of the window; no view receives such an
  /// event.
  private func handleAsContentDrag(_ event: InputEvent) -> Bool {
    guard let canDragContent else { return false }
    let tuning = GestureTuning(uiScale: stage.scale, pointer: stage.pointerSettings)
    let decision = contentDragRecognizer.receive(event, threshold: tuning.mouseSlop) {
      !hasOpenPanel && canDragContent($0)
    }
    switch decision {
    case .deliver: return false
    case .withhold: break
    case .begin(let start):
      stage.receive(.cancelled(event.time))
      if case .pointer(let pointer) = event { onContentDragBegin(start, pointer.location) }
      stage.requestFrame()
    }
    return true
  }

  private func handleKey(_ key: KeyEvent) {
    if onKey?(key) ?? false { return }
    if let stack, stack.receive(.key(key)) { return }
    if let scene = scene as? any HostedScene, scene.handleKey(key) { return }
    guard key.isPress, let command = keys[KeyChord(key)], command.repeats || !key.isRepeat else {
      return
    }
    perform(command)
  }

  /// Performs `command` in the top scene or in the window; a command that neither supports has no
  /// effect.
  public func perform(_ command: BrowserWindow.Command) {
    if let scene = scene as? any HostedScene, scene.perform(command) { return }
    switch command {
    case .escape where systemWindow?.isFullscreen ?? false: systemWindow?.setFullscreen(false)
    case .escape: if !pop(), quitsOnEscape { close() }
    case .back: pop()
    case .toggleFullscreen: toggleFullscreen()
    case .close: close()
    case .quit: if let application { application.closeWindows() } else { close() }
    default: break
    }
  }

  /// Adapts the controls after the window has entered or left fullscreen mode.
  func fullscreenDidChange() {
    trace?.write("state fullscreen=\(systemWindow?.isFullscreen ?? false ? 1 : 0)")
    controls.fullscreenDidChange()
    stage.requestFrame()
  }

  /// Informs the top scene whether the window is translucent.
  func translucencyDidChange() {
    (scene as? any HostedScene)?.translucencyDidChange(to: systemWindow?.isTranslucent ?? false)
  }
}
