/// The limits after which a helper is replaced by a fresh process, so that a helper compromised by
/// one picture does not see all later ones.
///
/// The replacement is started before the old helper ends, because a start takes 16 to 50 ms and no
/// picture should wait for it.
enum HelperLifetime {
  /// The number of decodes after which a helper is replaced. A start costs 15 ms of processor time,
  /// or 0.1 ms per decode: one percent of a thumbnail.
  static let maxDecodes = 150
  /// The number of quick decodes, of about a millisecond each, that count as one decode.
  static let quickDecodes = 10
  /// The number of files after which a helper for animations or regions is replaced.
  static let maxSessions = 20
  /// The number of photos after which a helper for metadata is replaced. A photo takes it half a
  /// millisecond of processor time, and a start with the library of metadata 20 ms, or 0.13 ms per
  /// photo.
  static let maxPhotos = 150
  /// The idle time in seconds after which used helpers are replaced. A fresh helper has no idle
  /// limit: it knows no picture and causes no wake-ups.
  static let idleTime = 30.0
  /// The time in seconds for a replacement to start up before the old helper ends.
  static let startTime = 0.25
}
