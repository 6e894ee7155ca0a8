import Geometry
import Motion
import RealModule

/// The zoom and scrolling of a strip of pages, which is a picture whose length changes while sizes
/// of pages become known.
extension ZoomState {
  /// Adapts a strip to other frames of its pages: the content that was at the y coordinate `old`,
  /// in the strip's units, is at `new` now, and stays at its position on the screen, at rest and in
  /// motion.
  ///
  /// - Parameter keepsTop: whether a strip whose top is at the top of the viewport keeps that
  ///   position instead.
  mutating func rearrange(
    content: Size, viewport: Size, levels: ZoomLevels, moving old: Double, to new: Double,
    keepsTop: Bool, at t: Timestamp
  ) {
    guard content != self.content || viewport != self.viewport || levels != self.levels else {
      return
    }
    guard !self.content.isEmpty, !self.viewport.isEmpty, self.levels.isStrip else {
      self = ZoomState(content: content, viewport: viewport, levels: levels)
      return
    }
    let isAtTop = keepsTop ? isAtTop : false
    if viewport == self.viewport, levels == self.levels {
      rearrange(
        to: content, shiftingAnchorBy: isAtTop ? .zero : Vector(dx: 0, dy: new - old))
      return keepWithinBounds(at: t)
    }
    // The column keeps its width relative to fit, and the content at `old` its position as a share
    // of the viewport's height.
    let rest = targetRect
    let ratio = targetScale / self.levels.fit
    let line = (rest.minY + old * targetScale) / self.viewport.height
    let middle = (self.viewport.width / 2 - rest.minX) / rest.width
    let wasHeld = grip
    self = ZoomState(content: content, viewport: viewport, levels: levels)
    let scale = isAtFit(ratio: ratio) ? levels.fit : clampedScale(levels.fit * ratio)
    let shown = content * scale
    let corner = Point(
      x: viewport.width / 2 - shown.width * middle,
      y: isAtTop ? 0 : line * viewport.height - new * scale)
    set(
      corner: PanBounds(shown: shown, viewport: viewport).clamped(corner), scale: scale)
    if let old = wasHeld.pan {
      grabPan(at: t)
      if var pan = grip.pan {
        pan.adoptTranslation(of: old)
        hold(by: pan)
      }
    }
  }

  /// True when the top of the strip rests at the top of the viewport, or moves there.
  private var isAtTop: Bool {
    let rest = targetRect
    let bounds = PanBounds(shown: rest.size, viewport: viewport)
    return rest.minY >= bounds[.vertical].upperBound - PanBounds.edgeTolerance
  }

  /// Moves a strip that would come to rest beyond one of its ends to that end.
  private mutating func keepWithinBounds(at t: Timestamp) {
    guard grip.isFree else { return }
    let rest = targetRect
    let corner = PanBounds(shown: rest.size, viewport: viewport).clamped(rest.origin)
    guard abs(corner.y - rest.minY) > ZoomTuning.tolerance else { return }
    glide(corner: corner, scale: targetScale, with: ZoomTuning.returnSpring, at: t)
  }

  /// The position of the strip's top left corner in the viewport, after all motions, at which the y
  /// coordinate `height` of its content, in the strip's units, is at the top of the viewport, as
  /// far as the ends of the strip allow.
  func corner(showing height: Double) -> Point {
    let rest = targetRect
    let bounds = PanBounds(shown: rest.size, viewport: viewport)
    return bounds.clamped(Point(x: rest.minX, y: -height * targetScale))
  }

  /// Scrolls a strip until its top left corner rests at `rest` in the viewport. An animation of
  /// more than two viewports begins two viewports away from its end.
  mutating func scroll(corner rest: Point, animated: Bool, at t: Timestamp) {
    guard animated else { return set(corner: rest, scale: targetScale) }
    let limit = Self.maxGlideViewports * viewport.height
    let distance = rest.y - rect(at: t).minY
    if abs(distance) > limit {
      let start = rest.y - (distance < 0 ? -limit : limit)
      let bounds = PanBounds(shown: targetRect.size, viewport: viewport)
      set(corner: bounds.clamped(Point(x: rest.x, y: start)), scale: targetScale)
    }
    glide(corner: rest, scale: targetScale, with: ZoomTuning.stripTurnSpring, at: t)
  }

  /// The maximum length of an animated scroll of a strip, in viewports: pages farther away would
  /// only flash past.
  private static let maxGlideViewports = 2.0

  /// Moves a strip briefly beyond its end and back: `towards` is −1 for its start, 1 for its end.
  /// The motion is left out unless the strip is at rest.
  mutating func nudgeBeyondEnd(towards: Double, uiScale: Double, at t: Timestamp) {
    guard isSettled(at: t), targetRect.height > viewport.height else { return }
    let distance = min(
      PageScroll.maxNudgeDistance * uiScale, viewport.height * PageScroll.maxNudgeShare)
    pushVertically(
      -distance * towards, with: Spring(frequency: PageScroll.nudgeFrequency), at: t)
  }

  /// The range of y coordinates of the strip's content, in the strip's units, that is in the
  /// viewport at `t`.
  func visibleHeights(at t: Timestamp) -> ClosedRange<Double> {
    let rect = rect(at: t)
    let scale = scale(at: t)
    let top = -rect.minY / scale
    return top...max(top, top + viewport.height / scale)
  }

  /// The y coordinate, in the strip's units, at which the user reads at `t`, so that the page there
  /// is the current one: the middle of the viewport, but the top of the viewport at the start of
  /// the strip and its bottom at the end, so that every page can become current.
  func readingLine(at t: Timestamp) -> Double {
    let rect = rect(at: t)
    let half = viewport.height / 2
    let above = max(0, -rect.minY)
    let below = max(0, rect.maxY - viewport.height)
    // Within half a viewport of an end of the strip, the line moves as far as the strip is
    // scrolled.
    let line =
      above + below < 2 * half
      ? (above + below > 0 ? viewport.height * above / (above + below) : half)
      : above < half ? above : below < half ? viewport.height - below : half
    return (line - rect.minY) / scale(at: t)
  }

  /// The zoom of a part of this content, after all motions: of a picture of size `size`, in its own
  /// pixels, that covers the rectangle `frame` of the content.
  func stateOfPart(_ frame: Rect, size: Size) -> ZoomState {
    guard !frame.isEmpty, !size.isEmpty else {
      return ZoomState(content: .zero, viewport: viewport, levels: levels)
    }
    let unit = frame.width / size.width
    var levels = levels
    levels.fit *= unit
    levels.minimum *= unit
    levels.maximum *= unit
    levels.doubleTapScale *= unit
    var result = ZoomState(content: size, viewport: viewport, levels: levels)
    let rest = targetRect
    result.set(
      corner: Point(
        x: rest.minX + frame.minX * targetScale, y: rest.minY + frame.minY * targetScale),
      scale: targetScale * unit)
    return result
  }
}
