/// How text looks; always the desktop's sans-serif family.
public struct TextStyle: Hashable, Sendable {
  /// How heavy the strokes are.
  public enum Weight: Hashable, Sendable {
    /// Ordinary text.
    case regular
    /// A little heavier.
    case medium
    /// Headings.
    case semibold
    /// The heaviest in use.
    case bold
  }
  /// Height of the font, in pixels.
  public var size: Double
  /// How heavy the strokes are.
  public var weight: Weight
  /// True for text that is drawn larger and smaller than its size: its letters are not moved to whole
  /// pixels, which would tear them apart.
  public var isScalable: Bool

  /// Makes a style; regular, for text of just that size, unless told otherwise. Sizes outside 1…512
  /// are brought inside.
  public init(size: Double, weight: Weight = .regular, isScalable: Bool = false) {
    self.size = size >= 1 ? min(size, 512) : 1
    self.weight = weight
    self.isScalable = isScalable
  }
}

/// What happens to text that does not fit its width.
public enum TextFlow: Hashable, Sendable {
  /// One line, as long as it is.
  case line
  /// One line; the end becomes an ellipsis.
  case ellipsisAtEnd
  /// One line; the middle becomes an ellipsis, so that a file's extension stays.
  case ellipsisInMiddle
  /// As many lines as it takes, but at most this many; the last one ends in an ellipsis.
  case wrapped(maxLines: Int)
}

/// Which edge lines of text share.
public enum TextAlignment: Hashable, Sendable {
  /// Where the text's own direction begins.
  case leading
  /// The middle.
  case center
  /// Where the text's own direction ends.
  case trailing
}
