/// The parser of dates in header fields.
nonisolated enum HeaderDate {
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// The value of a date such as `Sat, 21 Nov 2026 10:00:00 GMT` in seconds since 1970; nil for any
  /// other text, also for the two obsolete formats. The day of the week is not checked.
  ///
  /// - Source: RFC 9110, section 5.6.7; Howard Hinnant, chrono-compatible low-level date
  ///   algorithms, `days_from_civil`.
  static func seconds(_ text: String) -> Int? {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 6, words[0].utf8.count == 4, words[0].hasSuffix(","), words[5] == "GMT",
      let day = number(words[1], digits: 2, 1...31),
      let month = months.firstIndex(where: { $0 == words[2] }),
      let year = number(words[3], digits: 4, 1...9999)
    else { return nil }
    let clock = words[4].split(separator: ":", omittingEmptySubsequences: false)
    guard clock.count == 3, let hour = number(clock[0], digits: 2, 0...23),
      let minute = number(clock[1], digits: 2, 0...59),
      let second = number(clock[2], digits: 2, 0...60)
    else { return nil }
    // The year begins in March, so that the leap day is its last day. The index of March is 2.
    let shiftedYear = month < 2 ? year - 1 : year
    let dayOfYear = (153 * ((month + 10) % 12) + 2) / 5 + day - 1
    let days =
      shiftedYear * 365 + shiftedYear / 4 - shiftedYear / 100 + shiftedYear / 400 + dayOfYear
      - 719_468
    return days * 86_400 + (hour * 60 + minute) * 60 + second
  }

  /// The value of a number of so many digits, in a range; nil for any other text.
  private static func number(
    _ text: Substring, digits: Int, _ range: ClosedRange<Int>
  ) -> Int? {
    guard text.utf8.count == digits else { return nil }
    return HeaderNumber.read(text).flatMap { range.contains($0) ? $0 : nil }
  }
}
