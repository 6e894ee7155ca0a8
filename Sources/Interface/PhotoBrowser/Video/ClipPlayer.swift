public import Pixels

/// A player of one video. The library contains no player: the host implements it.
public protocol ClipPlayer: AnyObject {
  /// The receiver of the player's events.
  var onEvent: ((ClipEvent) -> Void)? { get set }
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

/// An event of a video player.
public enum ClipEvent {
  /// The video is open. Frames follow once a size was set with ``ClipPlayer/fit(_:)``.
  case opened(ClipDetails)
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

/// The properties of a video.
nonisolated public struct ClipDetails: Hashable, Sendable {
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
