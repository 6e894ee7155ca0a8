import PhotoBrowser
import TestSupport
import Testing

/// A browser on a stage without a window.
@MainActor final class BrowserRig: StageRig {
  let browser: Browser
  let source: PageSource
  let listener = Listener()

  init(
    _ pages: [PhotoContent], width: Int = 240, height: Int = 160, scale: Double = 1,
    options: BrowserOptions = BrowserOptions(), start: Int = 0
  ) {
    browser = Browser(options: options)
    source = PageSource(pages)
    super.init(width, height, scale: scale)
    browser.fillsParent = true
    stage.root.add(browser)
    browser.delegate = listener
    browser.initialIndex = start
    browser.dataSource = source
    wait(0.05)
  }

  // MARK: Pictures

  /// Draws the first frame before the filmstrip begins.
  override func capture(slack: Int = 0, sourceLocation: SourceLocation = #_sourceLocation) {
    if film.isEmpty, stage.needsFrame { frame() }
    super.capture(slack: slack, sourceLocation: sourceLocation)
  }

  /// Keeps a part of the latest picture for the filmstrip.
  func keep(_ picture: Bitmap, _ part: Rect) {
    let area = part.snapped
    keep(
      Bitmap.computed(Int(area.width), Int(area.height)) { x, y in
        picture.pixel(x: x + Int(area.minX), y: y + Int(area.minY))
      })
  }

  // MARK: Input

  func doubleClick(_ x: Double, _ y: Double) {
    click(x, y)
    wait(0.08)
    click(x, y)
  }

  /// Sends touches 1 and 2, on a horizontal line at a distance of `span` around a point.
  func fingers(_ phase: InputEvent.Touch.Phase, around center: Point, span: Double) {
    for (id, side) in [(1, -0.5), (2, 0.5)] {
      let point = Point(x: center.x + side * span, y: center.y)
      stage.receive(.touch(InputEvent.Touch(id: UInt32(id), phase, at: point, time: now)))
    }
  }

  /// Moves two touches at constant speed from one centre and distance to another.
  func pinch(from start: (Point, Double), to end: (Point, Double), over seconds: Double) {
    evenly(over: seconds) { share in
      fingers(
        .moved, around: start.0 + (end.0 - start.0) * share,
        span: start.1 + (end.1 - start.1) * share)
    }
  }

  func wheel(_ dx: Double, _ dy: Double, at x: Double = 120, _ y: Double = 80, _ m: Modifiers = [])
  {
    scroll(.wheel, Vector(dx: dx, dy: dy), at: Point(x: x, y: y), m)
  }

  func perform(_ action: BrowserAction) { browser.perform(action, at: now) }

  // MARK: The last frame

  /// The current picture's rectangle in the last frame.
  var content: Rect { browser.shownFrame?.pages.last?.content ?? .zero }
  /// The scroll position of the last frame, in pages.
  var position: Double { browser.shownFrame?.position ?? .nan }
}

/// The registered page effect of a name; nil without a name.
@MainActor func pageEffect(named name: String?) -> (any PageEffect)? {
  guard let name else { return nil }
  do { return try PageEffects.make(name) } catch {
    Issue.record("\(error)")
    return nil
  }
}
