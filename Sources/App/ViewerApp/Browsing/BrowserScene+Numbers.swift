import BrowserCore
import Input
import Motion
import PhotoBrowser
import Windowing

/// Page numbers that are typed, and digits that mean something alone.
extension BrowserScene {
  /// Takes a key into the number that is being typed, or ends that number.
  ///
  /// - Returns: true when that was all the key meant.
  func noteNumber(_ key: KeyEvent, _ chord: KeyChord) -> Bool {
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

  /// Goes to the page whose number was typed; without one back to the grid.
  func goToNumber() {
    defer { numberDidChange() }
    guard let number = numberEntry.accept() else { return returnToGrid() }
    act(.go(to: number - 1, animated: false))
  }

  /// Shows the number, and waits for the end of its time.
  private func numberDidChange() {
    zoomPill.note = numberEntry.text
    numberDeadline = numberEntry.deadline.map { time in
      window.loop.schedule(at: time) { [weak self] in self?.numberTimeIsOver(at: time) }
    }
  }

  private func numberTimeIsOver(at time: Timestamp) {
    if let command = numberEntry.advance(to: time) { _ = perform(command) }
    numberDidChange()
  }
}
