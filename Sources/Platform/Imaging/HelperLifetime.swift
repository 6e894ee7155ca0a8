/// The limits after which a helper is replaced by a fresh one, so that one that a picture has taken over
/// does not see all pictures that follow.
///
/// The replacement is started before the old helper ends, because a start takes 16 to 50 ms and no
/// picture is to wait for it.
enum HelperLifetime {
  /// The decodes after which a helper is replaced. A start costs 15 ms of a processor: 0.1 ms for each
  /// of them, one percent of a thumbnail.
  static let maxDecodes = 150
  /// The quick decodes, of about a millisecond each, that count as one.
  static let quickDecodes = 10
  /// The files after which a helper for animations or for parts of pictures is replaced.
  static let maxSessions = 20
  /// The seconds without work after which helpers that have decoded something are replaced. A fresh
  /// helper waits as long as it takes: it knows no picture, and wakes nobody up.
  static let idleTime = 30.0
  /// The seconds a fresh helper has to get ready before the old one ends.
  static let startTime = 0.25
}
