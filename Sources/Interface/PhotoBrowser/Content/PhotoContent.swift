/// What a photo cell shows.
nonisolated public enum PhotoContent: Sendable {
  /// Nothing yet, and nothing under way.
  case empty
  /// On its way; a share 0…1 when it is known.
  case loading(progress: Double?)
  /// A picture: recognisable at least, exact at best.
  case picture(Picture)
  /// There is none, and why.
  case failed(FailureMessage)
}

/// Why a page has no picture, for a person.
nonisolated public struct FailureMessage: Hashable, Sendable {
  /// What happened, naming the thing, one sentence.
  public var sentence: String
  /// What would help, "" for nothing.
  public var hint: String
  /// Makes a message; no hint unless given.
  public init(sentence: String, hint: String = "") {
    self.sentence = sentence
    self.hint = hint
  }
}
