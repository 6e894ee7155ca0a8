import GalleryCore
import Geometry
import Motion
import TestSupport
import Testing

@Suite(.tags(.seeded)) struct GalleryPropertyTests {
  @Test(arguments: 0..<8) func `random scripts of gestures, keys and changes keep the invariants`(
    block: Int
  ) {
    for seed in Seeds.block(block, of: 10) {
      var script = Script(seed: seed)
      if let failure = script.run() {
        Issue.record("\(failure)")
        return
      }
    }
  }
}

/// One random script of actions. A failure contains its log.
private struct Script {
  private let seed: Int
  private var dice: SeededRandom
  private var grid: GalleryState
  private var now = Timestamp(seconds: 50)
  private var log: [String] = []
  /// The identities of the items by section, as the host has them.
  private var list: [(section: Int, items: [Int])] = []
  private var nextIdentity = 0
  private enum Hand { case none, pan, pinch, band, thumb }
  private var hand = Hand.none
  private var translation = 0.0
  private var factor = 1.0
  private var pointer = Point(x: 400, y: 300)

  init(seed: Int) {
    self.seed = seed
    dice = SeededRandom(seed: seed)
    var options = GalleryOptions()
    options.reducesMotion = dice.chance(0.1)
    options.cellSide = dice.number(64...400)
    options.uiScale = dice.chance(0.3) ? dice.number(1...2.5) : 1
    options.cellAspect = dice.chance(0.3) ? dice.number(0.5...1.6) : 1
    grid = GalleryState(viewport: Size(width: 1000, height: 700), options: options)
  }

  mutating func run() -> String? {
    if let wrong = step(change()) { return wrong }
    for _ in 0..<70 {
      let pause = dice.chance(0.15) ? dice.number(0.1...0.8) : dice.number(0.001...0.03)
      if let wrong = pass(pause) ?? step(next()) { return wrong }
    }
    for end in [
      GalleryAction.panCancelled, .pinchCancelled, .selectionRectangleEnded, .thumbEnded, .release,
      .scrollBarHover(isNear: false), .endFind,
    ] {
      if let wrong = step(end) { return wrong }
    }
    for _ in 0..<90 {
      if let wrong = pass(0.1) { return wrong }
    }
    if !grid.isAtRest(at: now) { return report("not at rest in the end") }
    if grid.wantsFrame(at: now) { return report("requests frames at rest") }
    if grid.deadline(at: now) != nil { return report("has a deadline at rest") }
    return nil
  }

  private func report(_ wrong: String) -> String {
    "seed \(seed): \(wrong)\n\(grid.options)\n" + log.suffix(40).joined(separator: "\n")
  }

  private mutating func pass(_ seconds: Double) -> String? {
    now = now + seconds
    let before = grid
    let effects = grid.advance(to: now)
    log.append("wait \(seconds) → \(effects)")
    return mismatch(effects, since: before, change: nil).map(report)
      ?? GalleryInvariants.check(grid, at: now).map(report)
  }

  private mutating func step(_ action: GalleryAction) -> String? {
    let before = grid
    let chosen = identities(grid.selection)
    var change: GalleryChange?
    if case .change(let new) = action {
      change = new
      list = pending
    }
    var effects = grid.apply(action, at: now)
    while grid.isSearching {
      effects += grid.search(at: now) { ["alpha", "beta", "b 7"][$0 % 3] }
    }
    log.append("\(action.brief) → \(effects.filter { !$0.isWindow })")
    if let wrong = GalleryInvariants.check(grid, at: now) { return report(wrong) }
    if let wrong = mismatch(effects, since: before, change: change) { return report(wrong) }
    if change != nil {
      let stayed = chosen.intersection(list.flatMap(\.items))
      let isBand = hand == .band
      if !isBand, identities(grid.selection) != stayed { return report("selection did not follow") }
    }
    guard isContinuous(action, before: before), !grid.options.reducesMotion else { return nil }
    return (jump(before, change) ?? (isHand(action) ? nil : kick(before, change))).map(report)
  }

  private func identities(_ selection: GallerySelection) -> Set<Int> {
    let all = list.flatMap(\.items)
    return Set(selection.items.map { all[$0] })
  }

  /// The failure when the effects do not match the changes of focus, selection and window, or nil.
  private func mismatch(
    _ effects: [GalleryEffect], since before: GalleryState, change: GalleryChange?
  ) -> String? {
    var focus = before.focus
    if let change { focus = focus.flatMap(change.newIndex) }
    for case .focusChanged(let next) in effects {
      if next == focus { return "focus reported twice" }
      focus = next
    }
    if focus != grid.focus { return "focus \(grid.focus as Int?) was not reported" }
    if change == nil, before.selection != grid.selection, !effects.contains(.selectionChanged) {
      return "selection was not reported"
    }
    let window = effects.compactMap { effect -> GalleryWindow? in
      if case .windowChanged(let window) = effect { window } else { nil }
    }
    if let last = window.last, last != grid.window { return "a different window was reported" }
    if effects.contains(.settled), !grid.isAtRest(at: now) { return "settled, not at rest" }
    return nil
  }

  /// The rectangles of `rects`, by the item indices after `change`.
  private func moved(_ rects: [Int: Rect], _ change: GalleryChange?) -> [Int: Rect] {
    guard let change else { return rects }
    var result: [Int: Rect] = [:]
    for (item, rect) in rects {
      if let new = change.newIndex(of: item) { result[new] = rect }
    }
    return result
  }

  /// The failure when a cell that is visible before and after the action jumps, or nil.
  private func jump(_ before: GalleryState, _ change: GalleryChange?) -> String? {
    let old = moved(GalleryInvariants.rects(before, at: now), change)
    for (item, rect) in GalleryInvariants.rects(grid, at: now) {
      guard let was = old[item] else { continue }
      let jump = spread(rect, was)
      if jump > 0.6 { return "cell \(item) jumped by \(jump): \(was) → \(rect)" }
    }
    return nil
  }

  /// Whether `action` belongs to a press, drag or pinch, which determines the scroll velocity.
  private func isHand(_ action: GalleryAction) -> Bool {
    switch action {
    case .press, .release, .panBegan, .panEnded, .panCancelled, .pinchBegan, .pinchEnded,
      .pinchCancelled, .selectionRectangleMoved, .thumbEnded:
      true
    default: false
    }
  }

  /// The failure when the velocity of the scroll or of a cell jumps, or nil.
  private func kick(_ before: GalleryState, _ change: GalleryChange?) -> String? {
    guard !before.scroll.isHeld, !grid.scroll.isHeld, hand != .band else { return nil }
    let speed = (before.scroll.velocity(at: now), grid.scroll.velocity(at: now))
    // A smaller difference can come from a motion that counts as settled.
    if abs(speed.0 - speed.1) > 12 { return "scroll velocity jumped \(speed)" }
    let h = 1e-7
    let v0 = moved(GalleryInvariants.rates(before, from: now, to: now + h), change)
    for (item, rate) in GalleryInvariants.rates(grid, from: now, to: now + h) {
      guard let was = v0[item] else { continue }
      let size = max(spread(was, .zero), spread(rate, .zero))
      if spread(rate, was) > 60 + size * 0.03 {
        return "velocity of \(item) jumped \(was) → \(rate)"
      }
    }
    return nil
  }

  private func isContinuous(_ action: GalleryAction, before: GalleryState) -> Bool {
    switch action {
    case .press, .release, .panBegan, .panEnded, .panCancelled, .pinchBegan, .pinchEnded,
      .pinchCancelled, .wheel, .resetCellSize, .resizeCells, .scrollPages, .scrollBarHover,
      .thumbEnded, .move, .focus, .open, .select, .selectAll, .deselectAll, .invertSelection,
      .selectionRectangleMoved, .selectionRectangleEnded, .selectionRectangleCancelled, .type,
      .eraseTyped, .findNext, .endFind, .change, .emptySlot:
      true
    case .scroll(_, let animated), .reveal(_, _, let animated): animated
    case .resize: before.layout.columns != grid.layout.columns
    default: false
    }
  }

  // MARK: The script

  private var pending: [(section: Int, items: [Int])] = []

  private mutating func fresh(_ count: Int) -> [Int] {
    nextIdentity += count
    return Array((nextIdentity - count)..<nextIdentity)
  }

  private mutating func change() -> GalleryAction {
    var new = list
    switch new.isEmpty ? 0 : dice.whole(0...6) {
    case 0:
      let section = fresh(1)[0]
      let count = dice.chance(0.2) ? 0 : dice.whole(1...180)
      let items = fresh(count)
      new.insert((section, items), at: dice.whole(0...new.count))
    case 1:
      if new.count > 1 { new.remove(at: dice.whole(0...new.count - 1)) }
    case 2:
      for index in new.indices { new[index].items.reverse() }
    case 3:
      new.shuffle(using: &dice)
    case 4:
      let index = dice.whole(0...new.count - 1)
      new[index].items.shuffle(using: &dice)
    case 5:
      let index = dice.whole(0...new.count - 1)
      let items = fresh(dice.whole(1...9))
      new[index].items.insert(
        contentsOf: items, at: dice.whole(0...new[index].items.count))
    default:
      for index in new.indices {
        var keeps: [Int] = []
        for item in new[index].items where !dice.chance(0.1) { keeps.append(item) }
        new[index].items = keeps
      }
    }
    pending = new
    return .change(GalleryChange(from: list, to: new))
  }

  private mutating func point() -> Point {
    Point(x: dice.number(-20...1020), y: dice.number(-40...760))
  }

  private mutating func next() -> GalleryAction {
    if hand != .none, !dice.chance(0.2) { return goOn() }
    switch dice.whole(0...9) {
    case 0, 1: return change()
    case 2, 3, 4: return command()
    case 5, 6: return key()
    default: return hand == .none ? begin() : goOn()
    }
  }

  private mutating func begin() -> GalleryAction {
    pointer = point()
    translation = 0
    factor = 1
    switch dice.whole(0...5) {
    case 0:
      hand = .pinch
      return .pinchBegan(centroid: pointer)
    case 1:
      hand = .band
      return .selectionRectangleBegan(pointer, adds: dice.chance(0.5))
    case 2:
      hand = .thumb
      return .thumbBegan(Point(x: 995, y: dice.number(0...700)))
    case 3: return .press(pointer)
    case 4: return .release
    default:
      hand = .pan
      return .panBegan
    }
  }

  private mutating func goOn() -> GalleryAction {
    let ends = dice.chance(0.2)
    let cancels = dice.chance(0.2)
    defer { if ends { hand = .none } }
    switch hand {
    case .none: return .release
    case .pan:
      translation += dice.number(-200...200)
      if ends { return cancels ? .panCancelled : .panEnded(velocity: dice.number(-9000...9000)) }
      return .panChanged(translation: translation)
    case .pinch:
      factor *= dice.number(0.7...1.4)
      pointer = pointer + Vector(dx: dice.number(-30...30), dy: dice.number(-30...30))
      if ends {
        let velocity = Vector(dx: 0, dy: dice.number(-2000...2000))
        return cancels
          ? .pinchCancelled : .pinchEnded(velocity: velocity, growth: dice.number(-9...9))
      }
      return .pinchChanged(factor: factor, centroid: pointer)
    case .band:
      if ends { return cancels ? .selectionRectangleCancelled : .selectionRectangleEnded }
      return .selectionRectangleMoved(point())
    case .thumb: return ends ? .thumbEnded : .thumbMoved(point())
    }
  }

  private mutating func command() -> GalleryAction {
    let item = dice.whole(-1...300)
    switch dice.whole(0...13) {
    case 0, 1: return .wheel(notches: dice.number(-4...4))
    case 2: return .resizeCells(steps: dice.number(-2...2), at: dice.chance(0.5) ? point() : nil)
    case 3: return .resetCellSize
    case 4: return .scroll(to: dice.number(-100...30_000), animated: dice.chance(0.7))
    case 5: return .scrollPages(dice.number(-2...2))
    case 6:
      return .reveal(item, dice.chance(0.5) ? .nearest : .centered, animated: dice.chance(0.7))
    case 7: return .scrollBarHover(isNear: dice.chance(0.5))
    case 8, 9:
      let modes: [GallerySelectionMode] = [.only, .toggle, .through, .addRange]
      return .select(item, modes[dice.whole(0...3)])
    case 10: return [.selectAll, .deselectAll, .invertSelection][dice.whole(0...2)]
    case 11: return .emptySlot(ofItem: item)
    case 12:
      let size = Size(width: dice.number(0...1400), height: dice.number(0...900))
      return .resize(dice.chance(0.5) ? Size(width: 1000, height: 700) : size)
    default: return dice.chance(0.5) ? .focus(item) : .open(item)
    }
  }

  private mutating func key() -> GalleryAction {
    let moves: [GalleryMove] = [
      .left, .right, .up(rows: 1), .down(rows: 1), .up(rows: 10), .down(rows: 10), .pageUp,
      .pageDown, .first, .last,
      .sectionUp, .sectionDown,
    ]
    switch dice.whole(0...9) {
    case 0: return .type(["a", "b", "7", " ", "q"][dice.whole(0...4)])
    case 1:
      return [.eraseTyped, .findNext(step: 1), .findNext(step: -1), .endFind][dice.whole(0...3)]
    default:
      return .move(moves[dice.whole(0...moves.count - 1)], extends: dice.chance(0.2))
    }
  }
}

extension GalleryAction {
  /// The text for the log, with a change shortened to its sections.
  fileprivate var brief: String {
    if case .change(let change) = self { "change to \(change.sections)" } else { "\(self)" }
  }
}

extension GalleryEffect {
  fileprivate var isWindow: Bool {
    if case .windowChanged = self { true } else { false }
  }
}
