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
/// It loads nothing: it shows the pictures it is given, cropped to its cells.
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

  /// Called when cells are elsewhere: what flies to one has to follow.
  var onMove: (() -> Void)?
  var arrangement = GridLayout(width: 1, sections: GridSections(), columns: 1)
  var scroll = GridScroll()
  var arena = GestureArena(tuning: GestureTuning())
  /// True once the keyboard was used, until a hand is.
  var showsFocus = false
  /// The cell under the pointer.
  var hovered: Int?
  /// Pictures as large as their cells need, by item.
  var fitted: [Int: Bitmap] = [:]
  var headers: [String: TextLayout] = [:]
  /// How many pictures are on their way.
  var awaited = 0 {
    didSet { if awaited == 0 { requestFrame() } }
  }
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

  /// True while pictures of files are on their way.
  public var isWaiting: Bool { awaited > 0 }

  /// All cells, whichever section they are in.
  public var thumbnails: [GridThumbnail] { sections.flatMap(\.thumbnails) }

  /// Shows another picture in a cell.
  public func show(_ picture: Picture, at index: Int) {
    guard let place = place(of: index) else { return }
    sections[place.section].thumbnails[place.item].picture = picture
  }

  func place(of index: Int) -> (section: Int, item: Int)? {
    guard index >= 0, index < arrangement.itemCount else { return nil }
    let section = arrangement.sections.section(of: index)
    return (section, index - arrangement.sections.items(in: section).lowerBound)
  }

  private func sectionsDidChange() {
    fitted = [:]
    arrange()
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
    setNeedsDisplay()
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
    guard scroll.position(at: lastTime).rounded() != before else { return }
    setNeedsDisplay()
    onMove?()
  }

  public override func receive(_ event: InputEvent) -> Bool { feel(event) }

  public override func draw(in canvas: Canvas, damage: Rect) { paint(in: canvas, damage: damage) }

  public override func hoverChanged(_ isInside: Bool, at time: Timestamp) {
    if !isInside { hover(nil) }
  }
}
