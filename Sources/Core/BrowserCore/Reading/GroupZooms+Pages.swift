import Geometry
import Motion

/// The contents of spreads and of a strip, which follow from the pictures of their pages.
extension GroupZooms {
  // MARK: Spreads

  /// Sets the size of every spread in `groups` from the sizes of the pictures on it.
  mutating func updateSpreadSizes(from groups: PageGroups, at t: Timestamp) {
    guard groups.reading == .spreads else { return }
    for group in 0..<groups.groupCount { updateSpreadSize(group, from: groups, at: t) }
  }

  /// Sets the size of the spread `group` from the sizes of the pictures on it.
  mutating func updateSpreadSize(_ group: Int, from groups: PageGroups, at t: Timestamp) {
    let content = groups.contentSize(of: group).map { PageContent(size: $0, isScalable: false) }
    _ = setContent(content, of: group, at: t)
  }

  // MARK: Strips

  /// Sets the length of the strip in `groups`, and scrolls it to the top of `page`; no effect for
  /// pages that are not in a strip.
  mutating func updateStrip(_ rules: Rules, _ groups: PageGroups, showing page: Int) {
    guard groups.isStrip, let size = groups.contentSize(of: 0) else { return }
    rearrangeStrip(rules, size: size, moving: 0, to: 0, at: .zero)
    scrollStrip(toHeight: groups.frame(of: page).minY, animated: false, at: .zero)
  }

  /// Changes the positions of the pages in a strip from those in `before` to those in `groups`. The
  /// page at which the user reads, or the page `requested` for which a command has asked, stays at
  /// its position on the screen: by its top if that is visible, otherwise by the line at which the
  /// user reads.
  mutating func rearrangeStrip(
    _ rules: Rules, from before: PageGroups, to groups: PageGroups, requested: Int?, at t: Timestamp
  ) {
    guard let size = groups.contentSize(of: 0) else { return }
    let strip = self[0]
    let seen = strip.visibleHeights(at: t)
    var line = strip.content.isEmpty ? 0 : strip.readingLine(at: t)
    let top = before.frame(of: requested ?? before.page(atHeight: line)).minY
    if seen.contains(top) { line = top }
    rearrangeStrip(
      rules, size: size, moving: line, to: groups.relocated(y: line, from: before), at: t)
  }

  /// Scrolls a strip until the y coordinate `height` of its content, in the strip's units, is at
  /// the top of the viewport, as far as the ends of the strip allow. A strip that is held stays.
  mutating func scrollStripUnlessHeld(
    showing height: Double, animated: Bool, reducesMotion: Bool, at t: Timestamp
  ) {
    let strip = self[0]
    guard !strip.isHeld else { return }
    let isThere =
      abs(strip.corner(showing: height).y - strip.targetRect.minY) <= ZoomTuning.tolerance
    // A strip that already moves to that position is only changed if it must arrive at once.
    guard !isThere || !animated && !strip.isSettled(at: t) else { return }
    scrollStrip(toHeight: height, animated: animated && !reducesMotion, at: t)
  }

  /// Scrolls a strip until the y coordinate `height` of its content, in the strip's units, is at
  /// the top of the viewport, as far as the ends of the strip allow.
  private mutating func scrollStrip(toHeight height: Double, animated: Bool, at t: Timestamp) {
    var strip = self[0]
    strip.scroll(corner: strip.corner(showing: height), animated: animated, at: t)
    setZoom(strip, of: 0)
  }
}
