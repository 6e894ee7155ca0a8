/// How clips are shown and played.
nonisolated public struct ClipOptions: Hashable, Sendable {
  /// True begins without sound. Default: false.
  public var isMuted = false
  /// True begins again at the end. Default: true.
  ///
  /// - Source: JXPhotoBrowser 4.1.
  public var loops = true
  /// How long the controls stay while a clip plays and nobody moves, in seconds. Default: 2.5.
  public var controlsTime = 2.5

  /// Makes the defaults.
  public init() {}
}
