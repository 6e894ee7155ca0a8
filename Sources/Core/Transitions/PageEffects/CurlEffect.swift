import Geometry
import RealModule

/// The old page is rolled up from a corner and peeled away from the new one.
struct CurlEffect: PageEffect {
  func layers(of turn: PageTurn, at progress: Double) -> [PageEffectState.Layer] {
    [
      .init(.new, .flat(turn.page(movedBy: 0))),
      .init(.old, .rolled(.peeled(turn, side: turn.side, at: progress))),
    ]
  }
}

/// The new page is laid down over the old one: a peeled page backwards.
struct UncurlEffect: PageEffect {
  func layers(of turn: PageTurn, at progress: Double) -> [PageEffectState.Layer] {
    // At the end of the album a hand would pull, and nothing would move.
    guard turn.hasTarget else { return CurlEffect().layers(of: turn, at: progress) }
    // Time runs backwards, so the roll has to travel the other way to travel with the hand.
    return [
      .init(.old, .flat(turn.page(movedBy: 0))),
      .init(.new, .rolled(.peeled(turn, side: -turn.side, at: 1 - progress))),
    ]
  }
}

extension RolledSheet {
  /// How far the fold is turned from upright, in radians: a corner comes first, the whole edge goes
  /// last.
  private static let tilt = (first: 0.62, last: 0.16)
  /// The radius of the roll as a share of the page's length, when the first corner is lifted and
  /// when the page is gone.
  private static let rollShare = (first: 0.045, last: 0.095)
  /// How far shadows reach, in radii; less than π, or the first corner would cast one before it is
  /// lifted.
  private static let shadowShare = 1.2

  /// A page that is peeled from `side` of the axis, −1 or 1, at a share 0…1 of the way.
  fileprivate static func peeled(_ turn: PageTurn, side: Double, at share: Double) -> RolledSheet {
    let angle = tilt.first + (tilt.last - tilt.first) * share
    var normal = Vector.zero
    normal[turn.axis] = side * Double.cos(angle)
    normal[turn.axis.cross] = Double.sin(angle)
    let radius = turn.extent * (rollShare.first + (rollShare.last - rollShare.first) * share)
    let shadow = radius * shadowShare
    let corners = [0, 1].flatMap { x in
      [0, 1].map { y in
        normal.dx * turn.viewport.width * x + normal.dy * turn.viewport.height * y
      }
    }
    let first = corners.max() ?? 0
    let last = (corners.min() ?? 0) - radius - shadow
    return RolledSheet(
      normal: normal, fold: first + (last - first) * share, radius: radius, shadow: shadow)
  }
}
