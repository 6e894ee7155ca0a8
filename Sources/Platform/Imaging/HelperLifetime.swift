/// The limits after which a helper is replaced by a new process, so that a helper that one picture
/// has compromised does not see all later ones.
///
/// The new process is started before the old one ends, because a start takes 16 to 50 ms and no
/// picture should wait for it.
enum HelperLifetime {
  /// The number of decodes after which a helper for pages and thumbnails is replaced. A start costs
  /// 15 ms of processor time, or 0.1 ms per decode, which is one percent of the time that a
  /// thumbnail takes.
  static let maxDecodes = 150
  /// The number of quick decodes, of about a millisecond each, that count as one of ``maxDecodes``.
  static let quickDecodesPerDecode = 10
  /// The number of files after which a helper for animations, regions or exported files is
  /// replaced.
  static let maxSessions = 20
  /// The number of photos after which a helper for metadata is replaced. A photo takes half a
  /// millisecond of processor time, and a start with the metadata library 20 ms, or 0.13 ms per
  /// photo.
  static let maxPhotos = 150
  /// The time in seconds without work after which helpers that have received a picture are
  /// replaced. An unused helper may wait without limit: it knows no picture and causes no wake-ups.
  static let idleTime = 30.0
  /// The time in seconds that a new helper gets to start up before the old one ends.
  static let startUpTime = 0.25
}
