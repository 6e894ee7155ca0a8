import BrowserHost
import Geometry
import Input
import Localization
import Motion
import PhotoBrowser
import Scenes
import Views
import Windowing

/// The viewer's window: a ``BrowserWindow`` with the viewer's commands for keys and menus.
final class ViewerWindow {
  /// The window of the photo browser's library, with scenes, controls, sheets and toasts.
  let host: BrowserWindow
  /// The connection of ``host`` to the window system.
  let system: WindowBridge
  let log: Log
  /// Gives the titles of Undo and Redo for menus; nil for a command that has nothing to undo or
  /// redo.
  var undoAndRedoTitles: () -> (undo: String?, redo: String?) = { (nil, nil) }
  /// The commands that the user has defined, which are read after the first picture is shown.
  var userCommands = UserCommand.List()
  /// Called with a command of the user that is to be run.
  var onUserCommand: (UserCommand) -> Void = { _ in }
  /// Makes a PNG of a copied photo, for programs that do not read the photo's format; nil until it
  /// is set.
  var makePNG: FileClipboardFormats.PNGProvider?
  /// Called with a command that neither the window nor the scene performs.
  var onCommand: ((Command) -> Void)?
  /// Whether the window closes when the running operations on files have ended.
  private(set) var isClosing = false
  /// The messages about operations on files that have failed since the window began to close. The
  /// user may not have seen them.
  private var unseenFailures: [String] = []

  /// The program's name.
  static let programName = "pbview"

  init(in window: any HostWindow, loop: EventLoop, bridge: LoopBridge, log: Log) {
    system = WindowBridge(Self.programName, in: window, loop: loop, bridge: bridge)
    host = system.host
    self.log = log
    host.trace = log.traceLog
    host.fadesControls = true
    // ``BrowserWindow`` handles no keys of its own, because the viewer's keys depend on the scene.
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
  /// The presentation time of the current frame; between frames, the current time.
  var now: Timestamp { host.now }
  /// The scene in front as a receiver of commands and keys; for a browser, the object that owns its
  /// visit. Nil without such a scene.
  var scene: (any ViewerScene)? { viewerScene(in: host.scene) }

  private func viewerScene(in scene: (any Scene)?) -> (any ViewerScene)? {
    (scene as? BrowserVisit)?.owner as? any ViewerScene ?? scene as? any ViewerScene
  }

  /// Shows the first scene and requests its visible pictures, so that the first frame can contain
  /// them.
  func begin(with scene: any Scene, reducesMotion: Bool, animationSpeed: Double) {
    host.show(scene)
    stack?.reducesMotion = reducesMotion
    stack?.animationSpeed = animationSpeed
    stage.layOut()
  }

  /// Shows the title of the scene in front in the title bar and as the window's title.
  func updateTitle() { host.updateTitle() }

  func showToast(_ text: String, action: Toast.ToastAction? = nil) {
    host.showToast(text, action: action)
  }

  /// Adds a sentence to the toast that is shown, which keeps its button.
  func addToToast(_ note: String) { host.addToToast(note) }

  func present(_ sheet: BottomSheet) {
    if isClosing { (sheet as? TransferSheet)?.announceClosing() }
    host.present(sheet)
  }

  /// Tells the user that the window closes when the running operations on files have ended: in the
  /// sheets with their progress, whose work is resumed, else in a toast. A sheet with a question is
  /// closed, because it would cover the message.
  func announceClosing() {
    isClosing = true
    for case let sheet as TransferSheet in host.sheetsWithRunningWork { sheet.announceClosing() }
    if let sheet = host.sheet, !(sheet is TransferSheet) { sheet.close() }
    if !(host.sheet is TransferSheet) { showToast(TransferSheet.closingMessage) }
  }

  /// Shows a message about files that could not be changed. When the window is about to close, the
  /// message is also kept for ``showUnseenFailures(then:)``.
  func showFailure(_ text: String, action: Toast.ToastAction? = nil) {
    if isClosing { unseenFailures.append(text) }
    showToast(text, action: action)
  }

  /// Shows a sheet with the operations on files that have failed since the window was to close.
  ///
  /// - Parameter done: called when the user closes the sheet.
  /// - Returns: false, without the sheet and the call, when none has failed.
  func showUnseenFailures(then done: @escaping () -> Void) -> Bool {
    guard let first = unseenFailures.first else { return false }
    let others = unseenFailures.dropFirst().joined(separator: "\n")
    unseenFailures = []
    present(
      ActionSheet(
        first, message: others, entries: [], cancelTitle: tr("Close"), onCancel: done))
    return true
  }

  // MARK: Commands

  /// Performs `command` in the first of these that supports it: an open menu or sheet, the scene in
  /// front, the window, the program.
  func perform(_ command: Command) {
    let isHeard = host.accessibility?.isActive ?? false
    let selected = isHeard ? selectionCount : nil
    defer { if isHeard { announceResult(of: command, selected: selected) } }
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

  /// Reverses a running scene transition if `command` is one that goes back, such as Escape or
  /// Close.
  ///
  /// - Returns: true when the command is done; the moving scene must then not perform it, too.
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

  /// Handles a key that no view has consumed: by the scene in front, or by running a command that
  /// the user has defined, or by performing the viewer's command of the key.
  private func handle(_ key: KeyEvent) {
    guard let scene = keyScene else { return }
    let chord = KeyChord(key)
    guard !scene.handle(key, chord), key.isPress else { return }
    if let userCommand = userCommands.command(for: chord) {
      if !key.isRepeat { onUserCommand(userCommand) }
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

  /// The scene that receives keys: the one in front or, while that is being closed, the one below
  /// it. Nil without a scene.
  private var keyScene: (any ViewerScene)? {
    guard let scene, scene.isLeaving else { return scene }
    return viewerScene(in: stack?.sceneBelow) ?? scene
  }

  // MARK: Menu

  /// Shows the context menu of the scene in front at `point` in the window, in device pixels; below
  /// the menu button if `point` is nil.
  func showMenu(at point: Point?) {
    guard let scene else { return }
    show(scene.menuCommands, at: point, title: scene.title)
  }

  /// Shows a menu. The left arrow key leads from the menu of an entry back to the menu that has the
  /// entry.
  ///
  /// - Parameters:
  ///   - title: the title for assistive programs; empty for none.
  ///   - entry: the title of the entry that is highlighted; empty for none.
  ///   - onBack: called when the user goes back by the left arrow key.
  private func show(
    _ entries: [MenuEntry], at point: Point?, title: String = "", highlighting entry: String = "",
    onBack: @escaping () -> Void = {}
  ) {
    let reopen: (String) -> Void = { [weak self] entry in
      self?.show(entries, at: point, title: title, highlighting: entry, onBack: onBack)
    }
    let menu = showMenu(items(entries, at: point, reopen: reopen), at: point, title: title)
    menu.onBack = onBack
    if !entry.isEmpty { menu.highlight(menu.items.firstIndex { $0.title == entry }) }
  }

  /// Shows a menu with its top left corner at `point` in the window, in device pixels; below the
  /// menu button if `point` is nil. Assistive programs are told the title, if it is not empty.
  @discardableResult
  func showMenu(_ items: [MenuItem], at point: Point? = nil, title: String = "") -> MenuView {
    let corner = Point(x: stage.size.width, y: TitleBar.height(at: stage.scale))
    return host.showMenu(
      items, at: point ?? corner, corner: point == nil ? .topRight : .topLeft, title: title)
  }

  /// Shows a menu of commands whose bottom edge is at `point` in the window, in device pixels, if
  /// there is room above.
  func showMenu(of commands: [Command], at point: Point) {
    host.showMenu(
      commands.map { item($0) }, at: point, corner: .topLeft, title: scene?.title ?? "")
  }

  /// The items of a menu. When the user goes back from a menu that one of the items has opened,
  /// `reopen` is called with the title of that item.
  private func items(
    _ entries: [MenuEntry], at point: Point?, reopen: @escaping (String) -> Void
  ) -> [MenuItem] {
    let (undo, redo) = undoAndRedoTitles()
    return entries.flatMap { entry -> [MenuItem] in
      switch entry {
      case .command(.undo, _, _): return undo.map { [item(.undo, title: $0)] } ?? []
      case .command(.redo, _, _): return redo.map { [item(.redo, title: $0)] } ?? []
      case .command(let command, let isChecked, let isEnabled):
        return [item(command, isChecked: isChecked, isEnabled: isEnabled)]
      case .menu(let title, let entries):
        return [
          MenuItem(title, shortcut: "›") { [weak self] in
            self?.show(entries, at: point, title: title) { reopen(title) }
          }
        ]
      case .userCommands: return userCommandItems
      case .separator: return [MenuItem.separator]
      }
    }
  }

  /// The entries for the commands that the user has defined, below a line and a heading; empty when
  /// there are none.
  private var userCommandItems: [MenuItem] {
    guard !userCommands.commands.isEmpty else { return [] }
    return [.separator, MenuItem(tr("Your Commands"), isEnabled: false) {}]
      + userCommands.commands.map { command in
        MenuItem(command.name, shortcut: command.chord?.label ?? "") { [weak self] in
          self?.onUserCommand(command)
        }
      }
  }

  /// Shows a sheet with all commands and their keys, in which a command can be run.
  private func showKeys() {
    guard let scene else { return }
    let sections = ShortcutSection.all(
      of: scene.bindings, gestures: scene.gestureDescriptions,
      userCommands: userCommands.commands)
    let sheet = ShortcutsSheet(sections)
    sheet.onRun = { [weak self] in self?.perform($0) }
    sheet.onRunUserCommand = { [weak self] in self?.onUserCommand($0) }
    present(sheet)
    log.trace("shortcuts rows=\(sheet.rows.count)")
  }

  private func item(
    _ command: Command, title: String? = nil, isChecked: Bool? = nil, isEnabled: Bool = true
  ) -> MenuItem {
    var item = MenuItem(
      title ?? command.title, shortcut: scene?.bindings.label(for: command) ?? "",
      isEnabled: isEnabled, isChecked: isChecked ?? false
    ) { [weak self] in self?.perform(command) }
    item.isCheckable = isChecked != nil
    return item
  }
}

extension TitleBar {
  /// Shows the keys that perform the commands of the title bar's buttons in their tooltips.
  func showKeys(of bindings: CommandKeys) {
    backButton.keys = bindings.caps(for: .back)
    fullscreenButton.keys = bindings.caps(for: .toggleFullscreen)
    menuButton.keys = bindings.caps(for: .contextMenu)
  }
}
