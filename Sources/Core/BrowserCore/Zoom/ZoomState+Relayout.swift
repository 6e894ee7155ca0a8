public import Geometry
public import Motion
import RealModule

extension ZoomState {
  /// Two sizes are the same picture in other resolutions when their proportions differ by less.
  private static let sameProportions = 0.002
  /// Two scales whose ratio differs from 1 by less are the same.
  private static let sameScale = 0.001
  /// Window pixels per picture pixel that commands go to by number.
  private static let absoluteScales: [Double] = [1, 2, 3]

  /// A new picture size, viewport or meaning of fit: keeps the user's zoom and the picture point in
  /// the middle; at fit it stays at fit. The same picture in another resolution does not move.
  public mutating func relayout(content: Size, viewport: Size, levels: ZoomLevels, at t: Timestamp)
  {
    guard content != self.content || viewport != self.viewport || levels != self.levels else {
      return
    }
    guard !self.content.isEmpty, !content.isEmpty, !self.viewport.isEmpty else {
      self = ZoomState(content: content, viewport: viewport, levels: levels)
      return
    }
    let ratio = targetScale / self.levels.fit
    if viewport == self.viewport, isSamePicture(content) {
      rescale(to: content, levels: levels)
      // The fit of a small preview may be smaller than that of its picture.
      if abs(targetScale / (levels.fit * ratio) - 1) < Self.sameScale { return }
      let goal = abs(ratio - 1) < Self.sameScale ? levels.fit : targetScale
      if abs(clampedScale(goal) / targetScale - 1) < Self.sameScale { return }
    }
    reflow(content: content, viewport: viewport, levels: levels, ratio: ratio, at: t)
  }

  /// The scale of a picture that rests at 100, 200 or 300 % of its pixels, and not because that is
  /// fit: people check sharpness at it, so it is no other in another viewport.
  private func keptScale(ratio: Double) -> Double? {
    func isNear(_ scale: Double) -> Bool { abs(targetScale / scale - 1) < Self.sameScale }
    if let pinnedScale, isNear(pinnedScale) { return pinnedScale }
    guard abs(ratio - 1) >= Self.sameScale else { return nil }
    return Self.absoluteScales.first(where: isNear)
  }

  private func isSamePicture(_ other: Size) -> Bool {
    abs(other.aspectRatio / content.aspectRatio - 1) < Self.sameProportions
  }

  /// Other picture pixels, the same points on the screen, moving or not.
  private mutating func rescale(to size: Size, levels: ZoomLevels) {
    let k = size.width / content.width
    logScale.shift(by: -Double.log(k))
    anchor = Point(x: anchor.x * k, y: anchor.y * k)
    if case .pinch(var pinch) = grip {
      pinch.logScale -= Double.log(k)
      pinch.goal /= k
      grip = .pinch(pinch)
    }
    content = size
    self.levels = levels
  }

  private mutating func reflow(
    content: Size, viewport: Size, levels: ZoomLevels, ratio: Double, at t: Timestamp
  ) {
    let old = targetRect
    let fx = (self.viewport.width / 2 - old.minX) / old.width
    let fy = (self.viewport.height / 2 - old.minY) / old.height
    let pinned = keptScale(ratio: ratio)
    let isAtFit = abs(ratio - 1) < Self.sameScale && pinned == nil
    let start = Self.startingCorner(
      content: self.content, viewport: self.viewport, levels: self.levels)
    let isAtStart =
      isAtFit && abs(old.minY - start.y) < 1
      && (self.levels.readingAxis != .horizontal || abs(old.minX - start.x) < 1)
    let held = grip
    self = ZoomState(content: content, viewport: viewport, levels: levels)
    pinnedScale = pinned
    let scale = isAtFit ? levels.fit : clampedScale(pinned ?? levels.fit * ratio)
    let shown = content * scale
    let corner = PanBounds(shown: shown, viewport: viewport).clamped(
      Point(
        x: viewport.width / 2 - shown.width * fx, y: viewport.height / 2 - shown.height * fy))
    if isAtStart {
      let x = levels.readingAxis == .horizontal ? targetRect.minX : corner.x
      place(corner: Point(x: x, y: targetRect.minY), scale: scale)
    } else {
      place(corner: corner, scale: scale)
    }
    if case .pan(let old) = held {
      grabPan(at: t)
      if case .pan(var pan) = grip {
        pan.translation = old.translation
        grip = .pan(pan)
      }
    }
  }
}
