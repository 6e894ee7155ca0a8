package import Drawing
import GalleryCore
package import Geometry
package import Input
package import Motion
package import PhotoBrowser
package import Views

/// The row of thumbnails below the page, which scrolls along with the pages. A click on a thumbnail
/// shows its page; the wheel and a drag scroll the row.
///
/// If ``leaves`` is not nil, the row shows the pictures inside the file of the current page
/// instead of the pages.
package final class Filmstrip: View, BrowserOverlay {
  /// The item whose thumbnail is shown for an index in the row; nil when there is none. Default:
  /// nil for every index.
  package var item: (Int) -> GalleryItem? = { _ in nil }
  /// The source of the thumbnails. While the filmstrip is hidden, it is asked for none.
  package var thumbnails: (any ThumbnailSource)? {
    didSet { thumbnails?.onChange = { [weak self] _ in self?.setNeedsDisplay() } }
  }
  /// The pictures inside the file of the current page: their number, and the index of the one that
  /// is shown.
  package struct Leaves: Hashable {
    package var count: Int
    /// The index, from 0, of the picture that the page shows.
    package var shownIndex: Int

    package init(count: Int, shownIndex: Int) {
      (self.count, self.shownIndex) = (count, shownIndex)
    }
  }
  /// The pictures inside the file of the current page, if the row shows these pictures; nil when
  /// the row shows the pages. Default: nil.
  package var leaves: Leaves? {
    didSet {
      guard leaves != oldValue else { return }
      if leaves?.count != oldValue?.count { resetRow() }
      setNeedsDisplay()
      requestFrame()
    }
  }
  /// Called with the index of the picture that the user chose, if ``leaves`` is not nil. Default:
  /// nil.
  package var onChoose: ((_ index: Int) -> Void)?
  /// The filmstrip below this one; nil for the lowest one. Default: nil.
  package weak var rowBelow: Filmstrip? {
    didSet { rowBelow?.rowAbove = self }
  }
  private weak var rowAbove: Filmstrip?
  /// The height in device pixels of the part that is visible during the animation of showing and
  /// hiding.
  private var shownHeight = 0.0

  /// Called with the indices of the visible thumbnails and of the one with the frame, when either
  /// has changed and the row does not scroll.
  package var onRestingRangeChange: ((_ visible: Range<Int>, _ page: Int) -> Void)?

  private(set) weak var browser: Browser?
  private(set) var state = FilmstripState()
  private let painter = CellPainter()
  private var demand = ThumbnailDemand()
  private(set) var lastTime = Timestamp.zero
  private var lastReport: (visible: Range<Int>, page: Int)?
  /// The visible share of the filmstrip's height, 0…1.
  private var visibleShare = AnimatedValue(0)
  private var pendingVisibleShare: Double?
  private var contact: ContactOnStrip?
  /// The identifier of the finger that touched last; other fingers are ignored.
  private var fingerID: UInt32?

  /// The progress of a press with the mouse or a finger on the filmstrip.
  private enum ContactOnStrip {
    case pressed(at: Point)
    case dragging(last: Point)
  }

  /// The lengths and distances of the filmstrip, in points unless stated otherwise.
  private enum Style {
    static let thumbnailSide = 64.0
    static let thumbnailGap = 4.0
    static let rowPadding = 8.0
    static let thumbnailCornerRadius = 4.0
    static let starHeight = 9.0
    /// The distance that a pressed pointer or finger may move before the press becomes a drag that
    /// scrolls the row, in points.
    static let slop = 6.0
    /// The distance by which one notch of the wheel scrolls, in thumbnails.
    static let notchDistance = 3.0
  }
  /// The spring of the animation of showing and hiding, which settles in about 0.2 s.
  private static let visibleShareSpring = Spring.settling(in: 0.2, damping: 1)
  private static let visibleShareTolerance = 0.005

  /// The budget for cropped and scaled thumbnails, in bytes: about 200 thumbnails at UI scale 2.
  private static let cacheBudget = 16 << 20

  package init() {
    super.init()
    clipsChildren = true
    painter.style.surface = .bar
    painter.style.cornerRadius = Style.thumbnailCornerRadius
    painter.offersSelection = false
    painter.drawsText = true
    painter.bitmapCache.budget = Self.cacheBudget
    isHidden = true
  }

  /// The height of a whole filmstrip in device pixels at a UI scale.
  package static func height(at scale: Double) -> Double {
    ((Style.thumbnailSide + 2 * Style.rowPadding) * scale).rounded()
  }

  // MARK: Showing

  /// Whether the filmstrip is shown, or will be at the end of its animation. Default: false.
  package private(set) var isShown = false

  /// Shows or hides the filmstrip; the pages get more or less height.
  package func setShown(_ isShown: Bool, animated: Bool) {
    guard isShown != self.isShown else { return }
    self.isShown = isShown
    let goal = isShown ? 1.0 : 0.0
    if animated, browser?.options.tuning.reducesMotion == false {
      pendingVisibleShare = goal
      isHidden = false
    } else {
      visibleShare.set(goal)
      pendingVisibleShare = nil
      isHidden = !isShown
      if !isShown { releaseThumbnails() }
    }
    if isShown { state.reload(count: count, position: pagePosition) }
    divideHeight()
    requestFrame()
  }

  /// Divides the height of the browser between its filmstrips and the pages, according to the
  /// progress of the animation.
  private func divideHeight() {
    guard let browser else { return }
    let share = min(1, max(0, visibleShare.value(at: lastTime)))
    shownHeight = (Self.height(at: browser.uiScale) * share).rounded()
    let below = rowBelow?.shownHeight ?? 0
    browser.footerHeight = below + shownHeight + (rowAbove?.shownHeight ?? 0)
    frame = Rect(
      x: 0, y: browser.bounds.height - below - shownHeight, width: browser.bounds.width,
      height: shownHeight)
    if let rowAbove, rowAbove.shownHeight > 0 {
      rowAbove.frame.origin.y = frame.minY - rowAbove.shownHeight
    }
  }

  /// The number of thumbnails in the row.
  private var count: Int { leaves?.count ?? browser?.pageCount ?? 0 }

  /// The index of the thumbnail with the frame around it: the shown page or picture; nil when there
  /// is none.
  var currentIndex: Int? { leaves?.shownIndex ?? browser?.pageIndex }

  /// Shows the page or the picture of the thumbnail at `index`.
  func choose(_ index: Int, animated: Bool, at time: Timestamp) {
    guard index != currentIndex else { return }
    if leaves == nil {
      browser?.performPaging(.go(to: index, animated: animated), at: time)
    } else {
      onChoose?(index)
    }
  }

  /// Requests all thumbnails again, because the row shows other pictures than before.
  package func reloadThumbnails() {
    resetRow()
    setNeedsDisplay()
    requestFrame()
  }

  private func resetRow() {
    state.reload(count: count, position: pagePosition)
    demand = ThumbnailDemand()
    lastReport = nil
  }

  // MARK: BrowserOverlay

  package func attached(to browser: Browser) {
    self.browser = browser
    state.reload(count: count, position: pagePosition)
    divideHeight()
  }

  package func reload(count: Int, index: Int) {
    guard leaves == nil else { return }
    if count != state.count { state.reload(count: count, position: pagePosition) }
    demand = ThumbnailDemand()
    lastReport = nil
    setNeedsDisplay()
    requestFrame()
  }

  package func indexDidChange(to index: Int) { requestFrame() }

  package func layout(in room: BrowserOverlays.Room) { divideHeight() }

  package var hidesWithControls: Bool { false }

  private var pagePosition: Double {
    if let leaves { return Double(leaves.shownIndex) }
    return browser.map { $0.shownFrame?.position ?? Double($0.pageIndex) } ?? 0
  }

  // MARK: Frames

  package override func layout() {
    painter.scale = uiScale
    layOutState()
  }

  private func layOutState() {
    state.layOut(
      width: bounds.width, side: (Style.thumbnailSide * uiScale).rounded(),
      gap: (Style.thumbnailGap * uiScale).rounded(),
      isMirrored: browser?.options.tuning.isRightToLeft ?? false)
  }

  package override var wantsFrame: Bool {
    pendingVisibleShare != nil || !visibleShare.isSettled(at: lastTime)
      || !state.isSettled(at: lastTime)
  }

  package override func update(at frame: FrameTime) {
    lastTime = max(lastTime, frame.presentation)
    guard let browser, !isHidden else { return }
    if let goal = pendingVisibleShare {
      pendingVisibleShare = nil
      visibleShare.animate(
        to: goal, with: Self.visibleShareSpring, at: lastTime, tolerance: Self.visibleShareTolerance
      )
    }
    let height = browser.footerHeight
    divideHeight()
    if height != browser.footerHeight { browser.requestFrame() }
    if !isShown, visibleShare.isSettled(at: lastTime) {
      isHidden = true
      return releaseThumbnails()
    }
    layOutState()
    let before = state
    let isMoving = browser.shownFrame.map { $0.isMoving && !$0.isScaling } ?? false
    state.follow(
      pagePosition, isMoving: leaves == nil && (isMoving || browser.isHeld), at: lastTime)
    if browser.options.tuning.reducesMotion { state.finish() }
    if state != before || !before.isSettled(at: lastTime) { setNeedsDisplay() }
    updateDemand()
  }

  private func releaseThumbnails() {
    demand = ThumbnailDemand()
    lastReport = nil
    thumbnails?.setDemand(demand)
  }

  private func updateDemand() {
    let visible = state.visibleRangeAtRest
    var new = ThumbnailDemand()
    new.shorterSide = Int(state.side)
    new.visible = visible.compactMap(item)
    let wanted = state.prefetchRange
    new.ahead =
      (Array(visible.upperBound..<max(visible.upperBound, wanted.upperBound))
      + (min(visible.lowerBound, wanted.lowerBound)..<visible.lowerBound).reversed())
      .compactMap(item)
    if new != demand {
      demand = new
      thumbnails?.setDemand(new)
    }
    guard let currentIndex, state.isSettled(at: lastTime),
      lastReport?.visible != visible || lastReport?.page != currentIndex
    else { return }
    lastReport = (visible, currentIndex)
    onRestingRangeChange?(visible, currentIndex)
  }

  // MARK: Drawing

  package override func draw(in canvas: Canvas, damage: Rect) {
    painter.palette = Chrome.palette
    canvas.fill(bounds, Chrome.solidBar)
    canvas.fill(
      Rect(x: 0, y: 0, width: bounds.width, height: Chrome.lineWidth(at: uiScale)), Chrome.hairline)
    let top = Vector(dx: 0, dy: (Style.rowPadding * uiScale).rounded())
    for index in state.visibleRange(at: lastTime) {
      guard let item = item(index) else { continue }
      let marks = thumbnails?.marks(of: item) ?? PhotoMarks()
      var cell = CellPainter.Cell(
        item: item, rect: state.frame(of: index, at: lastTime).offset(by: top),
        thumbnail: thumbnails?.thumbnail(for: item) ?? .none)
      cell.isPartial = thumbnails?.isPartial(item) ?? false
      // The stars are drawn apart, in a row of their own below flag and label.
      cell.marks = PhotoMarks(stars: 0, flag: marks.flag, label: marks.label)
      painter.prepareBitmap(of: cell)
      painter.draw(cell, in: canvas)
      drawStars(marks.stars, in: cell.rect, canvas)
    }
    guard state.count > 0 else { return }
    let mark = state.highlightFrame(at: lastTime).offset(by: top).inset(by: .all(-2 * uiScale))
    canvas.strokeRounded(
      mark, radius: (Style.thumbnailCornerRadius + 2) * uiScale,
      width: Chrome.focusRingWidth * uiScale,
      Chrome.focus)
  }

  private func drawStars(_ stars: Int, in rect: Rect, _ canvas: Canvas) {
    guard stars > 0 else { return }
    let marks = PhotoMarks(stars: stars, flag: .none, label: .none)
    let height = (Style.starHeight * uiScale).rounded()
    let width = MarkPainter.width(of: marks, height: height)
    let box = Rect(
      x: (rect.midX - width / 2).rounded() - height / 2, y: rect.maxY - 1.7 * height,
      width: width + height, height: 1.4 * height
    ).snapped
    canvas.fillRounded(box, radius: box.height / 2, GalleryStyle.badgeBackground)
    MarkPainter.draw(
      marks, in: canvas, at: Point(x: box.minX + height / 2, y: box.midY - height / 2),
      height: height)
  }

  // MARK: Input

  package override func receive(_ event: InputEvent) -> Bool {
    guard isShown else { return false }
    lastTime = max(lastTime, event.time)
    switch event {
    case .pointer(let pointer):
      switch pointer.kind {
      case .pressed(.primary): contact = .pressed(at: pointer.location)
      case .moved: contactMoved(to: pointer.location)
      case .released(.primary): contactReleased(at: pointer.location)
      case .pressed, .released, .entered, .exited: break
      }
    case .touch(let touch): receive(touch)
    case .scroll(let scroll): self.scroll(scroll)
    case .pinch, .swipe: break
    case .cancelled:
      contact = nil
      return false
    case .key: return false
    }
    return true
  }

  private func receive(_ touch: InputEvent.Touch) {
    if touch.phase == .began { fingerID = touch.id }
    guard touch.id == fingerID else { return }
    switch touch.phase {
    case .began: contact = .pressed(at: touch.location)
    case .moved: contactMoved(to: touch.location)
    case .ended: contactReleased(at: touch.location)
    case .cancelled: contact = nil
    }
  }

  private func contactMoved(to point: Point) {
    switch contact {
    case .pressed(let start) where start.distance(to: point) > Style.slop * uiScale:
      contact = .dragging(last: point)
    case .dragging(let last):
      state.drag(by: (last.x - point.x) * (state.isMirrored ? -1 : 1), at: lastTime)
      contact = .dragging(last: point)
      setNeedsDisplay()
      requestFrame()
    case .pressed, nil: break
    }
  }

  private func contactReleased(at point: Point) {
    defer { contact = nil }
    guard case .pressed = contact, let currentIndex,
      let index = state.index(at: point.x, time: lastTime)
    else { return }
    choose(index, animated: abs(index - currentIndex) == 1, at: lastTime)
  }

  private func scroll(_ scroll: InputEvent.Scroll) {
    let delta = scroll.delta
    let notches = delta.dy != 0 ? delta.dy : delta.dx * (state.isMirrored ? -1 : 1)
    let distance = notches * Style.notchDistance * (state.side + state.gap)
    if scroll.source == .touchpad {
      state.drag(by: distance, at: lastTime)
    } else {
      state.scroll(by: distance, at: lastTime)
    }
    setNeedsDisplay()
    requestFrame()
  }
}
