package import Geometry
package import Motion

/// The state of a row of thumbnails that follows the pages of a browser: the thumbnail of the
/// current page is in the middle, as far as the ends of the row allow. The row can be scrolled away
/// from that position, until the page changes.
///
/// Lengths are device pixels; x begins at the left edge of the row.
package struct FilmstripState: Hashable, Sendable {
  /// The spring of the row on its way to the thumbnail of another page; settles in about 0.25 s,
  /// like a page that is turned by a key.
  private static let pageSpring = Spring.settling(in: 0.25, damping: 1)
  /// The spring with which a thumbnail row follows the wheel; settles in about 0.2 s.
  private static let wheelSpring = Spring.settling(in: 0.2, damping: 1)
  /// The largest distance of the row from its target that is invisible, in device pixels.
  private static let tolerance = 0.25
  /// The maximum change of the scroll position of the browser between two frames, in pages, that
  /// the row follows at once, as a drag or page turn. A larger one is a jump, to which the row is
  /// animated.
  private static let maxFollowedPages = 0.9

  /// The number of thumbnails in the row.
  package private(set) var count = 0
  /// The width of the visible part of the row, in device pixels.
  package private(set) var width = 0.0
  /// The side of a thumbnail, in device pixels.
  package private(set) var side = 1.0
  /// The gap between two thumbnails, in device pixels.
  package private(set) var gap = 0.0
  /// Whether the row runs from right to left: the thumbnail of the next page is on the left.
  package private(set) var isMirrored = false
  /// The page in the middle of the browser, from 0; a fraction lies between two pages.
  private var position = 0.0
  /// The distance, in pages, by which the shown position of the row differs from ``position``;
  /// animated to 0.
  private var shownPositionLag = AnimatedValue(0)
  /// The distance by which the user has scrolled the row away from the current page, in device
  /// pixels.
  private var scrollOffsetFromPage = AnimatedValue(0)

  package init() {}

  // MARK: Changes

  /// Sets the lengths of the row, in device pixels, and its direction.
  package mutating func layOut(width: Double, side: Double, gap: Double, isMirrored: Bool) {
    self.width = max(0, width)
    self.side = max(1, side)
    self.gap = max(0, gap)
    self.isMirrored = isMirrored
  }

  /// Replaces the thumbnails by `count` new ones, and shows that of the page `position` in the
  /// middle, at rest.
  package mutating func reload(count: Int, position: Double) {
    self.count = max(0, count)
    self.position = clamped(position)
    shownPositionLag.set(0)
    scrollOffsetFromPage.set(0)
  }

  /// Moves the row to a new scroll position of the browser, in pages.
  ///
  /// - Parameter isMoving: whether the pages move, so that the next frames will have other
  ///   positions nearby. A jump is followed with a motion of its own.
  package mutating func follow(_ position: Double, isMoving: Bool, at t: Timestamp) {
    guard position.isFinite else { return }
    let new = clamped(position)
    let step = new - self.position
    guard step != 0 else { return }
    self.position = new
    if !isMoving || abs(step) > Self.maxFollowedPages {
      shownPositionLag.shift(by: -step)
      // The distance of the animation is limited to the width of the row: over a longer one, the
      // passing thumbnails would only be a blur.
      let reach = max(1, width / pitch)
      if abs(shownPositionLag.value(at: t)) > reach {
        shownPositionLag.set(shownPositionLag.value(at: t) < 0 ? -reach : reach)
      }
      shownPositionLag.animate(
        to: 0, with: Self.pageSpring, at: t, tolerance: Self.tolerance / pitch)
    }
    if scrollOffsetFromPage.target != 0 {
      scrollOffsetFromPage.animate(to: 0, with: Self.pageSpring, at: t, tolerance: Self.tolerance)
    }
  }

  /// Scrolls the row by a distance in device pixels, animated; a positive one shows later
  /// thumbnails.
  package mutating func scroll(by distance: Double, at t: Timestamp) {
    guard distance.isFinite else { return }
    scrollOffsetFromPage.animate(
      to: scrollOffsetWithinRow(scrollOffsetFromPage.target + distance),
      with: Self.wheelSpring, at: t, tolerance: Self.tolerance)
  }

  /// Moves the row at once with a contact, by a distance in device pixels; a positive one shows
  /// later thumbnails.
  package mutating func drag(by distance: Double, at t: Timestamp) {
    guard distance.isFinite else { return }
    scrollOffsetFromPage.set(scrollOffsetWithinRow(scrollOffsetFromPage.value(at: t) + distance))
  }

  /// Ends the motions of the row: it is at its target at once.
  package mutating func finish() {
    shownPositionLag.set(0)
    scrollOffsetFromPage.set(scrollOffsetFromPage.target)
  }

  /// The distance nearest to `distance` by which the row can be scrolled away from the thumbnail of
  /// the current page without empty space at its ends, in device pixels.
  private func scrollOffsetWithinRow(_ distance: Double) -> Double {
    let rest = offset(of: position)
    return min(max(rest + distance, 0), maxOffset) - rest
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

  /// The distance, in device pixels, from the start of the row to the left edge of the visible part
  /// that shows the thumbnail of `position` in the middle, as far as the ends of the row allow.
  private func offset(of position: Double) -> Double {
    min(max(gap + position * pitch + side / 2 - width / 2, 0), maxOffset)
  }

  /// The page whose thumbnail is the current one of the row at `t`, with fractions between two
  /// pages.
  private func shownPosition(at t: Timestamp) -> Double {
    min(max(position + shownPositionLag.value(at: t), 0), Double(max(0, count - 1)))
  }

  private func offset(at t: Timestamp) -> Double {
    min(max(offset(of: shownPosition(at: t)) + scrollOffsetFromPage.value(at: t), 0), maxOffset)
  }

  /// The x coordinate of the left edge of the thumbnail of a page, with fractions between two
  /// pages, from the left edge of the visible row in device pixels.
  private func x(of position: Double, at t: Timestamp) -> Double {
    let start = max(0, (width - length) / 2)
    let x = start + gap + position * pitch - offset(at: t)
    return isMirrored ? width - x - side : x
  }

  /// The frame of a thumbnail at `t`, in device pixels from the top left corner of the visible part
  /// of the row; x is a whole number.
  package func frame(of index: Int, at t: Timestamp) -> Rect {
    Rect(x: x(of: Double(index), at: t).rounded(), y: 0, width: side, height: side)
  }

  /// The frame of the highlight around the current thumbnail at `t`, in device pixels from the top
  /// left corner of the visible part of the row; between two thumbnails while the pages move.
  package func highlightFrame(at t: Timestamp) -> Rect {
    Rect(x: x(of: shownPosition(at: t), at: t).rounded(), y: 0, width: side, height: side)
  }

  /// The indices of the thumbnails of which any part is visible at `t`.
  package func visibleRange(at t: Timestamp) -> Range<Int> {
    range(from: offset(at: t), screens: 0)
  }

  /// The indices of the thumbnails that will be visible when the row has settled, and of those one
  /// width of the row to either side.
  package var prefetchRange: Range<Int> {
    range(
      from: min(max(offset(of: position) + scrollOffsetFromPage.target, 0), maxOffset), screens: 1)
  }

  /// The indices of the thumbnails that will be visible when the row has settled.
  package var visibleRangeAtRest: Range<Int> {
    range(
      from: min(max(offset(of: position) + scrollOffsetFromPage.target, 0), maxOffset), screens: 0)
  }

  private func range(from offset: Double, screens: Double) -> Range<Int> {
    guard count > 0, width > 0 else { return 0..<0 }
    let first = ((offset - screens * width - gap - side) / pitch).rounded(.down) + 1
    let last = ((offset + width * (1 + screens) - gap) / pitch).rounded(.up)
    let lower = min(max(0, first), Double(count))
    return Int(lower)..<Int(min(max(last, lower), Double(count)))
  }

  /// The index of the thumbnail at the distance `x` from the left edge of the visible row, in
  /// device pixels; nil in a gap or beside the thumbnails.
  package func index(at x: Double, time t: Timestamp) -> Int? {
    visibleRange(at: t).first { index in
      let frame = frame(of: index, at: t)
      return x >= frame.minX && x < frame.maxX
    }
  }

  /// Whether the row has arrived at its target.
  package func isSettled(at t: Timestamp) -> Bool {
    shownPositionLag.isSettled(at: t) && scrollOffsetFromPage.isSettled(at: t)
  }
}
