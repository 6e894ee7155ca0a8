package import Motion
package import Pixels
package import Views

/// The player of an animated picture in a ``PhotoCell``.
///
/// It is a view that draws nothing; the stage updates it when a frame is due. It plays while its
/// page is the current one, stops while the page is scrolled, pulled down or in flight, and shows
/// the first frame again when the page has disappeared.
package final class AnimationPlayer: View {
  /// The first frame in the best available resolution, shown before and after playing.
  package var cover: Picture {
    didSet { if shown == nil { cell?.content = .picture(cover) } }
  }
  /// Called with the index of each frame that is shown.
  package var onShow: ((Int) -> Void)?
  /// Called when the player is paused, resumed or stepped.
  package var onPause: (() -> Void)?
  /// True when the user has paused the player, or it waits to be started.
  package private(set) var isPaused: Bool

  private let frames: any Picture.Frames
  private var clock = AnimationClock()
  private let startsByItself: Bool
  /// The index of the frame that the cell shows; nil for the cover.
  private var shown: Int?
  private var shownBitmap: Bitmap?
  private var isPageCurrent = false

  /// Makes a player of `frames` that shows `cover` until it plays.
  ///
  /// - Parameter startsByItself: whether it plays as soon as its page appears; otherwise it waits
  ///   for ``togglePlaying(at:)``.
  package init(_ frames: any Picture.Frames, cover: Picture, startsByItself: Bool = true) {
    self.frames = frames
    self.cover = cover
    self.startsByItself = startsByItself
    isPaused = !startsByItself
    super.init()
    frames.onChange = { [weak self] in self?.framesDidChange() }
  }

  /// The index of the frame to show, from 0.
  package var frameIndex: Int { clock.frame }
  /// The number of frames; nil while it is unknown.
  package var frameCount: Int? { frames.count }
  /// True while the animation plays, also while it waits for a frame.
  package var isPlaying: Bool { clock.isRunning && !clock.isAtEnd }
  /// True while the animation plays for the first time since the page appeared.
  package var isInFirstIteration: Bool { isPlaying && shown != nil && clock.iteration == 0 }

  // MARK: User commands

  /// Pauses or resumes the animation; at its end, starts it again with the first frame.
  package func togglePlaying(at time: Timestamp) {
    if isPlaying {
      clock.stop(at: time, duration: duration)
      isPaused = true
    } else {
      isPaused = false
      if isPageCurrent { clock.start(at: time) }
    }
    requestFrame()
    onPause?()
  }

  /// Pauses the animation, and moves by `step` frames, backwards if negative.
  package func step(_ step: Int) {
    clock.count = frames.count
    clock.step(step)
    isPaused = true
    showFrame()
    onPause?()
  }

  /// Requests frames that fill a box of device pixels.
  package func fill(_ box: PixelSize) { frames.box = box }

  // MARK: Page lifecycle

  func didAppear() {
    isPageCurrent = true
    frames.begin()
    // The clock starts with the next frame, whose time is known.
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
    frames.end()
    guard shown != nil else { return }
    (shown, shownBitmap) = (nil, nil)
    cell?.content = .picture(cover)
  }

  /// Ends playing, when the player is replaced.
  func end() {
    frames.onChange = nil
    frames.end()
    removeFromParent()
  }

  // MARK: View

  package override func update(at time: FrameTime) {
    clock.count = frames.count
    clock.iterationCount = frames.iterationCount ?? 0
    guard isPageCurrent, !isPaused else {
      if clock.isRunning { clock.stop(at: time.presentation, duration: duration) }
      return
    }
    // At its end the clock is still running; the user restarts it.
    if !clock.isRunning { clock.start(at: time.presentation) }
    if cell?.isOutOfPlace ?? true {
      clock.hold(at: time.presentation)
    } else {
      clock.advance(to: time.presentation, duration: duration)
      showFrame()
    }
  }

  /// The time at which the next frame is due; nil while the page is scrolled, pulled or in flight,
  /// because the motion of the page requests frames anyway.
  package override var nextDeadline: Timestamp? {
    guard isPageCurrent, !isPaused, cell?.isOutOfPlace == false else { return nil }
    return clock.deadline(duration: duration)
  }

  // MARK: Private

  private var cell: PhotoCell? { parent as? PhotoCell }

  private func duration(_ index: Int) -> Double? { frames.frame(index)?.duration }

  private func framesDidChange() {
    if isPageCurrent { isPaused ? showFrame() : requestFrame() }
  }

  /// Shows the frame of the clock, if it is decoded.
  private func showFrame() {
    let wanted = clock.frame
    frames.head = wanted
    guard let frame = frames.frame(wanted), frame.picture.naturalSize == cover.naturalSize,
      frame.picture.bitmaps[0] !== shownBitmap
    else { return }
    // The cover shows the first frame already, unless a sharper version was decoded for a zoom.
    let isSharper = frame.picture.bitmaps[0].size.width > cover.bitmaps[0].size.width
    guard wanted != 0 || shown != nil || isSharper else { return }
    let isNew = wanted != shown
    (shown, shownBitmap) = (wanted, frame.picture.bitmaps[0])
    cell?.content = .picture(frame.picture)
    if isNew { onShow?(wanted) }
  }
}
