/// The style of text, always in the desktop's sans-serif family.
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
  /// The weight of the font.
  public var weight: Weight
  /// Whether the text will be drawn scaled. Hinting and rounding of glyph positions are then off,
  /// since they would make the letter spacing uneven.
  public var isScalable: Bool

  /// Makes a style. The size is clamped to 1…512 pixels.
  public init(size: Double, weight: Weight = .regular, isScalable: Bool = false) {
    self.size = size >= 1 ? min(size, 512) : 1
    self.weight = weight
    self.isScalable = isScalable
  }
}

/// The treatment of text that exceeds its width.
public enum TextFlow: Hashable, Sendable {
  /// One line of unlimited width.
  case line
  /// One line with an ellipsis at the end.
  case ellipsisAtEnd
  /// One line with an ellipsis in the middle, which keeps a filename extension visible.
  case ellipsisInMiddle
  /// Wrapped lines, at most `maxLines` for each paragraph; a cut paragraph ends in an ellipsis.
  case wrapped(maxLines: Int)
}

/// The horizontal alignment of lines.
public enum TextAlignment: Hashable, Sendable {
  /// The edge where the text's own direction begins.
  case leading
  /// Centred.
  case center
  /// The edge where the text's own direction ends.
  case trailing
}
