import Glibc

/// The headings of periods in the language of the user's locale.
nonisolated struct PeriodTitles: Sendable {
  /// The formats for `strftime` of the headings of a day and of a month.
  private let (day, month): (String, String)
  /// Whether the month precedes the day in a numeric date.
  let isMonthFirst: Bool
  private let locale: Locale?

  /// The locale object of the C library, which is immutable.
  private struct Locale: @unchecked Sendable {
    let value: locale_t
  }

  /// The titles for the locale of the environment (`LC_ALL`, `LC_TIME`, `LANG`).
  static let ofUser = PeriodTitles(localeName: "")

  /// Makes the titles for a locale; English ones when it is not installed.
  ///
  /// - Parameter localeName: a name like `de_DE.UTF-8`; empty for that of the environment.
  init(localeName: String) {
    // The object lives as long as the process.
    locale = newlocale(1 << LC_CTYPE | 1 << LC_TIME, localeName, nil).map { Locale(value: $0) }
    let numeric = locale.flatMap {
      nl_langinfo_l(Int32(D_FMT), $0.value).map { String(cString: $0) }
    }
    (day, month) = Self.formats(numeric: numeric ?? "")
    isMonthFirst = numeric?.hasPrefix("%m") ?? false
  }

  /// The formats of a day and a month.
  ///
  /// - Parameter numeric: the numeric date format of the locale, which has the order of the parts.
  private static func formats(numeric: String) -> (day: String, month: String) {
    if numeric.unicodeScalars.contains(where: { !$0.isASCII }), let end = numeric.range(of: "%d") {
      // The format of Chinese, Japanese and Korean has the words for year, month and day.
      let plain = numeric.replacing("%m", with: "%-m").replacing("%d", with: "%-d")
      let month = numeric[..<end].replacing("%m", with: "%-m")
      return (plain, String(month))
    }
    let isMonthFirst = numeric.hasPrefix("%m")
    // %OB is the month's name where no day precedes it, which differs in Slavic languages.
    return (isMonthFirst ? "%A, %B %-d, %Y" : "%A, %-d %B %Y", "%OB %Y")
  }

  /// A moment as `strftime` writes it in the language of the locale; nil when the format is
  /// invalid.
  func text(_ moment: tm, format: String) -> String? {
    var moment = moment
    var text = [CChar](repeating: 0, count: 256)
    let count =
      locale.map { strftime_l(&text, text.count, format, &moment, $0.value) }
      ?? strftime(&text, text.count, format, &moment)
    guard count > 0 else { return nil }
    return String(decoding: text[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The heading of a period, for instance “Friday, 17 May 2024”, “May 2024” or “2024”.
  func title(of period: Period) -> String {
    guard let month = period.month, let locale else { return Self.number(period) }
    var parts = tm()
    parts.tm_year = Int32(clamping: period.year - 1900)
    parts.tm_mon = Int32(clamping: month - 1)
    parts.tm_mday = Int32(clamping: period.day ?? 1)
    parts.tm_isdst = -1
    // timegm computes the day of the week.
    _ = timegm(&parts)
    var text = [CChar](repeating: 0, count: 256)
    let count = strftime_l(
      &text, text.count, period.day == nil ? self.month : day, &parts, locale.value)
    guard count > 0 else { return Self.number(period) }
    let bytes = text[..<count].map { UInt8(bitPattern: $0) }
    return Self.capitalized(String(decoding: bytes, as: UTF8.self))
  }

  /// The text with an initial capital, for languages whose month names are in lower case.
  private static func capitalized(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst()
  }

  private static func number(_ period: Period) -> String {
    let parts = [period.month, period.day].compactMap(\.self).map { $0 < 10 ? "0\($0)" : "\($0)" }
    return (["\(period.year)"] + parts).joined(separator: "-")
  }
}

extension String {
  /// The index at which `other` first occurs in the text; nil when the text does not contain it.
  nonisolated fileprivate func range(of other: String) -> Index? {
    ranges(of: other).first?.lowerBound
  }
}
