import PhotoBrowser

// snippet: own-cell
/// A page of text.
final class NoteCell: View, BrowserCell {
  var note = "" {
    didSet { setNeedsDisplay() }
  }

  override func draw(in canvas: Canvas, damage: Rect) {
    let text = TextLayout(note, style: TextStyle(size: 24 * uiScale), maxWidth: bounds.width)
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
    let offset = cells[index].originInStage - browser.originInStage
    return BrowserThumbnail(
      frame: Rect(origin: .zero + offset, size: cells[index].frame.size), bitmap: bitmaps[index])
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

  func layout(in room: BrowserOverlays.Room) {
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

// snippet: own-button
/// A button with a plus in the corner.
final class AddButton: Control, BrowserOverlay {
  var occupiedFrame: Rect? { frame }

  func layout(in room: BrowserOverlays.Room) {
    let size = Size(width: 44, height: 44) * room.scale
    frame = room.frame(of: size, in: .topRight, margin: 8 * room.scale)
  }

  override func draw(in canvas: Canvas, damage: Rect) {
    let ground = Color(white: isPressed || isFocused ? 0.4 : 0.2, alpha: 0.7)
    canvas.fillRounded(bounds, radius: bounds.width / 2, ground)
    let (length, width) = (16 * uiScale, 2 * uiScale)
    for size in [Size(width: length, height: width), Size(width: width, height: length)] {
      canvas.fill(Rect(center: bounds.center, size: size), .white)
    }
  }
}
// end

// snippet: cell-with-button
/// A page with a button in the middle.
final class QuestionCell: View, BrowserCell {
  var onClick: () -> Void = {}

  private var button: Rect {
    Rect(center: bounds.center, size: Size(width: 180, height: 48) * uiScale)
  }

  func receiveTap(at point: Point) -> Bool {
    guard button.contains(point) else { return false }
    onClick()
    return true
  }

  override func draw(in canvas: Canvas, damage: Rect) {
    canvas.fillRounded(button, radius: button.height / 2, .white)
    let text = TextLayout("Yes, please", style: TextStyle(size: 18 * uiScale))
    canvas.draw(text, at: Rect(center: button.center, size: text.size).origin, .black)
  }
}
// end

@MainActor private func choices(browser: Browser, name: String) throws {
  // snippet: choose-animator
  browser.options.animator = .zoom
  browser.options.dismissDuration = 0.25
  // end

  // snippet: name-animator
  TransitionAnimators.register("rise", description: "moves the page in from below") {
    RiseAnimator()
  }
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
  PageIndicators.register("bar", description: "a bar at the bottom") { ProgressBar() }
  browser.indicator = try PageIndicators.make(name)
  // end

  // snippet: overlays
  let strip = CaptionStrip { Caption("Picture \($0 + 1)", text: "By the fjord") }
  browser.addOverlay(strip)
  browser.addOverlay(CloseButton())
  browser.addOverlay(ToastOverlay())
  // end

  // snippet: add-button
  browser.addOverlay(AddButton(label: "Add to the album") { print("added") })
  // end

  // snippet: profiles
  browser.options = .jxPhotoBrowser4
  browser.options.tuning.spacing = 20
  // end
}
