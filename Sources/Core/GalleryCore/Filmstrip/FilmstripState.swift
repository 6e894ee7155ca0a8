package import Geometry
package import Motion

/// A row of thumbnails that follows the pages of a browser: the current one in the middle, as far
/// as the ends of the row allow. The row can be scrolled away from it, until the page changes.
///
/// Lengths are device pixels; x begins at the left edge of the row.
package struct FilmstripState: Hashable, Sendable {
  /// The spring of the row on its way to another page; settles in about 0.25 s, like a page that is
  /// turned by a key.
  private static let pageSpring = Spring.settling(in: 0.25, damping: 1)
  /// The spring of the row under a wheel; settles in about 0.2 s.
  private static let wheelSpring = Spring.settling(in: 0.2, damping: 1)
  /// The largest invisible distance, in pixels.
  private static let tolerance = 0.25
  /// The maximum change of the page position between two frames, in pages, that the row follows
  /// without a motion of its own: a drag or a page turn, not a jump.
  private static let maxStep = 0.9

  /// The number of thumbnails in the row.
  package private(set) var count = 0
  /// The width of the visible part of the row, in device pixels.
  package private(set) var width = 0.0
  /// The side of a thumbnail, in device pixels.
  package private(set) var side = 1.0
  /// The gap between two thumbnails, in device pixels.
  package private(set) var gap = 0.0
  /// Whether the next thumbnail is on the left.
  package private(set) var isMirrored = false
  /// The page in the middle of the browser, with fractions between two pages.
  private var position = 0.0
  /// The distance of the row behind ``position``, in pages.
  private var lag = AnimatedValue(0)
  /// The distance by which the user has scrolled the row away from the current page, in device
  /// pixels.
  private var scrollOffset = AnimatedValue(0)

  package init() {}

  // MARK: Changes

  /// Sets the sizes.
  package mutating func layOut(width: Double, side: Double, gap: Double, isMirrored: Bool) {
    self.width = max(0, width)
    self.side = max(1, side)
    self.gap = max(0, gap)
    self.isMirrored = isMirrored
  }

  /// Replaces the thumbnails, and shows the one of the page `position` in the middle, at rest.
  package mutating func reload(count: Int, position: Double) {
    self.count = max(0, count)
    self.position = clamped(position)
    lag.set(0)
    scrollOffset.set(0)
  }

  /// Follows the scroll position of the browser, in pages.
  ///
  /// - Parameter isMoving: whether the pages move, so that the next frames will have other
  ///   positions nearby. A jump is followed with a motion of its own.
  package mutating func follow(_ position: Double, isMoving: Bool, at t: Timestamp) {
    guard position.isFinite else { return }
    let new = clamped(position)
    let step = new - self.position
    guard step != 0 else { return }
    self.position = new
    if !isMoving || abs(step) > Self.maxStep {
      lag.shift(by: -step)
      // A long way would show only a blur.
      let reach = max(1, width / pitch)
      if abs(lag.value(at: t)) > reach { lag.set(lag.value(at: t) < 0 ? -reach : reach) }
      lag.animate(to: 0, with: Self.pageSpring, at: t, tolerance: Self.tolerance / pitch)
    }
    if scrollOffset.target != 0 {
      scrollOffset.animate(to: 0, with: Self.pageSpring, at: t, tolerance: Self.tolerance)
    }
  }

  /// Scrolls the row by a distance; positive shows later thumbnails.
  package mutating func scroll(by distance: Double, at t: Timestamp) {
    guard distance.isFinite else { return }
    scrollOffset.animate(
      to: reachable(scrollOffset.target + distance), with: Self.wheelSpring, at: t,
      tolerance: Self.tolerance)
  }

  /// Moves the row with a contact by a distance at once; positive shows later thumbnails.
  package mutating func drag(by distance: Double, at t: Timestamp) {
    guard distance.isFinite else { return }
    scrollOffset.set(reachable(scrollOffset.value(at: t) + distance))
  }

  /// Ends all motions.
  package mutating func finish() {
    lag.set(0)
    scrollOffset.set(scrollOffset.target)
  }

  /// The scroll offset nearest to `wanted` with which the row covers its width.
  private func reachable(_ wanted: Double) -> Double {
    let rest = offset(of: position)
    return min(max(rest + wanted, 0), maxOffset) - rest
  }

  private func clamped(_ position: Double) -> Double {
    guard count > 0 else { return 0 }
    let last = Double(count - 1)
    guard position < 0 || position > last else { return position }
    // In a looping album the position goes on beyond the ends.
    let turn = position.truncatingRemainder(dividingBy: Double(count))
    return min(turn < 0 ? turn + Double(count) : turn, last)
  }

  // MARK: Places

  private var pitch: Double { side + gap }
  private var length: Double { max(0, Double(count) * pitch - gap) + 2 * gap }
  private var maxOffset: Double { max(0, length - width) }

  /// The offset with which a page is in the middle, as far as the ends allow.
  private func offset(of position: Double) -> Double {
    min(max(gap + position * pitch + side / 2 - width / 2, 0), maxOffset)
  }

  /// The page at which the row is at `t`.
  private func shown(at t: Timestamp) -> Double {
    min(max(position + lag.value(at: t), 0), Double(max(0, count - 1)))
  }

  private func offset(at t: Timestamp) -> Double {
    min(max(offset(of: shown(at: t)) + scrollOffset.value(at: t), 0), maxOffset)
  }

  /// The left edge of the thumbnail of a page, with fractions between two pages.
  private func x(of position: Double, at t: Timestamp) -> Double {
    let start = max(0, (width - length) / 2)
    let x = start + gap + position * pitch - offset(at: t)
    return isMirrored ? width - x - side : x
  }

  /// The frame of a thumbnail in a row that begins at zero, in whole pixels.
  package func frame(of index: Int, at t: Timestamp) -> Rect {
    Rect(x: x(of: Double(index), at: t).rounded(), y: 0, width: side, height: side)
  }

  /// The frame of the mark of the current thumbnail; between two thumbnails while the pages move.
  package func mark(at t: Timestamp) -> Rect {
    Rect(x: x(of: shown(at: t), at: t).rounded(), y: 0, width: side, height: side)
  }

  /// The thumbnails of which any part is visible at `t`.
  package func visible(at t: Timestamp) -> Range<Int> { range(from: offset(at: t), screens: 0) }

  /// The thumbnails that are visible after all motions, and a screen to either side.
  package var wanted: Range<Int> {
    range(from: min(max(offset(of: position) + scrollOffset.target, 0), maxOffset), screens: 1)
  }

  /// The thumbnails that are visible after all motions.
  package var visibleAtRest: Range<Int> {
    range(from: min(max(offset(of: position) + scrollOffset.target, 0), maxOffset), screens: 0)
  }

  private func range(from offset: Double, screens: Double) -> Range<Int> {
    guard count > 0, width > 0 else { return 0..<0 }
    let first = ((offset - screens * width - gap - side) / pitch).rounded(.down) + 1
    let last = ((offset + width * (1 + screens) - gap) / pitch).rounded(.up)
    let lower = min(max(0, first), Double(count))
    return Int(lower)..<Int(min(max(last, lower), Double(count)))
  }

  /// The thumbnail at the distance `x` from the left edge of the row, in device pixels; nil beside
  /// and between them.
  package func index(at x: Double, time t: Timestamp) -> Int? {
    visible(at: t).first { index in
      let frame = frame(of: index, at: t)
      return x >= frame.minX && x < frame.maxX
    }
  }

  /// True when nothing moves.
  package func isSettled(at t: Timestamp) -> Bool {
    lag.isSettled(at: t) && scrollOffset.isSettled(at: t)
  }
}
