import Glibc

/// The languages that the user wants, the preferred one first.
package enum UserLanguages {
  /// The languages that the environment variables name before English, as locale names without
  /// codeset, such as `pt_BR`. Empty when English comes first: its texts need no catalogue.
  ///
  /// - Parameter value: the value of an environment variable; nil when it is unset.
  /// - Source: gettext manual, 2.3.2 and 2.3.3. The list ends before English, because gettext would
  ///   go on to the next language that has a catalogue.
  package static func beforeEnglish(_ value: (_ variable: String) -> String?) -> [String] {
    var languages: [String] = []
    for language in localeNames(value) {
      let stem = language.prefix { $0 != "_" && $0 != "@" }
      if stem == "en" || stem == "C" || stem == "POSIX" { break }
      if isSafeFolderName(language) { languages.append(language) }
    }
    return languages
  }

  /// The languages that the environment variables name, including English, as language tags, such
  /// as `pt-BR`.
  ///
  /// - Parameter value: the value of an environment variable; nil when it is unset.
  /// - Source: BCP 47 (RFC 5646).
  package static func languageTags(_ value: (_ variable: String) -> String?) -> [String] {
    localeNames(value).compactMap { language in
      var parts = language.prefix { $0 != "@" }.split(separator: "_").map(String.init)
      guard isSafeFolderName(language), let stem = parts.first, stem != "C", stem != "POSIX" else {
        return nil
      }
      let modifier = String(language.drop { $0 != "@" })
      if let script = scriptsByModifier[modifier] { parts.insert(script, at: 1) }
      return parts.joined(separator: "-")
    }
  }

  /// The script subtags of language tags by the modifiers of locale names.
  private static let scriptsByModifier = [
    "@latin": "Latn", "@cyrillic": "Cyrl", "@devanagari": "Deva",
  ]

  /// The languages that the environment variables name, as locale names without codeset; empty for
  /// the locales C and POSIX.
  private static func localeNames(_ value: (_ variable: String) -> String?) -> [String] {
    func filled(_ name: String) -> String? { value(name).flatMap { $0.isEmpty ? nil : $0 } }
    let locale = filled("LC_ALL") ?? filled("LC_MESSAGES") ?? filled("LANG") ?? "C"
    // gettext ignores LANGUAGE in these two locales.
    guard locale != "C", locale != "POSIX" else { return [] }
    let names = filled("LANGUAGE").map { $0.split(separator: ":").map(String.init) } ?? [locale]
    return names.map(withoutCodeset)
  }

  /// The possible folder names of a language in a folder of message catalogues, the most specific
  /// first: `pt_BR`, `pt`.
  package static func folders(of language: String) -> [String] {
    let plain = String(language.prefix { $0 != "@" })
    let stem = String(plain.prefix { $0 != "_" })
    var names: [String] = []
    for name in [language, plain, stem] where !names.contains(name) { names.append(name) }
    return names
  }

  private static func withoutCodeset(_ locale: String) -> String {
    let stem = locale.prefix { $0 != "." && $0 != "@" }
    let modifier = locale.drop { $0 != "@" }
    return String(stem + modifier)
  }

  /// Whether a language name consists only of letters, digits, `_`, `@` and `-`, so that it is one
  /// path component and cannot lead to another folder.
  private static func isSafeFolderName(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "@"),
          UInt8(ascii: "-"):
          true
        default: false
        }
      }
  }
}
