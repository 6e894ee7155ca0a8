import CGettext
import Glibc
package import Localization

/// The texts in gettext's catalogues, `FOLDER/LANGUAGE/LC_MESSAGES/pbview.mo`, read by the C
/// library.
package struct GettextCatalogue: Sendable {
  /// The name of the catalogues.
  private static let domain = "pbview"
  /// The locale whose messages are looked up. Its language does not count: `LANGUAGE` says which
  /// one it is, so that the locale of the language need not be installed.
  private static let localeName = "C.UTF-8"

  /// The locale object of the C library, which is immutable and lives as long as the process.
  private struct Locale: @unchecked Sendable {
    let value: locale_t
  }

  /// The folder that contains a folder for each language.
  package let folder: String
  private let locale: Locale

  /// Sets the environment variable from which gettext takes the languages. Call it while the
  /// process has one thread, because it changes the environment.
  ///
  /// - Returns: the languages; empty for English, which needs no catalogue.
  package static func prepare() -> [String] {
    let languages = UserLanguages.beforeEnglish { getenv($0).map { String(cString: $0) } }
    guard !languages.isEmpty else { return [] }
    setenv("LANGUAGE", languages.joined(separator: ":"), 1)
    return languages
  }

  /// Opens the catalogue of the first language that has one in the first folder with any.
  ///
  /// - Parameters:
  ///   - languages: the languages of ``prepare()``.
  ///   - folders: the folders to search.
  /// - Returns: nil when there is no catalogue.
  package init?(_ languages: [String], in folders: [String]) {
    let names = languages.flatMap(UserLanguages.folders)
    let found = folders.first { folder in
      names.contains { access("\(folder)/\($0)/LC_MESSAGES/\(Self.domain).mo", R_OK) == 0 }
    }
    guard let found, let object = newlocale(1 << LC_MESSAGES | 1 << LC_CTYPE, Self.localeName, nil),
      bindtextdomain(Self.domain, found) != nil,
      bind_textdomain_codeset(Self.domain, "UTF-8") != nil
    else { return nil }
    folder = found
    locale = Locale(value: object)
  }

  /// The folders where the catalogues of this program can be: the value of the environment variable
  /// `PBVIEW_LOCALES`, the folder beside the program in a build folder, and the folder of an
  /// installation.
  package static var usualFolders: [String] {
    if let named = getenv("PBVIEW_LOCALES") { return [String(cString: named)] }
    let folder = programFolder
    return ["\(folder)/locale", "\(folder)/../share/locale"]
  }

  private static var programFolder: String {
    var buffer = [CChar](repeating: 0, count: 4096)
    let length = readlink("/proc/self/exe", &buffer, buffer.count)
    let slash = CChar(UInt8(ascii: "/"))
    guard length > 0, let end = buffer[..<length].lastIndex(of: slash) else { return "." }
    return String(decoding: buffer[..<end].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The translation of a message; nil when there is none.
  package func text(of message: TextCatalogue.Message) -> String? {
    // gettext.h: a context is a prefix, ended by U+0004.
    let key = message.context.map { "\($0)\u{4}\(message.text)" } ?? message.text
    // The locale belongs to this thread only, and only for this call.
    let former = uselocale(locale.value)
    defer { uselocale(former) }
    return key.withCString { key in
      guard let plural = message.plural else {
        guard let text = dgettext(Self.domain, key), UnsafePointer(text) != key else { return nil }
        return String(cString: text)
      }
      return plural.withCString { plural in
        guard let text = dngettext(Self.domain, key, plural, UInt(message.count.magnitude)),
          UnsafePointer(text) != key, UnsafePointer(text) != plural
        else { return nil }
        return String(cString: text)
      }
    }
  }
}
