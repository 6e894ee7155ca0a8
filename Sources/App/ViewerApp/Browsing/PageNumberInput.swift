import Input
import Motion
import PhotoBrowser
import Windowing

/// The input of page numbers, which the zoom pill shows, and of digits that are commands.
final class PageNumberInput {
  /// Performs the command of a single digit.
  var onCommand: (Command) -> Void = { _ in }

  private var entry = NumberEntry()
  /// The timer that ends the entry of the number.
  private var deadline: Deadline?
  private let pill: ZoomPill
  private let loop: EventLoop

  init(shownIn pill: ZoomPill, loop: EventLoop) {
    self.pill = pill
    self.loop = loop
  }

  /// Adds a key to the typed number, or ends the number.
  ///
  /// - Returns: whether the key is handled completely.
  func handle(_ key: KeyEvent, _ chord: KeyChord, _ bindings: CommandKeys) -> Bool {
    defer { entryDidChange() }
    if case .character(let c) = chord.name, chord.modifiers.isEmpty, let digit = c.wholeNumberValue
    {
      if key.isRepeat { return entry.text != nil }
      return entry.type(digit, command: bindings.command(for: chord), at: key.time)
    }
    guard entry.text != nil else { return false }
    switch chord {
    case KeyChord(.enter): return false
    case KeyChord(.escape):
      entry.cancel()
      return true
    case KeyChord(.backspace):
      entry.deleteDigit(at: key.time)
      return true
    default:
      if let command = entry.end() { onCommand(command) }
      return false
    }
  }

  /// Ends the entry.
  ///
  /// - Returns: the number; nil when none was typed.
  func accept() -> Int? {
    defer { entryDidChange() }
    return entry.accept()
  }

  /// Shows the number and schedules the end of its entry.
  private func entryDidChange() {
    pill.note = entry.text
    deadline = entry.deadline.map { time in
      loop.schedule(at: time) { [weak self] in self?.entryDidTimeOut(at: time) }
    }
  }

  private func entryDidTimeOut(at time: Timestamp) {
    if let command = entry.advance(to: time) { onCommand(command) }
    entryDidChange()
  }
}
