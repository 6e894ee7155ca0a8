import Synchronization

/// A source of translations of the texts that a user sees.
///
/// Without a catalogue all texts are English. The program installs one that reads gettext's files;
/// a program that uses the library can set its own.
public struct TextCatalogue: Sendable {
  /// A text to translate.
  public struct Message: Hashable, Sendable {
    /// The English text, which identifies the message. Placeholders are names in braces, such as
    /// `{folder}`.
    public var text: String
    /// The English text for numbers other than 1; nil for a text without a number.
    public var plural: String?
    /// The number in the text; it selects the plural form.
    public var count: Int
    /// The use of the text, where one English text has several translations; nil otherwise.
    public var context: String?

    init(_ text: String, plural: String? = nil, count: Int = 1, context: String? = nil) {
      self.text = text
      self.plural = plural
      self.count = count
      self.context = context
    }

    /// The English text in the form for the number ``count``.
    package var original: String { count == 1 ? text : plural ?? text }
  }

  /// Looks a message up; nil when there is no translation. Called on any thread.
  let lookUp: @Sendable (Message) -> String?
  /// The way in which numbers are written.
  let numbers: NumberStyle

  /// Makes a catalogue.
  ///
  /// - Parameters:
  ///   - numbers: the way of writing numbers.
  ///   - lookUp: looks a message up; nil when there is no translation. Called on any thread.
  public init(
    numbers: NumberStyle = .standard,
    lookUp: @escaping @Sendable (Message) -> String?
  ) {
    self.lookUp = lookUp
    self.numbers = numbers
  }

  private static let installed = Mutex<TextCatalogue?>(nil)

  /// The catalogue that replaces that of the process in a test; nil outside tests.
  @TaskLocal package static var ofTest: TextCatalogue?

  /// The catalogue of the process; nil for English. Texts that a view shows already change only
  /// when the view is notified.
  public static var current: TextCatalogue? {
    get { ofTest ?? installed.withLock { $0 } }
    set { installed.withLock { $0 = newValue } }
  }
}
