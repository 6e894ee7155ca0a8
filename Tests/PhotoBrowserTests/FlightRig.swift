import PhotoBrowser
import TestSupport
import Testing

/// A grid of square cells with cropped thumbnails, one of which can be an empty slot.
final class FakeGrid: View {
  static let cell = 56.0
  static let gap = 4.0
  static let columns = 4
  static let radius = 6.0

  let thumbnails: [Bitmap]
  var scroll = 0.0 {
    didSet { setNeedsDisplay() }
  }
  /// The alignment of cropped pictures: long ones can show their top.
  var alignment = ContentAlignment.center
  var emptySlot: Int? {
    didSet { setNeedsDisplay() }
  }

  init(_ thumbnails: [Bitmap]) {
    self.thumbnails = thumbnails
    super.init()
    fillsParent = true
    isOpaque = true
  }

  func cellFrame(of index: Int) -> Rect {
    Rect(
      x: Double(index % Self.columns) * (Self.cell + Self.gap),
      y: Double(index / Self.columns) * (Self.cell + Self.gap) - scroll,
      width: Self.cell, height: Self.cell)
  }

  override func draw(in canvas: Canvas, damage: Rect) {
    canvas.clear(damage, to: Color(white: 0.2))
    for (index, bitmap) in thumbnails.enumerated() where index != emptySlot {
      let frame = cellFrame(of: index)
      let whole = TransitionPlan.Context.Thumbnail(frame: frame, alignment: alignment)
        .pictureRect(of: bitmap.size.size)
      canvas.drawCropped([bitmap], in: whole, clip: frame, cornerRadius: Self.radius)
    }
  }
}

/// The host of a browser over a grid: it supplies the thumbnails, empties their slots and records
/// the events.
@MainActor final class FlightHost: BrowserDelegate {
  let grid: FakeGrid
  var log: [String] = []
  /// Indices without a thumbnail.
  var missing: Set<Int> = []
  /// Whether the grid has bitmaps of its thumbnails.
  var hasBitmaps = true
  /// A flying view of the host, for the smooth zoom.
  var flyingView: View?

  init(_ grid: FakeGrid) { self.grid = grid }

  func browser(_ browser: Browser, thumbnailFor index: Int) -> BrowserThumbnail? {
    guard !missing.contains(index), grid.thumbnails.indices.contains(index) else { return nil }
    return BrowserThumbnail(
      frame: grid.cellFrame(of: index), alignment: grid.alignment, cornerRadius: FakeGrid.radius,
      bitmap: hasBitmaps ? grid.thumbnails[index] : nil, flyingView: flyingView)
  }
  func browser(_ browser: Browser, emptySlotFor index: Int?) {
    log.append("slot \(index.map(String.init) ?? "-")")
    grid.emptySlot = index
  }
  func browser(_ browser: Browser, revealThumbnailFor index: Int) {
    log.append("reveal \(index)")
    let target = grid.cellFrame(of: index)
    if target.minY < 0 || target.maxY > grid.bounds.height {
      grid.scroll = max(0, target.minY + grid.scroll - 50)
    }
  }
  func browser(_ browser: Browser, flightBegan direction: Flight.Direction, page: Int) {
    log.append("\(direction) \(page)")
  }
  func browser(_ browser: Browser, flightCaught page: Int) { log.append("caught \(page)") }
  func browser(_ browser: Browser, flightEndedAt end: Flight.End, page: Int) {
    log.append("at \(end) \(page)")
  }
  func browser(_ browser: Browser, didChangePageIndex index: Int) { log.append("page \(index)") }
  func browser(_ browser: Browser, didEndPullClosing closes: Bool) {
    log.append(closes ? "closes" : "returns")
  }
  func browserDidDismiss(_ browser: Browser) { log.append("dismissed") }
}

/// A browser over a grid, with input and frames at 60 Hz.
@MainActor final class FlightRig {
  let rig: BrowserRig
  let grid: FakeGrid
  let host: FlightHost
  /// The grid with every slot filled, as it is drawn without a browser.
  let bare: Bitmap

  /// - Parameters:
  ///   - sizes: of the pictures; the thumbnails are half as wide and high.
  ///   - thumbnailsDiffer: true makes thumbnails that differ from their pictures.
  init(
    sizes: [(Int, Int)] = [(240, 160), (120, 160), (60, 600), (240, 120), (200, 200)],
    options: BrowserOptions = BrowserOptions(), pages: [PhotoContent]? = nil, start: Int = 0,
    thumbnailsDiffer: Bool = false
  ) {
    var bitmaps: [Bitmap] = []
    var thumbnails: [Bitmap] = []
    for (index, size) in sizes.enumerated() {
      let make: (Int, Int) -> Bitmap = { width, height in
        switch index % 3 {
        case 0: SyntheticPhoto.quadrants(width, height)
        case 1: SyntheticPhoto.numberedGrid(width, height, cell: width / 4)
        default: SyntheticPhoto.gradient(width, height, blue: UInt8(index * 37 % 256))
        }
      }
      bitmaps.append(make(size.0, size.1))
      let thumbnail = make(max(1, size.0 / 2), max(1, size.1 / 2))
      thumbnails.append(thumbnailsDiffer ? thumbnail.paler : thumbnail)
    }
    rig = BrowserRig(
      pages ?? bitmaps.map { .photo($0) }, options: options, start: start)
    grid = FakeGrid(thumbnails)
    host = FlightHost(grid)
    rig.browser.isHidden = true
    rig.stage.root.insert(grid, at: 0)
    rig.frame()
    bare = rig.redrawn
    rig.browser.isHidden = false
    rig.browser.delegate = host
    rig.browser.isOverScene = true
  }

  var browser: Browser { rig.browser }

  /// Opens page `index` and draws the first frame, at the very beginning of the flight.
  func show(_ index: Int? = nil) {
    rig.browser.show(index: index ?? rig.browser.pageIndex, at: rig.now)
    draw()
  }

  /// Draws a frame without advancing the time.
  func draw() { rig.draw() }

  /// The front layer of the flying picture, as it was drawn last.
  var lead: TransitionState.Layer? { rig.browser.shownFrame?.flying.last?.layers.last }
}

extension Bitmap {
  /// The picture mixed with white in equal parts.
  fileprivate var paler: Bitmap {
    Bitmap.computed(size.width, size.height) { x, y in
      (self.pixel(x: x, y: y) >> 1 & 0x7F7F_7F7F) + 0x8080_8080
    }
  }
}
