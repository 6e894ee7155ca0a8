import BrowserCore
import Geometry
import Motion
import Testing

/// What must hold at every instant, and between two of them.
struct Invariants {
  private enum Pull { case none, held, returning, leaving, gone }
  private var pull = Pull.none
  private var index: Int
  /// What fit means changed, and the pictures have not come to rest since.
  private var isChanging = false

  init(_ browser: BrowserState) { index = browser.index }

  /// - Returns: what is wrong, nil when nothing is.
  mutating func check(
    _ browser: BrowserState, at t: Timestamp, after action: BrowserAction?,
    effects: [BrowserEffect]
  ) -> String? {
    if let wrong = order(effects) { return wrong }
    if let wrong = chain(effects, browser: browser, action: action) { return wrong }
    let announced = effects.last {
      if case .windowChanged = $0 { true } else { false }
    }
    if let announced, announced != .windowChanged(browser.pageWindow) {
      return "window announced is not the window"
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

  private mutating func chain(
    _ effects: [BrowserEffect], browser: BrowserState, action: BrowserAction?
  ) -> String? {
    switch action {
    case .insert, .remove: break
    default:
      for case .pageChanged(let from, let to) in effects {
        if from != index { return "page changed from \(from), was \(index)" }
        index = to
      }
      if index != browser.index { return "index \(browser.index) was never told, is \(index)" }
    }
    index = browser.index
    return nil
  }

  private func values(_ browser: BrowserState, at t: Timestamp) -> String? {
    let layout = browser.layout
    if browser.index < 0 || browser.index > layout.lastIndex { return "index \(browser.index)" }
    let frame = browser.frame(at: t)
    let reach = layout.viewport[layout.axis] / layout.pitch + 0.01
    if !frame.position.isFinite || frame.position < -reach
      || frame.position > Double(layout.lastIndex) + reach
    {
      return "position \(frame.position) of \(layout.count)"
    }
    if frame.pages.count > 3 || browser.pageWindow.live.count > 3 { return "too many pages" }
    for page in frame.pages where !browser.pageWindow.live.contains(page.index) {
      return "page \(page.index) is seen but not alive"
    }
    if frame.backdrop < 0 || frame.backdrop > 1 || !frame.pull.isFinite { return "backdrop" }
    for page in frame.pages {
      let r = page.content
      if ![r.minX, r.minY, r.width, r.height, page.scale, page.opacity].allSatisfy(\.isFinite) {
        return "page \(page.index) is not finite"
      }
      let levels = browser.zoom(of: page.index).levels
      // Two fingers may show twice the limit, a pulled picture three tenths of its size; the
      // velocity of a release adds a little.
      if isChanging { continue }
      if page.scale > levels.maximum * 2.3 || page.scale < levels.minimum * 0.1 {
        return "scale \(page.scale) in \(levels)"
      }
    }
    return nil
  }

  /// Everything is where it belongs once nobody has touched anything for a while.
  static func rest(_ browser: BrowserState, at t: Timestamp) -> String? {
    if browser.isDismissed { return nil }
    if !browser.isAtRest(at: t) { return "not at rest" }
    let frame = browser.frame(at: t)
    if frame.isMoving || frame.isScaling { return "moves at rest" }
    if frame.position != Double(browser.index) { return "rests at \(frame.position)" }
    if frame.backdrop != 1 || frame.pull != 1 { return "backdrop \(frame.backdrop)" }
    if browser.layout.count > 0, frame.pages.isEmpty { return "nothing to see" }
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

  /// Where every visible picture is, without the rounding of pages to whole points.
  static func places(_ browser: BrowserState, at t: Timestamp) -> [Int: Rect] {
    let frame = browser.frame(at: t)
    var places: [Int: Rect] = [:]
    for page in frame.pages {
      let exact = browser.layout.frame(of: page.index, at: frame.position)
      let isOut = browser.pull != nil && page.index == frame.index
      places[page.index] =
        isOut ? page.content : page.content.offset(by: exact.origin - page.frame.origin)
    }
    return places
  }

  /// The largest move of a picture that is seen before and after.
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
