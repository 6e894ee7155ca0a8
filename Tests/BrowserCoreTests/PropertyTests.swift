import BrowserCore
import Geometry
import Motion
import TestSupport
import Testing
import Transitions

@Suite struct PropertyTests {
  @Test(arguments: 0..<8) func `any script of gestures and commands keeps the laws`(block: Int) {
    for seed in Seeds.block(block, of: 40) {
      var script = Script(seed: seed, isOrderly: true)
      if let failure = script.run() {
        Issue.record("\(failure)")
        return
      }
    }
  }

  @Test(arguments: 0..<4) func `gestures in no sensible order keep the laws too`(block: Int) {
    for seed in Seeds.block(block, of: 40, from: 10_000) {
      var script = Script(seed: seed, isOrderly: false)
      if let failure = script.run() {
        Issue.record("\(failure)")
        return
      }
    }
  }
}

/// One random script; prints itself when it fails.
private struct Script {
  let seed: Int
  let isOrderly: Bool
  private var dice: Dice
  private var browser: BrowserState
  private var laws: Invariants
  private var now = Timestamp(seconds: 50)
  private var log: [String] = []
  private enum Hand { case none, pressed, panning, pinching }
  private var hand = Hand.none
  private var translation = Vector.zero
  private var factor = 1.0
  private var hasHome = false
  private var origin = Point.zero

  init(seed: Int, isOrderly: Bool) {
    self.seed = seed
    self.isOrderly = isOrderly
    dice = Dice(seed: seed)
    var tuning = BrowserTuning()
    tuning.axis = dice.chance(0.15) ? .vertical : .horizontal
    tuning.isRightToLeft = dice.chance(0.15)
    tuning.isLooping = dice.chance(0.35)
    tuning.dismissProfile = dice.chance(0.3) ? .jxPhotoBrowser4 : .jxPhotoBrowser3
    tuning.isDismissGestureEnabled = !dice.chance(0.1)
    tuning.resetsZoomOnLeave = !dice.chance(0.2)
    tuning.reducesMotion = dice.chance(0.1)
    tuning.spacing = dice.chance(0.2) ? 0 : 30
    tuning.transition.animator = Self.animators[dice.whole(0...(Self.animators.count - 1))]
    tuning.transition.offscreen = dice.chance(0.5) ? .fadeInPlace : .shrinkBelow
    browser = BrowserState(
      viewport: dice.chance(0.5)
        ? Size(width: 1000, height: 700) : Size(width: 600, height: 1000),
      count: dice.whole(1...7), index: dice.whole(-1...8), tuning: tuning)
    laws = Invariants(browser)
  }

  private static let animators: [any TransitionAnimator] = [
    MorphAnimator(), MorphAnimator(), SpringAnimator(), ZoomAnimator(), SmoothZoomAnimator(),
    FadeAnimator(),
  ]
  private static let pictures: [Size?] = [
    Size(width: 4000, height: 3000), Size(width: 300, height: 200), Size(width: 500, height: 9000),
    Size(width: 8000, height: 900), Size(width: 1, height: 1), nil, .zero,
    Size(width: 400, height: 300),
  ]

  mutating func run() -> String? {
    hasHome = dice.chance(0.6)
    if hasHome, let wrong = step(home(of: browser.index)) { return wrong }
    for page in 0..<browser.layout.count where dice.chance(0.8) {
      let picture = dice.whole(0...(Self.pictures.count - 1))
      if let wrong = step(.content(page: page, size: Self.pictures[picture])) { return wrong }
    }
    for _ in 0..<60 where !browser.isDismissed {
      if let wrong = pass(dice.chance(0.15) ? dice.number(0.1...0.6) : dice.number(0.002...0.03)) {
        return wrong
      }
      if hasHome, dice.chance(0.2) {
        if let wrong = step(home(of: browser.index)) ?? pass(dice.number(0.002...0.02)) {
          return wrong
        }
      }
      if let wrong = step(next()) { return wrong }
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
    "seed \(seed), orderly \(isOrderly): \(wrong)\n\(browser.tuning)\n"
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
    var places = renumbered(Invariants.places(before, at: now), by: action, before)
    // What takes off begins at its thumbnail.
    if case .show = action, before.index != browser.index { places[browser.index] = nil }
    // A page that only fades is not worth going on when another one goes home.
    if action == .close, let other = before.flight?.page, other != before.index {
      places[other] = nil
    }
    let jump = max(
      Invariants.jump(places, Invariants.places(browser, at: now)),
      Invariants.jump(Invariants.windows(before, at: now), Invariants.windows(browser, at: now)))
    // Pages are drawn at whole points: half a point at most, and what counts as settled.
    if jump > 0.6 { return report("jumped by \(jump)") }
    if let wrong = holdsStill(action) { return report(wrong) }
    let brightness = abs(before.frame(at: now).backdrop - browser.frame(at: now).backdrop)
    if brightness > 0.002 { return report("backdrop jumped by \(brightness)") }
    let chrome = abs(before.frame(at: now).chrome - browser.frame(at: now).chrome)
    if chrome > 0.002, before.flight != nil || browser.flight != nil {
      return report("chrome jumped by \(chrome)")
    }
    if keepsVelocity(action), !before.isHeldByHand, !browser.isHeldByHand,
      !effects.contains(.reachedEnd(1)), !effects.contains(.reachedEnd(-1))
    {
      let h = 1e-7
      let v0 = Invariants.rates(before, from: now - h, to: now, h)
      let v1 = Invariants.rates(browser, from: now, to: now + h, h)
      let v2 = Invariants.rates(browser, from: now + h, to: now + 2 * h, h)
      for (page, a) in renumbered(v0, by: action, before) where places[page] != nil {
        guard let b = v1[page], let c = v2[page], page == browser.index || browser.pull == nil
        else { continue }
        let change = spread(a, b)
        let size = max(spread(a, .zero), spread(b, .zero))
        // What starts fast from rest, in a window of one pixel, is no jump: it goes on so.
        let acceleration = 2 * spread(b, c)
        if change > 40 + size * 0.02 + acceleration {
          return report("velocity of \(page) jumped \(a) → \(b)")
        }
      }
    }
    return nil
  }

  /// A hand that took hold and has not moved yet moves nothing.
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
      Invariants.places(browser, at: now), Invariants.places(copy, at: now))
    return jump > 0.01 ? "jumped by \(jump) under a hand at rest" : nil
  }

  private func isContinuous(_ action: BrowserAction, _ before: BrowserState) -> Bool {
    switch action {
    case .press, .release, .panBegan, .panEnded, .panCancelled, .pinchBegan, .pinchEnded,
      .pinchCancelled, .close, .mode, .home:
      true
    // The first flight up begins at a thumbnail, wherever the picture was before.
    case .show: before.flight != nil
    case .zoomBy(_, _, let animated), .zoomTo(_, _, let animated), .scroll(_, let animated),
      .turn(_, let animated), .go(_, let animated):
      animated
    case .toggleZoom: true
    case .insert(_, _, let animated), .remove(_, let animated):
      animated && before.flight == nil && before.pull == nil
    case .move: before.flight == nil && before.pull == nil
    default: false
    }
  }

  /// Where the pages of before have to be after `action`, by their numbers since.
  private func renumbered(
    _ places: [Int: Rect], by action: BrowserAction, _ before: BrowserState
  ) -> [Int: Rect] {
    func map(_ moved: (Int) -> Int?) -> [Int: Rect] {
      var new: [Int: Rect] = [:]
      for (page, rect) in places { if let page = moved(page) { new[page] = rect } }
      return new
    }
    switch action {
    case .insert(let count, let place, _): return map { $0 >= max(0, place) ? $0 + count : $0 }
    case .remove(let page, _):
      guard (0..<before.layout.count).contains(page) else { return places }
      return map { $0 == page ? nil : $0 > page ? $0 - 1 : $0 }
    // The others are seen elsewhere at once.
    case .move: return places[before.index].map { [browser.index: $0] } ?? [:]
    default: return places
    }
  }

  /// Closing catches what slides.
  private func keepsVelocity(_ action: BrowserAction) -> Bool {
    switch action {
    case .home, .show: true
    case .zoomBy, .zoomTo, .scroll, .turn, .go, .toggleZoom, .mode, .insert: true
    default: false
    }
  }

  private mutating func place() -> Point {
    Point(x: dice.number(0...1000), y: dice.number(0...900))
  }

  private mutating func velocity() -> Vector {
    let top = dice.chance(0.1) ? 50_000.0 : 3000.0
    return Vector(dx: dice.number(-top...top), dy: dice.number(-top...top))
  }

  private mutating func next() -> BrowserAction {
    if dice.chance(isOrderly ? 0.12 : 0.3) { return command() }
    switch isOrderly ? hand : [.none, .pressed, .panning, .pinching][dice.whole(0...3)] {
    case .none:
      origin = place()
      if dice.chance(0.15) { return beginPinch() }
      if dice.chance(0.1) { return beginPan() }
      hand = .pressed
      return .press(origin)
    case .pressed:
      if dice.chance(0.15) {
        hand = .none
        return .release
      }
      return dice.chance(0.2) ? beginPinch() : beginPan()
    case .panning: return pan()
    case .pinching: return pinch()
    }
  }

  private mutating func beginPan() -> BrowserAction {
    hand = .panning
    translation = .zero
    return .panBegan(
      at: origin, direction: Vector(dx: dice.number(-9...9), dy: dice.number(-9...9)))
  }

  private mutating func beginPinch() -> BrowserAction {
    hand = .pinching
    factor = 1
    return .pinchBegan(centroid: origin)
  }

  private mutating func pan() -> BrowserAction {
    if dice.chance(0.2) {
      hand = .none
      return dice.chance(0.2) ? .panCancelled : .panEnded(velocity: velocity())
    }
    translation = translation + Vector(dx: dice.number(-150...150), dy: dice.number(-90...120))
    return .panChanged(translation: translation, location: origin + translation)
  }

  private mutating func pinch() -> BrowserAction {
    if dice.chance(0.2) {
      hand = .none
      return dice.chance(0.2)
        ? .pinchCancelled : .pinchEnded(velocity: velocity(), growth: dice.number(-9...9))
    }
    factor *= dice.number(0.75...1.3)
    origin = origin + Vector(dx: dice.number(-40...40), dy: dice.number(-40...40))
    return .pinchChanged(factor: factor, centroid: origin)
  }

  private mutating func home(of page: Int) -> BrowserAction {
    guard !dice.chance(0.1) else {
      return .home(Home(page: page, thumbnail: nil))
    }
    let side = dice.number(40...200)
    let frame = Rect(
      x: dice.number(-150...1000), y: dice.number(-150...900), width: side,
      height: dice.chance(0.5) ? side : side * 1.5)
    let size = Size(width: 256, height: 192)
    return .home(
      Home(
        page: page,
        thumbnail: TransitionContext.Thumbnail(
          frame: frame, alignment: dice.chance(0.5) ? .center : .top,
          cornerRadius: dice.number(0...10), bitmapSize: dice.chance(0.7) ? size : nil),
        provided: dice.chance(0.3) ? frame : nil, hasPicture: dice.chance(0.9)))
  }

  private mutating func command() -> BrowserAction {
    let animated = !dice.chance(0.15)
    switch dice.whole(0...21) {
    case 18: return .move(from: dice.whole(-1...7), to: dice.whole(-1...8))
    case 19:
      var tuning = browser.tuning
      tuning.isLooping.toggle()
      return .tune(tuning)
    case 20:
      let commands: [Slideshow.Command] = [
        .start(every: dice.number(-1...1)), .toggle, .stop, .hold(.playing), .hold(nil),
      ]
      return .slideshow(commands[dice.whole(0...4)])
    case 21: return .remove(at: browser.index, animated: animated)
    case 16 where hasHome, 17 where hasHome:
      return .show(page: dice.chance(0.6) ? browser.index : dice.whole(0...6))
    case 0, 1: return .zoomBy(dice.number(0.5...2), at: place(), animated: animated)
    case 2: return .zoomTo(dice.number(0.01...20), at: nil, animated: animated)
    case 3, 4: return .toggleZoom(at: place())
    case 5: return .mode(ZoomMode.allCases[dice.whole(0...4)])
    case 6: return .scroll(Vector(dx: dice.number(-300...300), dy: 100), animated: animated)
    case 7, 8, 9: return .turn(dice.chance(0.5) ? 1 : -1, animated: animated)
    case 10: return .go(to: dice.whole(-2...9), animated: animated)
    case 11:
      return .resize(Size(width: dice.number(0...1500), height: dice.number(0...1200)))
    case 12:
      return .insert(count: dice.whole(0...2), at: dice.whole(-1...8), animated: animated)
    case 13:
      return dice.chance(0.5) ? .remove(at: dice.whole(0...7), animated: animated) : .close
    case 14:
      return dice.chance(0.3)
        ? .reload(count: dice.whole(1...6), index: dice.whole(-1...7)) : .close
    default:
      return .content(
        page: dice.whole(0...6), size: Self.pictures[dice.whole(0...(Self.pictures.count - 1))])
    }
  }
}

extension Invariants {
  static func rates(
    _ browser: BrowserState, from a: Timestamp, to b: Timestamp, _ h: Double
  ) -> [Int: Rect] {
    let first = places(browser, at: a)
    var rates: [Int: Rect] = [:]
    for (page, end) in places(browser, at: b) {
      guard let start = first[page], !start.isEmpty, !end.isEmpty else { continue }
      rates[page] = Rect(
        x: (end.minX - start.minX) / h, y: (end.minY - start.minY) / h,
        width: (end.width - start.width) / h, height: (end.height - start.height) / h)
    }
    return rates
  }
}

extension BrowserState {
  /// True while a hand has hold of pages or picture, whose velocity is then the hand's.
  var isHeldByHand: Bool {
    scroll.isHeld || pull?.phase == .held || zoom(of: index).isHeld
  }
}
