import CGettext
import Glibc
package import Localization

/// The translations in the message catalogues of gettext, `FOLDER/LANGUAGE/LC_MESSAGES/pbview.mo`,
/// read by the C library.
package struct GettextCatalogue: Sendable {
  /// The text domain of gettext: the file name of the catalogues without `.mo`.
  private static let domain = "pbview"
  /// The locale in which messages are looked up. The language of the catalogue comes from the
  /// environment variable `LANGUAGE` instead, so that no locale of that language has to be
  /// installed.
  private static let localeName = "C.UTF-8"

  /// The C library's object for the locale ``localeName``. It is immutable and never freed.
  private struct Locale: @unchecked Sendable {
    let value: locale_t
  }

  /// The folder of the opened catalogues, which contains a folder for each language.
  package let folder: String
  private let locale: Locale

  /// Sets the environment variable `LANGUAGE`, from which gettext takes the languages, to those
  /// that the user prefers to English. It changes the environment, so it must be called while the
  /// process has only one thread.
  ///
  /// - Returns: the languages as locale names, such as `pt_BR`; empty when the user prefers
  ///   English, which needs no catalogue.
  package static func setLanguageVariable() -> [String] {
    let languages = UserLanguages.beforeEnglish { getenv($0).map { String(cString: $0) } }
    guard !languages.isEmpty else { return [] }
    setenv("LANGUAGE", languages.joined(separator: ":"), 1)
    return languages
  }

  /// Opens the message catalogues in the first of the folders that has one for any of the
  /// languages; nil when none has, or when the C library lacks the locale C.UTF-8.
  ///
  /// - Parameters:
  ///   - languages: the languages that ``setLanguageVariable()`` returned.
  ///   - folders: the folders to search, in this order.
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

  /// The folders that can contain the message catalogues of this program: the value of the
  /// environment variable `PBVIEW_LOCALES` alone if it is set, otherwise `locale` beside the
  /// executable, as in a build folder, and `../share/locale`, as in an installation.
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

  /// The translation of a message in the user's language; nil when the catalogues have none.
  package func text(of message: TextCatalogue.Message) -> String? {
    // The key of a message with a context is the context, U+0004 and the text, as in gettext.h.
    let key = message.context.map { "\($0)\u{4}\(message.text)" } ?? message.text
    // The locale is set for this thread only, and only during this call.
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
