import BrowserCore
import Input
import Motion
import PhotoBrowser
import Windowing

/// Typed page numbers, and digits that are commands.
extension BrowserScene {
  /// Adds a key to the typed number, or ends the number.
  ///
  /// - Returns: whether the key is handled completely.
  func handleNumberKey(_ key: KeyEvent, _ chord: KeyChord) -> Bool {
    defer { numberDidChange() }
    if case .character(let c) = chord.name, chord.modifiers.isEmpty, let digit = c.wholeNumberValue
    {
      if key.isRepeat { return numberEntry.text != nil }
      return numberEntry.type(digit, command: bindings.command(for: chord), at: key.time)
    }
    guard numberEntry.text != nil else { return false }
    switch chord {
    case KeyChord(.enter): return false
    case KeyChord(.escape):
      numberEntry.cancel()
      return true
    case KeyChord(.backspace):
      numberEntry.deleteDigit(at: key.time)
      return true
    default:
      if let command = numberEntry.end() { _ = perform(command) }
      return false
    }
  }

  /// Goes to the page of the typed number; returns to the grid when none was typed.
  func goToNumber() {
    defer { numberDidChange() }
    guard let number = numberEntry.accept() else { return returnToGrid() }
    act(.go(to: number - 1, animated: false))
  }

  /// Shows the number and schedules the end of its entry.
  private func numberDidChange() {
    zoomPill.note = numberEntry.text
    numberDeadline = numberEntry.deadline.map { time in
      window.loop.schedule(at: time) { [weak self] in self?.numberEntryDidTimeOut(at: time) }
    }
  }

  private func numberEntryDidTimeOut(at time: Timestamp) {
    if let command = numberEntry.advance(to: time) { _ = perform(command) }
    numberDidChange()
  }
}
