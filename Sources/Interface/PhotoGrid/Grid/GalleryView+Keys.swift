import GalleryCore
import Geometry
package import Input
package import Motion
import Views

extension GalleryView {
  // MARK: Keys

  /// Handles a key that is not a command: moves the focus, toggles the selection, finds a name or
  /// shows a preview.
  ///
  /// Characters search for a name. Characters with a command do so only after a search has begun.
  ///
  /// - Returns: true when the key was handled.
  @discardableResult
  package func press(_ key: KeyEvent) -> Bool {
    let isPreviewKey = key.name == .character(" ") && key.modifiers.isEmpty
    if showsKeyPreview, isPreviewKey, !isTyping(at: key.time) {
      return look(key)
    }
    guard key.isPress, !contents.items.isEmpty else { return false }
    guard move(key) || mark(key) || find(key) else { return false }
    // After a key press the pointer no longer hovers over a cell.
    hands.pointer = nil
    requestFrame()
    return true
  }

  private func isTyping(at time: Timestamp) -> Bool {
    state.typeAhead.isActive(at: time) && !state.typeAhead.text.isEmpty
  }

  private func move(_ key: KeyEvent) -> Bool {
    guard key.modifiers.isDisjoint(with: [.alt, .command]) else { return false }
    let jumps = key.modifiers.contains(.control)
    let move: GalleryMove
    switch key.name {
    case .left: move = .left
    case .right: move = .right
    case .up: move = jumps ? .sectionUp : .up(1)
    case .down: move = jumps ? .sectionDown : .down(1)
    case .pageUp: move = jumps ? .sectionUp : .pageUp
    case .pageDown: move = jumps ? .sectionDown : .pageDown
    case .home: move = .first
    case .end: move = .last
    default: return false
    }
    endPreview(keepsHeld: true)
    let extends = allowsSelection && key.modifiers.contains(.shift)
    perform(.move(move, extends: extends), at: key.time)
    return true
  }

  private func mark(_ key: KeyEvent) -> Bool {
    switch key.name {
    case .character(" ") where key.modifiers == .control: break
    case .insert where key.modifiers.isEmpty: break
    default: return false
    }
    guard allowsSelection, let focus = state.focus else { return false }
    perform(.select(focus, .toggle), at: key.time)
    return true
  }

  private func find(_ key: KeyEvent) -> Bool {
    guard findsByName else { return false }
    switch key.name {
    case .backspace where state.typeAhead.isActive(at: key.time):
      perform(.eraseTyped, at: key.time)
    case .function(3):
      guard !state.typeAhead.text.isEmpty else { return false }
      perform(.findNext(key.modifiers.contains(.shift) ? -1 : 1), at: key.time)
    default:
      guard let text = typedText(of: key) else { return false }
      perform(.type(text), at: key.time)
    }
    endPreview()
    return true
  }

  /// The text that a key adds to the search; nil for a key that is a command or produces no text.
  ///
  /// The text is the typed text in every script. The key's name may be the Latin letter of the same
  /// key, which is used for shortcuts.
  private func typedText(of key: KeyEvent) -> String? {
    guard key.modifiers.isDisjoint(with: [.control, .alt, .command]) else { return nil }
    var name = ""
    if case .character(let letter) = key.name { name = String(letter) }
    let text = key.text.isEmpty ? name : key.text
    let isPrintable = text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    guard !text.isEmpty, isPrintable else { return nil }
    // A key whose text differs from its name is not a shortcut.
    guard text == name, !isTyping(at: key.time) else { return text }
    return isShortcut(key) ? nil : text
  }

  // MARK: Commands

  /// Performs a command.
  ///
  /// - Returns: false for a cancel command with nothing to cancel, and for the selection commands of
  ///   a grid without selection.
  @discardableResult
  package func perform(command: GalleryCommand, at time: Timestamp) -> Bool {
    switch command {
    case .selectAll, .invertSelection, .deselectAll:
      guard allowsSelection else { return false }
    default: break
    }
    switch command {
    case .open: perform(.open(nil), at: time)
    case .largerCells: perform(.resizeCells(steps: 1, at: nil), at: time)
    case .smallerCells: perform(.resizeCells(steps: -1, at: nil), at: time)
    case .defaultCells: perform(.resetCellSize, at: time)
    case .selectAll: perform(.selectAll, at: time)
    case .invertSelection: perform(.invertSelection, at: time)
    case .deselectAll: perform(.deselectAll, at: time)
    case .contextMenu: showMenuOfFocus()
    case .cancel: return giveUp(at: time)
    }
    endPreview()
    return true
  }

  /// Cancels the innermost activity: the running gesture, else the search, else the selection.
  private func giveUp(at time: Timestamp) -> Bool {
    if hands.isBusy { return feel(.cancelled(time)) }
    if state.typeAhead.isActive(at: time) {
      perform(.endFind, at: time)
      return true
    }
    guard !state.selection.isEmpty else { return false }
    perform(.deselectAll, at: time)
    return true
  }

  private func showMenuOfFocus() {
    let cell = state.focus.flatMap { thumbnailGeometry(of: $0)?.frame.center }
    let middle = content.center + (originInStage - Point.zero)
    delegate?.gallery(self, wantsMenuAt: cell ?? middle, for: cell == nil ? nil : state.focus)
  }
}
