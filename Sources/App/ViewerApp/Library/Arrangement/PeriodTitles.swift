import Glibc
import MessageCatalogues
import TextSearch

/// The headings of days, months and years, in the language and format of the user's locale.
nonisolated struct PeriodTitles: Sendable {
  /// The `strftime` formats for the heading of a day and of a month.
  private let (day, month): (String, String)
  /// Whether the locale writes the month before the day in a numeric date.
  let isMonthFirst: Bool
  /// Whether the interface is in another language than English, whose locale is not installed:
  /// names of months would be in English, so dates are written as numbers.
  private let hasOnlyEnglishMonthNames: Bool
  private let locale: Locale?

  /// A `locale_t` of the C library, which is immutable and can be used on any thread.
  private struct Locale: @unchecked Sendable {
    let value: locale_t
  }

  /// The headings for the locale of the environment (`LC_ALL`, `LC_TIME`, `LANG`).
  static let ofUser = PeriodTitles(
    localeName: "",
    isEnglish: UserLanguages.beforeEnglish { getenv($0).map { String(cString: $0) } }.isEmpty)

  /// Makes the headings for a locale. They are numbers such as “2024-05” if the locale is not
  /// installed, or if it is the locale C and the language of the interface is not English.
  ///
  /// - Parameters:
  ///   - localeName: a name like `de_DE.UTF-8`; empty for the locale of the environment.
  ///   - isEnglish: whether the language of the interface is English. Default: true.
  init(localeName: String, isEnglish: Bool = true) {
    // The locale object is never freed.
    locale = newlocale(1 << LC_CTYPE | 1 << LC_TIME, localeName, nil).map { Locale(value: $0) }
    let numeric = locale.flatMap {
      nl_langinfo_l(Int32(D_FMT), $0.value).map { String(cString: $0) }
    }
    // The item whose low 16 bits are all set is the name of the locale for a category, as in the
    // macro NL_LOCALE_NAME of <langinfo.h>.
    let name = locale.flatMap {
      nl_langinfo_l(Int32(LC_TIME) << 16 | 0xFFFF, $0.value).map { String(cString: $0) }
    }
    (day, month) = Self.formats(numeric: numeric ?? "", localeName: name ?? "")
    let language = (name ?? "C").prefix { $0 != "." }
    hasOnlyEnglishMonthNames = !isEnglish && (language == "C" || language == "POSIX")
    isMonthFirst = !hasOnlyEnglishMonthNames && numeric?.hasPrefix("%m") ?? false
  }

  /// The `strftime` formats for a day and a month.
  ///
  /// - Parameters:
  ///   - numeric: the locale's format of a numeric date, from which the order of day, month and
  ///     year is taken.
  ///   - localeName: a name like `de_DE.UTF-8`, from which the language is taken.
  static func formats(numeric: String, localeName: String) -> (day: String, month: String) {
    if numeric.unicodeScalars.contains(where: { !$0.isASCII }),
      let end = numeric.startIndexOfFirst(of: "%d")
    {
      // The numeric formats of Chinese, Japanese and Korean contain the words for year, month and
      // day, so they are used as headings, without leading zeros.
      let plain = numeric.replacingParts("%m", with: "%-m")
        .replacingParts("%d", with: "%-d")
      let month = numeric[..<end].replacingParts("%m", with: "%-m")
      return (plain, month)
    }
    let language = localeName.prefix { $0.isASCII && $0.isLetter }
    // Some languages have another form for the name of a month after the number of a day; %OB is
    // the form without a day.
    return (
      numeric.hasPrefix("%m") ? "%A, %B %-d, %Y" : dayFormat(in: language),
      ["ca", "es", "gl", "pt"].contains(language) ? "%OB de %Y" : "%OB %Y"
    )
  }

  /// The `strftime` format for a day in a language that writes the day before the month.
  ///
  /// - Source: Unicode CLDR, the full dates of the Gregorian calendar.
  private static func dayFormat(in language: Substring) -> String {
    switch language {
    case "ar", "fa", "ur": "%A، %-d %B %Y"
    case "ca", "es", "gl", "pt": "%A, %-d de %B de %Y"
    case "de", "et", "sl": "%A, %-d. %B %Y"
    case "cs", "da", "fi", "nb", "nn", "sk": "%A %-d. %B %Y"
    case "fr", "it", "nl", "sv": "%A %-d %B %Y"
    case "he": "יום %A, %-d ב%B %Y"
    case "tr": "%-d %B %Y %A"
    default: "%A, %-d %B %Y"
    }
  }

  /// Chooses a `strftime` format for a heading.
  ///
  /// - Parameters:
  ///   - format: the format that is used as a rule.
  ///   - numbers: the format that replaces `format` if that contains the name of a month, and the
  ///     locale has such names only in a language other than that of the interface.
  func format(_ format: String, orNumbers numbers: String) -> String {
    let hasName = format.containsText("%b") || format.containsText("%B")
    return hasName && hasOnlyEnglishMonthNames ? numbers : format
  }

  /// Formats a moment with `strftime` in the language of the locale; nil if the format is invalid.
  func text(_ moment: tm, format: String) -> String? {
    var moment = moment
    var text = [CChar](repeating: 0, count: 256)
    let count =
      locale.map { strftime_l(&text, text.count, format, &moment, $0.value) }
      ?? strftime(&text, text.count, format, &moment)
    guard count > 0 else { return nil }
    return String(decoding: text[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The heading of a period, such as “Friday, 17 May 2024”, “May 2024” or “2024”.
  func title(of period: Period) -> String {
    guard let month = period.month, let locale, !hasOnlyEnglishMonthNames else {
      return Self.numericTitle(period)
    }
    var parts = tm()
    parts.tm_year = Int32(clamping: period.year - 1900)
    parts.tm_mon = Int32(clamping: month - 1)
    parts.tm_mday = Int32(clamping: period.day ?? 1)
    parts.tm_isdst = -1
    // timegm sets `tm_wday`, the day of the week, which the format may contain.
    _ = timegm(&parts)
    var text = [CChar](repeating: 0, count: 256)
    let count = strftime_l(
      &text, text.count, period.day == nil ? self.month : day, &parts, locale.value)
    guard count > 0 else { return Self.numericTitle(period) }
    let bytes = text[..<count].map { UInt8(bitPattern: $0) }
    return Self.capitalized(String(decoding: bytes, as: UTF8.self))
  }

  /// The text with its first letter in upper case, for languages that write the names of months in
  /// lower case.
  private static func capitalized(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst()
  }

  private static func numericTitle(_ period: Period) -> String {
    let parts = [period.month, period.day].compactMap(\.self).map { $0 < 10 ? "0\($0)" : "\($0)" }
    return (["\(period.year)"] + parts).joined(separator: "-")
  }
}

extension String {
  /// The index of the first occurrence of `other` in the text; nil if there is none.
  nonisolated fileprivate func startIndexOfFirst(of other: String) -> Index? {
    firstOccurrence(of: other)?.lowerBound
  }
}
