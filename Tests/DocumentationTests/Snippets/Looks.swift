import PhotoBrowser

// snippet: own-cell
/// A page of text.
final class NoteCell: View, BrowserCell {
  var note = "" {
    didSet { setNeedsDisplay() }
  }

  override func draw(in canvas: Canvas, damage: Rect) {
    let text = TextLayout(note, style: TextStyle(size: 24), maxWidth: bounds.width)
    canvas.draw(text, at: Point(x: 0, y: bounds.midY - text.size.height / 2), .white)
  }
}
// end

@MainActor private func kinds(browser: Browser) {
  // snippet: kinds
  let note = PageList.CellKind(NoteCell.self) { NoteCell() }
  browser.pages = PageList(
    count: { 8 }, kind: { $0.isMultiple(of: 4) ? note : .photo },
    fill: { page in (page.cell as? NoteCell)?.note = "Page \(page.index + 1)" })
  // end
}

/// A host with a grid.
private final class Grid: BrowserDelegate {
  var cells: [View] = []
  var bitmaps: [Bitmap] = []

  // snippet: thumbnails
  func browser(_ browser: Browser, thumbnailFor index: Int) -> BrowserThumbnail? {
    let place = cells[index].originInStage - browser.originInStage
    return BrowserThumbnail(
      frame: Rect(origin: .zero + place, size: cells[index].frame.size), bitmap: bitmaps[index])
  }

  func browser(_ browser: Browser, emptySlotFor index: Int?) {
    for (number, cell) in cells.enumerated() { cell.isHidden = number == index }
  }
  // end
}

// snippet: own-animator
/// An animator that moves the page in from below.
struct RiseAnimator: TransitionAnimator {
  func plan(_ context: TransitionPlan.Context) -> TransitionPlan? {
    guard context.canFly else { return nil }
    let below = context.content.offset(by: Vector(dx: 0, dy: context.viewport.height))
    let path = TransitionPlan.Track(below, context.content)
    return TransitionPlan(layers: [TransitionPlan.Layer(.picture, clip: path, picture: path)])
  }
}
// end

// snippet: own-indicator
/// A bar whose length is the share of pages up to the current one.
final class ProgressBar: View, PageIndicator {
  private var count = 0
  private var index = 0

  func reload(count: Int, index: Int) {
    self.count = count
    indexDidChange(to: index)
  }

  func indexDidChange(to index: Int) {
    self.index = index
    setNeedsDisplay()
  }

  func place(in room: BrowserOverlays.Room) {
    let height = 3 * room.scale
    frame = Rect(
      x: room.area.minX, y: room.area.maxY - height, width: room.area.width, height: height)
  }

  override func draw(in canvas: Canvas, damage: Rect) {
    let share = Double(index + 1) / Double(max(1, count))
    canvas.fill(Rect(x: 0, y: 0, width: bounds.width * share, height: bounds.height), .white)
  }
}
// end

@MainActor private func choices(browser: Browser, name: String) throws {
  // snippet: choose-animator
  browser.options.animator = .zoom
  browser.options.dismissDuration = 0.25
  // end

  // snippet: name-animator
  TransitionAnimators.register("rise", remark: "moves the page in from below") { RiseAnimator() }
  browser.options.animator = try TransitionAnimators.make(name)
  // end

  // snippet: page-effect
  browser.options.pageEffect = .cube
  browser.options.pageEffectDuration = 0.5
  // end

  // snippet: choose-indicator
  browser.indicator = DotPageIndicator()
  browser.indicator = ProgressBar()
  // end

  // snippet: name-indicator
  PageIndicators.register("bar", remark: "a bar at the bottom") { ProgressBar() }
  browser.indicator = try PageIndicators.make(name)
  // end

  // snippet: overlays
  let strip = CaptionStrip { Caption("Picture \($0 + 1)", text: "By the fjord") }
  browser.addOverlay(strip)
  browser.addOverlay(CloseButton())
  browser.addOverlay(ToastOverlay())
  // end

  // snippet: profiles
  browser.options = .jxPhotoBrowser4
  browser.options.tuning.spacing = 20
  // end
}
