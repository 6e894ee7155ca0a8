import Glibc
package import Localization

/// The rules of the user's locale for writing numbers and for sorting texts, from the C library.
package enum LocaleConventions {
  /// The locale object of the C library, which is immutable and lives as long as the process.
  private struct Locale: @unchecked Sendable {
    let value: locale_t
  }

  /// The name of the user's locale for a category such as `LC_NUMERIC`: the first of the
  /// environment variables `LC_ALL`, `category` and `LANG` that is set and not empty, else `C`.
  private static func localeName(_ category: String) -> String {
    for variable in ["LC_ALL", category, "LANG"] {
      if let value = getenv(variable), value.pointee != 0 { return String(cString: value) }
    }
    return "C"
  }

  private static func isCLocale(_ name: String) -> Bool {
    name == "POSIX" || name.prefix { $0 != "." } == "C"
  }

  /// The separators of digits and decimals in the user's locale for `LC_NUMERIC`; the standard ones
  /// for the locale C, and when the locale is not installed or its separators are not valid UTF-8.
  package static var numberStyle: NumberStyle {
    let name = localeName("LC_NUMERIC")
    guard !isCLocale(name), let locale = newlocale(1 << LC_NUMERIC | 1 << LC_CTYPE, name, nil)
    else {
      return .standard
    }
    defer { freelocale(locale) }
    let former = uselocale(locale)
    defer { uselocale(former) }
    guard let facts = localeconv()?.pointee, let separator = text(facts.thousands_sep),
      let decimal = text(facts.decimal_point)
    else { return .standard }
    return NumberStyle(
      separator: separator, groups: groupSizes(facts.grouping),
      decimal: decimal.isEmpty ? "." : decimal
    )
  }

  /// A string of the C library; empty for a null pointer, nil when the bytes are not valid UTF-8.
  static func text(_ bytes: UnsafePointer<CChar>?) -> String? {
    guard let bytes else { return "" }
    return String(validatingCString: bytes)
  }

  /// The numbers of digits in the groups of a number, from the right; the last size repeats.
  /// `Int.max` ends a list whose remaining digits form one group.
  ///
  /// - Parameter list: `grouping` of `struct lconv`, which ends with 0, or with `CHAR_MAX` for no
  ///   further grouping.
  private static func groupSizes(_ list: UnsafeMutablePointer<CChar>?) -> [Int] {
    guard var next = list else { return [] }
    var sizes: [Int] = []
    while next.pointee > 0, sizes.count < 8 {
      guard next.pointee != CChar.max else {
        sizes.append(Int.max)
        break
      }
      sizes.append(Int(next.pointee))
      next += 1
    }
    return sizes
  }

  /// The byte that separates the levels in a sort key of `strxfrm`.
  private static let levelSeparator: UInt8 = 1
  private static let caseBit: UInt8 = 0x20

  /// Makes sort keys in the user's locale for `LC_COLLATE`, as ``collationKeyMaker(ofLocale:)``;
  /// nil when the order of the locale is that of code points. The locale is opened with the first
  /// text.
  package static let makeUserCollationKey: TextCollation.MakeKey = { text in userCollationKey?(text)
  }

  private static let userCollationKey = collationKeyMaker(ofLocale: localeName("LC_COLLATE"))

  /// Makes a function for sort keys in a locale: the keys have only the first level of comparison,
  /// in which letters differ, but neither upper and lower case nor, in most languages, accents.
  ///
  /// - Returns: nil for the locale C, and when the locale is not installed in UTF-8.
  static func collationKeyMaker(ofLocale name: String) -> TextCollation.MakeKey? {
    guard !isCLocale(name), let locale = collationLocale(named: name) else { return nil }
    // The case of letters is removed before comparison in locales whose first level distinguishes
    // it, such as Japanese and Korean.
    let lower = firstLevelKey([UInt8(ascii: "a")], in: locale)
    let ignoresCase = lower == firstLevelKey([UInt8(ascii: "A")], in: locale)
    return { text in Self.firstLevelKey(ignoresCase ? text : Self.lowercased(text), in: locale) }
  }

  /// The locale of a name for collation in UTF-8, also when the name has no charset or another one;
  /// nil when it is not installed.
  private static func collationLocale(named name: String) -> Locale? {
    let parts = name.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    let language = parts.first?.prefix { $0 != "." } ?? ""
    let modifier = parts.count > 1 ? "@\(parts[1])" : ""
    return newlocale(1 << LC_COLLATE | 1 << LC_CTYPE, "\(language).UTF-8\(modifier)", nil)
      .map { Locale(value: $0) }
  }

  private static func lowercased(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let capitals = UInt8(ascii: "A")...UInt8(ascii: "Z")
    return text.map { capitals.contains($0) ? $0 | caseBit : $0 }[...]
  }

  private static func firstLevelKey(_ text: ArraySlice<UInt8>, in locale: Locale) -> [UInt8]? {
    var source = text.map { CChar(bitPattern: $0 == 0 ? 1 : $0) }
    source.append(0)
    var key = [CChar](repeating: 0, count: 4 * source.count + 16)
    var length = strxfrm_l(&key, source, key.count, locale.value)
    if length >= key.count {
      key = [CChar](repeating: 0, count: length + 1)
      length = strxfrm_l(&key, source, key.count, locale.value)
    }
    guard length < key.count else { return nil }
    return key[..<length].lazy.map { UInt8(bitPattern: $0) }.prefix { $0 != levelSeparator }
  }
}
