package import Drawing
package import GalleryCore
package import Geometry
import Gestures
package import Input
import Localization
package import Motion
package import Views

/// The grid: thumbnails in sections that can be scrolled, resized, selected and opened.
///
/// The grid owns no files and no loader. Input events become actions on a ``GalleryState``. Each
/// frame shows this state at the time of the frame, with the thumbnails that the source has.
package final class GalleryView: View, PreviewProvider {
  /// The state of the grid, a value: layout, scroll offset, focus and selection.
  package private(set) var state = GalleryState()
  package private(set) var contents = GalleryContents.empty
  /// Whether contents were ever shown, even empty ones.
  package private(set) var hasShownContents = false
  package weak var delegate: (any GalleryViewDelegate)?
  /// The loader of the larger picture for a preview; nil enlarges the thumbnail. Default: nil.
  package var loadPreview: PreviewLoader?
  /// Whether a key is a command of the grid's owner, so that its character does not begin a search
  /// by name. Default: true for the keys of a ``GalleryCommand``.
  package var isShortcut: (KeyEvent) -> Bool = { GalleryCommand($0) != nil }
  /// Whether typed characters search for the name of an item. Default: true.
  var findsByName = true
  /// Whether the space bar shows a preview while it is held. Default: true.
  var showsKeyPreview = true
  /// Whether a pointer that rests on a cell shows an enlarged preview. Default: true.
  package var showsHoverPreview = true
  /// Called once, when the first visible thumbnails are loaded or have failed. Default: nil.
  package var onFirstThumbnails: (() -> Void)?
  /// Called in an update of the grid in which cells have moved, appeared or disappeared, so that a
  /// flying picture can follow its cell. Default: nil.
  package var onCellsMove: (() -> Void)?
  /// The label beside the scroll bar while the bar is dragged, for the index of the first visible
  /// item. A result of nil, the default, shows the title of a section, the initial of a name, or
  /// the position.
  package var scrollLabel: (_ item: Int) -> String? = { _ in nil }
  /// The widths in device pixels of the edges that bars and panels of the owner cover; the grid
  /// scrolls between them. Default: zero.
  package var barInsets = Insets.zero {
    didSet { if barInsets != oldValue { setNeedsLayout() } }
  }
  /// The options of the grid; the view overrides their `uiScale` and `isMirrored`.
  package var options = GalleryOptions() {
    didSet { if options != oldValue { perform(.setOptions(scaledOptions), at: nil) } }
  }
  /// The latest time of a frame or action; no later call goes back before it.
  package private(set) var lastTime = Timestamp.zero

  /// The positions of cells and headers in the last frame; nil before the first one.
  package var lastFrame: GalleryFrame? { cells.shownFrame }

  let cells = VisibleCells()
  let preview = ItemPreview()
  let scrollBar = GalleryScrollBar()
  let findPill = FindPill()
  private let emptyView = EmptyGalleryView()
  /// The indices of the items by their identity, for assistive programs.
  let itemIndices = ItemIndices()
  private var input = GridInput()
  private var requests = GridThumbnailRequests()
  /// Whether an action was performed since the last update.
  private var hasActedSinceFrame = false
  /// Whether the last update changed nothing, and no action was performed since.
  private var isStill = false

  package override init(frame: Rect = .zero) {
    super.init(frame: frame)
    isOpaque = true
    clipsChildren = true
    tracksHover = true
    accessibilityLabel = tr("Grid")
    emptyMessage = (tr("There are no pictures here"), "")
    preview.provider = self
    for child in [emptyView, scrollBar, findPill, preview.card] as [View] { add(child) }
  }

  // MARK: Options
  /// The source of the thumbnails; nil shows placeholder tiles. Default: nil.
  package var thumbnails: (any ThumbnailSource)? {
    get { requests.source }
    set {
      requests.setSource(newValue) { [weak self] in self?.requestFrame() }
      updateDemand()
      requestFrame()
    }
  }

  /// The sentence in the middle of an empty grid, and the advice below it; both may be empty.
  package var emptyMessage: (sentence: String, hint: String) {
    get { (emptyView.message, emptyView.hint) }
    set { (emptyView.message, emptyView.hint) = newValue }
  }

  /// The buttons below the message of an empty grid, the most helpful one first. Default: none.
  package var emptyChoices: [(title: String, action: () -> Void)] {
    get { emptyView.choices }
    set { emptyView.choices = newValue }
  }

  /// The way in which pictures are fitted into their cells. Default: `.fill`.
  package var fit: ThumbnailFit {
    get { cells.painter.fit }
    set { if newValue != fit { repaintAfter { cells.painter.fit = newValue } } }
  }

  /// The corner radius and colours of cells that the owner of the grid chooses.
  var cellStyle: CellStyle {
    get { cells.painter.style }
    set { if newValue != cellStyle { repaintAfter { cells.painter.style = newValue } } }
  }

  /// Whether the user may select items. Otherwise a click with any modifier key opens an item, and
  /// a mouse drag scrolls. Default: true.
  var allowsSelection: Bool {
    get { input.allowsSelection }
    set {
      input.allowsSelection = newValue
      cells.painter.offersSelection = newValue
    }
  }

  /// Whether texts are left out: fonts take tens of milliseconds to load, and the first pictures
  /// must not wait for them. Default: false.
  package var defersText: Bool {
    get { !cells.painter.drawsText }
    set {
      guard newValue != defersText else { return }
      cells.painter.drawsText = !newValue
      scrollBar.drawsText = !newValue
      emptyView.drawsText = !newValue
      preview.card.drawsText = !newValue
      setNeedsDisplay()
    }
  }

  private func repaintAfter(_ change: () -> Void) {
    change()
    setNeedsDisplay()
    requestFrame()
  }

  private var scaledOptions: GalleryOptions {
    var scaled = options
    scaled.isMirrored = LayoutDirection.isRightToLeft
    scaled.uiScale = uiScale
    return scaled
  }

  // MARK: Contents

  /// Shows other contents. Items that are in both the old and the new ones keep focus and
  /// selection, and the view does not jump.
  ///
  /// - Parameter change: The difference from the present contents to `new`; nil computes it.
  package func show(_ new: GalleryContents, change: GalleryChange? = nil) {
    let change = change ?? new.change(from: contents)
    cells.remapIndices(
      change, to: new, from: state.generation,
      isFirst: contents.items.isEmpty || !hasShownContents)
    contents = new
    itemIndices.invalidate()
    hasShownContents = true
    preview.end()
    perform(.change(change), at: nil)
    requests.forgetDemand()
    updateDemand()
    emptyView.isHidden = !new.items.isEmpty
    setNeedsDisplay()
  }

  func thumbnail(for item: GalleryItem) -> GalleryThumbnail { requests.thumbnail(for: item) }

  /// The thumbnails that were last requested from the source.
  package var thumbnailDemand: ThumbnailDemand { requests.demand }

  private func updateDemand() { requests.update(for: state, of: contents, at: lastTime) }

  // MARK: Actions

  /// Applies `action` to the state of the grid, and forwards its effects.
  ///
  /// - Parameter time: The present time on the clock of the frames; nil if it is unknown: a motion
  ///   that begins from rest then starts with the next frame, because the last one may be long ago.
  package func perform(_ action: GalleryAction, at time: Timestamp?) {
    hasActedSinceFrame = true
    if let time {
      lastTime = max(lastTime, time)
      handle(state.apply(action, at: lastTime))
    } else {
      handle(state.applyUntimed(action, at: lastTime))
    }
    if case .emptySlot = action { redrawEmptySlots() }
    requestFrame()
  }

  /// Sets the items whose cells are drawn empty, because their pictures are elsewhere.
  func setEmptySlots(_ items: Set<Int>) {
    state.setEmptySlots(items)
    redrawEmptySlots()
  }

  /// Passes the effects of an action on to the delegate and the views.
  private func handle(_ effects: [GalleryEffect]) {
    for effect in effects {
      switch effect {
      case .open(let item):
        preview.end()
        // The position of the pointer is forgotten, because the pointer may be elsewhere when the
        // grid is shown again.
        input.forgetPointer()
        delegate?.gallery(self, open: item)
      case .focusChanged(let item):
        preview.focusDidChange(to: item)
        delegate?.gallery(self, didMoveFocusTo: item)
      case .selectionChanged: delegate?.galleryDidChangeSelection(self)
      case .windowChanged: updateDemand()
      case .cellSideChanged(let side): delegate?.gallery(self, didChooseCellSide: side)
      case .searchBegan: findPill.hasMatch = true
      case .searchEnded(let found): findPill.hasMatch = found != nil
      // After scrolling up, the wanted thumbnails return from reversed order to reading order.
      case .settled: updateDemand()
      }
    }
  }

  /// Performs a command.
  ///
  /// - Returns: False if there is nothing to cancel, or if the command selects items in a grid that
  ///   does not allow selecting.
  @discardableResult
  package func perform(command: GalleryCommand, at time: Timestamp) -> Bool {
    guard allowsSelection || !command.changesSelection else { return false }
    switch command {
    case .contextMenu: showMenuOfFocus()
    case .cancel: return cancel(at: time)
    default: if let action = command.action { perform(action, at: time) }
    }
    preview.end()
    return true
  }

  /// Cancels the running gesture, else the search by name, else the selection.
  ///
  /// - Returns: False when there was nothing to cancel.
  private func cancel(at time: Timestamp) -> Bool {
    if input.isGestureActive { return receive(.cancelled(time)) }
    if state.typeAhead.isActive(at: time) {
      perform(.endFind, at: time)
      return true
    }
    guard !state.selection.isEmpty else { return false }
    perform(.deselectAll, at: time)
    return true
  }

  private func showMenuOfFocus() {
    let cell = state.focus.flatMap { thumbnailGeometry(of: $0)?.frame.center }
    let middle = cellArea.center + (originInStage - Point.zero)
    delegate?.gallery(self, wantsMenuAt: cell ?? middle, for: cell == nil ? nil : state.focus)
  }

  // MARK: Pointer and touch

  package override func receive(_ event: InputEvent) -> Bool {
    if case .key(let key) = event { return press(key) }
    input.cellArea = cellArea
    let track = cells.shownFrame?.scrollBar?.track.offset(by: cellAreaOffset)
    guard let intents = input.receive(event, scrollBar: track) else { return false }
    handle(intents)
    return true
  }

  package override func hoverChanged(_ isInside: Bool, at time: Timestamp) {
    if !isInside { handle(input.movePointer(to: nil, at: time)) }
  }

  private func handle(_ intents: [GridIntent]) {
    for intent in intents {
      switch intent {
      case .perform(let action, let time): perform(action, at: time)
      case .tap(let point, let modifiers, let time): tap(point, modifiers, at: time)
      case .showMenu(let point, let time): showMenu(at: point, time: time)
      case .scrollBarHover(let isOver, let time):
        scrollBar.isHovered = isOver
        perform(.scrollBarHover(isNear: isOver), at: time)
      case .pointerEntered: preview.pointerEntered()
      case .pointerMovedOnGrid(let time):
        if preview.takeFirstPointerMovement() { trackPointer(at: time) }
      case .pointerMovedOrLeftCells(let time):
        trackPointer(at: time)
        requestFrame()
      case .endPreview: preview.end()
      }
    }
  }

  private func trackPointer(at time: Timestamp) {
    preview.track(input.pointer, at: time) { item(under: $0) }
  }

  private func tap(_ point: Point, _ modifiers: Modifiers, at time: Timestamp) {
    // A touch that stopped a running scroll does not open anything.
    guard !state.didPressStopScroll else { return }
    let item = item(under: point)
    let isOnSelectionTick = item.map { self.isOnSelectionTick(point, of: $0) } ?? false
    let action = input.action(ofTapOn: item, modifiers, isOnSelectionTick: isOnSelectionTick)
    if let action { perform(action, at: time) }
  }

  /// Whether `point`, in the view's coordinates, is on the disc that selects the cell of `item`;
  /// false for a folder card, and while no pointer is over the grid.
  private func isOnSelectionTick(_ point: Point, of item: Int) -> Bool {
    guard input.pointer != nil, let cell = cells[item], cell.folder == nil else { return false }
    return cells.painter.tickRect(of: cell).contains(point - cellAreaOffset)
  }

  private func showMenu(at point: Point, time: Timestamp) {
    preview.end()
    let item = item(under: point)
    if let item { perform(.focus(item), at: time) }
    delegate?.gallery(self, wantsMenuAt: point + (originInStage - Point.zero), for: item)
  }

  /// The index of the item under a point in the view's coordinates; nil beside all items, and where
  /// a header, a bar or the scroll bar covers the cells.
  func item(under point: Point) -> Int? {
    let gridPoint = point - cellAreaOffset
    let isOnBar = cells.shownFrame?.scrollBar?.track.contains(gridPoint) ?? false
    return cellArea.contains(point) && !isOnBar ? state.item(at: gridPoint, time: lastTime) : nil
  }

  // MARK: Keys

  /// Handles a key event: moves the focus, toggles the selection, searches for a name or shows a
  /// preview.
  ///
  /// Characters search for a name; those of a command, see ``isShortcut``, only after a search has
  /// begun.
  ///
  /// - Returns: Whether the key was handled.
  @discardableResult
  package func press(_ key: KeyEvent) -> Bool {
    let isTyping = state.typeAhead.isActive(at: key.time) && !state.typeAhead.text.isEmpty
    if showsKeyPreview, GridKeys.isPreviewKey(key), !isTyping {
      showPreview(key)
      return true
    }
    guard key.isPress, !contents.items.isEmpty, handle(key) else { return false }
    // After a key press the pointer does not count as being over a cell until it moves.
    input.forgetPointer()
    requestFrame()
    return true
  }

  private func handle(_ key: KeyEvent) -> Bool {
    if let move = GridKeys.move(of: key) {
      preview.end(keepsKeyPreview: true)
      let extends = allowsSelection && key.modifiers.contains(.shift)
      perform(.move(move, extends: extends), at: key.time)
      return true
    }
    if GridKeys.isToggleKey(key), allowsSelection, let focus = state.focus {
      perform(.select(focus, .toggle), at: key.time)
      return true
    }
    guard findsByName,
      let action = GridKeys.searchAction(key, after: state.typeAhead, isShortcut: isShortcut)
    else { return false }
    perform(action, at: key.time)
    preview.end()
    return true
  }

  private func showPreview(_ key: KeyEvent) {
    guard key.isPress else { return preview.endKeyPreview() }
    guard !key.isRepeat, !preview.isShownByKey,
      let item = state.focus ?? input.pointer.flatMap({ item(under: $0) })
    else { return }
    preview.beginKeyPreview(item)
  }

  // MARK: Frames

  /// The rectangle of the view that no bar covers, in device pixels. Its origin is that of the
  /// grid's coordinates.
  private var cellArea: Rect {
    Rect(origin: .zero, size: frame.size).inset(by: barInsets).snapped
  }

  /// The offset from the view's coordinates to the grid's, which begin below and beside bars.
  var cellAreaOffset: Vector { cellArea.origin - Point.zero }

  package override func layout() {
    let cellArea = cellArea
    input.setTuning(
      GestureTuning(uiScale: uiScale, doubleTapEnabled: false, pointer: pointerSettings))
    cells.painter.scale = uiScale
    cells.painter.bitmapCache.budget = max(
      CellPainter.minBudget, Int(cellArea.width * cellArea.height) * 4 * CellPainter.cachedScreens)
    if scaledOptions != state.options { perform(.setOptions(scaledOptions), at: lastTime) }
    perform(.resize(cellArea.size), at: lastTime)
    scrollBar.frame = cellArea
    preview.card.uncoveredArea = cellArea
    updateDemand()
    setNeedsDisplay()
  }

  package override var wantsFrame: Bool {
    if cells.hasUnscaledThumbnails || state.isSearching { return true }
    if cells.isFading(at: lastTime) || state.isScrollBarFading(at: lastTime) { return true }
    // A held contact that does not move needs no frames: its next event requests one.
    return !state.isAtRest(at: lastTime) && !(input.movesOnlyByInput && isStill)
  }

  package override var nextDeadline: Timestamp? {
    [input.deadline, state.deadline(at: lastTime), preview.deadline].compactMap(\.self).min()
  }

  /// Advances gestures, motion, search and preview, and marks changed areas for redrawing.
  package override func update(at time: FrameTime) {
    lastTime = max(lastTime, time.presentation)
    // A size set since the last layout applies to this frame already.
    if state.viewport != cellArea.size { layout() }
    beginReturnFlights()
    input.cellArea = cellArea
    handle(input.advance(to: lastTime))
    handle(state.advance(to: lastTime))
    if state.isSearching {
      let contents = contents
      handle(state.search(at: lastTime, name: contents.name(of:), section: contents.title(of:)))
    }
    let (old, frame) = (cells.shownFrame, state.frame(at: lastTime))
    isStill = !hasActedSinceFrame && frame == old
    hasActedSinceFrame = false
    let isScrolling = old.map { $0.offset != frame.offset } ?? false
    advancePreview(isScrolling: isScrolling)
    layOut(frame, isScrolling: isScrolling)
    if old?.cells.map(\.frame) != frame.cells.map(\.frame) { onCellsMove?() }
    if let action = onFirstThumbnails, hasShownContents, requests.areVisibleThumbnailsFinal {
      onFirstThumbnails = nil
      action()
    }
  }

  private func advancePreview(isScrolling: Bool) {
    preview.advance(isScrolling: isScrolling)
    guard let point = preview.takeRestedPosition(at: lastTime), showsHoverPreview,
      let item = item(under: point), let cell = cells[item], !cell.isEmptySlot
    else { return }
    preview.show(
      item, beside: cell.rect.offset(by: cellAreaOffset), cell.thumbnail,
      shownAt: cells.painter.pictureSize(of: cell))
  }

  private func layOut(_ frame: GalleryFrame, isScrolling: Bool) {
    cells.painter.captionHeight = state.layout.metrics.captionHeight
    let hovered =
      isScrolling || input.isDragging ? nil : input.pointer.flatMap { item(under: $0) }
    let damage = cells.show(
      frame, of: contents, generation: state.generation, hovered: hovered,
      showsFocus: stage?.focus.map { $0 === self } ?? true, from: requests, at: lastTime)
    switch damage {
    case .everything: setNeedsDisplay(cellArea)
    case .areas(let areas): for area in areas { redraw(area) }
    }
    scrollBar.bar = frame.scrollBar
    if let bar = frame.scrollBar, bar.isHeld {
      let first = frame.cells.first?.item
      scrollBar.label =
        first.flatMap(scrollLabel) ?? contents.scrollLabel(section: bar.section, first: first)
    }
    let isFinding = state.typeAhead.isActive(at: lastTime) || findPill.composition != nil
    let typed = state.typeAhead.isActive(at: lastTime) ? state.typeAhead.text : ""
    findPill.text = defersText || !isFinding ? nil : typed + findPill.composedText
  }

  /// Marks for redrawing the rectangle of a cell, in the grid's coordinates, with its focus ring.
  func redraw(_ rect: Rect) {
    let area = rect.inset(by: .all(-cells.painter.focusRingExtent)).offset(by: cellAreaOffset)
    if let seen = area.intersection(cellArea) { setNeedsDisplay(seen) }
  }

  package override func draw(in canvas: Canvas, damage: Rect) {
    cells.painter.palette = Chrome.palette
    canvas.fill(damage, cellStyle.background)
    guard cells.shownFrame != nil, let area = cellArea.intersection(damage) else { return }
    canvas.saved {
      canvas.clip(to: area)
      canvas.translate(cellAreaOffset)
      cells.draw(
        in: canvas, area: area.offset(by: -cellAreaOffset), of: contents,
        textInset: contents.items.isEmpty ? 0 : state.layout.margin)
    }
  }
}
