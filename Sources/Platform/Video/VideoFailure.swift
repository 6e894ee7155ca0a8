import ClipWire

/// Why a clip cannot be played, in a form a person can be told.
nonisolated public struct VideoFailure: Error, Hashable, Sendable {
  /// What happened, one sentence without the clip's name.
  public var sentence: String
  /// The Debian package that would help, "" for none.
  public var package: String

  /// Makes a failure; no package unless given.
  public init(_ sentence: String, package: String = "") {
    self.sentence = sentence
    self.package = package
  }
}

nonisolated extension VideoFailure {
  /// What the player said, in a sentence.
  init(_ failure: ClipFailure) {
    let because = failure.detail.isEmpty ? "" : " (\(failure.detail))"
    switch failure.kind {
    case .noLibrary:
      self.init(
        "clips are played by libmpv, which is not installed; the package libmpv2 brings it",
        package: "libmpv2")
    case .badLibrary: self.init("libmpv does not work here\(because)", package: "libmpv2")
    case .unknownFormat: self.init("not a clip in any format known here")
    case .noPicture: self.init("there is nothing to see in it")
    case .damaged: self.init("the clip is damaged\(because)")
    case .noMemory: self.init("there is not enough memory for its frames")
    }
  }

  /// The player ended, or talked nonsense.
  static let crashed = VideoFailure("the player stopped while playing the clip")

  /// The player said nothing for `seconds`.
  static func tooSlow(_ seconds: Int) -> VideoFailure {
    VideoFailure("opening the clip took more than \(seconds) seconds")
  }

  /// The file cannot be read, in the system's words.
  static func unreadable(_ reason: String) -> VideoFailure {
    VideoFailure("the file cannot be read (\(reason))")
  }

  /// There is no player program.
  static func noPlayer(_ reason: String) -> VideoFailure {
    VideoFailure("the player program pbview-player cannot be started (\(reason))")
  }
}
