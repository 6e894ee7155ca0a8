/// The content of the cell of a photo.
nonisolated public enum PhotoContent: Sendable {
  /// No content, and none is loading.
  case empty
  /// A content that is being loaded. `progress` is the finished share, 0…1; nil while it is
  /// unknown.
  case loading(progress: Double?)
  /// A picture, in any available resolution.
  case picture(Picture)
  /// A zoomable content that is not a ``Picture``, such as text or a drawing.
  case zoomable(any ZoomableContent)
  /// A failure to load a content; the payload is the reason.
  case failed(FailureMessage)
}

extension PhotoContent {
  /// The picture or other zoomable content; nil without a content.
  public var zoomable: (any ZoomableContent)? {
    switch self {
    case .picture(let picture): picture
    case .zoomable(let content): content
    case .empty, .loading, .failed: nil
    }
  }

  /// The picture whose bitmaps can be used for statistics of the whole picture; of a huge picture
  /// that is shown in tiles, the coarse version. Nil for a content without bitmaps.
  package var wholePicture: Picture? {
    switch self {
    case .picture(let picture): picture
    case .zoomable(let content): (content as? TiledContent)?.wholePicture
    case .empty, .loading, .failed: nil
    }
  }
}

/// The reason why a page has no picture, or an incomplete one, as a text for the user.
nonisolated public struct FailureMessage: Error, Hashable, Sendable {
  /// One sentence that says what happened. It begins with the name of the file or address, unless
  /// the name is shown elsewhere.
  public var sentence: String
  /// A suggestion for the user, such as a shell command; empty for none.
  public var hint: String
  /// Whether another attempt may succeed.
  public var canRetry: Bool
  public init(sentence: String, hint: String = "", canRetry: Bool = true) {
    self.sentence = sentence
    self.hint = hint
    self.canRetry = canRetry
  }
}
