public import Pixels

/// The frames of a picture that moves, decoded by the host ahead of the one that is seen.
///
/// Nothing waits for it: a frame is there or it is not, and as long as it is not the one before it
/// stays.
public protocol PictureFrames: AnyObject {
  /// How many there are; nil until that is known.
  var count: Int? { get }
  /// How often they are played in all, 0 for ever; nil until that is known.
  var plays: Int? { get }
  /// The frame that is seen: those that follow it will be wanted.
  var head: Int { get set }
  /// The box, in device pixels, the picture is seen in: frames need not have more pixels.
  var box: PixelSize { get set }
  /// Called when there are more frames than before, or it is known that there will be none.
  var onChange: (() -> Void)? { get set }
  /// Frames are wanted from this moment on, again after ``end()``.
  func begin()
  /// Frame `index`; nil when it is not there.
  func frame(_ index: Int) -> PictureFrame?
  /// None is wanted any more: their memory can go.
  func end()
}

/// One frame.
nonisolated public struct PictureFrame: Sendable {
  /// What it shows; of the same natural size as all others.
  public var picture: Picture
  /// How long it is seen, in seconds.
  public var duration: Double

  /// Makes a frame that is seen for `milliseconds`, as files say it and ``shownSeconds(_:)`` takes
  /// it.
  public init(_ picture: Picture, milliseconds: Int) {
    self.picture = picture
    duration = Self.shownSeconds(milliseconds)
  }

  /// Up to so many milliseconds mean that nobody thought of a time.
  private static let thoughtlessTime = 10
  /// How long frames without a time are seen, in milliseconds.
  ///
  /// - Source: what all browsers do.
  private static let ordinaryTime = 100

  /// How long a frame is seen of which the file says `milliseconds`, in seconds.
  public static func shownSeconds(_ milliseconds: Int) -> Double {
    Double(milliseconds > thoughtlessTime ? milliseconds : ordinaryTime) / 1000
  }
}
