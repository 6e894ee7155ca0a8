public import BrowserCore
public import Drawing
public import Geometry
public import Motion
package import Pixels
public import Views

/// A cell with a zoomable picture, a progress ring while the picture loads, or a message when
/// loading has failed.
///
/// A subclass that overrides a method calls the one of its superclass, except in
/// ``receiveTap(at:)``, ``holdBegan(at:)`` and ``holdEnded()``. A subclass that needs a
/// deinitialiser declares it `isolated deinit`, because views belong to the main actor.
open class PhotoCell: View, BrowserCell {
  /// The options of the browser, for the appearance of enlarged and transparent pictures. Set by
  /// the browser.
  public var options = BrowserOptions() {
    didSet { setNeedsDisplay() }
  }
  /// The host's thumbnail of the picture, drawn until the cell has content; nil for none.
  public var thumbnail: Picture? {
    didSet { if isWaiting { setNeedsDisplay() } }
  }
  /// The progress of the load of a better picture while another one is shown; nil when none is
  /// loading.
  public var progress: Picture.Progress? {
    didSet { if progress != oldValue { progressDidChange() } }
  }
  /// The reason why no better picture is shown; nil when no load has failed.
  public var failure: FailureMessage? {
    didSet { if failure != oldValue { failureDidChange() } }
  }
  /// The closure to be called when the user requests another attempt to load the picture. Set by
  /// the browser.
  public var onRetry: (() -> Void)?
  /// The natural size of the picture, if it is known before the content; nil otherwise.
  public var knownSize: Size? {
    didSet { if knownSize != oldValue { onContentSizeChange?() } }
  }
  /// Whether ``knownSize`` is the size of a content that is sharp at every scale.
  var isKnownContentScalable = false
  /// The closure to be called when ``contentSize`` may have changed. Set by the browser.
  public var onContentSizeChange: (() -> Void)?

  /// The content of the cell: empty, loading, a picture, another zoomable content, or a failure.
  public var content = PhotoContent.empty {
    didSet { contentDidChange(from: oldValue) }
  }

  /// A bitmap that is drawn over the resting or zoomed picture, such as marks on some of its areas;
  /// nil for none. A different picture removes it. Default: nil.
  package var pixelOverlay: Bitmap? {
    didSet { if pixelOverlay !== oldValue { setNeedsDisplay(pictureArea) } }
  }

  /// The player of the picture's animation; nil for a still picture.
  package var animation: AnimationPlayer? {
    didSet { playerDidChange(from: oldValue) }
  }
  private let loadingDisplay = PageLoadingDisplay()
  /// Whether pages are turned faster than their pictures load; the progress ring does not appear
  /// then.
  var isPagingFast: Bool {
    get { loadingDisplay.isPagingFast }
    set {
      if loadingDisplay.setPagingFastReturningNeedsFrame(newValue, isLoading: shownProgress != nil)
      {
        requestFrame()
      }
    }
  }
  /// Whether the page is the current one: true from ``didAppear()`` to ``willDisappear()``.
  private var isPageCurrent = false

  /// Whether the page is put together with others for reading, so that several pages rest side by
  /// side in one viewport.
  var isInReadingGroup = false
  /// The position of the pointer in the cell's coordinates, around which regions load first; nil
  /// when it is unknown.
  var pointer: Point?
  /// The elevation of the picture over the scene below, 0…1, drawn as a shadow during a pull-down.
  var elevation = 0.0
  private var pictureLayout = PictureLayout()
  /// The rectangle of the picture, in the cell's coordinates.
  var contentRect: Rect { pictureLayout.rect }
  /// The device pixels per pixel of the picture.
  var imageScale: Double { pictureLayout.scale }
  var opacity: Double { pictureLayout.opacity }
  var placement: BrowserFrame.Placement { pictureLayout.placement }
  /// Whether the resting picture is fading in over the moving one.
  var isRestingPictureFadingIn: Bool { pictureLayout.settleFade != nil }
  /// The picture of another page that is shown while the cell waits for its own; nil when there is
  /// none.
  var standIn: PlacedContent? { loadingDisplay.standIn }
  private let failureViews = FailureViews()
  /// The height that the indicator and other overlays take at the bottom of the page, in device
  /// pixels.
  var bottomInset = 0.0 {
    didSet { if bottomInset != oldValue { setNeedsLayout() } }
  }

  public init() {
    super.init(frame: .zero)
    add(loadingDisplay.ring)
  }

  /// The natural size of the content, or ``knownSize`` while the content loads; nil when that is
  /// unknown, and after a failure.
  open var contentSize: Size? {
    switch content {
    case .picture(let picture): picture.contentSize
    case .zoomable(let content): content.contentSize
    case .empty, .loading: knownSize
    case .failed: nil
    }
  }

  /// Whether the content, or the one that is loading, is sharp at every scale.
  open var isContentScalable: Bool { content.zoomable?.isScalable ?? isKnownContentScalable }

  /// Zero: the cell has no controls of its own.
  open var controlsInsets: Insets { .zero }

  /// Whether enlarged pixels are smoothed at every scale, as in videos.
  var smoothsPixels: Bool { false }

  /// Whether the cell has neither a content nor a failure.
  public var isWaiting: Bool {
    switch content {
    case .empty, .loading: true
    case .picture, .zoomable, .failed: false
    }
  }

  /// `.loading` while the cell waits for its content, `.playing` during the first iteration of an
  /// animation; nil otherwise.
  open var slideshowWaitReason: Slideshow.WaitReason? {
    if isWaiting { return .loading }
    return animation?.isInFirstIteration == true ? .playing : nil
  }

  private func contentDidChange(from old: PhotoContent) {
    if case .picture(let new) = content, case .picture(let last) = old,
      new.naturalSize == last.naturalSize
    {
      // The content is the next frame of an animation, or a better version of the same picture:
      // only its pixels change.
      return setNeedsDisplay(pictureArea)
    }
    if case .loading = content, case .loading = old { return progressDidChange() }
    pixelOverlay = nil
    observe(content.zoomable, insteadOf: old.zoomable)
    if !isWaiting { loadingDisplay.removeStandIn() }
    progressDidChange()
    failureDidChange()
    setNeedsDisplay()
    onContentSizeChange?()
  }

  /// The progress that the progress ring shows; nil when nothing is loading.
  private var shownProgress: Picture.Progress? {
    switch content {
    case .loading(let share): Picture.Progress(share: share)
    case .picture, .zoomable: progress
    case .empty, .failed: nil
    }
  }

  private func progressDidChange() {
    if loadingDisplay.setProgressReturningNeedsFrame(shownProgress) { requestFrame() }
  }

  /// Shows `old`, the content of another page, until the cell has content of its own, the progress
  /// ring appears, or the page moves.
  ///
  /// - Returns: false when the cell has content or a thumbnail, or the ring has appeared.
  @discardableResult
  func showStandIn(_ old: PlacedContent) -> Bool {
    guard isWaiting, thumbnail == nil, loadingDisplay.show(standIn: old) else { return false }
    setNeedsDisplay()
    return true
  }

  /// Shows a picture of another page as the stand-in, at rest at `rect` in the cell's coordinates.
  func showStandIn(_ picture: Picture, at rect: Rect) -> Bool {
    showStandIn(placedContent(of: picture, restingAt: rect))
  }

  /// Observes changes in the appearance of the content `new`, and ends the observation of `old`.
  private func observe(_ new: (any ZoomableContent)?, insteadOf old: (any ZoomableContent)?) {
    old?.onChange = nil
    new?.onChange = { [weak self] in
      guard let self else { return }
      setNeedsDisplay(pictureArea)
      requestSharperPixels()
    }
    requestSharperPixels()
  }

  /// Makes a content at rest request sharper pixels.
  private func requestSharperPixels() {
    guard placement == .still, opacity >= 1, !contentRect.isEmpty, let content = content.zoomable
    else { return }
    content.rest(at: placedContent(of: content).placement)
  }

  /// Resets the cell to its initial state. A subclass resets its own state as well.
  open func prepareForReuse() {
    animation = nil
    pixelOverlay = nil
    isPagingFast = false
    isPageCurrent = false
    loadingDisplay.removeStandIn()
    thumbnail = nil
    progress = nil
    failure = nil
    failureViews.forgetDismissal()
    content = .empty
    knownSize = nil
    isKnownContentScalable = false
    pictureLayout = PictureLayout()
    pointer = nil
    isInReadingGroup = false
    elevation = 0
  }

  // The lifecycle methods are members of the class, not only of the protocol, so that subclasses
  // can override them.

  /// Called when the browser heads for the page and a part of the page is visible. Does nothing;
  /// subclasses can override it.
  open func willAppear() {}
  /// Starts the animation of the picture, if it has one.
  open func didAppear() {
    isPageCurrent = true
    animation?.didAppear()
  }
  /// Pauses the animation of the picture.
  open func willDisappear() {
    isPageCurrent = false
    animation?.willDisappear()
  }
  /// Rewinds the animation of the picture to its first frame.
  open func didDisappear() {
    isPageCurrent = false
    animation?.didDisappear()
  }

  private func playerDidChange(from old: AnimationPlayer?) {
    guard old !== animation else { return }
    old?.endPlayback()
    guard let animation else { return }
    add(animation)
    if isPageCurrent { animation.didAppear() }
  }

  /// Whether the page is scrolled, or its picture is pulled down or in flight.
  var isOutOfPlace: Bool {
    isHidden || placement == .pulled || placement == .flying
      || frame.origin != .zero && !isInReadingGroup
  }

  /// Lays out the picture as `page` describes it.
  open func layout(for page: BrowserFrame.Page) {
    let content = page.content.offset(by: Point.zero - page.frame.origin)
    if standIn != nil, page.placement != .still || page.frame.origin != .zero {
      loadingDisplay.removeStandIn()
      setNeedsDisplay()
    }
    guard !pictureLayout.matches(page, at: content) else { return }
    setNeedsDisplay()
    pictureLayout.adopt(page, at: content, fades: !isHidden)
    setNeedsDisplay()
    layoutStatusViews()
    requestSharperPixels()
  }

  /// Shows the failure message for the current content, or removes it.
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

  /// Lays out the progress ring and the failure message around the middle of the page, or of the
  /// picture while its placement is `.pulled`.
  private func layoutStatusViews() {
    let middle = placement == .pulled ? contentRect.center : bounds.center
    loadingDisplay.layout(middle: middle, scale: uiScale, opacity: opacity)
    failureViews.layout(
      middle: middle, page: bounds, inset: bottomInset, scale: uiScale, opacity: opacity,
      isMoving: placement == .pulled || placement == .flying)
  }

  /// The area to redraw when the picture changes, with a margin of one device pixel because the
  /// picture is rounded to whole pixels at rest.
  private var pictureArea: Rect { contentRect.inset(by: .all(-1)).roundedOut }

  /// The area that is drawn, in the cell's coordinates; during a pull-down it reaches beyond the
  /// page.
  open override var drawingBounds: Rect {
    guard placement == .pulled else { return bounds }
    let shadow = PictureElevation.shadowExtent(scale: uiScale)
    return bounds.union(contentRect.inset(by: .all(-shadow)).roundedOut)
  }

  /// Whether the resting picture is fading in over the moving one.
  open override var wantsFrame: Bool { isRestingPictureFadingIn }

  /// Lays out the progress ring and the failure message.
  open override func layout() { layoutStatusViews() }

  /// Shows the progress ring when its delay is over, and advances the fade of the resting picture.
  open override func update(at time: FrameTime) {
    if loadingDisplay.showRingIfDue(at: time.presentation) { setNeedsDisplay() }
    if pictureLayout.advanceReturningIsFading(to: time.presentation) {
      setNeedsDisplay(pictureArea)
    }
  }

  /// The time at which the progress ring appears; nil when it will not appear, or has appeared
  /// already.
  open override var nextDeadline: Timestamp? { loadingDisplay.deadline }

  /// Returns false: the host handles taps.
  open func receiveTap(at point: Point) -> Bool { false }
  /// Returns false: press and hold belongs to the host.
  open func holdBegan(at point: Point) -> Bool { false }
  /// Does nothing. Subclasses can override it.
  open func holdEnded() {}

  /// Draws the content, or the stand-in while the cell waits for its content.
  open override func draw(in canvas: Canvas, damage: Rect) {
    if let standIn { return paint(standIn, in: canvas) }
    guard !contentRect.isEmpty else { return }
    canvas.saved {
      if placement != .pulled { canvas.clip(toPixelsOf: bounds) }
      if let placedContent {
        paint(placedContent, in: canvas)
        if let pixelOverlay {
          canvas.draw(pixelOverlay, in: placedContent.rect, alpha: opacity, filter: .nearest)
        }
      } else if case .loading = content {
        let rect = placement == .still ? contentRect.pixelAligned : contentRect
        canvas.fill(rect, PlacedContent.placeholderColor.opacity(opacity))
      }
    }
  }

  private func paint(_ placedContent: PlacedContent, in canvas: Canvas) {
    if placement == .pulled {
      PictureElevation.draw(
        around: placedContent.rect, elevation: elevation * opacity, scale: uiScale, in: canvas)
    }
    guard let settleFade = pictureLayout.settleFade, opacity >= 1, placedContent.isOpaque,
      let picture = placedContent.content.picture(at: placedContent.rect)
    else {
      return placedContent.draw(
        in: canvas, alpha: opacity, on: options.transparency, scale: uiScale)
    }
    var moving = placedContent.placement
    moving.rect = settleFade.movingRect
    moving.isMoving = true
    canvas.saved {
      canvas.clip(to: placedContent.rect)
      picture.draw(in: canvas, at: moving)
    }
    placedContent.draw(
      in: canvas, alpha: settleFade.opacity, on: options.transparency, scale: uiScale)
  }
}
