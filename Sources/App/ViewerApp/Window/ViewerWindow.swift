import BrowserHost
import Geometry
import Input
import Localization
import Motion
import PhotoBrowser
import Scenes
import Views
import Windowing

/// The commands of keys and menus in the library's window.
final class ViewerWindow {
  /// The library's window: scenes, controls, sheets and toasts.
  let host: BrowserWindow
  /// The connection of the library's window to the system.
  let system: WindowBridge
  let log: Log
  /// The titles of Undo and Redo in menus; nil when there is nothing to undo or redo.
  var history: () -> (undo: String?, redo: String?) = { (nil, nil) }
  /// The commands of the user, read after the first picture.
  var ownCommands = OwnCommand.List()
  /// Called with a command of the user that is to run.
  var onOwnCommand: (OwnCommand) -> Void = { _ in }
  /// Makes a PNG of a copied picture for programs that do not read its format.
  var makePNG: CopiedFiles.PNGMaker?
  /// Called with a command that no scene supports.
  var onCommand: ((Command) -> Void)?
  /// Whether the window closes after the running operations on files.
  private var isClosing = false

  /// The program's name.
  static let program = "pbview"

  init(in window: any HostWindow, loop: EventLoop, bridge: LoopBridge, log: Log) {
    system = WindowBridge(Self.program, in: window, loop: loop, bridge: bridge)
    host = system.host
    self.log = log
    host.trace = log.lines
    host.fadesControls = true
    // The keys depend on the scene.
    host.keys = .none
    host.onKey = { [weak self] in
      self?.handle($0)
      return true
    }
    system.onFocusChange = { [weak self] isFocused in
      if !isFocused { self?.scene?.releaseKeys() }
    }
    let bar = host.titleBar
    bar.defersText = true
    bar.menuButton.isHidden = false
    bar.backButton.action = { [weak self] in self?.perform(.back) }
    bar.fullscreenButton.action = { [weak self] in self?.perform(.toggleFullscreen) }
    bar.menuButton.action = { [weak self] in self?.perform(.contextMenu) }
  }

  var window: any HostWindow { system.window }
  var loop: EventLoop { system.loop }
  var stage: Stage { host.stage }
  var stack: SceneStack? { host.stack }
  /// The presentation time of the current frame, or the current time between frames.
  var now: Timestamp { host.now }
  /// The receiver of commands and keys: the top scene, or the owner of the visit that it is.
  var scene: (any ViewerScene)? { receiver(in: host.scene) }

  private func receiver(in scene: (any Scene)?) -> (any ViewerScene)? {
    (scene as? BrowserVisit)?.owner as? any ViewerScene ?? scene as? any ViewerScene
  }

  /// Shows the root scene and requests its visible pictures, so that the first frame can contain
  /// them.
  func begin(with scene: any Scene, reducesMotion: Bool, animationSpeed: Double) {
    host.show(scene)
    stack?.reducesMotion = reducesMotion
    stack?.animationSpeed = animationSpeed
    stage.layOut()
  }

  /// Shows the scene's title in the title bar and as the window's title.
  func updateTitle() { host.updateTitle() }

  func showToast(_ text: String, action: Toast.Action? = nil) {
    host.showToast(text, action: action)
  }

  /// Adds a note to the toast that is shown, which keeps its button.
  func addToToast(_ note: String) { host.addToToast(note) }

  func present(_ sheet: BottomSheet) {
    if isClosing { (sheet as? TransferSheet)?.announceClosing() }
    host.present(sheet)
  }

  /// Says that the window closes after the running operations on files: in the sheets with their
  /// progress, which resume, else in a toast. A sheet with a question closes, because it would
  /// cover the message and ends with the window.
  func announceClosing() {
    isClosing = true
    for case let sheet as TransferSheet in host.workSheets { sheet.announceClosing() }
    if let sheet = host.sheet, !(sheet is TransferSheet) { sheet.close() }
    if !(host.sheet is TransferSheet) { showToast(TransferSheet.closingMessage) }
  }

  // MARK: Commands

  /// Performs `command` in the window, in the scene, or in the program.
  func perform(_ command: Command) {
    switch command {
    case .escape where host.menu != nil: host.menu?.close()
    case .escape where host.sheet != nil: host.sheet?.close()
    case _ where reverseTransition(command): break
    case _ where scene?.perform(command) ?? false: break
    case .toggleFullscreen: host.toggleFullscreen()
    case .toggleControls: host.toggleControls()
    case .contextMenu: showMenu(at: nil)
    case .showKeys: showKeys()
    default: onCommand?(command)
    }
  }

  /// Reverses a running scene transition when `command` leads back.
  ///
  /// - Returns: true when the command is done. The moving scene must not dismiss itself in
  ///   addition.
  private func reverseTransition(_ command: Command) -> Bool {
    guard let stack, stack.isMoving else { return false }
    switch command {
    // Escape during a drag returns the scene to its position before the drag.
    case .escape where stack.isHeld: stage.receive(.cancelled(now))
    case .escape, .close, .back: stack.pop(at: now)
    default: return false
    }
    return true
  }

  /// Handles a key that no view has consumed.
  private func handle(_ key: KeyEvent) {
    guard let scene = keyScene else { return }
    let chord = KeyChord(key)
    guard !scene.handle(key, chord), key.isPress else { return }
    if let own = ownCommands.command(for: chord) {
      if !key.isRepeat { onOwnCommand(own) }
      return
    }
    guard let command = scene.bindings.command(for: chord),
      command.repeats || !key.isRepeat
    else { return }
    // A repeated press of the key that closed a photo must not close the program.
    if scene !== self.scene {
      switch command {
      case .escape, .back, .close, .quit: break
      default: if scene.perform(command) { return }
      }
    }
    perform(command)
  }

  /// The scene that receives keys: during the dismissal of a scene, the one below it.
  private var keyScene: (any ViewerScene)? {
    guard let scene, scene.isLeaving else { return scene }
    return receiver(in: stack?.below) ?? scene
  }

  // MARK: Menu

  /// Shows the scene's context menu at `point` in the window, in device pixels; below the menu
  /// button if `point` is nil.
  func showMenu(at point: Point?) {
    guard let scene else { return }
    show(scene.menuCommands, at: point)
  }

  private func show(_ entries: [MenuEntry], at point: Point?) {
    showMenu(items(entries, at: point), at: point)
  }

  /// Shows a menu of given entries at `point` in the window, in device pixels; below the menu
  /// button if `point` is nil.
  func showMenu(_ items: [MenuItem], at point: Point? = nil) {
    let corner = Point(x: stage.size.width, y: TitleBar.height(at: stage.scale))
    host.showMenu(items, at: point ?? corner, corner: point == nil ? .topRight : .topLeft)
  }

  /// Shows a menu of commands whose bottom edge is at `point` in the window, in device pixels, if
  /// there is room above.
  func showMenu(of commands: [Command], at point: Point) {
    host.showMenu(commands.map { item($0) }, at: point, corner: .topLeft)
  }

  private func items(_ entries: [MenuEntry], at point: Point?) -> [MenuItem] {
    let (undo, redo) = history()
    return entries.flatMap { entry -> [MenuItem] in
      switch entry {
      case .command(.undo, _, _): return undo.map { [item(.undo, title: $0)] } ?? []
      case .command(.redo, _, _): return redo.map { [item(.redo, title: $0)] } ?? []
      case .command(let command, let isChecked, let isEnabled):
        return [item(command, isChecked: isChecked, isEnabled: isEnabled)]
      case .menu(let title, let entries):
        return [MenuItem(title, shortcut: "›") { [weak self] in self?.show(entries, at: point) }]
      case .ownCommands: return ownItems
      case .separator: return [MenuItem.separator]
      }
    }
  }

  /// The commands of the user, below a line and a heading.
  private var ownItems: [MenuItem] {
    guard !ownCommands.commands.isEmpty else { return [] }
    return [.separator, MenuItem(tr("Your Commands"), isEnabled: false) {}]
      + ownCommands.commands.map { command in
        MenuItem(command.name, shortcut: command.chord?.label ?? "") { [weak self] in
          self?.onOwnCommand(command)
        }
      }
  }

  /// Shows the list of all commands with their keys. A command can be run from the list.
  private func showKeys() {
    guard let scene else { return }
    let sections = ShortcutSection.all(
      of: scene.bindings, gestures: scene.gestures,
      own: ownCommands.commands)
    let sheet = ShortcutsSheet(sections)
    sheet.onRun = { [weak self] in self?.perform($0) }
    sheet.onRunOwn = { [weak self] in self?.onOwnCommand($0) }
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
}

extension TitleBar {
  /// Shows the keys of the buttons' commands in their tooltips.
  func showKeys(of bindings: CommandKeys) {
    backButton.keys = bindings.caps(for: .back)
    fullscreenButton.keys = bindings.caps(for: .toggleFullscreen)
    menuButton.keys = bindings.caps(for: .contextMenu)
  }
}
