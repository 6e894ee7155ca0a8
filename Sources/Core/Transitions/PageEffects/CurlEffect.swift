import Geometry
import RealModule

/// The effect in which the old page rolls up from a corner and uncovers the new one.
package struct CurlEffect: PageEffect {
  package init() {}

  package func layers(of turn: PageTurn, at progress: Double) -> [PageTurn.Layer] {
    [
      .init(.new, .flat(turn.page(movedBy: 0))),
      .init(.old, .rolled(.rolledUp(turn, side: turn.newPageSide, at: progress))),
    ]
  }
}

/// The effect in which the new page unrolls over the old one: a page curl backwards.
package struct UncurlEffect: PageEffect {
  package init() {}

  package func layers(of turn: PageTurn, at progress: Double) -> [PageTurn.Layer] {
    // At the end of the album there is no new page to unroll: the old page curls instead, so that a
    // drag is visible.
    guard turn.hasTarget else { return CurlEffect().layers(of: turn, at: progress) }
    // The curl runs backwards, so the roll must start at the other side to move with the drag.
    return [
      .init(.old, .flat(turn.page(movedBy: 0))),
      .init(.new, .rolled(.rolledUp(turn, side: -turn.newPageSide, at: 1 - progress))),
    ]
  }
}

extension RolledSheet {
  /// The angle of the fold from the perpendicular of the paging axis, in radians, at the start and
  /// at the end of a page curl: a corner lifts first, and the whole edge leaves last.
  private static let foldTilt = (first: 0.62, last: 0.16)
  /// The radius of the roll as a share of the page's length along the paging axis, when the first
  /// corner lifts and when the page is gone.
  private static let rollRadiusShare = (first: 0.045, last: 0.095)
  /// The width of the shadow in radii of the roll; less than π, otherwise the first corner would
  /// cast a shadow before it lifts.
  private static let shadowWidthInRadii = 1.2

  /// A page that is rolled up from `side` of the paging axis, −1 for left or top and 1 for right or
  /// bottom, at the progress `share`, 0…1.
  fileprivate static func rolledUp(
    _ turn: PageTurn, side: Double, at share: Double
  ) -> RolledSheet {
    let angle = foldTilt.first + (foldTilt.last - foldTilt.first) * share
    var normal = Vector.zero
    normal[turn.axis] = side * Double.cos(angle)
    normal[turn.axis.cross] = Double.sin(angle)
    let radius =
      turn.extent * (rollRadiusShare.first + (rollRadiusShare.last - rollRadiusShare.first) * share)
    let shadow = radius * shadowWidthInRadii
    let across = normal.dx * turn.viewport.width
    let down = normal.dy * turn.viewport.height
    let corners = [0, across, down, across + down]
    let first = corners.max() ?? 0
    let last = (corners.min() ?? 0) - radius - shadow
    return RolledSheet(
      normal: normal, foldDistance: first + (last - first) * share, radius: radius,
      shadowWidth: shadow)
  }
}
