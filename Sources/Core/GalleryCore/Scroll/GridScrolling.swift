import Geometry
import Motion

/// The scroll of a grid: its motion, the item that it reveals, and its speed class.
struct GridScrolling: Hashable, Sendable {
  /// The maximum scroll of one wheel notch, which is one row, as a share of the viewport height.
  private static let notchShare = 0.3
  /// The minimum scroll of one wheel notch, in points: rows of small cells would take too many
  /// notches.
  private static let minNotch = 64.0
  /// The maximum speed, in pixels per second, at which a press does not count as catching the grid.
  private static let catchSpeed = 60.0
  /// The overlap of two successive pages, in rows.
  private static let pageOverlap = 1.0

  /// The item that the running scroll reveals.
  private struct Goal: Hashable, Sendable {
    var item: Int
    var reveal: GalleryReveal
  }

  /// The scroll position and its motion.
  private(set) var scroll: GridScroll
  /// Whether the last press stopped a moving grid.
  private(set) var didPressCatch = false
  private var pace = ScrollPace()
  private var goal: Goal?
  /// Whether a scroll happened that no report of rest has followed yet.
  private var isUnsettled = false

  init(extent: GridExtent) { scroll = GridScroll(extent: extent) }

  // MARK: Time

  /// The time at which a scroll without further input counts as standing still.
  var deadline: Timestamp? { pace.deadline }
  var direction: Int { pace.direction }
  var speed: GalleryWindow.Pace { pace.pace }

  /// Whether the offset changes at `t`, also while a drag holds it.
  func isScrolling(at t: Timestamp) -> Bool {
    !scroll.isSettled(at: t) || (scroll.isHeld && pace.pace != .slow)
  }

  mutating func advance(to t: Timestamp) {
    if scroll.isSettled(at: t) { goal = nil }
    pace.note(scroll.position(at: t), viewport: scroll.extent.viewport, at: t)
  }

  /// Whether the grid came to rest since the last call; `isResting` is its current state.
  mutating func cameToRest(isResting: Bool) -> Bool {
    defer { isUnsettled = !isResting }
    return isResting && isUnsettled
  }

  /// Ends the running motion at its target.
  mutating func finish() { scroll.finish() }

  // MARK: Drags

  /// Handles a press, which ends the pursuit of an item. It catches the grid if that `isFree` of
  /// other drags.
  mutating func press(isFree: Bool, at t: Timestamp) {
    didPressCatch = abs(scroll.velocity(at: t)) > Self.catchSpeed
    grab(isFree: isFree, at: t)
  }

  mutating func grab(isFree: Bool, at t: Timestamp) {
    goal = nil
    if isFree { scroll.grab(at: t) }
  }

  mutating func drag(translation: Double) {
    scroll.drag(translation: translation)
    isUnsettled = true
  }

  mutating func release(velocity: Double, at t: Timestamp) {
    scroll.release(velocity: velocity, at: t)
  }

  /// Holds the grid at `offset`, for a pinch.
  mutating func hold(at offset: Double) {
    scroll.hold(at: offset)
    goal = nil
    pace.reset()
    isUnsettled = true
  }

  /// Ends every motion, for a selection rectangle; an overscrolled grid returns.
  mutating func stop(at t: Timestamp) {
    goal = nil
    scroll.grab(at: t)
    scroll.release(velocity: 0, at: t)
  }

  /// Scrolls at a constant velocity, in pixels per second, until the next call.
  mutating func drift(velocity: Double, at t: Timestamp) {
    scroll.drift(velocity: velocity, at: t)
  }

  // MARK: Commands

  mutating func turn(notches: Double, in arrangement: GridArrangement, at t: Timestamp) {
    goal = nil
    isUnsettled = true
    let options = arrangement.options
    let notch = min(
      arrangement.viewport.height * Self.notchShare,
      max(arrangement.layout.rowPitch, Self.minNotch * options.metrics.scale))
    let turn = notches.isFinite ? min(max(notches, -1000), 1000) : 0
    scroll.turn(by: turn * notch, animated: !options.reducesMotion, at: t)
  }

  mutating func go(to offset: Double, animated: Bool, at t: Timestamp) {
    goal = nil
    isUnsettled = true
    scroll.go(to: offset, animated: animated, at: t)
  }

  mutating func go(pages: Double, in arrangement: GridArrangement, at t: Timestamp) {
    let row = arrangement.layout.rowPitch
    let page = max(row, arrangement.clearArea.height - Self.pageOverlap * row)
    go(to: scroll.target + pages * page, animated: !arrangement.options.reducesMotion, at: t)
  }

  /// Scrolls until an item is wholly visible below the sticky header and above a bar at the bottom.
  mutating func reveal(
    _ item: Int, _ reveal: GalleryReveal, animated: Bool, in arrangement: GridArrangement,
    at t: Timestamp
  ) {
    guard let item = arrangement.existing(item), arrangement.viewport.height > 0 else { return }
    let frame = arrangement.layout.frame(ofItem: item)
    let clear = arrangement.clearArea
    let gap = arrangement.layout.metrics.gap
    let lowest = frame.minY - clear.minY - gap
    let highest = frame.maxY - clear.maxY + gap
    let offset =
      switch reveal {
      case .centered: frame.midY - clear.midY
      case .nearest: min(max(scroll.target, highest), lowest)
      }
    let isStill = scroll.extent.clamped(offset) == scroll.extent.clamped(scroll.target)
    if isStill, animated, !scroll.isHeld { return }
    go(to: offset, animated: animated && !arrangement.options.reducesMotion, at: t)
    goal = animated ? Goal(item: item, reveal: reveal) : nil
  }

  // MARK: Layouts

  /// Adds `delta` to all offsets for a new layout; nothing moves visibly.
  mutating func renumber(by delta: Double, extent: GridExtent, at t: Timestamp) {
    scroll.renumber(by: delta, extent: extent, at: t)
    pace.reset()
    isUnsettled = true
  }

  /// Scrolls on to the item that the scroll reveals, at its frame in a new layout.
  mutating func pursueGoal(in arrangement: GridArrangement, at t: Timestamp) {
    guard let goal, !scroll.isHeld else { return }
    reveal(goal.item, goal.reveal, animated: true, in: arrangement, at: t)
  }

  mutating func follow(_ change: GalleryChange) {
    goal = goal.flatMap { old in
      change.newIndex(of: old.item).map { Goal(item: $0, reveal: old.reveal) }
    }
  }
}
