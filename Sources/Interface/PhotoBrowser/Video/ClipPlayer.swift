public import Pixels

extension ClipCell {
  /// A player of one video for a cell. `BrowserWindow.clipPlayer(for:)` makes one that plays a
  /// file; the host may use a player of its own.
  public protocol Player: AnyObject {
    /// The closure to be called with each event of the player; set by the cell.
    var onEvent: ((ClipCell.Event) -> Void)? { get set }
    /// Opens the video, paused at its beginning; an open video is opened again.
    func open(muted: Bool, loops: Bool)
    /// Starts or resumes playback; a video at its end starts at its beginning.
    func play()
    func pause()
    /// Seeks to a time in seconds: exactly, or to a frame near that time which is quick to decode.
    func seek(to seconds: Double, isExact: Bool)
    /// Turns the sound off or on.
    func setMuted(_ isMuted: Bool)
    /// Turns looping on or off. A looping video starts again at its end.
    func setLooping(_ loops: Bool)
    /// Sets the size in which frames are needed, in device pixels.
    func fit(_ size: PixelSize)
    /// Closes the video. Frames that were delivered before stay valid.
    func close()
  }
}

extension ClipCell {
  /// An event of a video player.
  public enum Event {
    /// The video is open. Frames follow when a size was set with ``ClipCell/Player/fit(_:)``.
    case opened(ClipCell.Details)
    /// The video shows another frame.
    case frame(Bitmap)
    /// The playback position has changed; the payload is in seconds.
    case position(seconds: Double)
    /// Playback has reached the end; the last frame stays.
    case ended
    /// Playback goes on without sound; the payload is one sentence with the reason.
    case silent(reason: String)
    /// The video cannot be played; the payload is the reason.
    case failed(FailureMessage)
  }
}

extension ClipCell {
  /// The properties of a video.
  nonisolated public struct Details: Hashable, Sendable {
    /// The size at which the video is displayed, upright, in pixels.
    public var size: PixelSize
    /// The duration in seconds; nil when it is unknown.
    public var duration: Double?
    /// Whether the video has an audio track.
    public var hasSound: Bool

    public init(size: PixelSize, duration: Double?, hasSound: Bool) {
      self.size = size
      self.duration = duration
      self.hasSound = hasSound
    }
  }
}
