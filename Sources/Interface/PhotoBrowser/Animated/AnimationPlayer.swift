package import Motion
package import Pixels
package import Views

/// The player of an animated picture in a ``PhotoCell``.
///
/// The player is a view that draws nothing, but which the stage updates when a frame is due. It
/// plays while its page is the current one, stops while the page is scrolled, pulled down or in
/// flight, and shows the first frame again when the page has disappeared.
package final class AnimationPlayer: View {
  /// The first frame in the best available resolution, shown before the animation plays and after
  /// the page has disappeared.
  package var firstPicture: Picture {
    didSet { if shownFrameIndex == nil { cell?.content = .picture(firstPicture) } }
  }
  /// Called with the index of each frame that is shown.
  package var onFrameShown: ((_ index: Int) -> Void)?
  /// Called when the player is paused, resumed or stepped.
  package var onPlaybackChange: (() -> Void)?
  /// Whether the user has paused the player, or the player waits to be started by the user.
  package private(set) var isPaused: Bool

  private let frames: any Picture.Frames
  private var clock = AnimationClock()
  private let startsByItself: Bool
  /// The index of the frame that the cell shows; nil while the cell shows the cover.
  private var shownFrameIndex: Int?
  private var shownBitmap: Bitmap?
  private var isPageCurrent = false
  /// Whether ``frames`` is decoding: true between the calls of its `begin()` and its `end()`.
  private var isDecoding = false
  /// The frames that were requested since the last update of the view, by their indices, so that
  /// each is requested once per frame of the screen.
  private var framesOfThisUpdate: [Int: Picture.Frame] = [:]

  /// Makes a player of `frames` that shows `firstPicture` until it plays.
  ///
  /// - Parameter startsByItself: whether the player plays as soon as its page appears; otherwise it
  ///   waits for ``togglePlaying(at:)``.
  package init(_ frames: any Picture.Frames, firstPicture: Picture, startsByItself: Bool = true) {
    self.frames = frames
    self.firstPicture = firstPicture
    self.startsByItself = startsByItself
    isPaused = !startsByItself
    super.init()
    frames.onChange = { [weak self] in self?.framesDidChange() }
  }

  /// The index of the frame to show, from 0.
  package var frameIndex: Int { clock.frameIndex }
  /// The number of frames; nil until it is known.
  package var frameCount: Int? { frames.count }
  /// Whether the animation plays, also while the next frame is not decoded yet.
  package var isPlaying: Bool { clock.isRunning && !clock.isAtEnd }
  /// True while the animation plays for the first time since the page appeared.
  package var isInFirstIteration: Bool {
    isPlaying && shownFrameIndex != nil && clock.iteration == 0
  }

  // MARK: User commands

  /// Pauses or resumes the animation. An animation at its end starts again with the first frame.
  package func togglePlaying(at time: Timestamp) {
    if isPlaying {
      clock.stop(at: time, duration: duration)
      isPaused = true
    } else {
      isPaused = false
      if isPageCurrent { clock.start(at: time) }
    }
    requestFrame()
    onPlaybackChange?()
  }

  /// Pauses the animation, and moves by `step` frames, backwards if negative.
  package func step(_ step: Int) {
    framesOfThisUpdate = [:]
    clock.frameCount = frames.count
    clock.step(step)
    isPaused = true
    showFrame()
    onPlaybackChange?()
  }

  /// Sets the box that the picture fills on the screen, in device pixels; frames are decoded for
  /// this box.
  package func setDecodingBox(_ box: PixelSize) { frames.box = box }

  // MARK: Page lifecycle

  func didAppear() {
    isPageCurrent = true
    if !isDecoding { frames.begin() }
    isDecoding = true
    // The clock starts with the next frame of the stage, whose time is known.
    requestFrame()
  }

  func willDisappear() {
    isPageCurrent = false
    requestFrame()
  }

  func didDisappear() {
    isPageCurrent = false
    isPaused = !startsByItself
    clock.rewind()
    frames.head = 0
    endDecoding()
    guard shownFrameIndex != nil else { return }
    (shownFrameIndex, shownBitmap) = (nil, nil)
    cell?.content = .picture(firstPicture)
  }

  /// Ends playback for good, because another player replaces this one.
  func endPlayback() {
    frames.onChange = nil
    endDecoding()
    removeFromParent()
  }

  private func endDecoding() {
    framesOfThisUpdate = [:]
    if isDecoding { frames.end() }
    isDecoding = false
  }

  // MARK: View

  package override func update(at time: FrameTime) {
    framesOfThisUpdate = [:]
    clock.frameCount = frames.count
    clock.iterationCount = frames.iterationCount ?? 0
    guard isPageCurrent, !isPaused else {
      if clock.isRunning { clock.stop(at: time.presentation, duration: duration) }
      return
    }
    // A clock at the end of its animation is still running, so the animation does not start again
    // here; only the user restarts it.
    if !clock.isRunning { clock.start(at: time.presentation) }
    if cell?.isOutOfPlace ?? true {
      clock.discardTime(until: time.presentation)
    } else {
      clock.advance(to: time.presentation, duration: duration)
      showFrame()
      // The player requested frames that the clock has passed only for their durations, so their
      // pictures are released.
      framesOfThisUpdate = framesOfThisUpdate.filter { $0.key == clock.frameIndex }
    }
  }

  /// The time at which the next frame of the animation is due; nil while it is paused, and while
  /// its page is scrolled, pulled down or in flight, because that motion requests frames of the
  /// stage anyway.
  package override var nextDeadline: Timestamp? {
    guard isPageCurrent, !isPaused, cell?.isOutOfPlace == false else { return nil }
    return clock.deadline(duration: duration)
  }

  // MARK: Private

  private var cell: PhotoCell? { parent as? PhotoCell }

  private func duration(_ index: Int) -> Double? { decodedFrame(index)?.duration }

  private func decodedFrame(_ index: Int) -> Picture.Frame? {
    if let known = framesOfThisUpdate[index] { return known }
    let frame = frames.frame(index)
    framesOfThisUpdate[index] = frame
    return frame
  }

  private func framesDidChange() {
    framesOfThisUpdate = [:]
    if isPageCurrent { isPaused ? showFrame() : requestFrame() }
  }

  /// Shows the frame at the position of the clock, if that frame is decoded.
  private func showFrame() {
    let wanted = clock.frameIndex
    frames.head = wanted
    guard let frame = decodedFrame(wanted), frame.picture.naturalSize == firstPicture.naturalSize,
      frame.picture.bitmaps[0] !== shownBitmap
    else { return }
    // The cover is the first frame already, unless a sharper version of the frame was decoded for a
    // zoom.
    let isSharper = frame.picture.bitmaps[0].size.width > firstPicture.bitmaps[0].size.width
    guard wanted != 0 || shownFrameIndex != nil || isSharper else { return }
    let isNew = wanted != shownFrameIndex
    (shownFrameIndex, shownBitmap) = (wanted, frame.picture.bitmaps[0])
    cell?.content = .picture(frame.picture)
    if isNew { onFrameShown?(wanted) }
  }
}
