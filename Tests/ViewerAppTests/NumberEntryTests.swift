import Motion
import Testing

@testable import ViewerApp

@MainActor @Suite struct NumberEntryTests {
  private let start = Timestamp(seconds: 5)

  /// An entry with these digits, typed `gap` seconds apart; each zooms if it is alone.
  private func typed(_ digits: Int..., gap: Double = 0.2) -> NumberEntry {
    var entry = NumberEntry()
    for (index, digit) in digits.enumerated() {
      let isTaken = entry.appendDigit(
        digit, command: .zoomToActual, at: start + gap * Double(index))
      #expect(isTaken)
    }
    return entry
  }

  @Test func `a single digit runs its command after 0.3 seconds`() {
    var entry = typed(1)
    #expect(entry.text == "1" && entry.deadline == start + 0.3)
    var command = entry.endIfTimedOut(at: start + 0.29)
    #expect(command == nil && entry.text == "1")
    command = entry.endIfTimedOut(at: start + 0.3)
    #expect(command == .zoomToActual && entry.text == nil)
  }

  @Test func `two digits are a number and run no command`() {
    var entry = typed(1, 2)
    let command = entry.endIfTimedOut(at: start + 1)
    #expect(command == nil && entry.text == "12")
    var number = entry.accept()
    #expect(number == 12 && entry.text == nil)
    number = entry.accept()
    #expect(number == nil)
  }

  @Test func `Enter right after a single digit goes to that page`() {
    var entry = typed(3)
    let number = entry.accept()
    #expect(number == 3 && entry.deadline == nil)
    let command = entry.endForOtherKey()
    #expect(command == nil)
  }

  @Test func `a number is forgotten after two seconds`() {
    var entry = typed(4, 5)
    for seconds in [2.1, 2.2] {
      let command = entry.endIfTimedOut(at: start + seconds)
      #expect(command == nil && entry.text == (seconds < 2.2 ? "45" : nil))
    }
  }

  @Test func `Escape clears a number, and Backspace deletes its last digit`() {
    var entry = typed(7)
    entry.cancel()
    #expect(entry.text == nil)
    entry = typed(1, 2)
    entry.deleteDigit(at: start)
    let command = entry.endIfTimedOut(at: start + 1)
    #expect(command == nil && entry.text == "1", "it was no command any more")
    entry.deleteDigit(at: start)
    #expect(entry.text == nil)
  }

  @Test func `a key typed right after a single digit runs after its command`() {
    var entry = typed(2)
    let command = entry.endForOtherKey()
    #expect(command == .zoomToActual && entry.text == nil)
  }

  @Test func `a number has no leading zero and a limited length`() {
    var entry = NumberEntry()
    let isTaken = entry.appendDigit(0, command: .zoomToFit, at: start)
    #expect(!isTaken && entry.text == nil)
    for _ in 0..<30 { _ = entry.appendDigit(9, command: nil, at: start) }
    let number = entry.accept()
    #expect(number == 99_999_999)
  }
}
