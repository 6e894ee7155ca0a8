import Glibc
import Localization
import MessageCatalogues

/// The language of the interface: prepared at the start of the program, and opened when the first
/// text is needed.
@MainActor
enum UserLanguage {
  /// The wanted languages, the preferred one first; empty before ``prepare()``.
  private(set) static var languages: [String] = []
  /// The wanted languages with English among them, as language tags of BCP 47, the preferred one
  /// first; empty before ``prepare()``.
  private(set) static var tags: [String] = []
  private static var isOpen = false

  /// Reads the wanted languages from the environment. Call it before the program has a second
  /// thread.
  static func prepare() {
    // The catalogue changes the variables.
    tags = UserLanguages.tags { getenv($0).map { String(cString: $0) } }
    languages = GettextCatalogue.prepare()
    TextCollation.current = LocaleFacts.makeKey
  }

  /// Opens the catalogue; without one the texts are English. Only the first call has an effect.
  static func open() {
    guard !isOpen else { return }
    isOpen = true
    let catalogue =
      languages.isEmpty
      ? nil : GettextCatalogue(languages, in: GettextCatalogue.usualFolders)
    TextCatalogue.current = TextCatalogue(numbers: LocaleFacts.numbers) { message in
      catalogue?.text(of: message)
    }
  }
}
