/// What a photo cell shows.
nonisolated public enum PhotoContent: Sendable {
  /// Nothing yet, and nothing under way.
  case empty
  /// On its way; a share 0…1 when it is known.
  case loading(progress: Double?)
  /// A picture: recognisable at least, exact at best.
  case picture(Picture)
  /// Something else that can be zoomed.
  case zoomable(any ZoomableContent)
  /// There is none, and why.
  case failed(FailureMessage)
}

extension PhotoContent {
  /// What there is to see, a picture or something else; nil while there is nothing.
  public var zoomable: (any ZoomableContent)? {
    switch self {
    case .picture(let picture): picture
    case .zoomable(let content): content
    case .empty, .loading, .failed: nil
    }
  }
}

/// Why a page has no picture, for a person.
nonisolated public struct FailureMessage: Hashable, Sendable {
  /// What happened, naming the thing, one sentence.
  public var sentence: String
  /// What would help, "" for nothing.
  public var hint: String
  /// False when another try would end the same way.
  public var canRetry: Bool
  /// Makes a message; no hint, and worth another try, unless told.
  public init(sentence: String, hint: String = "", canRetry: Bool = true) {
    self.sentence = sentence
    self.hint = hint
    self.canRetry = canRetry
  }
}
