import Drawing
import GalleryCore
import Geometry
import Gestures
import Imaging
import Input
import Motion
import Pixels
import Views

/// What happens in a grid. All of it is optional but opening.
protocol GalleryViewDelegate: AnyObject {
  /// An item was chosen: show it.
  func gallery(_ gallery: GalleryView, open item: Int)
  /// Another item has the focus.
  func gallery(_ gallery: GalleryView, didMoveFocusTo item: Int?)
  /// Other items are selected.
  func galleryDidChangeSelection(_ gallery: GalleryView)
  /// A menu was asked for at a point of the stage, on an item or beside all of them.
  func gallery(_ gallery: GalleryView, wantsMenuAt point: Point, for item: Int?)
  /// The user chose a size of cells, in points.
  func gallery(_ gallery: GalleryView, didChooseCellSide side: Double)
}

extension GalleryViewDelegate {
  func gallery(_ gallery: GalleryView, didMoveFocusTo item: Int?) {}
  func galleryDidChangeSelection(_ gallery: GalleryView) {}
  func gallery(_ gallery: GalleryView, wantsMenuAt point: Point, for item: Int?) {}
  func gallery(_ gallery: GalleryView, didChooseCellSide side: Double) {}
}

/// The grid: thumbnails in sections that can be scrolled, sized, chosen from and opened.
///
/// It owns no files and no loader. Everything a hand does is an action on a ``GalleryState``, and
/// everything it draws is what that state says for the frame's instant, with the thumbnails its
/// source has at that moment.
final class GalleryView: View {
  /// The grid as a value.
  var state = GalleryState()
  /// What it shows.
  private(set) var contents = GalleryContents.empty
  /// Who is told.
  weak var delegate: (any GalleryViewDelegate)?
  /// Where thumbnails come from.
  var thumbnails: (any ThumbnailSource)? {
    didSet { thumbnailsDidChange() }
  }
  /// Fetches a larger picture of an item for a preview, at most that many pixels wide and high. The
  /// answer may come at any time before it is cancelled, or never.
  var glance: ((GalleryItem, PixelSize, @escaping (Bitmap, PixelSize?) -> Void) -> Cancellation)?
  /// What is said when there is nothing to show, and what would help.
  var emptyMessage = (sentence: "There are no pictures here", hint: "") {
    didSet { empty.message = emptyMessage.sentence; empty.hint = emptyMessage.hint }
  }
  /// The commands offered when there is nothing to show.
  var emptyChoices: [Command] = [] {
    didSet { if emptyChoices != oldValue { offerChoices() } }
  }
  /// Called with one of them.
  var onChoice: ((Command) -> Void)?
  /// The way pictures are fitted into their cells. Default: they fill them.
  var fit = CellPainter.Fit.fill {
    didSet {
      guard fit != oldValue else { return }
      painter.fit = fit
      setNeedsDisplay()
      requestFrame()
    }
  }
  /// True when a pointer that rests on a cell gets a preview. Default: true.
  var showsHoverPreview = true
  /// Called once, when everything that is first seen has its thumbnail or will never have one.
  var onFirstThumbnails: (() -> Void)?
  /// Called when cells are elsewhere than in the frame before: what flies to one has to follow.
  var onMove: (() -> Void)?
  /// What bars of the host cover, in points: the grid scrolls between them. Default: no bars.
  var barInsets = Insets.zero {
    didSet { if barInsets != oldValue { setNeedsLayout() } }
  }
  /// True to leave out all words, because fonts take tens of milliseconds to load and the first
  /// pictures must not wait for them.
  var defersText = false {
    didSet { if defersText != oldValue { textDidChange() } }
  }
  /// What a user or host may change.
  var tuning = GalleryTuning() {
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
  var hands = GalleryHands()
  var preview = GalleryPreview()
  var lastTime = Timestamp.zero
  var lastFrame: GalleryFrame?
  /// The cells as they are on the screen, by item.
  var shown: [Int: CellPainter.Cell] = [:]
  /// What is remembered of each cell that is seen, by item.
  var arrivals: [Int: CellArrival] = [:]
  private(set) var newFiles = NewFiles()
  var wish = ThumbnailWish()
  /// True while there are cells that could be prepared.
  var hasUnprepared = false
  /// True when something was done since the last frame.
  var hasActed = false
  /// True when the last frame looked like the one before it, and nothing was done in between.
  var isStill = false
  /// The cells that were seen of earlier lists, as long as some are still leaving, by generation.
  var earlier: [Int: [Int: CellPainter.Cell]] = [:]
  /// True once there was a list, be it an empty one.
  private(set) var isListKnown = false

  /// Makes an empty grid.
  override init(frame: Rect = .zero) {
    super.init(frame: frame)
    isOpaque = true
    clipsChildren = true
    tracksHover = true
    accessibilityLabel = "Grid"
    for child in [empty, scrollBar, pill, card] as [View] { add(child) }
  }

  /// The part of the view no bar covers; everything of the state lies in it.
  var content: Rect {
    Rect(origin: .zero, size: frame.size).inset(by: barInsets).snapped
  }

  /// From the view's corner to that part's.
  var contentOffset: Vector { content.origin - Point.zero }

  // MARK: Contents

  /// Shows other contents; items that stay keep their place, focus and selection.
  ///
  /// - Parameter change: from the present contents to `new`, when it was worked out already.
  func show(_ new: GalleryContents, change: GalleryChange? = nil) {
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
    wish = ThumbnailWish()
    updateWish()
    empty.isHidden = !new.items.isEmpty
    setNeedsDisplay()
  }

  /// The item of that flat index; nil when there is none.
  func item(_ index: Int) -> GalleryItem? {
    contents.items.indices.contains(index) ? contents.items[index] : nil
  }

  /// The selected items, in order; the one with the focus when none is selected.
  var chosen: [Int] {
    state.selection.isEmpty ? state.focus.map { [$0] } ?? [] : Array(state.selection.items)
  }

  private func offerChoices() {
    empty.choices = emptyChoices.map { command in
      (command.title, { [weak self] in self?.onChoice?(command) })
    }
  }

  private func textDidChange() {
    painter.drawsText = !defersText
    scrollBar.drawsText = !defersText
    empty.drawsText = !defersText
    card.drawsText = !defersText
    setNeedsDisplay()
  }

  // MARK: Actions

  /// Does `action`: what keys, menus and hosts call.
  ///
  /// - Parameter time: this moment, on the clock frames are timed by.
  func perform(_ action: GalleryAction, at time: Timestamp) {
    lastTime = max(lastTime, time)
    hasActed = true
    handle(state.apply(action, at: lastTime))
    requestFrame()
  }

  /// Passes on what an action led to.
  func handle(_ effects: [GalleryEffect]) {
    for effect in effects {
      switch effect {
      case .open(let item):
        endPreview()
        // By the time one is back, the pointer is anywhere.
        hands.pointer = nil
        delegate?.gallery(self, open: item)
      case .focusChanged(let item):
        followFocus(to: item)
        delegate?.gallery(self, didMoveFocusTo: item)
      case .selectionChanged: delegate?.galleryDidChangeSelection(self)
      case .windowChanged: updateWish()
      case .cellSideChanged(let side): delegate?.gallery(self, didChooseCellSide: side)
      case .searchBegan: pill.hasMatch = true
      case .searchEnded(let found): pill.hasMatch = found != nil
      // Scrolling up wanted them from the bottom.
      case .settled: updateWish()
      }
    }
  }

  private var scaledTuning: GalleryTuning {
    var scaled = tuning
    scaled.uiScale = uiScale
    return scaled
  }

  // MARK: As a view

  override func layout() {
    let content = content
    arena.tuning = GestureTuning(
      uiScale: uiScale, doubleTapEnabled: false, pointer: pointerSettings)
    painter.scale = uiScale
    painter.prepared.budget = max(
      CellPainter.leastBudget, Int(content.width * content.height) * 4 * CellPainter.screens)
    if scaledTuning != state.tuning { perform(.tune(scaledTuning), at: lastTime) }
    perform(.resize(content.size), at: lastTime)
    scrollBar.frame = content
    card.room = content
    updateWish()
    setNeedsDisplay()
  }

  override var wantsFrame: Bool {
    if hasUnprepared || state.isSearching || isFading { return true }
    // A hand that holds without moving needs no frames: its next event asks for one.
    return !state.isAtRest(at: lastTime) && !(hands.holds && isStill)
  }

  override var nextDeadline: Timestamp? {
    [arena.deadline, state.deadline(at: lastTime), preview.deadline].compactMap(\.self).min()
  }

  override func update(at frame: FrameTime) { advance(to: frame.presentation) }

  override func receive(_ event: InputEvent) -> Bool { feel(event) }

  override func hoverChanged(_ isInside: Bool, at time: Timestamp) {
    if !isInside { pointerMoved(to: nil, at: time) }
  }

  override func draw(in canvas: Canvas, damage: Rect) { paint(in: canvas, damage: damage) }
}
