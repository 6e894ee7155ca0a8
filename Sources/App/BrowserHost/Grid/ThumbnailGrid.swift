public import Drawing
import GalleryCore
public import Geometry
import Gestures
public import Input
public import Motion
public import PhotoBrowser
import Pixels
import Scenes
public import Views

/// A scrolling grid of thumbnails that opens a page on a click and serves as source and target of
/// the browser's flights.
///
/// It shows pictures that the host supplies, and loads those of items with a name: the visible ones
/// and one screen above and below. Other loaded pictures are cached up to 64 MiB.
public final class ThumbnailGrid: View, HostedScene {
  /// The cells, in groups.
  public var sections: [GridSection] = [] {
    didSet { sectionsDidChange() }
  }
  public var look: GridStyle {
    didSet { setNeedsLayout() }
  }
  /// The title as a scene. Default: empty.
  public var title = ""
  /// Called with the flat index of a cell when it is opened.
  public var onOpen: (Int) -> Void = { _ in }
  /// The index of the cell drawn as an empty slot, because its picture is in flight or on a page.
  public var emptySlot: Int? {
    didSet { if emptySlot != oldValue { setNeedsDisplay() } }
  }
  /// The index of the cell that the keyboard acts on. Default: 0.
  public var focus = 0

  /// The loader of items that have a name. Default: none.
  public var loader: (any PictureLoader)? {
    didSet { loaderDidChange() }
  }

  /// Called when cells have moved, so that a flight to a cell can follow.
  var onMove: (() -> Void)?
  var arrangement = GridLayout(width: 1, sections: GridSections(), columns: 1)
  var scroll = GridScroll()
  var arena = GestureArena(tuning: GestureTuning())
  /// Whether the focus ring is drawn: true after a key press, false after a pointer press.
  var showsFocus = false
  /// The index of the cell under the pointer.
  var hovered: Int?
  /// The pictures scaled to their cells, of visible and near items.
  var fitted: [GridThumbnail.ID: Bitmap] = [:]
  var headers: [String: TextLayout] = [:]
  private var loading: GridLoading?
  /// The scroll offset, in pixels, for which the requests were last computed.
  private var requestedOffset = 0.0
  var lastTime = Timestamp.zero

  public init(sections: [GridSection] = [], look: GridStyle = GridStyle()) {
    self.sections = sections
    self.look = look
    super.init()
    isOpaque = true
    clipsChildren = true
    tracksHover = true
    accessibilityLabel = "Grid"
  }

  /// Makes a grid of one section.
  public convenience init(_ pictures: [Picture], look: GridStyle = GridStyle()) {
    self.init(sections: [GridSection(pictures.map { GridThumbnail($0) })], look: look)
  }

  public var view: View { self }

  /// Whether a requested picture is still loading.
  public var isWaiting: Bool { loading?.isLoading ?? false }

  /// The items of all sections; an index into them is a flat index.
  public var thumbnails: [GridThumbnail] { sections.flatMap(\.thumbnails) }

  /// Replaces the picture of the cell at a flat index; does nothing if there is no such cell.
  public func show(_ picture: Picture, at index: Int) {
    guard let place = place(of: index) else { return }
    fitted[sections[place.section].thumbnails[place.item].id] = nil
    sections[place.section].thumbnails[place.item].picture = picture
  }

  /// The picture of an item, supplied by the host or loaded; nil for none.
  func picture(of thumbnail: GridThumbnail) -> Picture? {
    thumbnail.picture ?? loading?.picture(of: thumbnail.id)
  }

  /// Whether the picture of an item failed to load.
  func hasFailed(_ thumbnail: GridThumbnail) -> Bool { loading?.hasFailed(thumbnail.id) ?? false }

  // MARK: Items

  /// Inserts items before the item at a flat index, into its section; at the item count, at the end
  /// of the last section.
  ///
  /// - Precondition: `index` is at most the item count.
  public func insertItems(_ thumbnails: [GridThumbnail], at index: Int) {
    precondition((0...itemCount).contains(index), "item \(index) of \(itemCount)")
    guard !thumbnails.isEmpty else { return }
    if let place = place(of: index) {
      sections[place.section].thumbnails.insert(contentsOf: thumbnails, at: place.item)
    } else if sections.isEmpty {
      sections = [GridSection(thumbnails)]
    } else {
      sections[sections.count - 1].thumbnails += thumbnails
    }
    if focus >= index, itemCount > thumbnails.count { focus += thumbnails.count }
    if let slot = emptySlot, slot >= index { emptySlot = slot + thumbnails.count }
  }

  /// Removes the item at a flat index.
  ///
  /// - Precondition: there is an item at `index`.
  public func removeItem(at index: Int) {
    guard let place = place(of: index) else {
      preconditionFailure("item \(index) of \(itemCount)")
    }
    sections[place.section].thumbnails.remove(at: place.item)
    if focus > index || focus == itemCount { focus = max(0, focus - 1) }
    if let slot = emptySlot { emptySlot = slot == index ? nil : slot > index ? slot - 1 : slot }
  }

  /// Moves an item with its picture to a flat index of the list without it.
  ///
  /// - Precondition: both are indices of the list.
  public func moveItem(from index: Int, to target: Int) {
    guard let place = place(of: index) else {
      preconditionFailure("item \(index) of \(itemCount)")
    }
    precondition((0..<itemCount).contains(target), "item \(target) of \(itemCount)")
    // A single change of the list keeps a picture that is loading from being cancelled.
    var next = sections
    let item = next[place.section].thumbnails.remove(at: place.item)
    var (section, start) = (0, 0)
    while section < next.count - 1, target > start + next[section].thumbnails.count {
      start += next[section].thumbnails.count
      section += 1
    }
    next[section].thumbnails.insert(item, at: target - start)
    sections = next
    func moved(_ old: Int) -> Int {
      if old == index { return target }
      let without = old > index ? old - 1 : old
      return without >= target ? without + 1 : without
    }
    focus = moved(focus)
    emptySlot = emptySlot.map(moved)
  }

  private var itemCount: Int { sections.reduce(0) { $0 + $1.thumbnails.count } }

  func place(of index: Int) -> (section: Int, item: Int)? {
    guard index >= 0, index < arrangement.itemCount else { return nil }
    let section = arrangement.sections.section(of: index)
    return (section, index - arrangement.sections.items(in: section).lowerBound)
  }

  private func sectionsDidChange() {
    arrange()
    updateRequests()
    setNeedsDisplay()
    requestFrame()
  }

  // MARK: Layout

  public override func layout() {
    arena.tuning = GestureTuning(
      uiScale: uiScale, doubleTapEnabled: false, pointer: pointerSettings)
    headers = [:]
    fitted = [:]
    arrange()
    updateRequests()
    setNeedsDisplay()
  }

  // MARK: Loading

  private func loaderDidChange() {
    loading = loader.map { GridLoading(by: $0) }
    loading?.onChange = { [weak self] id in
      self?.fitted[id] = nil
      self?.setNeedsDisplay()
      self?.requestFrame()
    }
    updateRequests()
  }

  /// Loads the pictures again for another display profile. The current pictures stay until the new
  /// ones arrive.
  func reloadPictures() { loading?.reload() }

  /// Requests the visible items, then those a screen below, then those a screen above, and drops
  /// the scaled pictures of all others.
  private func updateRequests() {
    guard !frame.isEmpty else { return }
    let all = thumbnails
    requestedOffset = scroll.position(at: lastTime).rounded()
    let seen = bounds.offset(by: Vector(dx: 0, dy: requestedOffset))
    let near = arrangement.items(
      in: Rect(
        x: seen.minX, y: seen.minY - seen.height, width: seen.width, height: 3 * seen.height)
    ).clamped(to: 0..<all.count)
    let visible = arrangement.items(in: seen).clamped(to: near)
    let order =
      Array(visible) + Array(visible.upperBound..<near.upperBound)
      + Array((near.lowerBound..<visible.lowerBound).reversed())
    let kept = Set(near.map { all[$0].id })
    fitted = fitted.filter { kept.contains($0.key) }
    loading?.want(
      order.compactMap { index in
        guard all[index].picture == nil, let name = all[index].name else { return nil }
        return GridLoading.Wish(id: all[index].id, name: name)
      })
  }

  private func arrange() {
    guard !frame.isEmpty else { return }
    var metrics = GridMetrics(uiScale: uiScale, cellAspect: look.aspect)
    metrics.margin = (look.margin * uiScale).rounded()
    metrics.gap = (look.gap * uiScale).rounded()
    let room = frame.width - 2 * metrics.margin + metrics.gap
    let fewest = (room / (look.largestSide * uiScale + metrics.gap)).rounded(.up)
    arrangement = GridLayout(
      width: frame.width, sections: GridSections(sections.map(\.thumbnails.count)),
      columns: max(look.columns, Int(fewest)), metrics: metrics)
    let extent = GridExtent(content: arrangement.contentHeight, viewport: frame.height)
    scroll.renumber(by: 0, extent: extent, at: lastTime)
    onMove?()
  }

  /// The frame of a cell at the current scroll offset, in local coordinates.
  func cell(_ index: Int) -> Rect {
    arrangement.frame(ofItem: index)
      .offset(by: Vector(dx: 0, dy: -scroll.position(at: lastTime).rounded()))
  }

  // MARK: Time

  public override var wantsFrame: Bool { !scroll.isSettled(at: lastTime) && !scroll.isHeld }

  public override var nextDeadline: Timestamp? { arena.deadline }

  public override func update(at frame: FrameTime) {
    let before = scroll.position(at: lastTime).rounded()
    lastTime = max(lastTime, frame.presentation)
    interpret(arena.advance(to: frame.presentation))
    let offset = scroll.position(at: lastTime).rounded()
    if offset != requestedOffset { updateRequests() }
    guard offset != before else { return }
    setNeedsDisplay()
    onMove?()
  }

  public override func receive(_ event: InputEvent) -> Bool { feel(event) }

  public override func draw(in canvas: Canvas, damage: Rect) { paint(in: canvas, damage: damage) }

  public override func hoverChanged(_ isInside: Bool, at time: Timestamp) {
    if !isInside { hover(nil) }
  }
}
