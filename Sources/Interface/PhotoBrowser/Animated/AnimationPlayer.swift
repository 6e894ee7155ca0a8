public import Motion
public import Pixels
public import Views

/// Plays a picture's frames in its cell.
///
/// It is a view without a picture of its own: the stage wakes it when a frame is due, and only then.
/// It plays while its page is the one that is looked at, stands while the page is moved, pulled or in
/// flight, and when the page has left it shows the first frame again.
public final class AnimationPlayer: View {
  /// What is seen before it plays and after: the first frame, as sharp as there is.
  public var cover: Picture {
    didSet { if shown == nil { cell?.content = .picture(cover) } }
  }
  /// Called with the number of each frame that is shown.
  public var onShow: ((Int) -> Void)?
  /// Called when it is paused, steps or goes on.
  public var onPause: (() -> Void)?
  /// True when the person has paused it, or it waits to be started.
  public private(set) var isPaused: Bool

  private let frames: any PictureFrames
  private var clock = AnimationClock()
  private let startsByItself: Bool
  /// The frame that the cell shows; nil for the cover.
  private var shown: Int?
  private var shownBitmap: Bitmap?
  private var isOnStage = false

  /// Makes a player of `frames` that shows `cover` until it plays.
  ///
  /// - Parameter startsByItself: false waits for ``togglePlaying(at:)``.
  public init(_ frames: any PictureFrames, cover: Picture, startsByItself: Bool = true) {
    self.frames = frames
    self.cover = cover
    self.startsByItself = startsByItself
    isPaused = !startsByItself
    super.init()
    frames.onChange = { [weak self] in self?.framesDidChange() }
  }

  /// The number of the frame that is to be seen, from 0.
  public var frameIndex: Int { clock.frame }
  /// How many frames there are; nil while that is not known.
  public var frameCount: Int? { frames.count }
  /// True while it plays, frames being there or not.
  public var isPlaying: Bool { clock.isRunning && !clock.isAtEnd }
  /// True while it is seen for the first time since its page appeared.
  public var isInFirstRound: Bool { isPlaying && shown != nil && clock.rounds == 0 }

  // MARK: What a person does

  /// Pauses, or goes on; from the beginning when it was over.
  public func togglePlaying(at time: Timestamp) {
    if isPlaying {
      clock.stop(at: time, duration: duration)
      isPaused = true
    } else {
      isPaused = false
      if isOnStage { clock.start(at: time) }
    }
    requestFrame()
    onPause?()
  }

  /// Shows another frame, `step` on, or back when negative, and stays there.
  public func step(_ step: Int) {
    clock.count = frames.count
    clock.step(step)
    isPaused = true
    showFrame()
    onPause?()
  }

  /// The picture is seen within `box` device pixels: fetches frames that fill it.
  public func fill(_ box: PixelSize) { frames.box = box }

  // MARK: Its page

  func didAppear() {
    isOnStage = true
    frames.begin()
    // Time begins with the next frame, which knows what time it is.
    requestFrame()
  }

  func willDisappear() {
    isOnStage = false
    requestFrame()
  }

  func didDisappear() {
    isOnStage = false
    isPaused = !startsByItself
    clock.rewind()
    frames.head = 0
    frames.end()
    guard shown != nil else { return }
    (shown, shownBitmap) = (nil, nil)
    cell?.content = .picture(cover)
  }

  /// Nobody will look at it any more.
  func end() {
    frames.onChange = nil
    frames.end()
    removeFromParent()
  }

  // MARK: As a view

  public override func update(at time: FrameTime) {
    clock.count = frames.count
    clock.plays = frames.plays ?? 0
    guard isOnStage, !isPaused else {
      if clock.isRunning { clock.stop(at: time.presentation, duration: duration) }
      return
    }
    // Over is over: it begins anew when it is asked to.
    if !clock.isRunning { clock.start(at: time.presentation) }
    if cell?.isOutOfPlace ?? true {
      clock.hold(at: time.presentation)
    } else {
      clock.advance(to: time.presentation, duration: duration)
      showFrame()
    }
  }

  /// When the next frame is due; never while its page is out of place, because the frame that brings
  /// it back comes by itself.
  public override var nextDeadline: Timestamp? {
    guard isOnStage, !isPaused, cell?.isOutOfPlace == false else { return nil }
    return clock.deadline(duration: duration)
  }

  // MARK: Inside

  private var cell: PhotoCell? { parent as? PhotoCell }

  private func duration(_ index: Int) -> Double? { frames.frame(index)?.duration }

  private func framesDidChange() {
    if isOnStage { isPaused ? showFrame() : requestFrame() }
  }

  /// Shows the frame that is to be seen, if it is there.
  private func showFrame() {
    let wanted = clock.frame
    frames.head = wanted
    guard let frame = frames.frame(wanted), frame.picture.naturalSize == cover.naturalSize,
      frame.picture.bitmaps[0] !== shownBitmap
    else { return }
    // The cover is the first frame already, but for one that is zoomed in.
    let isSharper = frame.picture.bitmaps[0].size.width > cover.bitmaps[0].size.width
    guard wanted != 0 || shown != nil || isSharper else { return }
    let isNew = wanted != shown
    (shown, shownBitmap) = (wanted, frame.picture.bitmaps[0])
    cell?.content = .picture(frame.picture)
    if isNew { onShow?(wanted) }
  }
}
