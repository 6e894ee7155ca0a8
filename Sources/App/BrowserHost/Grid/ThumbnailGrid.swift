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

/// Thumbnails in rows that can be scrolled and opened: where pictures fly up from and home to.
///
/// It shows the pictures it is given, and loads those of items with a name: the ones that are seen
/// and a screen around them. Others are kept within 64 MiB.
public final class ThumbnailGrid: View, HostedScene {
  /// The cells, in groups.
  public var sections: [GridSection] = [] {
    didSet { sectionsDidChange() }
  }
  /// How it looks.
  public var look: GridLook {
    didSet { setNeedsLayout() }
  }
  /// What a bar or tab calls it.
  public var title = ""
  /// Called when a cell is opened.
  public var onOpen: (Int) -> Void = { _ in }
  /// The cell whose picture is elsewhere: it is drawn empty.
  public var emptySlot: Int? {
    didSet { if emptySlot != oldValue { setNeedsDisplay() } }
  }
  /// The cell the keyboard is at.
  public var focus = 0

  /// The loader of items that have a name. Default: none.
  public var loader: (any PictureLoader)? {
    didSet { loaderDidChange() }
  }

  /// Called when cells are elsewhere: what flies to one has to follow.
  var onMove: (() -> Void)?
  var arrangement = GridLayout(width: 1, sections: GridSections(), columns: 1)
  var scroll = GridScroll()
  var arena = GestureArena(tuning: GestureTuning())
  /// True once the keyboard was used, until a hand is.
  var showsFocus = false
  /// The cell under the pointer.
  var hovered: Int?
  /// Pictures as large as their cells need, of the items that are seen or near.
  var fitted: [GridThumbnail.ID: Bitmap] = [:]
  var headers: [String: TextLayout] = [:]
  private var loading: GridLoading?
  /// The offset at which it was decided which pictures are wanted.
  private var wishedOffset = 0.0
  var lastTime = Timestamp.zero

  /// Makes a grid of sections.
  public init(sections: [GridSection] = [], look: GridLook = GridLook()) {
    self.sections = sections
    self.look = look
    super.init()
    isOpaque = true
    clipsChildren = true
    tracksHover = true
    accessibilityLabel = "Grid"
  }

  /// Makes a grid of one section.
  public convenience init(_ pictures: [Picture], look: GridLook = GridLook()) {
    self.init(sections: [GridSection(pictures.map { GridThumbnail($0) })], look: look)
  }

  /// Itself.
  public var view: View { self }

  /// True while wanted pictures are on their way.
  public var isWaiting: Bool { loading?.isLoading ?? false }

  /// All cells, whichever section they are in.
  public var thumbnails: [GridThumbnail] { sections.flatMap(\.thumbnails) }

  /// Shows another picture in a cell.
  public func show(_ picture: Picture, at index: Int) {
    guard let place = place(of: index) else { return }
    fitted[sections[place.section].thumbnails[place.item].id] = nil
    sections[place.section].thumbnails[place.item].picture = picture
  }

  /// The picture of an item: the host's, or the one that was loaded.
  func picture(of thumbnail: GridThumbnail) -> Picture? {
    thumbnail.picture ?? loading?.picture(of: thumbnail.id)
  }

  /// True for an item whose picture cannot be loaded.
  func hasFailed(_ thumbnail: GridThumbnail) -> Bool { loading?.hasFailed(thumbnail.id) ?? false }

  // MARK: Items

  /// Inserts items before the one at a flat index, into its section; at the end of the last section
  /// when there is none.
  ///
  /// - Precondition: `index` is not beyond the end.
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
  /// - Precondition: there is one.
  public func removeItem(at index: Int) {
    guard let place = place(of: index) else {
      preconditionFailure("item \(index) of \(itemCount)")
    }
    sections[place.section].thumbnails.remove(at: place.item)
    if focus > index || focus == itemCount { focus = max(0, focus - 1) }
    if let slot = emptySlot { emptySlot = slot == index ? nil : slot > index ? slot - 1 : slot }
  }

  /// Moves an item, which keeps its picture, to a flat index of the list without it.
  ///
  /// - Precondition: both are within the list.
  public func moveItem(from index: Int, to target: Int) {
    guard let place = place(of: index) else {
      preconditionFailure("item \(index) of \(itemCount)")
    }
    precondition((0..<itemCount).contains(target), "item \(target) of \(itemCount)")
    // The list changes once: a picture on its way stays so.
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
    updateWishes()
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
    updateWishes()
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
    updateWishes()
  }

  /// Loads the pictures again, because they are decoded for another display profile. Those known stay
  /// until the new ones come.
  func reloadPictures() { loading?.reload() }

  /// Wants what is seen, then a screen below and a screen above; of the rest no fitted pictures are
  /// kept.
  private func updateWishes() {
    guard !frame.isEmpty else { return }
    let all = thumbnails
    wishedOffset = scroll.position(at: lastTime).rounded()
    let seen = bounds.offset(by: Vector(dx: 0, dy: wishedOffset))
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

  /// A cell as it is seen, in the grid's points.
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
    if offset != wishedOffset { updateWishes() }
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
