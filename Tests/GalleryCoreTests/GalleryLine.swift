import GalleryCore
import Geometry
import Motion

/// A grid with a simulated clock. It applies actions, advances time and records the effects.
struct GalleryLine {
  var grid: GalleryState
  var now = Timestamp(seconds: 100)
  var effects: [GalleryEffect] = []

  /// Creates a grid, by default with five columns of cells 184 points wide.
  init(
    viewport: Size = Size(width: 1000, height: 800), counts: [Int] = [200],
    options: GalleryOptions = GalleryOptions()
  ) {
    grid = GalleryState(viewport: viewport, sections: GridSections(counts), options: options)
    effects = grid.advance(to: now)
  }

  @discardableResult
  mutating func send(_ actions: GalleryAction...) -> [GalleryEffect] {
    var new: [GalleryEffect] = []
    for action in actions { new += grid.apply(action, at: now) }
    effects += new
    return new
  }

  /// Performs an action whose time the grid does not know, after `seconds` without a frame.
  mutating func sendUntimed(_ action: GalleryAction, afterIdle seconds: Double) {
    effects += grid.applyUntimed(action, at: now)
    now = now + seconds
  }

  /// Advances the time at 120 frames per second.
  @discardableResult
  mutating func wait(_ seconds: Double = 6) -> [GalleryEffect] {
    var new: [GalleryEffect] = []
    let end = now + seconds
    while now < end {
      now = min(now + 1.0 / 120, end)
      new += grid.advance(to: now)
    }
    effects += new
    return new
  }

  /// Types `text` and runs the search to its end.
  mutating func find(_ text: String, in names: [String]) {
    send(.type(text))
    search(names)
  }

  mutating func search(_ names: [String]) {
    while grid.isSearching { effects += grid.search(at: now) { names[$0] } }
  }

  /// Drags the grid by `distance` in points, positive down, without a release.
  mutating func drag(_ distance: Double, seconds: Double = 0.1) {
    send(.press(Point(x: 500, y: 400)), .panBegan)
    for step in 1...10 {
      wait(seconds / 10)
      send(.panChanged(translation: distance * Double(step) / 10))
    }
  }

  /// The change from the current items, identified as 0, 1, 2…, to the result of `edit`.
  func change(_ edit: (inout [Int]) -> Void) -> GalleryChange {
    let old = Array(0..<grid.layout.itemCount)
    var new = old
    edit(&new)
    return GalleryChange(from: old, to: new)
  }

  var frame: GalleryFrame { grid.frame(at: now) }
  var offset: Double { grid.offset(at: now) }
  var isAtRest: Bool { grid.isAtRest(at: now) }

  /// The frame of an item in viewport coordinates, also outside the viewport.
  func rect(_ item: Int) -> Rect { grid.frame(ofItem: item, at: now) ?? .zero }
}

/// The largest distance between corresponding edges.
func spread(_ a: Rect, _ b: Rect) -> Double {
  max(
    max(abs(a.minX - b.minX), abs(a.minY - b.minY)),
    max(abs(a.maxX - b.maxX), abs(a.maxY - b.maxY)))
}
