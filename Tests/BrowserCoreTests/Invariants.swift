import BrowserCore
import Geometry
import Motion
import Testing
import Transitions

/// The invariants of a browser, at every instant and across every action.
struct Invariants {
  private enum Pull { case none, held, returning, leaving, gone }
  private var pull = Pull.none
  private enum Air: Equatable { case none, flying(Flight.Direction), caught }
  private var air = Air.none
  private var index: Int
  /// Whether the fit scale has changed, and the pictures have not settled since.
  private var isChanging = false

  init(_ browser: BrowserState) { index = browser.index }

  /// Checks the state and the effects after `action`, or after time has passed.
  ///
  /// - Returns: The violated invariant, nil when all hold.
  mutating func check(
    _ browser: BrowserState, at t: Timestamp, after action: BrowserAction?,
    effects: [BrowserEffect]
  ) -> String? {
    // A browser that is shown again after its dismissal starts a new sequence.
    if case .flyFromThumbnail = action, pull == .gone { pull = .none }
    if let wrong = order(effects) { return wrong }
    if let wrong = chain(effects, browser: browser, action: action) { return wrong }
    let announced = effects.last {
      if case .windowChanged = $0 { true } else { false }
    }
    if let announced, announced != .windowChanged(browser.pageWindow) {
      return "the announced window is not the current one"
    }
    if browser.isDismissed { return nil }
    switch action {
    case .mode, .content, .resize: isChanging = true
    default: if browser.isAtRest(at: t) { isChanging = false }
    }
    return values(browser, at: t)
  }

  private mutating func order(_ effects: [BrowserEffect]) -> String? {
    for effect in effects {
      if let wrong = flightOrder(effect) { return wrong }
      switch (effect, pull) {
      case (.pullBegan, .none), (.pullBegan, .returning), (.pullBegan, .leaving): pull = .held
      case (.pullEnded(let closes), .held): pull = closes ? .leaving : .returning
      case (.pullReturned, .returning): pull = .none
      case (.dismissed, .none), (.dismissed, .leaving), (.dismissed, .returning): pull = .gone
      case (.pullBegan, _), (.pullEnded, _), (.pullReturned, _), (.dismissed, _):
        return "\(effect) while \(pull)"
      default: if pull == .gone { return "\(effect) after dismissal" }
      }
    }
    return nil
  }

  private mutating func flightOrder(_ effect: BrowserEffect) -> String? {
    switch (effect, air) {
    case (.flightBegan(let direction, _), _):
      air = .flying(direction)
    case (.flightCaught, .flying): air = .caught
    case (.flightEnded(at: .page, _), .flying): air = .none
    case (.flightEnded(at: .thumbnail, _), .flying(.dismiss)): air = .none
    case (.pullReturned, .caught): air = .none
    case (.flightCaught, _), (.flightEnded, _): return "\(effect) while \(air)"
    case (.dismissed, _): air = .none
    default: break
    }
    return nil
  }

  private mutating func chain(
    _ effects: [BrowserEffect], browser: BrowserState, action: BrowserAction?
  ) -> String? {
    switch action {
    // These actions renumber pages, so their page changes form no chain.
    case .insert, .remove, .move: break
    default:
      for case .pageChanged(let from, let to) in effects {
        if from != index { return "page changed from \(from), was \(index)" }
        index = to
      }
      if index != browser.index {
        return "index \(browser.index) was not announced, last was \(index)"
      }
    }
    index = browser.index
    return nil
  }

  private func values(_ browser: BrowserState, at t: Timestamp) -> String? {
    let layout = browser.layout
    if browser.index < 0 || browser.index > layout.lastIndex { return "index \(browser.index)" }
    let frame = browser.frame(at: t)
    // After several removals in a row, the page that slides in starts beyond the end.
    let reach = layout.viewportExtentInPages + 7
    if !frame.position.isFinite
      || !layout.isEndless
        && (frame.position < -reach || frame.position > Double(layout.lastIndex) + reach)
    {
      return "position \(frame.position) of \(layout.count)"
    }
    if Set(frame.pages.map(\.index)).count < frame.pages.count { return "a page is visible twice" }
    if !frame.pages.allSatisfy({ (0..<layout.count).contains($0.index) }) { return "no such page" }
    let window = browser.pageWindow.live + browser.pageWindow.prefetch
    if Set(window).count < window.count || !window.allSatisfy((0..<layout.count).contains) {
      return "window \(window)"
    }
    if frame.pages.count > 3 || browser.pageWindow.live.count > 3 { return "too many pages" }
    for page in frame.pages where !browser.pageWindow.live.contains(page.index) {
      return "page \(page.index) is visible but not alive"
    }
    if !(0...1).contains(frame.chrome) { return "chrome \(frame.chrome)" }
    for item in frame.flying {
      if item.layers.isEmpty { return "a flying item without layers" }
      for layer in item.layers {
        let numbers = [layer.clip, layer.picture].flatMap {
          [$0.minX, $0.minY, $0.width, $0.height]
        }
        if !numbers.allSatisfy(\.isFinite) || !(0...1).contains(layer.alpha) {
          return "invalid flying layer \(layer)"
        }
      }
    }
    if frame.backdrop < 0 || frame.backdrop > 1 || !frame.pullScale.isFinite { return "backdrop" }
    for page in frame.pages {
      let r = page.content
      if ![r.minX, r.minY, r.width, r.height, page.scale, page.opacity].allSatisfy(\.isFinite) {
        return "page \(page.index) is not finite"
      }
      let levels = browser.zoom(of: page.index).levels
      // A pinch may reach twice the maximum scale and a pull-down 0.3 of the scale; the velocity
      // at the release adds a little.
      if isChanging || browser.flight != nil || page.placement == .flying { continue }
      if page.scale > levels.maximum * 2.3 || page.scale < levels.minimum * 0.1 {
        return "scale \(page.scale) in \(levels)"
      }
    }
    return nil
  }

  /// The violated invariant of a browser without input for several seconds, nil when all hold.
  static func rest(_ browser: BrowserState, at t: Timestamp) -> String? {
    if browser.isDismissed { return nil }
    if !browser.isAtRest(at: t) { return "not at rest" }
    let frame = browser.frame(at: t)
    if frame.isMoving || frame.isScaling { return "moves at rest" }
    if frame.position != Double(browser.index) { return "rests at \(frame.position)" }
    if !frame.departing.isEmpty { return "departs at rest" }
    if frame.pages.count > 1 { return "two pages at rest" }
    if !frame.flying.isEmpty || frame.chrome != 1 { return "flies at rest" }
    if frame.backdrop != 1 || frame.pullScale != 1 { return "backdrop \(frame.backdrop)" }
    if browser.layout.count > 0, frame.pages.isEmpty { return "no visible page" }
    let zoom = browser.zoom(of: browser.index)
    let rect = zoom.rect(at: t)
    let allowed = zoom.bounds(at: t).clamped(rect.origin)
    if browser.hasContent(browser.index), !isNear(allowed, rect.origin, 0.01) {
      return "picture at \(rect.origin), allowed \(allowed)"
    }
    let scale = zoom.scale(at: t)
    if scale < zoom.levels.minimum * 0.9999 || scale > zoom.levels.maximum * 1.0001 {
      return "scale \(scale)"
    }
    return nil
  }

  /// The rectangle of every visible picture by page index, without the rounding of page frames to
  /// whole points.
  static func rects(_ browser: BrowserState, at t: Timestamp) -> [Int: Rect] {
    let frame = browser.frame(at: t)
    var rects: [Int: Rect] = [:]
    for page in frame.pages {
      let exact = browser.pageFrame(of: page.index, at: t)
      let isHome = browser.flight?.flight.goal == .thumbnail
      let isOut = (browser.pull != nil || isHome) && page.index == frame.index
      rects[page.index] =
        isOut ? page.content : page.content.offset(by: exact.origin - page.frame.origin)
    }
    for item in frame.flying where browser.flight?.page != item.page {
      rects[item.page] = nil
    }
    return rects
  }

  /// The clip rectangle of every flying picture, by page index.
  static func windows(_ browser: BrowserState, at t: Timestamp) -> [Int: Rect] {
    var windows: [Int: Rect] = [:]
    for item in browser.frame(at: t).flying {
      windows[item.page] = item.layers.last?.clip ?? .zero
    }
    return windows
  }

  /// The largest displacement of an edge of a rectangle that is in both `a` and `b`, in points.
  static func jump(_ a: [Int: Rect], _ b: [Int: Rect]) -> Double {
    var worst = 0.0
    for (page, rect) in a {
      if let other = b[page], !rect.isEmpty, !other.isEmpty {
        worst = max(worst, spread(rect, other))
      }
    }
    return worst
  }
}
