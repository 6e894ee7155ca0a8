import Geometry
package import Motion

/// Zoom and scroll position taken over from another picture, as between the panes of a comparison.
extension ZoomState {
  /// The distance in device pixels below which two rectangles count as equal.
  private static let rectTolerance = 1e-6

  /// Shows the part of this picture that corresponds to the part that `leader` shows of its own
  /// picture at `t`: at the same scale relative to fit, with the same relative point of the picture
  /// in the middle, as far as the edges of this picture allow. The motion of this picture ends; it
  /// counts as moving as long as the leader moves.
  ///
  /// A held picture, and a picture of unknown size, does not follow.
  ///
  /// - Returns: false when nothing has changed.
  @discardableResult
  package mutating func follow(_ leader: ZoomState, at t: Timestamp) -> Bool {
    guard grip.isFree, !content.isEmpty, !viewport.isEmpty, !leader.content.isEmpty,
      !leader.viewport.isEmpty
    else { return false }
    let wanted = correspondingRect(to: leader, at: t)
    let moves = !leader.isSettled(at: t)
    let old = rect(at: t)
    let isSame =
      abs(old.minX - wanted.minX) < Self.rectTolerance
      && abs(old.minY - wanted.minY) < Self.rectTolerance
      && abs(old.width - wanted.width) < Self.rectTolerance
    guard !isSame || moves != isFollowing || !isSettled(at: t) && !moves else { return false }
    setFollowedRect(wanted, isMoving: moves)
    return true
  }

  /// Animates this picture from its current rectangle to the part that `leader` shows at rest.
  package mutating func animateToView(of leader: ZoomState, at t: Timestamp) {
    let old = self
    guard follow(leader, at: t) else { return }
    endFollowing()
    animate(from: old, at: t)
  }

  /// The rectangle of this picture, in its viewport, that corresponds to the rectangle of `leader`
  /// at `t`.
  private func correspondingRect(to leader: ZoomState, at t: Timestamp) -> Rect {
    let shown = leader.rect(at: t)
    let scale = leader.scale(at: t)
    let inside = leader.clampedScale(scale)
    // The factor by which the leader exceeds a limit of its scale also applies to this picture, so
    // that both pictures spring back together.
    let own = clampedScale(levels.fit * inside / leader.levels.fit) * (scale / inside)
    let size = content * own
    let corner = Point(
      x: viewport.width / 2 - (leader.viewport.width / 2 - shown.minX) / shown.width * size.width,
      y: viewport.height / 2 - (leader.viewport.height / 2 - shown.minY) / shown.height
        * size.height)
    // The overscroll of the leader, in device pixels, also applies to this picture.
    let over =
      shown.origin - PanBounds(shown: shown.size, viewport: leader.viewport).clamped(shown.origin)
    let bounds = PanBounds(shown: size, viewport: viewport)
    return Rect(origin: bounds.clamped(corner - over) + over, size: size)
  }
}
