import Localization
import Views

/// The field in which a date is entered to go to the photos taken then.
final class DateBar: FieldCard {
  /// Called with the date after every change of the text to a date.
  ///
  /// - Returns: the date of the nearest photo; nil where no photo has a date.
  var onDate: (Period) -> Period? = { _ in nil }

  private static var hint: String {
    tr("Year, month or day, such as 2024, 2024-05 or 2024-05-17")
  }
  private var line = Message(text: hint)

  init() { super.init(label: tr("Go to Date"), placeholder: "2024-05-17") }

  override var message: Message { line }

  override func textDidChange() {
    // Dates are often written with other separators.
    let text = String(field.text.map { "/. ".contains($0) ? "-" : $0 })
    if let date = Period(text) {
      let found = onDate(date)
      line = Message(
        text: found.map {
          let title = PeriodTitles.ofUser.title(of: $0)
          return date.contains($0) ? title : tr("Nearest: {date}", ["date": title])
        }
          ?? tr("No picture has a date"))
    } else {
      line = Message(text: Self.hint)
    }
    setNeedsDisplay()
  }

  override func textWasReplaced() { line = Message(text: Self.hint) }

  /// Moves the focus of the grid to the entered date, and closes the field.
  override func leave() { onClose() }
}
