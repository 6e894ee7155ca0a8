import Input
import Motion
import PhotoBrowser
import Windowing

/// The handling of digit keys in a visit: they type a page number, which the zoom pill shows, or
/// perform commands.
final class PageNumberInput {
  /// Called with the command that is bound to a single digit, when no other digit has followed.
  var onCommand: (Command) -> Void = { _ in }

  private var entry = NumberEntry()
  /// The timer that performs the command of a single digit or discards the number; nil when no
  /// digit is typed.
  private var deadlineTimer: LoopTimer?
  private let pill: ZoomPill
  private let loop: EventLoop

  init(shownIn pill: ZoomPill, loop: EventLoop) {
    self.pill = pill
    self.loop = loop
  }

  /// Adds a digit to the typed number, edits the number, or ends it at another key.
  ///
  /// - Returns: whether the key is used up; otherwise the caller handles the key.
  func handle(_ key: KeyEvent, _ chord: KeyChord, _ bindings: CommandKeys) -> Bool {
    defer { entryDidChange() }
    if case .character(let c) = chord.name, chord.modifiers.isEmpty, let digit = c.wholeNumberValue
    {
      if key.isRepeat { return entry.text != nil }
      return entry.appendDigit(digit, command: bindings.command(for: chord), at: key.time)
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
      if let command = entry.endForOtherKey() { onCommand(command) }
      return false
    }
  }

  /// Ends the entry, for a command that goes to the typed page.
  ///
  /// - Returns: the typed number; nil when none was typed.
  func accept() -> Int? {
    defer { entryDidChange() }
    return entry.accept()
  }

  /// Shows the typed number in the zoom pill, and starts the timer of the entry again.
  private func entryDidChange() {
    pill.replacementText = entry.text
    deadlineTimer = entry.deadline.map { time in
      loop.schedule(at: time) { [weak self] in self?.entryDidTimeOut(at: time) }
    }
  }

  private func entryDidTimeOut(at time: Timestamp) {
    if let command = entry.endIfTimedOut(at: time) { onCommand(command) }
    entryDidChange()
  }
}
