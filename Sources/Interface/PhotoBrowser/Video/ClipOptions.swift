extension ClipCell {
  /// The playback options of videos.
  nonisolated public struct Options: Hashable, Sendable {
    /// Whether videos start without sound. Default: false.
    public var isMuted = false
    /// Whether playing restarts at the end. Default: true.
    ///
    /// - Source: JXPhotoBrowser 4.1.
    public var loops = true
    /// The time for which the controls stay after an interaction while a video plays, in seconds.
    /// Default: 2.5.
    public var controlsTime = 2.5

    public init() {}
  }
}
