import Drawing
import Geometry
import Input
import Localization
import Views

/// The sheet with the keys of one command: a row for each key, which removes the key, and a row
/// that takes the next key press as a new key.
///
/// - Source: the keyboard settings of GNOME and KDE: a key is pressed, not typed, and a conflict
///   names the command that has the key.
final class KeyEditSheet: BottomSheet {
  /// Called with a command and its new keys; nil means the keys of the key profile.
  var onChange: (Command, [KeyChord]?) -> Void = { _, _ in }

  private let command: Command
  private let userCommands: [UserCommand]
  /// Gives the current keys of all commands.
  private let currentKeys: () -> ViewerKeys
  private let chordRows: [ChordRow]
  private let recorder = KeyRecorder()
  private let note = FormText()
  private let restoreButton = PillButton(tr("Restore Default"))
  private let doneButton = PillButton(tr("Done"))
  /// The key that the user has pressed although another command has it. A second press takes the
  /// key from that command. Nil for none.
  private var conflictingChord: KeyChord?

  /// Makes a sheet for the keys of a command.
  ///
  /// - Parameters:
  ///   - userCommands: the commands that the user has defined, whose keys have priority.
  ///   - keys: gives the current keys of all commands.
  init(_ command: Command, userCommands: [UserCommand], keys: @escaping () -> ViewerKeys) {
    self.command = command
    self.userCommands = userCommands
    self.currentKeys = keys
    chordRows = (0..<UserKeys.maxKeys).map { _ in ChordRow() }
    restoreButton.isSecondary = true
    note.isWarning = true
    super.init(
      tr("Keys of “{command}”", ["command": command.title]),
      items: chordRows + [recorder, note, FormButtons([restoreButton, doneButton])])
    for row in chordRows {
      row.action = { [weak self, weak row] in
        if let chord = row?.chord { self?.remove(chord) }
      }
    }
    recorder.onChord = { [weak self] in self?.add($0) }
    restoreButton.action = { [weak self] in self?.restoreDefault() }
    doneButton.action = { [weak self] in self?.close() }
    updateRows()
  }

  override var initialFocus: View? { recorder }

  private var chords: [KeyChord] { currentKeys().chords(for: command) }

  private func updateRows() {
    let chords = chords
    for (index, row) in chordRows.enumerated() {
      row.chord = chords.indices.contains(index) ? chords[index] : nil
    }
    recorder.isEnabled = chords.count < UserKeys.maxKeys
    panelDidChange()
  }

  private func showMessage(_ sentence: String) {
    note.text = sentence
    panelDidChange()
  }

  private func add(_ chord: KeyChord) {
    note.text = ""
    let isAgain = conflictingChord == chord
    conflictingChord = nil
    let name = KeyNames.displayName(of: chord.label)
    if chords.contains(chord) {
      return showMessage(tr("{key} is a key of this command already.", ["key": name]))
    }
    if let own = userCommands.first(where: { $0.chord == chord }) {
      return showMessage(
        tr("{key} is the key of your command “{name}”.", ["key": name, "name": own.name]))
    }
    guard !chord.text.isEmpty else {
      return showMessage(tr("This key cannot be used."))
    }
    if chord.isSearchText, ViewerKeys.scenes(of: command) == [.grid] {
      return showMessage(tr("In the grid, letters and digits search for names."))
    }
    if let other = currentKeys().owner(of: chord, besides: command) {
      guard isAgain else {
        conflictingChord = chord
        recorder.beginRecording()
        return showMessage(
          tr(
            "{key} is the key of “{command}”. Press it again to use it here.",
            ["key": name, "command": other.title]))
      }
      onChange(other, currentKeys().chords(for: other).filter { $0 != chord })
    }
    onChange(command, chords + [chord])
    updateRows()
  }

  private func remove(_ chord: KeyChord) {
    note.text = ""
    onChange(command, chords.filter { $0 != chord })
    updateRows()
    if !(stage?.focus?.isFocusable ?? false) || (stage?.focus as? ChordRow)?.chord == nil {
      stage?.setFocus(recorder)
    }
  }

  private func restoreDefault() {
    note.text = ""
    onChange(command, nil)
    updateRows()
    stage?.setFocus(recorder)
  }

  override func press(_ key: KeyEvent) -> Bool {
    guard key.name == .delete, let chord = (stage?.focus as? ChordRow)?.chord else { return false }
    remove(chord)
    return true
  }
}

/// A row of the sheet with one key of the command; a click or Enter removes the key.
private final class ChordRow: Control, FormItem {
  /// The key in the row; nil hides the row.
  var chord: KeyChord? {
    didSet {
      isHidden = chord == nil
      caps = KeyCaps(keys: chord?.caps ?? [])
      accessibilityLabel =
        chord.map { tr("Remove {key}", ["key": KeyNames.displayName(of: $0.label)]) } ?? ""
      setNeedsDisplay()
    }
  }
  private var caps = KeyCaps(keys: [])
  private var text: CachedText?

  /// The measures of the row in points.
  fileprivate enum Style {
    static let height = 40.0
    static let inset = 12.0
    static let radius = 9.0
    static let fontSize = 13.5
  }

  init() { super.init(label: "") }

  var hasOwnInset: Bool { true }

  func height(for width: Double, scale: Double) -> Double { (Style.height * scale).rounded() }

  override func draw(in canvas: Canvas, damage: Rect) {
    let radius = Style.radius * uiScale
    canvas.fillRounded(bounds, radius: radius, Chrome.hover.opacity(hoverProgress))
    if isPressed { canvas.fillRounded(bounds, radius: radius, Chrome.pressed) }
    let inset = (Style.inset * uiScale).rounded()
    let size = caps.size(at: uiScale)
    caps.draw(
      in: canvas, at: Point(x: inset, y: ((bounds.height - size.height) / 2).rounded()),
      scale: uiScale)
    let remove = CachedText.layout(
      &text, tr("Remove", context: "key of a command"), TextStyle(size: Style.fontSize * uiScale),
      maxWidth: nil, flow: .line)
    canvas.draw(
      remove,
      at: Point(
        x: (bounds.width - inset - remove.size.width).rounded(),
        y: ((bounds.height - remove.size.height) / 2).rounded()),
      Chrome.secondaryText)
    if isFocused {
      canvas.strokeRounded(
        bounds, radius: radius, width: Chrome.focusRingWidth * uiScale, Chrome.focus)
    }
  }
}

/// A row of the sheet that takes the next key press after a click or Enter.
private final class KeyRecorder: Control, FormItem {
  /// Called with the key that the user has pressed as the new one.
  var onChord: (KeyChord) -> Void = { _ in }
  private(set) var isRecording = false {
    didSet {
      guard isRecording != oldValue else { return }
      accessibilityLabel = label
      setNeedsDisplay()
    }
  }
  private var text: CachedText?

  init() {
    super.init(label: tr("Add a Key…"))
    action = { [weak self] in self?.beginRecording() }
  }

  private var label: String {
    isRecording ? tr("Press the new key. Esc cancels.") : tr("Add a Key…")
  }

  /// Begins to wait for the key press that becomes the new key.
  func beginRecording() { isRecording = isEnabled }

  var hasOwnInset: Bool { true }

  func height(for width: Double, scale: Double) -> Double {
    (ChordRow.Style.height * scale).rounded()
  }

  override func focusChanged(_ isFocused: Bool) {
    super.focusChanged(isFocused)
    if !isFocused { isRecording = false }
  }

  override func receive(_ event: InputEvent) -> Bool {
    guard isRecording, case .key(let key) = event else { return super.receive(event) }
    // The release of the key that activated the row is ignored.
    guard key.isPress, !key.isRepeat else { return true }
    // A modifier key is not a chord: the row waits for another key.
    if case .other = key.name { return true }
    isRecording = false
    if key.name != .escape { onChord(KeyChord(key)) }
    return true
  }

  override func draw(in canvas: Canvas, damage: Rect) {
    let radius = ChordRow.Style.radius * uiScale
    canvas.fillRounded(bounds, radius: radius, Chrome.hover.opacity(hoverProgress))
    if isPressed || isRecording { canvas.fillRounded(bounds, radius: radius, Chrome.pressed) }
    let inset = (ChordRow.Style.inset * uiScale).rounded()
    let shown = CachedText.layout(
      &text, label, TextStyle(size: ChordRow.Style.fontSize * uiScale, weight: .medium),
      maxWidth: max(1, bounds.width - 2 * inset), flow: .ellipsisAtEnd)
    canvas.draw(
      shown, at: Point(x: inset, y: ((bounds.height - shown.size.height) / 2).rounded()),
      isEnabled ? Chrome.text : Chrome.secondaryText)
    if isFocused {
      canvas.strokeRounded(
        bounds, radius: radius, width: Chrome.focusRingWidth * uiScale, Chrome.focus)
    }
  }
}
