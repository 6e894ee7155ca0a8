import Geometry
import Input
import Scenes
import Views
import Windowing

/// What keys and menus ask of the window.
extension ViewerWindow {
  /// Does `command`: here, in the scene, or in the program.
  func perform(_ command: Command) {
    switch command {
    case .escape where menu != nil: menu?.close()
    case .escape where sheet != nil: sheet?.close()
    case _ where turnsMove(command): break
    case _ where scene?.perform(command) ?? false: break
    case .toggleFullscreen: window.setFullscreen(!window.isFullscreen)
    case .toggleControls: toggleControls()
    case .contextMenu: showMenu(at: nil)
    case .showKeys: showKeys()
    default: onCommand?(command)
    }
  }

  /// Turns round a scene that the stack moves, by a command that leads back.
  ///
  /// - Returns: true when that was all: a scene that is moved must not fly home as well.
  private func turnsMove(_ command: Command) -> Bool {
    guard let stack, stack.isMoving else { return false }
    switch command {
    // A hand that is changing its mind: back to where it began.
    case .escape where stack.isHeld: stage.receive(.cancelled(now))
    case .escape, .close, .back: stack.pop(at: now)
    default: return false
    }
    return true
  }

  /// Does what a key means that no view took.
  func handle(_ key: KeyEvent) {
    guard let scene = keyScene else { return }
    let chord = KeyChord(key)
    guard !scene.handle(key, chord), key.isPress, let command = scene.bindings.command(for: chord),
      command.repeats || !key.isRepeat
    else { return }
    // A second press of the key that closed a photo must not close the program.
    if scene !== self.scene {
      switch command {
      case .escape, .back, .close, .quit: break
      default: if scene.perform(command) { return }
      }
    }
    perform(command)
  }

  /// The scene that keys mean: while one leaves, the one that comes to be seen.
  private var keyScene: (any ViewerScene)? {
    guard let scene, scene.isLeaving else { return scene }
    return stack?.below as? any ViewerScene ?? scene
  }

  // MARK: Menu

  /// Shows the scene's menu at `point`, or under its button.
  func showMenu(at point: Point?) {
    guard let scene else { return }
    let (undo, redo) = history()
    let items = scene.menuCommands.compactMap { entry in
      switch entry {
      case .command(.undo, _, _): undo.map { item(.undo, title: $0) }
      case .command(.redo, _, _): redo.map { item(.redo, title: $0) }
      case .command(let command, let isChecked, let isEnabled):
        item(command, isChecked: isChecked, isEnabled: isEnabled)
      case .separator: MenuItem.separator
      }
    }
    let corner = Point(x: stage.size.width, y: TitleBar.height(at: stage.scale))
    show(items, at: point ?? corner, corner: point == nil ? .topRight : .topLeft)
  }

  /// Shows every command with its keys: to look one up, or to run it.
  private func showKeys() {
    guard let scene else { return }
    let sections = ShortcutSection.all(of: scene.bindings, gestures: scene.gestures)
    let sheet = ShortcutsSheet(sections)
    sheet.onRun = { [weak self] in self?.perform($0) }
    present(sheet)
    log.trace("shortcuts rows=\(sheet.rows.count)")
  }

  private func item(
    _ command: Command, title: String? = nil, isChecked: Bool = false, isEnabled: Bool = true
  ) -> MenuItem {
    MenuItem(
      title ?? command.title, shortcut: scene?.bindings.label(for: command) ?? "",
      isEnabled: isEnabled,
      isChecked: isChecked
    ) { [weak self] in self?.perform(command) }
  }

  /// Shows a menu at `point`, in place of any other.
  private func show(_ items: [MenuItem], at point: Point, corner: MenuView.Corner) {
    menu?.close()
    let menu = MenuView(items, at: point, corner: corner)
    menu.onClose = { [weak self] in self?.menu = nil }
    self.menu = menu
    menu.open(on: stage)
  }
}

extension TitleBar {
  /// Has the tooltips of the buttons name the keys that do the same.
  func showKeys(of bindings: KeyBindings) {
    backButton.keys = bindings.caps(for: .back)
    fullscreenButton.keys = bindings.caps(for: .toggleFullscreen)
    menuButton.keys = bindings.caps(for: .contextMenu)
  }
}
