/// The content of a photo cell.
nonisolated public enum PhotoContent: Sendable {
  /// There is no content, and none is loading.
  case empty
  /// The content is loading. `progress` is the finished share, 0…1; nil while it is unknown.
  case loading(progress: Double?)
  /// A picture of any available resolution.
  case picture(Picture)
  /// Another zoomable content.
  case zoomable(any ZoomableContent)
  /// There is no content, for the given reason.
  case failed(FailureMessage)
}

extension PhotoContent {
  /// The visible content, a picture or another one; nil while there is none.
  public var zoomable: (any ZoomableContent)? {
    switch self {
    case .picture(let picture): picture
    case .zoomable(let content): content
    case .empty, .loading, .failed: nil
    }
  }

  /// The bitmaps of the whole picture, for statistics of its pixels; of a huge picture that is
  /// shown in tiles, the coarse version. Nil for a content without bitmaps.
  package var wholePicture: Picture? {
    switch self {
    case .picture(let picture): picture
    case .zoomable(let content): (content as? TiledContent)?.wholePicture
    case .empty, .loading, .failed: nil
    }
  }
}

/// The reason why a page has no picture, as a text for the user.
nonisolated public struct FailureMessage: Error, Hashable, Sendable {
  /// One sentence that says what happened and names the file or address.
  public var sentence: String
  /// A suggestion for the user; empty for none.
  public var hint: String
  /// False when another attempt would fail as well.
  public var canRetry: Bool
  public init(sentence: String, hint: String = "", canRetry: Bool = true) {
    self.sentence = sentence
    self.hint = hint
    self.canRetry = canRetry
  }
}
