public import Pixels

extension ClipCell {
  /// A player of one video. `BrowserWindow.clipPlayer(for:)` makes one that plays a file; any other
  /// player is the host's.
  public protocol Player: AnyObject {
    /// The receiver of the player's events.
    var onEvent: ((ClipCell.Event) -> Void)? { get set }
    /// Opens the video, paused at its beginning; opens it again if it was open.
    func open(muted: Bool, loops: Bool)
    /// Plays; from the beginning if the video was at its end.
    func play()
    func pause()
    /// Seeks to a time in seconds: exactly, or to a frame nearby that is quick to decode.
    func seek(to seconds: Double, isExact: Bool)
    /// Turns the sound off or on.
    func setMuted(_ isMuted: Bool)
    /// Turns looping on or off: whether playing restarts at the end.
    func setLooping(_ loops: Bool)
    /// Requests frames of this size, in device pixels.
    func fit(_ size: PixelSize)
    /// Closes the video; the frames it has produced stay valid.
    func close()
  }
}

extension ClipCell {
  /// An event of a video player.
  public enum Event {
    /// The video is open. Frames follow when a size was set with ``ClipCell/Player/fit(_:)``.
    case opened(ClipCell.Details)
    /// The current frame.
    case frame(Bitmap)
    /// The playback position, in seconds.
    case position(Double)
    /// Playing has reached the end; the last frame stays.
    case ended
    /// Playing continues without sound, for the given reason: one sentence.
    case silent(String)
    /// The video cannot be played, for the given reason.
    case failed(FailureMessage)
  }
}

extension ClipCell {
  /// The properties of a video.
  nonisolated public struct Details: Hashable, Sendable {
    /// The upright display size, in pixels.
    public var size: PixelSize
    /// The duration in seconds; nil when it is unknown.
    public var duration: Double?
    /// Whether the video has sound.
    public var hasSound: Bool

    public init(size: PixelSize, duration: Double?, hasSound: Bool) {
      self.size = size
      self.duration = duration
      self.hasSound = hasSound
    }
  }
}
