extension ClipCell {
  /// The options of the playback of videos.
  nonisolated public struct Options: Hashable, Sendable {
    /// Whether videos start without sound. Default: false.
    public var isMuted = false
    /// Whether playback restarts at the end of the video. Default: true.
    ///
    /// - Source: JXPhotoBrowser 4.1.
    public var loops = true
    /// The time in seconds for which the controls stay visible after an interaction while a video
    /// plays. Default: 2.5.
    public var controlsTime = 2.5

    public init() {}
  }
}
