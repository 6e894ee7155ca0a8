import Synchronization

/// A source of translations of the texts that a user sees.
///
/// Without a catalogue all texts are English. The program installs a catalogue that reads gettext's
/// files; a program that uses the library can install its own.
public struct TextCatalogue: Sendable {
  /// A text to be translated, with what selects its translation.
  public struct Message: Hashable, Sendable {
    /// The English text, which identifies the message. Placeholders are names in braces, such as
    /// `{folder}`.
    public var text: String
    /// The English text for numbers other than 1; nil for a text that does not depend on a number.
    public var plural: String?
    /// The number in the text, which selects the plural form; 1 for a text that does not depend on
    /// a number.
    public var count: Int
    /// The use of the text, where one English text has several translations; otherwise nil.
    public var context: String?

    init(_ text: String, plural: String? = nil, count: Int = 1, context: String? = nil) {
      self.text = text
      self.plural = plural
      self.count = count
      self.context = context
    }

    /// The English text in the plural form for the number ``count``.
    package var original: String { count == 1 ? text : plural ?? text }
  }

  /// The function that finds the translation of a message; nil when there is none. It is called on
  /// any thread.
  let lookUp: @Sendable (Message) -> String?
  /// The way in which numbers are written in the user's language.
  let numbers: NumberStyle

  /// Makes a catalogue.
  ///
  /// - Parameters:
  ///   - numbers: the way in which numbers are written.
  ///   - lookUp: finds the translation of a message; nil when there is none. Called on any thread.
  public init(
    numbers: NumberStyle = .standard,
    lookUp: @escaping @Sendable (Message) -> String?
  ) {
    self.lookUp = lookUp
    self.numbers = numbers
  }

  private static let installed = Mutex<TextCatalogue?>(nil)

  /// The catalogue that is used in a test instead of that of the process; nil outside tests.
  @TaskLocal package static var testOverride: TextCatalogue?

  /// The catalogue that the process uses; nil for English. A view updates the texts that it already
  /// shows only when it is notified.
  public static var current: TextCatalogue? {
    get { testOverride ?? installed.withLock { $0 } }
    set { installed.withLock { $0 = newValue } }
  }
}
