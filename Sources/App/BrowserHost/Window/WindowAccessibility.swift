import Accessibility
import AccessibilityTree
import Geometry
import Imaging
import Input
import Motion
import Views

/// The connection of a window with assistive programs. It answers their requests from the tree of
/// views, and reports changes after frames and actions.
package final class WindowAccessibility {
  private let service: AccessibilityService
  private unowned let host: BrowserWindow
  private var tree: StageTree?
  private let bridge: LoopBridge
  private var lastFullReport = Timestamp.zero
  /// The timer that reports the other changes after a moved focus; nil for none.
  private var reportPause: Cancellation?

  /// The minimum time in seconds between two comparisons of the whole tree of elements while
  /// something moves.
  private static let fullReportInterval = 0.25
  /// The time in seconds between the report of a moved focus and that of other changes. A screen
  /// reader that asks about the focused element handles the events that arrive meanwhile first,
  /// such as a new title of the window.
  private static let focusPause = 0.1

  /// Makes the connection between a window and assistive programs; ``start(_:)`` opens it.
  ///
  /// - Parameters:
  ///   - window: the system window.
  ///   - version: the version of the program.
  ///   - isForced: whether the program answers even if the desktop does not ask for accessibility.
  package init(
    _ host: BrowserWindow, in window: any HostWindow, version: String, isForced: Bool
  ) {
    self.host = host
    let bridge = host.bridge
    self.bridge = bridge
    let loop = BusLoop(
      watchReadable: { descriptor, handler in
        let watch = bridge.watch(descriptor: descriptor, onReadable: handler)
        return { watch.cancel() }
      },
      startTimer: { seconds, action in
        let timer = bridge.schedule(after: seconds, action)
        return { timer.cancel() }
      })
    var makeTree: () -> StageTree = { StageTree(of: host.stage, application: host.title) }
    service = AccessibilityService(on: loop, version: version, isForced: isForced) { makeTree() }
    makeTree = { [weak self, unowned host, weak window] in
      let tree = StageTree(of: host.stage, application: host.title)
      tree.windowTitle = { [weak host] in host?.windowTitle ?? "" }
      tree.isActive = { [weak window] in window?.isFocused ?? false }
      tree.screenOrigin = { [weak window] in window?.frameOnScreen.origin ?? .zero }
      tree.now = { [weak host] in host?.now ?? .zero }
      tree.willFocus = { [weak host] _ in host?.showControlsForFocus() }
      self?.tree = tree
      return tree
    }
    service.onTreeChange = { [weak self] tree in
      if tree == nil { self?.tree = nil }
      self?.report()
    }
    service.onActionPerformed = { [weak self] in self?.report() }
  }

  /// Whether assistive programs are connected.
  package var isActive: Bool { service.isActive }

  /// Waits for assistive programs on the session bus at `address`; nil, for a desktop without a
  /// session bus, has no effect.
  package func start(_ address: String?) { service.start(address) }

  /// Ends the connection with assistive programs.
  package func stop() {
    reportPause?.cancel()
    reportPause = nil
    service.stop()
  }

  /// Offers a key to the assistive programs first; `deliver` is called if none of them uses the
  /// key.
  func offer(_ key: KeyEvent, deliver: @escaping () -> Void) {
    guard service.isActive else { return deliver() }
    service.offer(AccessibleKeyEvent(key), deliver: deliver)
  }

  /// Reports to assistive programs what a frame has changed.
  func frameDidEnd() { if tree != nil { report() } }

  /// Reports to assistive programs that the window got or lost the keyboard focus.
  func focusDidChange() { if tree != nil { report() } }

  private func report() {
    guard let tree, service.isActive else { return }
    let events = tree.focusEvents()
    service.send(events)
    if reportPause == nil, events.contains(where: \.movesFocus) {
      reportPause = bridge.schedule(after: Self.focusPause) { [weak self] in self?.endPause() }
    }
    if reportPause == nil { reportOtherChanges(of: tree) }
  }

  private func endPause() {
    reportPause = nil
    report()
  }

  private func reportOtherChanges(of tree: StageTree) {
    let now = host.now
    let isMoving = host.stage.needsFrame
    guard !isMoving || now - lastFullReport > Self.fullReportInterval else { return }
    lastFullReport = now
    service.send(tree.remainingEvents(isMoving: isMoving))
  }
}

extension AccessibleEvent {
  /// Whether the event says that an element has got the keyboard focus.
  fileprivate var movesFocus: Bool {
    if case .stateChanged(_, state: "focused", isOn: true) = self { true } else { false }
  }
}

extension AccessibleKeyEvent {
  init(_ key: KeyEvent) {
    let (keysym, name) = Self.keysym(of: key.name)
    let masks: [(Modifiers, UInt32)] = [
      (.shift, 1), (.control, 4), (.alt, 8), (.command, 0x40),
    ]
    self.init(
      isPress: key.isPress, keysym: keysym, keycode: key.code,
      modifiers: masks.reduce(0) { key.modifiers.contains($1.0) ? $0 | $1.1 : $0 },
      milliseconds: Int32(truncatingIfNeeded: Int(key.time.seconds * 1000)),
      text: Self.isGraphic(key.text) ? key.text : name, typesText: !key.text.isEmpty)
  }

  /// Whether a typed text is reported as it is. Blanks and control characters are not; the name of
  /// their key is reported instead, as GTK does: Orca compares the text of the space bar with
  /// `space` before it says that an item is selected.
  private static func isGraphic(_ text: String) -> Bool {
    !text.isEmpty
      && !text.unicodeScalars.contains {
        $0.properties.isWhitespace || $0.properties.generalCategory == .control
      }
  }

  /// The X11 keysym of a key, and its name.
  ///
  /// - Source: `X11/keysymdef.h`.
  private static func keysym(of name: KeyEvent.Name) -> (UInt32, String) {
    switch name {
    case .character(let character):
      let scalar = character.unicodeScalars.first?.value ?? 0
      let name = character == " " ? "space" : String(character)
      return (scalar < 0x100 ? scalar : 0x0100_0000 | scalar, name)
    case .left: return (0xFF51, "Left")
    case .up: return (0xFF52, "Up")
    case .right: return (0xFF53, "Right")
    case .down: return (0xFF54, "Down")
    case .pageUp: return (0xFF55, "Page_Up")
    case .pageDown: return (0xFF56, "Page_Down")
    case .home: return (0xFF50, "Home")
    case .end: return (0xFF57, "End")
    case .enter: return (0xFF0D, "Return")
    case .escape: return (0xFF1B, "Escape")
    case .backspace: return (0xFF08, "BackSpace")
    case .tab: return (0xFF09, "Tab")
    case .insert: return (0xFF63, "Insert")
    case .delete: return (0xFFFF, "Delete")
    case .menu: return (0xFF67, "Menu")
    case .function(let number):
      return (0xFFBD + UInt32(min(max(number, 1), 35)), "F\(number)")
    case .other(let keysym): return (keysym, otherKeyNames[keysym] ?? "")
    }
  }

  /// The X11 names of keys that ``KeyEvent`` does not name but screen readers know, by keysym.
  private static let otherKeyNames: [UInt32: String] = [
    0xFFE1: "Shift_L", 0xFFE2: "Shift_R", 0xFFE3: "Control_L", 0xFFE4: "Control_R",
    0xFFE5: "Caps_Lock", 0xFF7F: "Num_Lock", 0xFFE7: "Meta_L", 0xFFE8: "Meta_R", 0xFFE9: "Alt_L",
    0xFFEA: "Alt_R", 0xFFEB: "Super_L", 0xFFEC: "Super_R", 0xFE03: "ISO_Level3_Shift",
    0xFE20: "ISO_Left_Tab", 0xFF9E: "KP_Insert", 0xFF61: "Print",
  ]
}
