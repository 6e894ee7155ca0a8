/// A filter for text from a helper process, which will be shown in a sentence or written to a
/// terminal.
public enum TextSanitiser {
  /// `text` with every control character, line separator and bidirectional control (U+061C, U+200E,
  /// U+200F, U+202A–E, U+2066–9) replaced by a space, so that a helper cannot move the cursor of a
  /// terminal or reverse the order of a sentence.
  ///
  /// - Source: Unicode Standard Annex 9, property Bidi_Control.
  public static func sanitised(_ text: String) -> String {
    let scalars = text.unicodeScalars.map { isHarmless($0) ? $0 : " " }
    return String(String.UnicodeScalarView(scalars))
  }

  /// The lines of `text`, each without harmful characters as in ``sanitised(_:)``; a carriage
  /// return and a line separator count as the end of a line.
  public static func sanitisedLines(_ text: String) -> String {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .map { sanitised(String($0)) }.joined(separator: "\n")
  }

  private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar.value >= 0x20 && scalar.value != 0x7F }
    let properties = scalar.properties
    if properties.isBidiControl { return false }
    return ![.control, .lineSeparator, .paragraphSeparator].contains(properties.generalCategory)
  }
}
