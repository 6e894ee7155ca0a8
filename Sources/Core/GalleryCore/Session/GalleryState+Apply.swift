import Geometry
public import Motion

extension GalleryState {
  /// Performs `action` at `t` and returns the effects that the host carries out.
  public mutating func apply(_ action: GalleryAction, at t: Timestamp) -> [GalleryEffect] {
    let before = Choice(self)
    var expected = before
    var effects: [GalleryEffect] = []
    switch action {
    case .tune, .resize, .emptySlot:
      applyOptions(action, at: t)
    case .change(let change):
      self.change(change, at: t)
      expected = before.following(change)
    case .press, .release, .panBegan, .panChanged, .panEnded, .panCancelled, .wheel, .scroll,
      .scrollPages, .reveal, .scrollBarHover, .thumbBegan, .thumbMoved, .thumbEnded:
      isTouched = true
      applyScroll(action, at: t)
    case .pinchBegan, .pinchChanged, .pinchEnded, .pinchCancelled, .resizeCells, .resetCellSize:
      isTouched = true
      effects += applySize(action, at: t)
    case .move, .focus, .open:
      effects += applyFocus(action, at: t)
    case .select, .selectAll, .deselectAll, .invertSelection, .bandBegan, .bandMoved, .bandEnded,
      .bandCancelled:
      applySelection(action, at: t)
    case .type, .eraseTyped, .findNext, .endFind:
      effects += applyFind(action, at: t)
    }
    if tuning.reducesMotion { finishMotions(at: t) }
    return selectionEffects(since: expected) + effects + advance(to: t)
  }

  /// Advances time to `t`: reports changes of the visible items and ends finished motions.
  ///
  /// - Complexity: O(log sections); O(rows touched) while a selection rectangle scrolls.
  public mutating func advance(to t: Timestamp) -> [GalleryEffect] {
    let before = Choice(self)
    followBand(at: t)
    var effects = selectionEffects(since: before)
    typeAhead.advance(to: t)
    departures.removeAll { $0.alpha.isSettled(at: t) }
    if reflow.isSettled(at: t) { reflow = GridReflow() }
    if scroll.isSettled(at: t) { goal = nil }
    pace.note(scroll.position(at: t), viewport: viewport.height, at: t)
    bar.note(
      isActive: scroll.extent.end > 0 && isScrolling(at: t), animated: !tuning.reducesMotion,
      at: t)
    let window = makeWindow(at: t)
    if window != announced {
      announced = window
      effects.append(.windowChanged(window))
    }
    let isResting = isAtRest(at: t)
    if !isResting { isUnsettled = true }
    if isResting, isUnsettled {
      isUnsettled = false
      effects.append(.settled)
    }
    return effects
  }

  private func isScrolling(at t: Timestamp) -> Bool {
    !scroll.isSettled(at: t) || (scroll.isHeld && pace.pace != .calm)
  }

  /// Ends all motions at once when motion is reduced. A drag or pinch in progress is not affected.
  private mutating func finishMotions(at t: Timestamp) {
    scroll.finish()
    reflow = GridReflow()
    departures = []
    if zoom.grip == nil { zoom = GridZoom() }
  }

  // MARK: Reports

  /// The focus and the selection, compared before and after an action.
  private struct Choice: Hashable {
    var focus: Int?
    var selection: GallerySelection

    init(_ state: GalleryState) {
      focus = state.focus
      selection = state.selection
    }

    /// The same focus and selection with the item indices of the changed list.
    func following(_ change: GalleryChange) -> Choice {
      var result = self
      result.focus = focus.flatMap(change.newIndex)
      let followed = selection.following(change)
      // The removal of selected items is reported; a mere change of their indices is not.
      result.selection = followed.count == selection.count ? followed : selection
      return result
    }
  }

  private func selectionEffects(since before: Choice) -> [GalleryEffect] {
    var effects: [GalleryEffect] = []
    if focus != before.focus { effects.append(.focusChanged(focus)) }
    if selection != before.selection { effects.append(.selectionChanged) }
    return effects
  }

  /// The range of cells that are alive; empty until the first ``advance(to:)``.
  public var window: GalleryWindow {
    announced ?? GalleryWindow(visible: 0..<0, wanted: 0..<0, direction: 0, pace: .calm)
  }

  private func makeWindow(at t: Timestamp) -> GalleryWindow {
    let height = viewport.height
    let seen = GridGeometry(self, at: t, isSnapped: true).seen
    func items(_ top: Double, _ bottom: Double) -> Range<Int> {
      layout.items(in: Rect(x: 0, y: top, width: 1, height: max(0, bottom - top)))
    }
    // While pictures pass too fast to be recognised, only the target of the scroll is prefetched.
    let isPagingFast = pace.pace == .fast && !scroll.isHeld && bar.grip == nil && band == nil
    let top = isPagingFast ? scroll.target : seen.minY
    let bottom = isPagingFast ? scroll.target + height : seen.maxY
    let ahead = (
      up: pace.direction < 0 ? height : height / 2, down: pace.direction < 0 ? height / 2 : height
    )
    return GalleryWindow(
      visible: items(seen.minY, seen.maxY), wanted: items(top - ahead.up, bottom + ahead.down),
      direction: pace.direction, pace: pace.pace)
  }

  // MARK: Options and viewport

  private mutating func applyOptions(_ action: GalleryAction, at t: Timestamp) {
    switch action {
    case .tune(let tuning):
      guard tuning != self.tuning else { return }
      endPinch(velocity: .zero, growth: 0, at: t)
      let isOnlySize = self.tuning.uiScale == tuning.uiScale
      self.tuning = tuning
      relayout(makeLayout(), animated: isOnlySize, at: t)
    case .resize(let size):
      let size = Self.whole(size)
      guard size != viewport else { return }
      endPinch(velocity: .zero, growth: 0, at: t)
      let before = GridGeometry(self, at: t, isSnapped: false)
      let anchor = anchor(at: t)
      viewport = size
      let next = makeLayout()
      relayout(
        next, from: before, around: anchor, animated: next.columns != layout.columns, at: t)
    case .emptySlot(let item): emptySlot = existing(item)
    default: break
    }
  }
}
