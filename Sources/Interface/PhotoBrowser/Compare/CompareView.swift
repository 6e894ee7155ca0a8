package import BrowserCore
package import Drawing
package import Geometry
package import Input
package import Motion
package import Views

/// The receiver of the events of a comparison view.
package protocol CompareViewDelegate: AnyObject {
  /// The current thumbnail of the photo at the index `page`, in the scene below; nil when it has
  /// none.
  func compare(_ view: CompareView, thumbnailOf page: Int, for pane: ComparePane)
    -> BrowserThumbnail?
  /// The thumbnail of the photo at the index `page` is to be scrolled into view.
  func compare(_ view: CompareView, revealThumbnailOf page: Int)
  /// The set of photos whose thumbnails are to be hidden has changed.
  func compare(_ view: CompareView, hideThumbnailsOf pages: Set<Int>)
  /// A pane shows another photo, or another pane has the focus.
  func compareDidChange(_ view: CompareView)
  /// A context menu is requested at a point in the view's coordinates.
  func compare(_ view: CompareView, wantsMenuAt point: Point)
  /// The user tried to page past the first photo (`side` −1) or the last one (1) in a pane.
  func compare(_ view: CompareView, reachedEnd side: Int)
  /// The scene below has become partly visible, or is covered entirely when `isOpaque` is true.
  func compare(_ view: CompareView, isOpaque: Bool)
  /// The view has closed, and nothing of it is visible any more.
  func compareDidClose(_ view: CompareView)
}

/// Two to four photos beside each other, each in a pane with a browser of its own. While the panes
/// are linked, zoom and scroll position of one apply to all.
package final class CompareView: View {
  /// The panes by their numbers in ``ComparisonPanes``, removed ones included.
  package private(set) var panes: [ComparePane]
  /// The reading order of the panes, the pane with the focus, and whether the panes are linked.
  package private(set) var state: ComparisonPanes
  package weak var delegate: (any CompareViewDelegate)?
  /// The insets that bars of the host cover, in device pixels.
  package var barInsets = Insets.zero {
    didSet { if barInsets != oldValue { setNeedsLayout() } }
  }
  /// A view in front of the panes, such as a panel with information, which fades with the backdrop.
  /// Default: nil.
  package var panel: View? {
    didSet {
      guard let panel else { return }
      panel.alpha = backdropOpacity
      add(panel)
    }
  }
  /// A closure that lays out ``panel`` in the area inside the bars, in the view's coordinates, and
  /// returns the insets that the panel takes from the panes, in device pixels. Default: none.
  package var layOutPanel: (_ area: Rect) -> Insets = { _ in .zero }
  /// Whether panes change their frames without animation. Default: false.
  package var reducesMotion = false
  /// Whether the photos are flying back to their thumbnails, or have arrived there.
  package private(set) var isLeaving = false

  /// The opacity of the backdrop behind the panes, 0…1.
  private var backdropOpacity = 0.0
  private let backgroundColor: Color
  private var lastTime = Timestamp.zero
  private var emptySlotPageByPane: [Int: Int] = [:]
  private var closedPanes: Set<Int> = []
  private var layoutInputs: (bounds: Rect, insets: Insets)?

  /// Makes a view of panes, whose numbers are their indices in the array.
  package init(_ panes: [ComparePane], background: Color) {
    self.panes = panes
    backgroundColor = background
    state = ComparisonPanes(count: panes.count)
    super.init()
    fillsParent = true
    for pane in panes {
      pane.browser.host = self
      pane.browser.isOverScene = true
      add(pane)
    }
    updateZoomLocks()
    updateFocusRings()
  }

  // MARK: Panes

  package var focusedPane: ComparePane { panes[state.focusedPane] }
  /// The panes that are shown, in reading order.
  package var orderedPanes: [ComparePane] { state.panesInOrder.map { panes[$0] } }
  /// The page indices that the browsers of the panes show, in reading order.
  package var pages: [Int] { orderedPanes.map(\.browser.pageIndex) }

  /// The arrangement of `count` panes in a view of `size` device pixels, inside `insets`, in the
  /// view's coordinates; `scale` is the UI scale, and `aspectRatio` the typical ratio of width to
  /// height of the photos.
  package static func grid(
    count: Int, size: Size, insets: Insets, scale: Double, aspectRatio: Double
  ) -> PaneGrid {
    let gap = (ComparePane.Style.paneGap * scale).rounded()
    let area = Rect(origin: .zero, size: size).inset(by: insets).inset(by: .all(gap))
    return PaneGrid(
      count: count, in: area, gap: gap, aspectRatio: aspectRatio,
      taken: ComparePane.decorationSize(at: scale))
  }

  /// The typical ratio of width to height of the photos, from which the number of columns follows.
  /// It is constant so that panes stay where they are while photos change. Default: that of most
  /// cameras, 3:2.
  package var typicalAspectRatio = 1.5

  private var grid: PaneGrid {
    Self.grid(
      count: state.panesInOrder.count, size: bounds.size, insets: layoutInputs?.insets ?? barInsets,
      scale: uiScale,
      aspectRatio: typicalAspectRatio)
  }

  package override func layout() {
    var insets = layOutPanel(bounds.inset(by: barInsets))
    insets.top += barInsets.top
    insets.left += barInsets.left
    insets.bottom += barInsets.bottom
    insets.right += barInsets.right
    guard layoutInputs?.bounds != bounds || layoutInputs?.insets != insets else { return }
    layoutInputs = (bounds, insets)
    let grid = grid
    for (index, pane) in orderedPanes.enumerated() { pane.layout(at: grid.frame(at: index)) }
  }

  /// Moves all panes to their frames, by an animation if their sizes stay the same.
  private func rearrange() {
    let grid = grid
    for (index, pane) in orderedPanes.enumerated() {
      let frame = grid.frame(at: index)
      if reducesMotion || pane.frame.size != frame.size {
        pane.layout(at: frame)
      } else {
        pane.glide(to: frame, at: lastTime)
      }
    }
    // The focused pane moves above the others.
    add(focusedPane)
    if let panel { add(panel) }
    updateFocusRings()
    requestFrame()
  }

  private func updateFocusRings() {
    for pane in panes { pane.showsFocusRing = pane.number == state.focusedPane }
    delegate?.compareDidChange(self)
  }

  // MARK: Commands

  /// Opens the view: the photos fly from their thumbnails into their panes.
  package func open(at time: Timestamp) {
    lastTime = time
    for pane in orderedPanes { pane.browser.show(at: time) }
  }

  /// Closes the view: the photos fly back to their thumbnails, that of the focused pane first.
  package func close(at time: Timestamp) {
    guard !isLeaving else { return }
    isLeaving = true
    isInteractive = false
    lastTime = time
    let others = orderedPanes.filter { $0 !== focusedPane }
    for pane in [focusedPane] + others { pane.browser.perform(.close, at: time) }
  }

  package func moveFocus(by step: Int) {
    state.moveFocus(by: step)
    updateFocusRings()
  }

  /// Moves the focus to the next pane in `direction`, a unit vector along an axis; no effect if
  /// there is none.
  package func moveFocus(towards direction: Vector) {
    guard let index = state.index(of: state.focusedPane),
      let other = grid.index(from: index, towards: direction)
    else { return }
    state.moveFocus(by: other - index)
    updateFocusRings()
  }

  package func setFocus(_ pane: ComparePane) {
    if state.setFocus(pane.number) { updateFocusRings() }
  }

  /// Exchanges the focused pane and the first one, or the first two if the first one has the focus.
  /// The focus stays with its photo.
  package func swapFocusedPane(at time: Timestamp) {
    lastTime = time
    state.swapFocusedPane()
    rearrange()
  }

  /// Moves the focused pane to the first place. The focus moves to the pane that was first, or to
  /// the second one if the first pane had the focus already.
  package func moveFocusedPaneFirst(at time: Timestamp) {
    lastTime = time
    state.promoteFocusedPane()
    rearrange()
  }

  /// Removes a pane, unless it is the last one; the other panes take its space.
  package func remove(_ pane: ComparePane) {
    guard state.panesInOrder.count > 1, panes.contains(where: { $0 === pane }) else { return }
    state.remove(pane.number)
    emptySlotPageByPane[pane.number] = nil
    pane.removeFromParent()
    pane.browser.host = nil
    layoutInputs = nil
    layout()
    updateFocusRings()
    reportHiddenThumbnails()
  }

  /// Links or separates the zooms of the panes. When panes are linked, their photos move to the
  /// part that the focused one shows.
  package func setLinked(_ isLinked: Bool, at time: Timestamp) {
    lastTime = time
    state.isLinked = isLinked
    state.setLeader(state.focusedPane)
    updateZoomLocks()
    for pane in orderedPanes { pane.browser.endFollowing() }
    guard isLinked else { return }
    for pane in orderedPanes where pane !== focusedPane {
      pane.browser.follow(focusedPane.browser, animated: true, at: time)
    }
    requestFrame()
  }

  /// Makes linked panes keep zoom and scroll position when they turn to another photo.
  private func updateZoomLocks() {
    for pane in panes { pane.browser.options.tuning.locksZoom = state.isLinked }
  }

  /// Performs an action in the pane with the focus, which becomes the leader.
  package func perform(_ action: BrowserAction, at time: Timestamp) {
    setLeader(focusedPane)
    focusedPane.browser.perform(action, at: time)
    requestFrame()
  }

  /// Makes a pane the leader, whose zoom all linked panes take over.
  private func setLeader(_ pane: ComparePane) {
    state.setLeader(pane.number)
    pane.browser.endFollowing()
  }

  // MARK: Frames

  /// Whether nothing moves and every pane shows its photo or a failure.
  package var isAtRest: Bool {
    orderedPanes.allSatisfy { pane in
      pane.browser.isAtRest && !pane.isGliding(at: lastTime)
        && (pane.browser.visibleCell as? PhotoCell)?.isWaiting != true
    }
  }

  package override var wantsFrame: Bool { orderedPanes.contains { $0.isGliding(at: lastTime) } }

  /// Moves the panes, and makes the linked panes show the part that the leader shows in this frame.
  package override func update(at frame: FrameTime) {
    lastTime = max(lastTime, frame.presentation)
    for pane in orderedPanes { pane.advance(to: lastTime) }
    guard state.isLinked, !isLeaving else { return }
    let leader = panes[state.leader].browser
    leader.endFollowing()
    let isLed = !leader.state.zoom(of: leader.pageIndex).isSettled(at: lastTime)
    for pane in orderedPanes where pane.browser !== leader {
      let zoom = pane.browser.state.zoom(of: pane.browser.pageIndex)
      // A photo that is still moving to the leader's part is not interrupted.
      guard isLed || zoom.isFollowing || zoom.isSettled(at: lastTime) else { continue }
      pane.browser.follow(leader, at: lastTime)
    }
  }

  package override func draw(in canvas: Canvas, damage: Rect) {
    guard backdropOpacity > 0 else { return }
    canvas.fill(damage, backgroundColor.opacity(backdropOpacity))
  }

  private func browserDidLayOut() {
    let frames = orderedPanes.filter { !closedPanes.contains($0.number) }.compactMap(
      \.browser.shownFrame)
    let backdrop = frames.map(\.backdrop).min() ?? (closedPanes.isEmpty ? backdropOpacity : 0)
    let isWhole = backdrop >= 1 && frames.allSatisfy(\.flying.isEmpty)
    if backdrop != backdropOpacity {
      backdropOpacity = backdrop
      for pane in panes { pane.decorationOpacity = backdrop }
      panel?.alpha = backdropOpacity
      setNeedsDisplay()
    }
    isOpaque = isWhole && !isLeaving
    delegate?.compare(self, isOpaque: isOpaque)
  }

  // MARK: Events

  /// Gives the focus to the pane under a press or a gesture, and makes it the leader; the wheel
  /// only makes its pane the leader.
  ///
  /// - Returns: false, so that the pane receives the event.
  package override func intercept(_ event: InputEvent) -> Bool {
    switch event {
    case .pointer(let pointer):
      guard case .pressed = pointer.kind, let pane = pane(at: pointer.location) else { break }
      setFocus(pane)
      setLeader(pane)
    case .touch(let touch):
      guard touch.phase == .began, let pane = pane(at: touch.location) else { break }
      setFocus(pane)
      setLeader(pane)
    case .pinch(let pinch):
      guard pinch.phase == .began, let pane = pane(at: pinch.location) else { break }
      setFocus(pane)
      setLeader(pane)
    case .scroll(let scroll): if let pane = pane(at: scroll.location) { setLeader(pane) }
    case .swipe, .key, .cancelled: break
    }
    return false
  }

  private func pane(at point: Point) -> ComparePane? {
    if let panel, !panel.isHidden, panel.frame.contains(point) { return nil }
    return orderedPanes.first { $0.frame.contains(point) }
  }

  /// Consumes events of pointers and gestures beside the panes, so that they do not reach the scene
  /// below.
  package override func receive(_ event: InputEvent) -> Bool {
    switch event {
    case .pointer, .touch, .scroll, .pinch, .swipe: !isLeaving
    case .key, .cancelled: false
    }
  }
}

extension CompareView: BrowserEventReceiver {
  package func browser(_ browser: Browser, hostThumbnailFor index: Int) -> BrowserThumbnail? {
    guard let pane = panes.first(where: { $0.browser === browser }) else { return nil }
    return delegate?.compare(self, thumbnailOf: index, for: pane)
  }

  package func browser(_ browser: Browser, raised event: BrowserEvent) {
    guard let pane = panes.first(where: { $0.browser === browser }) else { return }
    switch event {
    case .laidOut: browserDidLayOut()
    case .emptySlotChanged(let page):
      emptySlotPageByPane[pane.number] = page
      reportHiddenThumbnails()
    case .thumbnailRevealRequested(let page):
      // Only the focused pane's thumbnail is scrolled into view, because not all thumbnails may fit
      // into the grid at once.
      if pane === focusedPane { delegate?.compare(self, revealThumbnailOf: page) }
    case .pageIndexChanged: delegate?.compareDidChange(self)
    case .menuRequested(let point):
      delegate?.compare(self, wantsMenuAt: point + (browser.originInStage - originInStage))
    case .reachedEnd(let side): delegate?.compare(self, reachedEnd: side)
    case .dismissed:
      closedPanes.insert(pane.number)
      browserDidLayOut()
      if orderedPanes.allSatisfy({ closedPanes.contains($0.number) }) {
        delegate?.compareDidClose(self)
      }
    default: break
    }
  }

  private func reportHiddenThumbnails() {
    delegate?.compare(self, hideThumbnailsOf: Set(emptySlotPageByPane.values))
  }
}
