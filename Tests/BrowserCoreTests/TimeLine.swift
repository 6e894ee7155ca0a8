import BrowserCore
import Geometry
import Motion

/// A browser with a simulated clock. It applies actions, advances time and records the effects.
struct TimeLine {
  var browser: BrowserState
  var now = Timestamp(seconds: 100)
  var effects: [BrowserEffect] = []

  /// Creates a browser with pages 1000 points wide by default and `picture` on each page.
  init(
    viewport: Size = Size(width: 1000, height: 800), count: Int = 5, index: Int = 0,
    picture: Size? = Size(width: 4000, height: 2000), tuning: BrowserTuning = BrowserTuning()
  ) {
    browser = BrowserState(viewport: viewport, count: count, index: index, tuning: tuning)
    for page in 0..<max(0, count) {
      _ = browser.apply(.content(page: page, size: picture), at: now)
    }
  }

  @discardableResult
  mutating func send(_ actions: BrowserAction...) -> [BrowserEffect] {
    var new: [BrowserEffect] = []
    for action in actions { new += browser.apply(action, at: now) }
    effects += new
    return new
  }

  /// Advances the time at 120 frames per second.
  @discardableResult
  mutating func wait(_ seconds: Double = 2) -> [BrowserEffect] {
    var new: [BrowserEffect] = []
    let end = now + seconds
    while now < end {
      now = min(now + 1.0 / 120, end)
      new += browser.advance(to: now)
    }
    effects += new
    return new
  }

  /// Drags from `origin` by `translation` in `seconds`, without a release.
  mutating func drag(
    from origin: Point = Point(x: 500, y: 400), _ translation: Vector, seconds: Double = 0.1
  ) {
    send(.press(origin))
    send(.panBegan(at: origin, direction: translation))
    move(from: origin, .zero, to: translation, seconds: seconds)
  }

  /// Continues a drag from the translation `start` to `end`.
  mutating func move(
    from origin: Point = Point(x: 500, y: 400), _ start: Vector, to end: Vector,
    seconds: Double = 0.1
  ) {
    let steps = 10
    for step in 1...steps {
      wait(seconds / Double(steps))
      let part = start + (end - start) * (Double(step) / Double(steps))
      send(.panChanged(translation: part, location: origin + part))
    }
  }

  mutating func letGo(dx: Double = 0, dy: Double = 0) {
    send(.panEnded(velocity: Vector(dx: dx, dy: dy)))
  }

  var position: Double { browser.scroll.position(at: now) }
  var frame: BrowserFrame { browser.frame(at: now) }
  var isAtRest: Bool { browser.isAtRest(at: now) }
  /// The current picture's rectangle in window coordinates.
  var content: Rect { frame.pages.last?.content ?? .zero }
  var scale: Double { frame.pages.last?.scale ?? 0 }

  /// The point of the current picture under `point` in window coordinates, as fractions of the
  /// picture's size.
  func picture(under point: Point) -> Point {
    let rect = content
    return Point(x: (point.x - rect.minX) / rect.width, y: (point.y - rect.minY) / rect.height)
  }
}

func isNear(_ a: Double, _ b: Double, _ tolerance: Double = 0.01) -> Bool {
  abs(a - b) <= tolerance
}
func isNear(_ a: Point, _ b: Point, _ tolerance: Double = 0.01) -> Bool {
  isNear(a.x, b.x, tolerance) && isNear(a.y, b.y, tolerance)
}
func isNear(_ a: Rect, _ b: Rect, _ tolerance: Double = 0.5) -> Bool { spread(a, b) <= tolerance }

/// The largest distance between corresponding edges.
func spread(_ a: Rect, _ b: Rect) -> Double {
  max(
    max(abs(a.minX - b.minX), abs(a.minY - b.minY)), max(abs(a.maxX - b.maxX), abs(a.maxY - b.maxY))
  )
}
