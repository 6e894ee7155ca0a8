/// The font of a text: size and weight, always in the desktop's sans-serif family.
public struct TextStyle: Hashable, Sendable {
  /// The weight of the font.
  public enum Weight: Hashable, Sendable {
    /// The weight of body text.
    case regular
    /// Slightly heavier than regular.
    case medium
    /// The weight of headings.
    case semibold
    /// The heaviest weight.
    case bold
  }
  /// The font size in device pixels.
  public var size: Double
  /// The thickness of the font's strokes.
  public var weight: Weight
  /// Whether the text will be drawn scaled. Hinting and rounding of glyph positions are off for
  /// such text, since they would make the letter spacing uneven.
  public var isDrawnScaled: Bool

  /// Makes a font style. The size is clamped to 1…512 device pixels.
  public init(size: Double, weight: Weight = .regular, isDrawnScaled: Bool = false) {
    self.size = size >= 1 ? min(size, 512) : 1
    self.weight = weight
    self.isDrawnScaled = isDrawnScaled
  }
}

/// The treatment of text that is wider than its maximum width.
public enum TextFlow: Hashable, Sendable {
  /// One line, which may be wider than the maximum.
  case line
  /// One line that is cut, with an ellipsis at the end.
  case ellipsisAtEnd
  /// One line that is cut, with an ellipsis in the middle, which keeps a filename extension
  /// visible.
  case ellipsisInMiddle
  /// Wrapped lines, at most `maxLines` of the whole text; the last line of a cut text ends in an
  /// ellipsis.
  case wrapped(maxLines: Int)
}

/// The horizontal alignment of the lines of a text.
public enum TextAlignment: Hashable, Sendable {
  /// Alignment at the edge where the text's own direction begins: left in English, right in Arabic.
  case leading
  /// Alignment at the centre. Wrapped lines are balanced when the last one would be short.
  case center
  /// Alignment at the edge where the text's own direction ends: right in English, left in Arabic.
  case trailing
}
