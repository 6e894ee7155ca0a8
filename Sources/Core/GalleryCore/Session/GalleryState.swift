public import Geometry
public import Motion

/// The state of a grid as a value: layout, scroll, zoom, focus and selection. Actions change the
/// state, and it can be read at any instant.
///
/// The state contains no files, names, pictures, views or clock. Every change goes through
/// ``apply(_:at:)``, the passing of time through ``advance(to:)``; ``frame(at:)`` returns the
/// geometry to draw.
///
/// Each part of the state is a type of its own; this type decides what an action means for several
/// parts, above all when the layout changes.
public struct GalleryState: Hashable, Sendable {
  private var placement: GridPlacement
  private var scrollBarState = ScrollBarState()
  private var keyboardFocus = KeyboardFocus()
  private var rangeSelection = RangeSelection()
  private var finder = NameFinder()
  private var reportedWindow: GalleryWindow?
  /// The time of the action of unknown time whose motions start with the next action or frame; nil
  /// when no motion waits.
  private var untimedActionTime: Timestamp?
  /// The item whose cell is an empty slot because its picture is in flight or on a page; the first
  /// of several, nil if no cell is one.
  public var emptySlot: Int? { emptySlots.min() }
  /// The items whose cells are empty slots, because their pictures are in flight or on pages.
  package private(set) var emptySlots: Set<Int> = []

  /// Makes a grid at rest, scrolled to its top; without items by default.
  public init(
    viewport: Size = .zero, sections: GridSections = GridSections(),
    options: GalleryOptions = GalleryOptions()
  ) {
    placement = GridPlacement(
      GridArrangement(viewport: viewport, sections: sections, options: options))
  }

  // MARK: Reading

  /// The options of the grid as they were set last, with the cell size that the user has chosen
  /// since.
  public var options: GalleryOptions { arrangement.options }
  /// The size of the visible area of the grid, in device pixels.
  public var viewport: Size { arrangement.viewport }
  /// The layout of the grid: the frames of headers and cells in content coordinates.
  public var layout: GridLayout { arrangement.layout }
  /// The part of the viewport that neither a sticky header nor a bar at the bottom covers, in
  /// viewport coordinates.
  public var uncoveredArea: Rect { arrangement.uncoveredArea }
  /// The scroll position of the grid and its motion.
  public var scroll: GridScroll { placement.scrolling.scroll }
  /// Whether the last press stopped a moving grid; a tap that follows does not open an item.
  public var didPressStopScroll: Bool { placement.scrolling.didPressStopScroll }
  /// The item with the keyboard focus; nil if none has it.
  public var focus: Int? { keyboardFocus.item }
  /// Whether the focus ring is visible: the focus was last moved by a key or a search, and no
  /// contact came down since.
  public var showsFocus: Bool { keyboardFocus.showsRing }
  /// The items that are selected.
  public var selection: GallerySelection { rangeSelection.items }
  /// The text typed to find an item by its name.
  public var typeAhead: TypeAhead { finder.typeAhead }
  /// Whether a search for a typed name is in progress.
  public var isSearching: Bool { finder.isSearching }
  /// The number of lists of items that the grid has shown before the current list.
  public var generation: Int { placement.generation }
  /// The ranges of visible items and of items to load, as reported last; empty until the first
  /// ``advance(to:)``.
  public var window: GalleryWindow {
    reportedWindow ?? GalleryWindow(visible: 0..<0, itemsToLoad: 0..<0, direction: 0, pace: .slow)
  }

  /// Whether nothing in the grid moves, or is held by a contact, at `t`.
  public func isAtRest(at t: Timestamp) -> Bool {
    placement.isAtRest(at: t)
  }

  /// Whether the scroll bar fades in or out at `t`.
  package func isScrollBarFading(at t: Timestamp) -> Bool { !scrollBarState.isSettled(at: t) }

  /// Whether the grid changes at `t` or later without any input, so that another frame is to be
  /// drawn.
  public func wantsFrame(at t: Timestamp) -> Bool {
    placement.isMoving(at: t) || isSearching || !scrollBarState.isSettled(at: t)
  }

  /// The earliest time at which ``advance(to:)`` is to be called although nothing moves until then;
  /// nil when no such call is needed.
  public func deadline(at t: Timestamp) -> Timestamp? {
    [scrollBarState.deadline, typeAhead.deadline, placement.scrolling.deadline].compactMap { $0 }
      .min()
  }

  /// The vertical scroll offset at `t`, in device pixels; outside the content range while
  /// overscrolled.
  public func offset(at t: Timestamp) -> Double { scroll.position(at: t) }

  /// The frame of an item's cell at `t` in viewport coordinates, visible or not; nil when the grid
  /// has no such item.
  ///
  /// - Complexity: O(log sections).
  public func frame(ofItem item: Int, at t: Timestamp) -> Rect? {
    arrangement.validItem(item).map { geometry(at: t).cell($0).rect }
  }

  /// The item whose cell is under a point of the viewport; nil if there is none, or a header covers
  /// the point.
  ///
  /// - Complexity: O(log sections); O(visible cells) while cells move.
  public func item(at point: Point, time t: Timestamp) -> Int? {
    let current = geometry(at: t)
    guard point.isFinite, !current.headers.contains(where: { $0.frame.contains(point) }) else {
      return nil
    }
    if !current.reflow.displacedItems.isEmpty {
      return current.items.last { current.cell($0).rect.contains(point) }
    }
    return layout.item(at: current.transform.invert(point) + Vector(dx: 0, dy: current.offset))
  }

  /// The section whose header is under a point of the viewport; nil if no header is.
  public func header(at point: Point, time t: Timestamp) -> Int? {
    geometry(at: t).headers.last { $0.frame.contains(point) }?.section
  }

  /// The parts of the grid to draw at `t`.
  ///
  /// - Complexity: O(visible cells · log sections).
  public func frame(at t: Timestamp) -> GalleryFrame {
    let current = geometry(at: t)
    let isScaling = placement.isScaling(at: t)
    let (focus, showsFocus, selection) = (focus, showsFocus, selection)
    let cells = current.items.map { item in
      let cell = current.cell(item)
      return GalleryFrame.Cell(
        item: item, frame: cell.visibleFrame, alpha: 1 - cell.missingOpacity,
        isFocused: showsFocus && focus == item, isSelected: selection.contains(item),
        isSlotEmpty: emptySlots.contains(item),
        isMoving: isScaling || cell.flight != nil
          || !(current.reflow.displacement(ofCell: item)?.isInPlace ?? true),
        isFlying: cell.flight != nil)
    }
    let up = Vector(dx: 0, dy: -current.offset)
    return GalleryFrame(
      cells: cells, departing: placement.departingCells(in: current, at: t),
      headers: current.headers, scrollBar: scrollBar(offset: current.offset, at: t),
      selectionRectangle: placement.gesture.selectionRectangle?.rect(offset: current.offset)
        .offset(by: up),
      offset: current.offset,
      isMoving: !isAtRest(at: t),
      isScrollingOnly: placement.isScrollingOnly(at: t))
  }

  private func scrollBar(offset: Double, at t: Timestamp) -> GalleryFrame.ScrollBar? {
    guard let thumb = arrangement.scrollBarThumb(of: scroll.extent) else { return nil }
    let track = arrangement.scrollBarTrack
    let top = thumb.top(atOffset: offset).rounded()
    return GalleryFrame.ScrollBar(
      track: track,
      thumb: Rect(x: track.minX, y: track.minY + top, width: track.width, height: thumb.length),
      alpha: scrollBarState.alpha(at: t), isHeld: placement.gesture.thumbGrabOffset != nil,
      section: layout.section(atY: offset + uncoveredArea.minY))
  }

  private func geometry(at t: Timestamp) -> GridGeometry {
    placement.geometry(at: t, isSnapped: true)
  }

  private var arrangement: GridArrangement { placement.arrangement }

  // MARK: Actions

  /// Performs `action` at `t`, and returns the effects for the host to carry out.
  public mutating func apply(_ action: GalleryAction, at t: Timestamp) -> [GalleryEffect] {
    startUntimedMotions(at: t)
    var expected = FocusAndSelection(self)
    var effects: [GalleryEffect] = []
    let side = options.cellSide
    if action.scrollsOrResizes { placement.recordUserAction() }
    switch action {
    case .setOptions(let options): placement.setOptions(options, focus: focus, at: t)
    case .resize(let size): placement.resize(to: size, focus: focus, at: t)
    case .change(let change):
      self.change(change, at: t)
      expected.adapt(to: change)
    case .flyIn(let items, let start):
      placement.beginReturnFlights(
        of: items.filter { arrangement.validItem($0) != nil }, from: start, at: t)
    case .emptySlot(let item): setEmptySlots(Set([item].compactMap(\.self)))

    case .press:
      keyboardFocus.hideRing()
      placement.press(at: t)
    case .panBegan: placement.beginDrag(at: t)
    case .panChanged(let translation): placement.drag(translation: translation)
    case .panEnded(let velocity): placement.release(velocity: velocity, at: t)
    case .release, .panCancelled: placement.release(velocity: 0, at: t)
    case .wheel(let notches): placement.scrollByWheel(notches: notches, at: t)
    case .scroll(let offset, let animated):
      placement.scroll(to: offset, animated: animated, at: t)
    case .stayAtTop: placement.stayAtTop(at: t)
    case .scrollPages(let pages): placement.scroll(pages: pages, at: t)
    case .reveal(let item, let reveal, let animated):
      placement.reveal(item, reveal, animated: animated, at: t)
    case .scrollBarHover(let isNear): scrollBarState.setHovered(isNear)
    case .thumbBegan(let point): placement.beginThumb(at: point, t)
    case .thumbMoved(let point): placement.moveThumb(to: point, at: t)
    case .thumbEnded: placement.endThumb()

    case .pinchBegan(let centroid): placement.beginPinch(at: centroid, t)
    case .pinchChanged(let factor, let centroid): placement.pinch(by: factor, at: centroid, t)
    case .pinchEnded(let velocity, let growth):
      placement.endPinch(velocity: velocity, growth: growth, at: t)
    case .pinchCancelled: placement.endPinch(at: t)
    case .resizeCells(let steps, let point):
      placement.resizeCells(by: steps, at: point, focus: focus, t)
    case .resetCellSize: placement.resetCellSize(focus: focus, at: t)

    case .move(let move, let extends): self.move(move, extends: extends, at: t)
    case .focus(let item): keyboardFocus.set(arrangement.validItem(item))
    case .open(let item): effects += open(item, at: t)

    case .select(let item, let mode):
      guard let item = arrangement.validItem(item) else { break }
      placement.recordUserAction()
      rangeSelection.select(item, mode, focus: focus)
      keyboardFocus.set(item)
    case .selectAll: rangeSelection.selectAll(count: layout.itemCount)
    case .selectItems(let items):
      rangeSelection.replace(with: items.clamped(to: layout.itemCount))
      if let first = selection.runs.first?.lowerBound { keyboardFocus.set(first) }
    case .deselectAll: rangeSelection.deselectAll()
    case .invertSelection: rangeSelection.invert(count: layout.itemCount)
    case .selectionRectangleBegan(let point, let adds):
      if placement.beginSelectionRectangle(at: point, selection: selection, adds: adds, t) {
        followSelectionRectangle(at: t)
      }
    case .selectionRectangleMoved(let point):
      placement.moveSelectionRectangle(to: point, at: t)
      followSelectionRectangle(at: t)
    case .selectionRectangleEnded: endSelectionRectangle(at: t)
    case .selectionRectangleCancelled:
      let before = placement.gesture.selectionRectangle?.initialSelection
      endSelectionRectangle(at: t)
      if let before { rangeSelection.replace(with: before) }

    case .type(let text):
      if finder.type(text, focus: focus, in: layout.sections, at: t) { effects = [.searchBegan] }
    case .eraseTyped:
      if finder.eraseLastCharacter(in: layout.sections, at: t) { effects = [.searchBegan] }
    case .findNext(let step):
      if finder.findNext(step, focus: focus, in: layout.sections, at: t) {
        effects = [.searchBegan]
      }
    case .endFind: finder.end()
    }
    if action.isResizing, options.cellSide != side {
      effects.append(.cellSideChanged(options.cellSide))
    }
    if options.reducesMotion { placement.finish() }
    return selectionEffects(since: expected) + effects + advance(to: t)
  }

  /// Performs `action`, whose time is not known, at the time `t` of the last action or frame. A
  /// motion that it begins while nothing moves starts with the next action or frame, because an
  /// idle grid has had no frame since `t`, however long ago that is.
  package mutating func applyUntimed(_ action: GalleryAction, at t: Timestamp) -> [GalleryEffect] {
    let wasMoving = placement.isMoving(at: t)
    let effects = apply(action, at: t)
    if !wasMoving, placement.isMoving(at: t) { untimedActionTime = t }
    return effects
  }

  /// Delays the motions that wait for the time of a frame, so that they start at `t`.
  private mutating func startUntimedMotions(at t: Timestamp) {
    guard let since = untimedActionTime, t > since else { return }
    untimedActionTime = nil
    placement.postpone(by: t - since)
  }

  /// Advances time to `t`: ends finished motions, and returns the effects of the passing of time.
  ///
  /// - Complexity: O(log sections); O(rows touched) while a selection rectangle scrolls.
  public mutating func advance(to t: Timestamp) -> [GalleryEffect] {
    startUntimedMotions(at: t)
    let before = FocusAndSelection(self)
    followSelectionRectangle(at: t)
    var effects = selectionEffects(since: before)
    finder.advance(to: t)
    placement.advance(to: t)
    let isScrolling = scroll.extent.maxOffset > 0 && placement.scrolling.isScrolling(at: t)
    scrollBarState.update(
      isActive: isScrolling || placement.gesture.thumbGrabOffset != nil,
      animated: !options.reducesMotion,
      at: t)
    let window = makeWindow(at: t)
    if window != reportedWindow {
      reportedWindow = window
      effects.append(.windowChanged(window))
    }
    if placement.detectNewRest(at: t) { effects.append(.settled) }
    return effects
  }

  private func makeWindow(at t: Timestamp) -> GalleryWindow {
    let (scrolling, gesture) = (placement.scrolling, placement.gesture)
    let height = viewport.height
    let seen = geometry(at: t).visibleArea
    let layout = layout
    func items(_ top: Double, _ bottom: Double) -> Range<Int> {
      layout.items(in: Rect(x: 0, y: top, width: 1, height: max(0, bottom - top)))
    }
    // While pictures pass too fast to be recognised, only the target of the scroll is prefetched.
    let isPagingFast =
      scrolling.pace == .fast && !scroll.isHeld && gesture.thumbGrabOffset == nil
      && gesture.selectionRectangle == nil
    let top = isPagingFast ? scroll.target : seen.minY
    let bottom = isPagingFast ? scroll.target + height : seen.maxY
    let direction = scrolling.direction
    let ahead = (up: direction < 0 ? height : height / 2, down: direction < 0 ? height / 2 : height)
    return GalleryWindow(
      visible: items(seen.minY, seen.maxY),
      itemsToLoad: items(top - ahead.up, bottom + ahead.down),
      direction: direction, pace: scrolling.pace)
  }

  // MARK: Reports

  /// The focus and the selection at one instant, for the comparison before and after an action.
  private struct FocusAndSelection: Hashable {
    var focus: Int?
    var selection: GallerySelection

    init(_ state: GalleryState) {
      focus = state.focus
      selection = state.selection
    }

    /// Replaces the indices of items by those in the changed list. When selected items were removed
    /// the old selection is kept, so that the comparison reports a change; a mere change of indices
    /// is not reported.
    mutating func adapt(to change: GalleryChange) {
      focus = focus.flatMap(change.newIndex)
      let followed = selection.adapted(to: change)
      if followed.count == selection.count { selection = followed }
    }
  }

  private func selectionEffects(since before: FocusAndSelection) -> [GalleryEffect] {
    var effects: [GalleryEffect] = []
    if focus != before.focus { effects.append(.focusChanged(focus)) }
    if selection != before.selection { effects.append(.selectionChanged) }
    return effects
  }

  /// Sets the items whose cells are empty slots, because their pictures are in flight or on pages;
  /// indices that the grid does not have are dropped.
  package mutating func setEmptySlots(_ items: Set<Int>) {
    emptySlots = items.filter { arrangement.validItem($0) != nil }
  }

  // MARK: Several parts

  /// Replaces the list of items. Focus, selection and empty slots follow their items.
  private mutating func change(_ change: GalleryChange, at t: Timestamp) {
    precondition(
      change.newIndices.count == layout.itemCount,
      "a change from \(change.newIndices.count) items, there are \(layout.itemCount)")
    placement.change(change, focus: focus, at: t)
    keyboardFocus.adapt(to: change)
    rangeSelection.adapt(to: change)
    emptySlots = Set(emptySlots.compactMap(change.newIndex))
    finder.restart(focus: focus, in: layout.sections)
  }

  private mutating func endSelectionRectangle(at t: Timestamp) {
    guard placement.gesture.selectionRectangle != nil else { return }
    followSelectionRectangle(at: t)
    rangeSelection.forgetAnchor()
    placement.endSelectionRectangle(focus: focus, at: t)
  }

  /// Selects the items that the dragged selection rectangle touches, and those kept besides.
  private mutating func followSelectionRectangle(at t: Timestamp) {
    if let items = placement.rectangleSelection(at: t) { rangeSelection.replace(with: items) }
  }

  private mutating func move(_ move: GalleryMove, extends: Bool, at t: Timestamp) {
    guard layout.itemCount > 0, viewport.height > 0 else { return }
    placement.recordUserAction()
    let old = focus
    let next = keyboardFocus.move(move, in: arrangement, offset: offset(at: t))
    if extends {
      rangeSelection.select(next, .through, focus: old)
    } else {
      rangeSelection.forgetAnchor()
    }
    placement.reveal(next, .nearest, animated: true, at: t)
  }

  private mutating func open(_ item: Int?, at t: Timestamp) -> [GalleryEffect] {
    guard layout.itemCount > 0,
      let item = arrangement.validItem(
        item ?? focus ?? arrangement.firstVisibleItem(atOffset: offset(at: t)))
    else { return [] }
    placement.recordUserAction()
    keyboardFocus.setKeepingPreferredColumn(item)
    return [.open(item)]
  }

  /// Continues the search for a typed name, over a few thousand names at most. The item that is
  /// found gets the focus and is scrolled into view.
  ///
  /// - Parameters:
  ///   - name: the displayed name of an item.
  ///   - section: the displayed title of a section; a match leads to the first item of the section.
  public mutating func search(
    at t: Timestamp, name: (Int) -> String, section: (Int) -> String = { _ in "" }
  ) -> [GalleryEffect] {
    guard case .finished(let found) = finder.advance(name: name, section: section) else {
      return []
    }
    guard let found = arrangement.validItem(found) else { return [.searchEnded(found: nil)] }
    let old = focus
    placement.recordUserAction()
    rangeSelection.forgetAnchor()
    _ = keyboardFocus.move(.item(found), in: arrangement, offset: offset(at: t))
    placement.reveal(found, .nearest, animated: true, at: t)
    if options.reducesMotion { placement.finishScroll() }
    let changed: [GalleryEffect] = old == found ? [] : [.focusChanged(found)]
    return changed + [.searchEnded(found: found)] + advance(to: t)
  }
}

extension GalleryAction {
  /// Whether the action changes the size of the cells by a pinch or a command.
  fileprivate var isResizing: Bool {
    switch self {
    case .pinchBegan, .pinchChanged, .pinchEnded, .pinchCancelled, .resizeCells, .resetCellSize:
      true
    default: false
    }
  }

  /// Whether the action is an input of the user that scrolls the grid or changes the size of the
  /// cells.
  fileprivate var scrollsOrResizes: Bool {
    switch self {
    case .press, .release, .panBegan, .panChanged, .panEnded, .panCancelled, .wheel, .scroll,
      .scrollPages, .reveal, .scrollBarHover, .thumbBegan, .thumbMoved, .thumbEnded:
      true
    default: isResizing
    }
  }
}
