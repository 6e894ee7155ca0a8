public import BrowserCore
public import Drawing
public import Geometry
public import Motion
import Pixels
public import Views

/// A page with a picture: whole or zoomed, loading, or failed with a reason.
open class PhotoCell: View, BrowserCell {
  /// How enlarged and transparent pictures are drawn.
  public var options = BrowserOptions() {
    didSet { setNeedsDisplay() }
  }
  /// What the host shows of the picture elsewhere: seen until there is something better.
  public var thumbnail: Picture? {
    didSet { if isWaiting { setNeedsDisplay() } }
  }
  /// How far a better picture has come while one is shown; nil when none is under way.
  public var progress: LoadProgress? {
    didSet { if progress != oldValue { progressDidChange() } }
  }
  /// Why there is nothing better than what is shown; nil when nothing is wrong.
  public var failure: FailureMessage? {
    didSet { if failure != oldValue { failureDidChange() } }
  }
  /// Called when the person asks to try again.
  public var onRetry: (() -> Void)?
  /// The picture's size when it is known before its pixels are.
  public var knownSize: Size? {
    didSet { if knownSize != oldValue { onContentSizeChange?() } }
  }
  /// True when that is the size of something without pixels of its own.
  var isKnownScalable = false
  /// Called when ``contentSize`` may have changed.
  public var onContentSizeChange: (() -> Void)?

  /// What is shown.
  public var content = PhotoContent.empty {
    didSet { contentDidChange(from: oldValue) }
  }

  /// What makes its picture move; nil when it stands still.
  public var animation: AnimationPlayer? {
    didSet { playerDidChange(from: oldValue) }
  }
  /// True while pages are turned faster than pictures come: nobody waits for this one.
  var isPassed = false {
    didSet { if isPassed != oldValue { beginWaiting() } }
  }
  /// True while its page is the one that is looked at.
  private var isOnStage = false

  /// Where the person points, if it is at this page.
  var focus: Point?
  /// The height of its picture over the scene below, 0…1; seen as a shadow while it is pulled.
  var height = 0.0
  private(set) var contentRect = Rect.zero
  /// The picture's arrival at rest, for a few frames.
  private var arrival: PictureArrival?
  /// True while the resting picture fades in over the moving one.
  var isArriving: Bool { arrival != nil }
  /// What was seen before a jump to a page whose picture is not there yet: a short wait is better
  /// spent with the old picture than with none.
  var standIn: Painting?
  private(set) var imageScale = 1.0
  private(set) var opacity = 1.0
  private(set) var placement = BrowserFrame.Placement.still
  let ring = ProgressRing()
  var ringDelay = RingDelay()
  private let failureViews = FailureViews()
  /// Height that indicator and overlays take at the bottom of the page, in pixels.
  var bottomInset = 0.0 {
    didSet { if bottomInset != oldValue { setNeedsLayout() } }
  }

  /// Makes an empty cell.
  public init() {
    super.init(frame: .zero)
    ring.isHidden = true
    add(ring)
  }

  /// The size of what is shown, or will be.
  public var contentSize: Size? {
    switch content {
    case .picture(let picture): picture.contentSize
    case .zoomable(let content): content.contentSize
    case .empty, .loading: knownSize
    case .failed: nil
    }
  }

  /// True when what is shown, or will be, has no pixels of its own.
  public var isContentScalable: Bool { content.zoomable?.isScalable ?? isKnownScalable }

  /// True while there is neither something to see nor a reason for none.
  public var isWaiting: Bool {
    switch content {
    case .empty, .loading: true
    case .picture, .zoomable, .failed: false
    }
  }

  /// A picture that is on its way is waited for, one that moves is seen to its end once.
  open var slideshowHold: Slideshow.Hold? {
    if isWaiting { return .loading }
    return animation?.isInFirstRound == true ? .playing : nil
  }

  private func contentDidChange(from old: PhotoContent) {
    if case .picture(let new) = content, case .picture(let last) = old,
      new.naturalSize == last.naturalSize
    {
      // The next frame of something that moves, or the same picture, better: only its pixels change.
      return setNeedsDisplay(pictureArea)
    }
    if case .loading = content, case .loading = old { return progressDidChange() }
    follow(content.zoomable, insteadOf: old.zoomable)
    if !isWaiting { standIn = nil }
    progressDidChange()
    failureDidChange()
    setNeedsDisplay()
    onContentSizeChange?()
  }

  /// Something that changes by itself is drawn again when it says so.
  private func follow(_ new: (any ZoomableContent)?, insteadOf old: (any ZoomableContent)?) {
    old?.onChange = nil
    new?.onChange = { [weak self] in
      guard let self else { return }
      setNeedsDisplay(pictureArea)
      rest()
    }
    rest()
  }

  /// What has come to rest may want to be sharper.
  private func rest() {
    guard placement == .still, opacity >= 1, !contentRect.isEmpty, let content = content.zoomable
    else { return }
    content.rest(at: painting(of: content).place)
  }

  /// Forgets everything.
  public func prepareForReuse() {
    animation = nil
    isPassed = false
    isOnStage = false
    standIn = nil
    thumbnail = nil
    progress = nil
    failure = nil
    failureViews.reset()
    content = .empty
    knownSize = nil
    isKnownScalable = false
    contentRect = .zero
    focus = nil
    opacity = 1
    placement = .still
    arrival = nil
    height = 0
  }

  // In the class and not only in the protocol, so that cells made from this one can add to them.

  /// Does nothing.
  open func willAppear() {}
  /// Plays what moves.
  open func didAppear() {
    isOnStage = true
    animation?.didAppear()
  }
  /// Stops what moves.
  open func willDisappear() {
    isOnStage = false
    animation?.willDisappear()
  }
  /// Shows the first frame of what moves.
  open func didDisappear() {
    isOnStage = false
    animation?.didDisappear()
  }

  private func playerDidChange(from old: AnimationPlayer?) {
    guard old !== animation else { return }
    old?.end()
    guard let animation else { return }
    add(animation)
    if isOnStage { animation.didAppear() }
  }

  /// True while its page is moved, or its picture pulled or in flight.
  var isOutOfPlace: Bool {
    isHidden || placement == .pulled || placement == .flying || frame.origin != .zero
  }

  /// Puts the picture where the browser says.
  public func place(_ page: BrowserFrame.Page) {
    let content = page.content.offset(by: Point.zero - page.frame.origin)
    if standIn != nil, page.placement != .still || page.frame.origin != .zero {
      standIn = nil
      setNeedsDisplay()
    }
    guard
      content != contentRect || page.opacity != opacity || page.placement != placement
        || page.scale != imageScale
    else { return }
    setNeedsDisplay()
    arrival =
      page.placement == .still && !isHidden
      ? PictureArrival(from: contentRect, placement, to: content) : nil
    contentRect = content
    imageScale = page.scale
    opacity = page.opacity
    placement = page.placement
    setNeedsDisplay()
    followHand()
    rest()
  }

  /// Shows the message of a failure, or takes it away.
  private func failureDidChange() {
    let message: FailureMessage? =
      switch content {
      case .failed(let message): message
      case .picture, .zoomable: failure
      case .empty, .loading: nil
      }
    failureViews.show(message, isOverPicture: content.zoomable != nil, in: self) { [weak self] in
      self?.onRetry?()
    }
  }

  /// Ring and card are where the picture would be.
  private func followHand() {
    let middle = placement == .pulled ? contentRect.center : bounds.center
    ring.frame = Rect(center: middle, size: ProgressRing.naturalSize(at: uiScale)).snapped
    ring.alpha = opacity
    failureViews.place(
      middle: middle, page: bounds, inset: bottomInset, scale: uiScale, opacity: opacity,
      isMoving: placement == .pulled || placement == .flying)
  }

  /// Where the picture is drawn; at rest on whole pixels, wherever they round to.
  private var pictureArea: Rect { contentRect.inset(by: .all(-1)).roundedOut }

  /// A picture in the hand reaches beyond its page.
  public override var paintBounds: Rect {
    guard placement == .pulled else { return bounds }
    let shadow = PictureLift.reach(scale: uiScale)
    return bounds.union(contentRect.inset(by: .all(-shadow)).roundedOut)
  }

  /// True while the resting picture fades in over the moving one.
  public override var wantsFrame: Bool { arrival != nil }

  /// Places the ring and the card or strip with the reason why there is no picture, or no better one.
  public override func layout() { followHand() }

  /// Shows the ring when loading takes long.
  public override func update(at time: FrameTime) {
    if !isPassed, ringDelay.isOver(at: time.presentation) { showRing() }
    guard var arrival else { return }
    arrival.advance(to: time.presentation)
    self.arrival = arrival.isOver ? nil : arrival
    setNeedsDisplay(pictureArea)
  }

  /// When the ring will appear.
  public override var nextDeadline: Timestamp? { isPassed ? nil : ringDelay.deadline }

  /// Leaves it to the host.
  open func receiveTap(at point: Point) -> Bool { false }
  /// Leaves it to the host.
  open func holdBegan(at point: Point) -> Bool { false }
  /// Does nothing.
  open func holdEnded() {}

  /// Draws the picture.
  public override func draw(in canvas: Canvas, damage: Rect) {
    if let standIn { return paint(standIn, in: canvas) }
    guard !contentRect.isEmpty else { return }
    canvas.saved {
      if placement != .pulled { canvas.clip(to: bounds) }
      if let painting {
        paint(painting, in: canvas)
      } else if case .loading = content {
        let rect = placement == .still ? contentRect.pixelAligned : contentRect
        canvas.fill(rect, Painting.placeholder.opacity(opacity))
      }
    }
  }

  private func paint(_ painting: Painting, in canvas: Canvas) {
    if placement == .pulled {
      PictureLift.draw(
        around: painting.rect, height: height * opacity, scale: uiScale, in: canvas)
    }
    guard let arrival, opacity >= 1, painting.isOpaque,
      let picture = painting.content.picture(at: painting.rect)
    else {
      return painting.draw(in: canvas, alpha: opacity, on: options.transparency, scale: uiScale)
    }
    var moving = painting.place
    moving.rect = arrival.movingRect
    moving.isMoving = true
    canvas.saved {
      canvas.clip(to: painting.rect)
      picture.draw(in: canvas, at: moving)
    }
    painting.draw(
      in: canvas, alpha: arrival.share, on: options.transparency, scale: uiScale)
  }
}
