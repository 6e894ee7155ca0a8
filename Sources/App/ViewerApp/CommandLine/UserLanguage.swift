import Glibc
import Localization
import MessageCatalogues

/// The language of the interface. The environment is read at the start of the program; the
/// catalogue of translations is opened when the first text is needed.
@MainActor
enum UserLanguage {
  /// The languages that the environment names, the preferred one first; empty before ``prepare()``.
  private(set) static var languages: [String] = []
  /// The languages that the environment names, with English added, as language tags of BCP 47, the
  /// preferred one first; empty before ``prepare()``.
  private(set) static var tags: [String] = []
  private static var isCatalogueOpen = false

  /// Reads the languages of the user from the environment. Call `prepare` before the program has a
  /// second thread.
  ///
  /// - Parameter sortsByLocale: whether names are sorted as in the user's locale, and not as
  ///   ``useSameOrderEverywhere()`` says.
  static func prepare(sortsByLocale: Bool = true) {
    // The tags are read before the catalogue is prepared, because the preparation changes the
    // environment.
    tags = UserLanguages.languageTags { getenv($0).map { String(cString: $0) } }
    languages = GettextCatalogue.setLanguageVariable()
    TextCollation.install(sortsByLocale ? LocaleConventions.makeUserCollationKey : nil)
  }

  /// Sorts names by code points from now on: the order in a recording and in its replay must be the
  /// same on machines with other locales.
  static func useSameOrderEverywhere() { TextCollation.install(nil) }

  /// Opens the catalogue of translations; texts are English when there is none. Only the first call
  /// has an effect.
  static func open() {
    guard !isCatalogueOpen else { return }
    isCatalogueOpen = true
    let catalogue =
      languages.isEmpty
      ? nil : GettextCatalogue(languages, in: GettextCatalogue.usualFolders)
    TextCatalogue.current = TextCatalogue(numbers: LocaleConventions.numberStyle) { message in
      catalogue?.text(of: message)
    }
  }
}
