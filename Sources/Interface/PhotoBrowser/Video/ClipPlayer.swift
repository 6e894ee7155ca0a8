public import Pixels

/// Plays one clip for a page. The library knows no player: the host brings one.
public protocol ClipPlayer: AnyObject {
  /// Told of everything that comes.
  var onNews: ((ClipNews) -> Void)? { get set }
  /// Opens the clip, anew if it was open; it stands still at its beginning.
  func open(muted: Bool, loops: Bool)
  /// Goes on; from the beginning when it had ended.
  func play()
  /// Stands still.
  func pause()
  /// Goes to a time in seconds: exactly there, or to a picture near it that is quick to get.
  func seek(to seconds: Double, isExact: Bool)
  /// Is silent, or not.
  func setMuted(_ isMuted: Bool)
  /// Begins again at the end, or not.
  func setLooping(_ loops: Bool)
  /// Frames are wanted at this size, in device pixels.
  func fit(_ size: PixelSize)
  /// Ends it; the frames it made stay.
  func close()
}

/// What comes from a clip.
public enum ClipNews {
  /// It is open. Frames come once the player was told how large.
  case opened(ClipDetails)
  /// What is seen of it from now on.
  case frame(Bitmap)
  /// How far it has come, in seconds.
  case position(Double)
  /// It came to its end, and stands at its last frame.
  case ended
  /// It plays without its sound, and why: one sentence.
  case silent(String)
  /// It cannot be played, and why.
  case failed(FailureMessage)
}

/// A clip as a whole.
nonisolated public struct ClipDetails: Hashable, Sendable {
  /// The size it is meant to be seen at, upright.
  public var size: PixelSize
  /// Seconds; nil when nobody knows.
  public var duration: Double?
  /// True when there is something to hear.
  public var hasSound: Bool

  /// Makes a description.
  public init(size: PixelSize, duration: Double?, hasSound: Bool) {
    self.size = size
    self.duration = duration
    self.hasSound = hasSound
  }
}
