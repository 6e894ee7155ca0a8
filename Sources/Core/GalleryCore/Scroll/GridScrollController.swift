import Geometry
import Motion

/// The controller of the scrolling of a grid: the scroll position and its motion, the item that is
/// being scrolled into view, and the speed class.
struct GridScrollController: Hashable, Sendable {
  /// The maximum scroll distance of one wheel notch, as a fraction of the viewport height;
  /// otherwise a notch scrolls by one row.
  private static let maxNotchViewportShare = 0.3
  /// The minimum scroll distance of one wheel notch, in points: with small cells, single rows would
  /// take too many notches.
  private static let minNotchPoints = 64.0
  /// The maximum scroll speed, in device pixels per second, at which a press counts as a press on a
  /// grid at rest.
  private static let maxSpeedCountedAsRest = 60.0
  /// The overlap of the content before and after a scroll by one page, in rows.
  private static let pageOverlapRows = 1.0

  /// The item that the running scroll brings into view.
  private struct RevealGoal: Hashable, Sendable {
    var item: Int
    var reveal: GalleryReveal
  }

  /// The scroll position of the grid and its motion.
  private(set) var scroll: GridScroll
  /// Whether the last press stopped a moving grid, so that it does not open an item.
  private(set) var didPressStopScroll = false
  private var paceTracker = ScrollPaceTracker()
  private var revealGoal: RevealGoal?
  /// Whether the grid was scrolled since ``detectNewRest(isResting:)`` last reported rest.
  private var hasMovedSinceRest = false

  init(extent: GridExtent) { scroll = GridScroll(extent: extent) }

  // MARK: Time

  /// The time at which the speed class becomes slow if the scroll offset does not change until
  /// then; nil when it is slow.
  var deadline: Timestamp? { paceTracker.deadline }
  var direction: Int { paceTracker.direction }
  var pace: GalleryWindow.Pace { paceTracker.pace }

  /// Whether the scroll offset changes at `t`, by a motion or by a drag that has not paused.
  func isScrolling(at t: Timestamp) -> Bool {
    !scroll.isSettled(at: t) || (scroll.isHeld && paceTracker.pace != .slow)
  }

  mutating func advance(to t: Timestamp) {
    if scroll.isSettled(at: t) { revealGoal = nil }
    paceTracker.record(scroll.position(at: t), viewport: scroll.extent.viewportHeight, at: t)
  }

  /// Whether the grid came to rest since the last call; `isResting` says whether it is at rest now.
  mutating func detectNewRest(isResting: Bool) -> Bool {
    defer { hasMovedSinceRest = !isResting }
    return isResting && hasMovedSinceRest
  }

  /// Delays the scroll motion by `seconds`.
  mutating func postpone(by seconds: Double) { scroll.postpone(by: seconds) }

  /// Ends the running scroll motion at its target at once.
  mutating func finish() { scroll.finish() }

  // MARK: Drags

  /// Handles the press of a contact: ends the scroll to an item, and stops the grid under the
  /// contact when no other drag or pinch is in progress (`isWithoutGesture`).
  mutating func press(isWithoutGesture: Bool, at t: Timestamp) {
    didPressStopScroll = abs(scroll.velocity(at: t)) > Self.maxSpeedCountedAsRest
    grab(isWithoutGesture: isWithoutGesture, at: t)
  }

  mutating func grab(isWithoutGesture: Bool, at t: Timestamp) {
    revealGoal = nil
    if isWithoutGesture { scroll.grab(at: t) }
  }

  mutating func drag(translation: Double) {
    scroll.drag(translation: translation)
    hasMovedSinceRest = true
  }

  mutating func release(velocity: Double, at t: Timestamp) {
    scroll.release(velocity: velocity, at: t)
  }

  /// Sets the scroll offset during a pinch.
  mutating func hold(at offset: Double) {
    scroll.hold(at: offset)
    revealGoal = nil
    paceTracker.reset()
    hasMovedSinceRest = true
  }

  /// Ends every scroll motion, because a selection rectangle begins; an overscrolled grid returns
  /// into its range.
  mutating func stop(at t: Timestamp) {
    revealGoal = nil
    scroll.grab(at: t)
    scroll.release(velocity: 0, at: t)
  }

  /// Scrolls at a constant velocity, in device pixels per second, until the next call or an end of
  /// the content.
  mutating func autoscroll(velocity: Double, at t: Timestamp) {
    scroll.autoscroll(velocity: velocity, at: t)
  }

  // MARK: Commands

  mutating func scrollByWheel(notches: Double, in arrangement: GridArrangement, at t: Timestamp) {
    revealGoal = nil
    hasMovedSinceRest = true
    let options = arrangement.options
    let notch = min(
      arrangement.viewport.height * Self.maxNotchViewportShare,
      max(arrangement.layout.rowPitch, Self.minNotchPoints * options.metrics.scale))
    let limited = notches.isFinite ? min(max(notches, -1000), 1000) : 0
    scroll.scrollByWheel(by: limited * notch, animated: !options.reducesMotion, at: t)
  }

  mutating func go(to offset: Double, animated: Bool, at t: Timestamp) {
    revealGoal = nil
    hasMovedSinceRest = true
    scroll.go(to: offset, animated: animated, at: t)
  }

  mutating func go(pages: Double, in arrangement: GridArrangement, at t: Timestamp) {
    let row = arrangement.layout.rowPitch
    let page = max(row, arrangement.uncoveredArea.height - Self.pageOverlapRows * row)
    go(to: scroll.target + pages * page, animated: !arrangement.options.reducesMotion, at: t)
  }

  /// Scrolls until an item is wholly visible below the sticky header and above a bar at the bottom,
  /// by the shortest distance or to the middle as `reveal` says.
  mutating func reveal(
    _ item: Int, _ reveal: GalleryReveal, animated: Bool, in arrangement: GridArrangement,
    at t: Timestamp
  ) {
    guard let item = arrangement.validItem(item), arrangement.viewport.height > 0 else { return }
    let frame = arrangement.layout.frame(ofItem: item)
    let uncovered = arrangement.uncoveredArea
    let gap = arrangement.layout.metrics.gap
    let lowest = frame.minY - uncovered.minY - gap
    let highest = frame.maxY - uncovered.maxY + gap
    let offset =
      switch reveal {
      case .centered: frame.midY - uncovered.midY
      case .nearest: min(max(scroll.target, highest), lowest)
      }
    let isAlreadyThere = scroll.extent.clamped(offset) == scroll.extent.clamped(scroll.target)
    if isAlreadyThere, animated, !scroll.isHeld { return }
    go(to: offset, animated: animated && !arrangement.options.reducesMotion, at: t)
    revealGoal = animated ? RevealGoal(item: item, reveal: reveal) : nil
  }

  // MARK: Layouts

  /// Adds `delta` device pixels to all scroll offsets, because the layout changed; nothing moves
  /// visibly.
  mutating func shiftOffsets(by delta: Double, extent: GridExtent, at t: Timestamp) {
    scroll.shiftOffsets(by: delta, extent: extent, at: t)
    paceTracker.reset()
    hasMovedSinceRest = true
  }

  /// Continues the scroll to an item that is being brought into view, to its frame in a new layout.
  mutating func continueToGoal(in arrangement: GridArrangement, at t: Timestamp) {
    guard let revealGoal, !scroll.isHeld else { return }
    reveal(revealGoal.item, revealGoal.reveal, animated: true, in: arrangement, at: t)
  }

  mutating func adapt(to change: GalleryChange) {
    revealGoal = revealGoal.flatMap { old in
      change.newIndex(of: old.item).map { RevealGoal(item: $0, reveal: old.reveal) }
    }
  }
}
