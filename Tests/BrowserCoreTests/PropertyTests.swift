import BrowserCore
import Geometry
import Motion
import TestSupport
import Testing
import Transitions

@Suite(.tags(.seeded)) struct PropertyTests {
  @Test(arguments: 0..<8) func `random scripts of gestures and commands keep the invariants`(
    block: Int
  ) {
    for seed in Seeds.block(block, of: 40) {
      var script = Script(seed: seed, isOrderly: true)
      if let failure = script.run() {
        Issue.record("\(failure)")
        return
      }
    }
  }

  @Test(arguments: 0..<4) func `random scripts with gestures in any order keep the invariants`(
    block: Int
  ) {
    for seed in Seeds.block(block, of: 40, from: 10_000) {
      var script = Script(seed: seed, isOrderly: false)
      if let failure = script.run() {
        Issue.record("\(failure)")
        return
      }
    }
  }
}

/// One random script of actions. A failure contains its log.
private struct Script {
  let seed: Int
  private var hand: RandomHand
  private var browser: BrowserState
  private var laws: Invariants
  private var now = Timestamp(seconds: 50)
  private var log: [String] = []

  init(seed: Int, isOrderly: Bool) {
    self.seed = seed
    var dice = SeededRandom(seed: seed)
    var tuning = BrowserTuning()
    tuning.axis = dice.chance(0.15) ? .vertical : .horizontal
    tuning.isRightToLeft = dice.chance(0.15)
    tuning.isLooping = dice.chance(0.35)
    tuning.dismissProfile = dice.chance(0.3) ? .jxPhotoBrowser4 : .jxPhotoBrowser3
    if seed % 3 == 0 { tuning.dismissProfile = .projected }
    tuning.allowsPagingPastEdges = seed % 5 != 0
    tuning.isDismissGestureEnabled = !dice.chance(0.1)
    tuning.resetsZoomOnLeave = !dice.chance(0.2)
    tuning.locksZoom = seed % 7 == 0
    tuning.reducesMotion = dice.chance(0.1)
    tuning.spacing = dice.chance(0.2) ? 0 : 30
    tuning.transition.animator = Self.animators[dice.whole(0...(Self.animators.count - 1))]
    tuning.transition.offscreen = dice.chance(0.5) ? .fadeInPlace : .shrinkBelow
    browser = BrowserState(
      viewport: dice.chance(0.5)
        ? Size(width: 1000, height: 700) : Size(width: 600, height: 1000),
      count: dice.whole(1...7), index: dice.whole(-1...8), tuning: tuning)
    laws = Invariants(browser)
    hand = RandomHand(dice: dice, isOrderly: isOrderly)
  }

  private static let animators: [any TransitionAnimator] = [
    MorphAnimator(), MorphAnimator(), SpringAnimator(), ZoomAnimator(), SmoothZoomAnimator(),
    FadeAnimator(),
  ]

  mutating func run() -> String? {
    hand.hasThumbnailAnchor = hand.dice.chance(0.6)
    if hand.hasThumbnailAnchor, let wrong = step(hand.thumbnailAnchor(of: browser.index)) {
      return wrong
    }
    for page in 0..<browser.layout.count where hand.dice.chance(0.8) {
      if let wrong = step(.content(page: page, size: hand.picture())) { return wrong }
    }
    for _ in 0..<60 where !browser.isDismissed {
      let pause = hand.dice.chance(0.15) ? 0.1...0.6 : 0.002...0.03
      if let wrong = pass(hand.dice.number(pause)) { return wrong }
      if hand.hasThumbnailAnchor, hand.dice.chance(0.2) {
        if let wrong = step(hand.thumbnailAnchor(of: browser.index))
          ?? pass(hand.dice.number(0.002...0.02))
        {
          return wrong
        }
      }
      if let wrong = step(hand.next(on: browser)) { return wrong }
    }
    if let wrong = step(.slideshow(.stop)) ?? step(.panCancelled) ?? step(.pinchCancelled)
      ?? step(.release)
    {
      return wrong
    }
    for _ in 0..<60 {
      if let wrong = pass(0.1) { return wrong }
    }
    return Invariants.rest(browser, at: now).map(report)
  }

  private func report(_ wrong: String) -> String {
    "seed \(seed), orderly \(hand.isOrderly): \(wrong)\n\(browser.tuning)\n"
      + log.suffix(70).joined(separator: "\n")
  }

  private mutating func pass(_ seconds: Double) -> String? {
    now = now + seconds
    let effects = browser.advance(to: now)
    log.append("wait \(seconds) → \(effects)")
    return laws.check(browser, at: now, after: nil, effects: effects).map(report)
  }

  private mutating func step(_ action: BrowserAction) -> String? {
    let before = browser
    let effects = browser.apply(action, at: now)
    log.append("\(action) → \(effects)")
    if let wrong = laws.check(browser, at: now, after: action, effects: effects) {
      return report(wrong)
    }
    guard isContinuous(action, before), !browser.isDismissed, !browser.tuning.reducesMotion else {
      return nil
    }
    var rects = renumbered(Invariants.rects(before, at: now), by: action, before)
    // A flight of another page begins at that page's thumbnail.
    if case .flyFromThumbnail = action, before.index != browser.index { rects[browser.index] = nil }
    // Closing drops the flight of another page, which only fades by then.
    if action == .close, let other = before.flight?.page, other != before.index {
      rects[other] = nil
    }
    let jump = max(
      Invariants.jump(rects, Invariants.rects(browser, at: now)),
      Invariants.jump(Invariants.windows(before, at: now), Invariants.windows(browser, at: now)))
    // Pages are drawn at whole points: half a point of rounding, plus the settling tolerance.
    if jump > 0.6 { return report("jumped by \(jump)") }
    if let wrong = holdsStill(action) { return report(wrong) }
    let brightness = abs(before.frame(at: now).backdrop - browser.frame(at: now).backdrop)
    if brightness > 0.002 { return report("backdrop jumped by \(brightness)") }
    let chrome = abs(before.frame(at: now).chrome - browser.frame(at: now).chrome)
    if chrome > 0.002, before.flight != nil || browser.flight != nil {
      return report("chrome jumped by \(chrome)")
    }
    if keepsVelocity(action), !before.isHeldByHand, !browser.isHeldByHand,
      !effects.contains(.reachedEnd(side: 1)), !effects.contains(.reachedEnd(side: -1))
    {
      let h = 1e-7
      let v0 = Invariants.rates(before, from: now - h, to: now, h)
      let v1 = Invariants.rates(browser, from: now, to: now + h, h)
      let v2 = Invariants.rates(browser, from: now + h, to: now + 2 * h, h)
      for (page, a) in renumbered(v0, by: action, before) where rects[page] != nil {
        guard let b = v1[page], let c = v2[page], page == browser.index || browser.pull == nil
        else { continue }
        let change = spread(a, b)
        let size = max(spread(a, .zero), spread(b, .zero))
        // A high acceleration from rest is no jump: the next step shows the same change.
        let acceleration = 2 * spread(b, c)
        if change > 40 + size * 0.02 + acceleration {
          return report("velocity of \(page) jumped \(a) → \(b)")
        }
      }
    }
    return nil
  }

  /// The failure when the beginning of a pan or pinch without movement moves a picture, or nil.
  private func holdsStill(_ action: BrowserAction) -> String? {
    var copy = browser
    switch action {
    case .panBegan(let point, _):
      _ = copy.apply(.panChanged(translation: .zero, location: point), at: now)
    case .pinchBegan(let centroid):
      _ = copy.apply(.pinchChanged(factor: 1, centroid: centroid), at: now)
    default: return nil
    }
    let jump = Invariants.jump(
      Invariants.rects(browser, at: now), Invariants.rects(copy, at: now))
    return jump > 0.01 ? "jumped by \(jump) without a movement of the pointer" : nil
  }

  private func isContinuous(_ action: BrowserAction, _ before: BrowserState) -> Bool {
    switch action {
    case .press, .release, .panBegan, .panEnded, .panCancelled, .pinchBegan, .pinchEnded,
      .pinchCancelled, .close, .mode, .thumbnailAnchor:
      true
    // The first opening flight begins at the thumbnail, wherever the picture was before.
    case .flyFromThumbnail: before.flight != nil
    case .zoomBy(_, _, let animated), .zoomTo(_, _, let animated), .scroll(_, let animated),
      .turn(_, let animated), .go(_, let animated):
      animated
    case .toggleZoom, .wheelZoom: true
    case .insert(_, _, let animated), .remove(_, let animated):
      animated && before.flight == nil && before.pull == nil
    case .move: before.flight == nil && before.pull == nil
    default: false
    }
  }

  /// The rectangles of `rects`, by the page indices after `action`.
  private func renumbered(
    _ rects: [Int: Rect], by action: BrowserAction, _ before: BrowserState
  ) -> [Int: Rect] {
    func map(_ moved: (Int) -> Int?) -> [Int: Rect] {
      var new: [Int: Rect] = [:]
      for (page, rect) in rects { if let page = moved(page) { new[page] = rect } }
      return new
    }
    switch action {
    case .insert(let count, let index, _): return map { $0 >= max(0, index) ? $0 + count : $0 }
    case .remove(let page, _):
      guard (0..<before.layout.count).contains(page) else { return rects }
      return map { $0 == page ? nil : $0 > page ? $0 - 1 : $0 }
    // Pages other than the current one may move at once.
    case .move: return rects[before.index].map { [browser.index: $0] } ?? [:]
    default: return rects
    }
  }

  /// Whether `action` keeps the velocity of moving pages. Closing does not: it catches a slide.
  private func keepsVelocity(_ action: BrowserAction) -> Bool {
    switch action {
    case .thumbnailAnchor, .flyFromThumbnail: true
    case .zoomBy, .wheelZoom, .zoomTo, .scroll, .turn, .go, .toggleZoom, .mode, .insert: true
    default: false
    }
  }
}
