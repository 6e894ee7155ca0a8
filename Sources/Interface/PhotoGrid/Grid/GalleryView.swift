package import Drawing
package import GalleryCore
package import Geometry
import Gestures
package import Input
package import Motion
package import PhotoBrowser
package import Pixels
package import Views

/// The events of a grid. All methods but `gallery(_:open:)` have empty defaults.
package protocol GalleryViewDelegate: AnyObject {
  /// The user opened an item.
  func gallery(_ gallery: GalleryView, open item: Int)
  /// The focus moved to another item, or to none.
  func gallery(_ gallery: GalleryView, didMoveFocusTo item: Int?)
  /// The selection changed.
  func galleryDidChangeSelection(_ gallery: GalleryView)
  /// A context menu is requested at a point of the stage; `item` is nil beside all items.
  func gallery(_ gallery: GalleryView, wantsMenuAt point: Point, for item: Int?)
  /// The user chose a cell size, in points.
  func gallery(_ gallery: GalleryView, didChooseCellSide side: Double)
}

extension GalleryViewDelegate {
  package func gallery(_ gallery: GalleryView, didMoveFocusTo item: Int?) {}
  package func galleryDidChangeSelection(_ gallery: GalleryView) {}
  package func gallery(_ gallery: GalleryView, wantsMenuAt point: Point, for item: Int?) {}
  package func gallery(_ gallery: GalleryView, didChooseCellSide side: Double) {}
}

/// Loads a larger picture of an item for a preview, at most as large as the size passed, in pixels.
///
/// The callback takes the picture and the full size of the original, if known. It may be called
/// repeatedly until the task is cancelled, or never.
package typealias PreviewLoader = (
  GalleryItem, PixelSize, @escaping (Bitmap, PixelSize?) -> Void
) -> PictureTask

/// The grid: thumbnails in sections that can be scrolled, resized, selected and opened.
///
/// The grid owns no files and no loader. Every input event becomes an action on a ``GalleryState``,
/// and every frame draws that state at the frame's time with the thumbnails that the source has.
package final class GalleryView: View {
  /// The state of the grid: a value with layout, scrolling, focus and selection.
  package internal(set) var state = GalleryState()
  package private(set) var contents = GalleryContents.empty
  package weak var delegate: (any GalleryViewDelegate)?
  /// The source of the thumbnails.
  package var thumbnails: (any ThumbnailSource)? {
    didSet { thumbnailsDidChange() }
  }
  /// Loads the picture of a preview; nil leaves the thumbnail in it. Default: nil.
  package var loadPreview: PreviewLoader?
  /// The message and the hint of an empty grid.
  package var emptyMessage = (sentence: "There are no pictures here", hint: "") {
    didSet { empty.message = emptyMessage.sentence; empty.hint = emptyMessage.hint }
  }
  /// The buttons of an empty grid, the most helpful one first. Default: none.
  package var emptyChoices: [(title: String, action: () -> Void)] {
    get { empty.choices }
    set { empty.choices = newValue }
  }
  /// True for a key that is a command of the host, so that its character does not begin a search by
  /// name. Default: true for the keys of a ``GalleryCommand``.
  package var isShortcut: (KeyEvent) -> Bool = { GalleryCommand($0) != nil }
  /// The way pictures are fitted into their cells. Default: `.fill`.
  package var fit = ThumbnailFit.fill {
    didSet {
      guard fit != oldValue else { return }
      painter.fit = fit
      setNeedsDisplay()
      requestFrame()
    }
  }
  /// The host's part of the appearance.
  var look = GalleryLook() {
    didSet {
      guard look != oldValue else { return }
      painter.look = look
      setNeedsDisplay()
      requestFrame()
    }
  }
  /// Whether the user may select items. Otherwise a click with any modifier opens, and a mouse drag
  /// scrolls. Default: true.
  var allowsSelection = true {
    didSet { painter.offersSelection = allowsSelection }
  }
  /// Whether typed characters search for a name. Default: true.
  var findsByName = true
  /// Whether the space bar shows a preview while it is held. Default: true.
  var showsKeyPreview = true
  /// Whether a pointer that rests on a cell gets a preview. Default: true.
  package var showsHoverPreview = true
  /// Called once, when all thumbnails of the first visible cells are loaded or have failed.
  package var onFirstThumbnails: (() -> Void)?
  /// Called when cells have moved since the last frame, so that a flight can follow its slot.
  package var onMove: (() -> Void)?
  /// The insets covered by the host's bars, in points. The grid scrolls between them. Default:
  /// none.
  package var barInsets = Insets.zero {
    didSet { if barInsets != oldValue { setNeedsLayout() } }
  }
  /// True leaves out all text: fonts take tens of milliseconds to load, and the first pictures must
  /// not wait for them.
  package var defersText = false {
    didSet { if defersText != oldValue { textDidChange() } }
  }
  /// The options of the grid. The view overrides their `uiScale` with its own.
  package var tuning = GalleryOptions() {
    didSet { if tuning != oldValue { perform(.tune(scaledTuning), at: lastTime) } }
  }

  // MARK: Inside

  let painter = CellPainter()
  var headers = SectionHeaders()
  let scrollBar = GalleryScrollBar()
  let pill = FindPill()
  let empty = EmptyGallery()
  let card = PreviewCard()

  var arena = GestureArena(tuning: GestureTuning())
  var hands = GalleryInputState()
  var preview = GalleryPreview()
  /// The time of the last frame or action.
  package internal(set) var lastTime = Timestamp.zero
  /// The geometry of the last frame; nil before the first one.
  package internal(set) var lastFrame: GalleryFrame?
  /// The cells on the screen, by item.
  var shown: [Int: CellPainter.Cell] = [:]
  /// The fade state of every visible cell, by item.
  var arrivals: [Int: CellFadeIn] = [:]
  private(set) var newFiles = NewFiles()
  /// The thumbnails that the grid needs at present.
  package internal(set) var wish = ThumbnailDemand()
  /// True while visible cells remain to be prepared.
  var hasUnpreparedCells = false
  /// True when an action was performed since the last frame.
  var hasActed = false
  /// True when the last frame equalled the previous one and no action came in between.
  var isStill = false
  /// The cells of earlier lists while some of them are still leaving, by generation and item.
  var earlier: [Int: [Int: CellPainter.Cell]] = [:]
  /// True after the first list, even an empty one.
  package private(set) var isListKnown = false

  package override init(frame: Rect = .zero) {
    super.init(frame: frame)
    isOpaque = true
    clipsChildren = true
    tracksHover = true
    accessibilityLabel = "Grid"
    empty.message = emptyMessage.sentence
    for child in [empty, scrollBar, pill, card] as [View] { add(child) }
  }

  /// The area of the view that no bar covers. The state's coordinates begin at its origin.
  var content: Rect {
    Rect(origin: .zero, size: frame.size).inset(by: barInsets).snapped
  }

  /// The offset from the view's origin to the origin of `content`.
  var contentOffset: Vector { content.origin - Point.zero }

  // MARK: Contents

  /// Shows other contents. Remaining items keep their position, focus and selection.
  ///
  /// - Parameter change: the difference from the present contents to `new`, if already computed.
  package func show(_ new: GalleryContents, change: GalleryChange? = nil) {
    let change = change ?? new.change(from: contents)
    earlier[state.generation] = shown
    newFiles.note(
      change, count: new.items.count, isFirst: contents.items.isEmpty || !isListKnown, at: lastTime)
    contents = new
    isListKnown = true
    arrivals = arrivals.reduce(into: [:]) { kept, old in
      if let index = change.newIndex(of: old.key) { kept[index] = old.value }
    }
    endPreview()
    perform(.change(change), at: lastTime)
    wish = ThumbnailDemand()
    updateDemand()
    empty.isHidden = !new.items.isEmpty
    setNeedsDisplay()
  }

  /// The item at a flat index; nil when there is none.
  package func item(_ index: Int) -> GalleryItem? {
    contents.items.indices.contains(index) ? contents.items[index] : nil
  }

  /// The selected items in order; the item with the focus when none is selected.
  package var chosen: [Int] {
    state.selection.isEmpty ? state.focus.map { [$0] } ?? [] : Array(state.selection.items)
  }

  private func textDidChange() {
    painter.drawsText = !defersText
    scrollBar.drawsText = !defersText
    empty.drawsText = !defersText
    card.drawsText = !defersText
    setNeedsDisplay()
  }

  // MARK: Actions

  /// Performs `action`. Keys, menus and hosts use this method.
  ///
  /// - Parameter time: the current time on the clock of the frames.
  package func perform(_ action: GalleryAction, at time: Timestamp) {
    lastTime = max(lastTime, time)
    hasActed = true
    handle(state.apply(action, at: lastTime))
    requestFrame()
  }

  /// Forwards the effects of an action to the delegate and the views.
  func handle(_ effects: [GalleryEffect]) {
    for effect in effects {
      switch effect {
      case .open(let item):
        endPreview()
        // The pointer may be anywhere when the grid is shown again.
        hands.pointer = nil
        delegate?.gallery(self, open: item)
      case .focusChanged(let item):
        followFocus(to: item)
        delegate?.gallery(self, didMoveFocusTo: item)
      case .selectionChanged: delegate?.galleryDidChangeSelection(self)
      case .windowChanged: updateDemand()
      case .cellSideChanged(let side): delegate?.gallery(self, didChooseCellSide: side)
      case .searchBegan: pill.hasMatch = true
      case .searchEnded(let found): pill.hasMatch = found != nil
      // After scrolling up, the wanted thumbnails return from reversed order to reading order.
      case .settled: updateDemand()
      }
    }
  }

  private var scaledTuning: GalleryOptions {
    var scaled = tuning
    scaled.uiScale = uiScale
    return scaled
  }

  // MARK: As a view

  package override func layout() {
    let content = content
    arena.tuning = GestureTuning(
      uiScale: uiScale, doubleTapEnabled: false, pointer: pointerSettings)
    painter.scale = uiScale
    painter.prepared.budget = max(
      CellPainter.minBudget, Int(content.width * content.height) * 4 * CellPainter.screens)
    if scaledTuning != state.tuning { perform(.tune(scaledTuning), at: lastTime) }
    perform(.resize(content.size), at: lastTime)
    scrollBar.frame = content
    card.room = content
    updateDemand()
    setNeedsDisplay()
  }

  package override var wantsFrame: Bool {
    if hasUnpreparedCells || state.isSearching || isFading { return true }
    // A held contact that does not move needs no frames: its next event requests one.
    return !state.isAtRest(at: lastTime) && !(hands.holds && isStill)
  }

  package override var nextDeadline: Timestamp? {
    [arena.deadline, state.deadline(at: lastTime), preview.deadline].compactMap(\.self).min()
  }

  package override func update(at frame: FrameTime) { advance(to: frame.presentation) }

  package override func receive(_ event: InputEvent) -> Bool { feel(event) }

  package override func hoverChanged(_ isInside: Bool, at time: Timestamp) {
    if !isInside { pointerMoved(to: nil, at: time) }
  }

  package override func draw(in canvas: Canvas, damage: Rect) { paint(in: canvas, damage: damage) }
}
