public import Pixels

extension Picture {
  /// The frames of an animated picture, which the host decodes ahead of the playhead.
  ///
  /// A request for a frame never blocks: while a frame is missing, the player shows the previous
  /// one.
  @MainActor public protocol Frames: AnyObject {
    /// The number of frames; nil until it is known.
    var count: Int? { get }
    /// The number of times the animation plays, 0 for endless; nil until it is known.
    var iterationCount: Int? { get }
    /// The playhead: the index of the visible frame. The frames that the player will need next are
    /// those after the playhead.
    var head: Int { get set }
    /// The box that the picture fills, in device pixels; frames need no higher resolution.
    var box: PixelSize { get set }
    /// The closure to be called when more frames are available, or when it is certain that there
    /// will be no more.
    var onChange: (() -> Void)? { get set }
    /// Begins to decode: called when the page appears, again only after ``end()``.
    func begin()
    /// The frame at `index`; nil when it is not decoded. Called once for each frame of the screen
    /// that shows the frame at `index`, and again if the user steps the animation or ``onChange``
    /// is called before the next frame of the screen.
    func frame(_ index: Int) -> Picture.Frame?
    /// Stops decoding, so that the memory of the frames can be released. Called once after each
    /// ``begin()``.
    func end()
  }
}

extension Picture {
  /// One frame of an animated picture.
  nonisolated public struct Frame: Sendable {
    /// The picture of the frame; all frames of an animation have the same natural size.
    public var picture: Picture
    /// The duration of the frame, in seconds.
    public var duration: Double

    /// Makes a frame.
    ///
    /// - Parameter milliseconds: the duration that the file specifies; see ``displayDuration(_:)``.
    public init(_ picture: Picture, milliseconds: Int) {
      self.picture = picture
      duration = Self.displayDuration(milliseconds)
    }

    /// The duration in milliseconds up to which a duration in a file counts as unspecified.
    private static let maxUnspecifiedMilliseconds = 10
    /// The duration in milliseconds of a frame for which the file specifies none.
    ///
    /// - Source: web browsers.
    private static let defaultMilliseconds = 100

    /// The duration in seconds for which a frame is shown if the file specifies `milliseconds`.
    public static func displayDuration(_ milliseconds: Int) -> Double {
      Double(milliseconds > maxUnspecifiedMilliseconds ? milliseconds : defaultMilliseconds) / 1000
    }
  }
}
