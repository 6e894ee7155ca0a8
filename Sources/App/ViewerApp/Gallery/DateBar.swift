import Localization
import Views

/// The card with a text field for a date, with which the user goes to the photos taken at that
/// time.
final class DateBar: FieldCard {
  /// Called with the date whenever the text has become a valid date. The owner moves the focus of
  /// the grid to the photo taken nearest to that date.
  ///
  /// - Returns: the day of that photo; nil if no photo has a date.
  var goToPhotoNearest: (Period) -> Period? = { _ in nil }

  private static var hint: String {
    tr("Year, month or day, such as 2024, 2024-05 or 2024-05-17")
  }
  private var shownMessage = Message(text: hint)

  init() { super.init(label: tr("Go to Date"), placeholder: "2024-05-17") }

  override var message: Message { shownMessage }

  override func textDidChange() {
    if let date = Period(typed: field.text, isMonthFirst: PeriodTitles.ofUser.isMonthFirst) {
      let found = goToPhotoNearest(date)
      shownMessage = Message(
        text: found.map {
          let title = PeriodTitles.ofUser.title(of: $0)
          return date.contains($0) ? title : tr("Nearest: {date}", ["date": title])
        }
          ?? tr("No picture has a date"))
    } else {
      shownMessage = Message(text: Self.hint)
    }
    messageDidChange()
  }

  override func textWasReplaced() { shownMessage = Message(text: Self.hint) }

  /// Closes the card. The focus of the grid has followed the date while it was typed.
  override func returnFocus() { onClose() }
}

nonisolated extension Period {
  /// The characters that separate the numbers of a typed date.
  private static let separators: Set<Character> = [
    "-", "/", ".", " ", "年", "月", "日", "년", "월", "일",
  ]

  /// Parses a typed date, with the usual separators and the digits of any script: year, month and
  /// day in this order, or with a year of four digits at the end. Month and day may be left out.
  /// Nil for any other text.
  ///
  /// - Parameter isMonthFirst: whether the month precedes the day if the year is at the end. If
  ///   that is not a valid date, the other order is tried.
  init?(typed text: String, isMonthFirst: Bool) {
    var parts = [""]
    for character in text {
      if let digit = character.wholeNumberValue, (0...9).contains(digit) {
        parts[parts.count - 1] += "\(digit)"
      } else if Self.separators.contains(character) {
        parts.append("")
      } else {
        return nil
      }
    }
    parts.removeAll { $0.isEmpty }
    guard 2...3 ~= parts.count, let last = parts.last, last.count == 4, parts[0].count < 3 else {
      self.init(parts.joined(separator: "-"))
      return
    }
    let others = Array(parts.dropLast())
    let reversed = Array(others.reversed())
    let orders = isMonthFirst ? [others, reversed] : [reversed, others]
    let found = orders.lazy.compactMap { Period(([last] + $0).joined(separator: "-")) }.first
    guard let found else { return nil }
    self = found
  }
}
