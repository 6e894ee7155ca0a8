import PhotoBrowser
import TestSupport
import Testing

/// A browser on a stage without a window, a buffer it is drawn into, a hand, and frames at 60 Hz.
///
/// Frames are made as a window makes them: only when the stage needs one, or a deadline has come.
@MainActor final class BrowserRig {
  static let frameTime = 1.0 / 60

  let stage: Stage
  let browser: Browser
  let source: PageSource
  let listener = Listener()
  let buffer: PixelBuffer
  private let memory: UnsafeMutableRawPointer
  private(set) var now = Timestamp(seconds: 10)
  private var ticks = 0
  /// How many frames were made, and in how many of them something was drawn.
  private(set) var frames = 0
  private(set) var drawnFrames = 0
  /// What was captured for a filmstrip.
  private(set) var film: [Bitmap] = []
  /// Called after every frame.
  var afterFrame: (() -> Void)?
  private var lastPlace = Point.zero

  init(
    _ pages: [PhotoContent], width: Int = 240, height: Int = 160, scale: Double = 1,
    options: BrowserOptions = BrowserOptions(), start: Int = 0
  ) {
    let size = PixelSize(width: width, height: height)
    stage = Stage(size: size.size, scale: scale)
    memory = UnsafeMutableRawPointer.allocate(byteCount: width * height * 4, alignment: 64)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: width * height * 4)
    buffer = PixelBuffer(size: size, stride: width * 4, bytes: memory)
    browser = Browser(options: options)
    source = PageSource(pages)
    browser.fillsParent = true
    stage.root.add(browser)
    browser.delegate = listener
    browser.initialIndex = start
    browser.dataSource = source
    wait(0.05)
  }

  isolated deinit { memory.deallocate() }

  // MARK: Time

  private var nextTick: Timestamp { Timestamp(seconds: 10) + Double(ticks) * Self.frameTime }

  /// Lets time pass.
  func wait(_ seconds: Double) {
    let end = now + seconds
    while nextTick <= end {
      now = nextTick
      ticks += 1
      tick()
    }
    now = end
  }

  /// Lets time pass until the next frame was made.
  func frame() { wait(nextTick - now + Self.frameTime / 2) }

  /// Lets time pass until nothing needs a frame.
  func settle(within seconds: Double = 4) {
    let end = now + seconds
    while stage.needsFrame, now < end { frame() }
    #expect(!stage.needsFrame, "still moving after \(seconds) s")
  }

  private func tick() {
    guard stage.needsFrame || stage.nextDeadline.map({ $0 <= now }) ?? false else { return }
    frames += 1
    stage.update(at: FrameTime(presentation: now))
    let damage = stage.damage
    if !damage.isEmpty {
      drawnFrames += 1
      stage.draw(into: buffer, repaint: damage)
    }
    afterFrame?()
  }

  // MARK: Pictures

  var picture: Bitmap { Bitmap(copying: buffer) }

  func pixel(_ x: Int, _ y: Int) -> UInt32 { buffer.pixel(x: x, y: y) }

  /// What drawing everything gives; the buffer holds only what damage had drawn.
  var redrawn: Bitmap {
    let size = buffer.size
    return Bitmap(size: size, isOpaque: false) { memory, stride in
      guard let bytes = memory.baseAddress else { return }
      memory.initializeMemory(as: UInt8.self, repeating: 0xA5)
      stage.draw(
        into: PixelBuffer(size: size, stride: stride, bytes: bytes), repaint: [stage.bounds])
    }
  }

  /// Keeps what is seen now for the filmstrip; what was drawn piece by piece must be whole.
  func capture() {
    if now < nextTick, stage.needsFrame, film.isEmpty { frame() }
    let seen = picture
    film.append(seen)
    #expect(seen.largestDifference(from: redrawn) == 0, "frame \(film.count): damage was missed")
  }

  /// Compares what was captured with the filmstrip looked at before.
  func check(_ name: String, columns: Int = 4, filePath: String = #filePath) throws {
    try Snapshot.check(
      Filmstrip.picture(of: film, columns: columns), named: name, filePath: filePath)
  }

  // MARK: A mouse

  func pointer(_ kind: PointerEvent.Kind, at place: Point, modifiers: Modifiers = []) {
    lastPlace = place
    stage.receive(.pointer(PointerEvent(kind, at: place, modifiers: modifiers, time: now)))
  }

  func press(_ x: Double, _ y: Double) { pointer(.pressed(.primary), at: Point(x: x, y: y)) }

  /// Moves the pressed pointer along a line at an even speed.
  func drag(to x: Double, _ y: Double, over seconds: Double) {
    move(to: Point(x: x, y: y), over: seconds) { pointer(.moved, at: $0) }
  }

  func release() { pointer(.released(.primary), at: lastPlace) }

  func click(_ x: Double, _ y: Double) {
    press(x, y)
    wait(0.03)
    release()
  }

  func doubleClick(_ x: Double, _ y: Double) {
    click(x, y)
    wait(0.08)
    click(x, y)
  }

  private func move(to end: Point, over seconds: Double, _ send: (Point) -> Void) {
    let start = lastPlace
    let steps = max(1, Int((seconds * 120).rounded()))
    for step in 1...steps {
      wait(seconds / Double(steps))
      send(start + (end - start) * (Double(step) / Double(steps)))
    }
  }

  // MARK: Fingers

  /// Two fingers `span` apart, level, around a point; ids 1 and 2.
  func fingers(_ phase: TouchEvent.Phase, around center: Point, span: Double) {
    for (id, side) in [(1, -0.5), (2, 0.5)] {
      let place = Point(x: center.x + side * span, y: center.y)
      stage.receive(.touch(TouchEvent(id: UInt32(id), phase, at: place, time: now)))
    }
  }

  /// Moves two fingers evenly from one place and distance to another.
  func pinch(from start: (Point, Double), to end: (Point, Double), over seconds: Double) {
    let steps = max(1, Int((seconds * 120).rounded()))
    for step in 1...steps {
      wait(seconds / Double(steps))
      let share = Double(step) / Double(steps)
      fingers(
        .moved, around: start.0 + (end.0 - start.0) * share,
        span: start.1 + (end.1 - start.1) * share)
    }
  }

  // MARK: Wheel and keys

  func wheel(_ dx: Double, _ dy: Double, at x: Double = 120, _ y: Double = 80, _ m: Modifiers = [])
  {
    stage.receive(
      .scroll(
        ScrollEvent(
          .wheel, delta: Vector(dx: dx, dy: dy), at: Point(x: x, y: y), modifiers: m, time: now)))
  }

  func perform(_ action: BrowserAction) { browser.perform(action, at: now) }

  /// The current picture's rectangle in the last frame.
  var content: Rect { browser.shownFrame?.pages.last?.content ?? .zero }
  /// Where the scroll was in the last frame, in pages.
  var position: Double { browser.shownFrame?.position ?? .nan }
}
