import ClipWire
import Localization

/// The reason why a clip cannot be played, with a message for the user.
nonisolated public struct VideoFailure: Error, Hashable, Sendable {
  /// The message for the user, one sentence without the clip's name.
  public var sentence: String
  /// The Debian package whose installation makes the clip playable; empty when no package does.
  public var package: String
  /// Whether another attempt to open the clip may succeed. Default: true.
  package var canRetry = true

  /// Makes a failure from its message; `package` is empty when no Debian package helps.
  public init(_ sentence: String, package: String = "") {
    self.sentence = sentence
    self.package = package
  }
}

nonisolated extension VideoFailure {
  /// The failure with the user's message for an error that the player reported.
  init(_ failure: ClipFailure) {
    func sentenceWithDetail(_ sentence: String) -> String {
      failure.detail.isEmpty
        ? sentence
        : tr("{message} ({reason})", ["message": sentence, "reason": tr(failure.detail)])
    }
    switch failure.kind {
    case .noLibrary:
      self.init(
        tr("clips are played by libmpv, which is not installed; the package libmpv2 brings it"),
        package: "libmpv2")
    case .badLibrary:
      self.init(sentenceWithDetail(tr("libmpv does not work here")), package: "libmpv2")
    case .unknownFormat: self.init(tr("not a clip in any format known here"))
    case .noPicture: self.init(tr("the file has no picture"))
    case .damaged: self.init(sentenceWithDetail(tr("the clip is damaged")))
    case .noMemory: self.init(tr("there is not enough memory for its frames"))
    }
    canRetry = failure.kind == .noMemory
  }

  /// The failure for a player that has ended, or has sent invalid messages.
  static var crashed: VideoFailure {
    VideoFailure(tr("the player stopped while playing the clip"))
  }

  /// The failure for a player that did not open the clip within a number of seconds.
  static func tooSlow(_ seconds: Int) -> VideoFailure {
    VideoFailure(tr("opening the clip took more than {seconds} seconds", ["seconds": seconds]))
  }

  /// The failure for a file that cannot be read; `reason` is the system's error message.
  static func unreadable(_ reason: String) -> VideoFailure {
    VideoFailure(tr("the file cannot be read ({reason})", ["reason": reason]))
  }

  /// The failure for a player executable that is missing or cannot be started; `reason` says why.
  package static func noPlayer(_ reason: String) -> VideoFailure {
    VideoFailure(
      tr("the player program pbview-player cannot be started ({reason})", ["reason": reason]))
  }
}
