import ClipWire

/// The reason for which a clip cannot be played, with a message for the user.
nonisolated public struct VideoFailure: Error, Hashable, Sendable {
  /// The message, one sentence without the clip's name.
  public var sentence: String
  /// The Debian package whose installation helps; empty when there is none.
  public var package: String

  /// Makes a failure; without `package` there is no package to install.
  public init(_ sentence: String, package: String = "") {
    self.sentence = sentence
    self.package = package
  }
}

nonisolated extension VideoFailure {
  /// The failure that the player reported.
  init(_ failure: ClipFailure) {
    let because = failure.detail.isEmpty ? "" : " (\(failure.detail))"
    switch failure.kind {
    case .noLibrary:
      self.init(
        "clips are played by libmpv, which is not installed; the package libmpv2 brings it",
        package: "libmpv2")
    case .badLibrary: self.init("libmpv does not work here\(because)", package: "libmpv2")
    case .unknownFormat: self.init("not a clip in any format known here")
    case .noPicture: self.init("the file has no picture")
    case .damaged: self.init("the clip is damaged\(because)")
    case .noMemory: self.init("there is not enough memory for its frames")
    }
  }

  /// The player ended, or sent invalid messages.
  static let crashed = VideoFailure("the player stopped while playing the clip")

  /// The player did not open the clip within `seconds`.
  static func tooSlow(_ seconds: Int) -> VideoFailure {
    VideoFailure("opening the clip took more than \(seconds) seconds")
  }

  /// The file cannot be read, with the system's error message.
  static func unreadable(_ reason: String) -> VideoFailure {
    VideoFailure("the file cannot be read (\(reason))")
  }

  /// The player executable is missing or cannot be started.
  static func noPlayer(_ reason: String) -> VideoFailure {
    VideoFailure("the player program pbview-player cannot be started (\(reason))")
  }
}
