package import Geometry

/// The flight of a restored photo from a start on the screen to its place, which may move
/// meanwhile.
///
/// The photo lies between both, at the remaining share of the way:
///
///     shown(t) = place(t) + remainingShare(t) · (start − place(t))
///
/// The share does not depend on the place. A photo whose place is scrolled, paged or dragged
/// therefore follows it without a jump.
package struct ReturnFlight: Hashable, Sendable {
  /// The spring on which the remaining share decays: that of the cells that move in a grid, which
  /// arrive in about a third of a second.
  package static let spring = Spring(frequency: 22)
  /// The maximum number of photos that fly at the same time; the eye cannot follow more.
  package static let maxPhotosInFlight = 12
  /// The share at which the flight ends: a quarter of a pixel on a way of 1000 pixels.
  package static let tolerance = 0.00025
  /// The side of the square at the lower edge of a viewport in which flights start, in points.
  private static let edgeStartSide = 48.0

  /// The rectangle on the screen in which the flight starts.
  package let start: Rect
  private var remainingShare = AnimatedValue(1)

  /// Makes a flight that begins at `t` in the rectangle `start`.
  package init(from start: Rect, at t: Timestamp) {
    self.start = start
    remainingShare.animate(to: 0, with: Self.spring, at: t, tolerance: Self.tolerance)
  }

  /// The start rectangle of photos that were restored without the *Undo* button: a square centred
  /// on the lower edge of a viewport, so that its lower half lies outside.
  package static func edgeStart(in viewport: Size, uiScale: Double) -> Rect {
    let side = edgeStartSide * uiScale
    return Rect(
      center: Point(x: viewport.width / 2, y: viewport.height),
      size: Size(width: side, height: side))
  }

  /// True when the photo has arrived at its place.
  package func isSettled(at t: Timestamp) -> Bool { remainingShare.isSettled(at: t) }

  /// Delays the flight by `seconds`.
  package mutating func postpone(by seconds: Double) { remainingShare.postpone(by: seconds) }

  /// The flight at the instant `t`.
  package func snapshot(at t: Timestamp) -> Snapshot {
    Snapshot(start: start, remainingShare: min(1, max(0, remainingShare.value(at: t))))
  }

  /// A flight at one instant.
  package struct Snapshot: Hashable, Sendable {
    let start: Rect
    /// The remaining share of the way, from 1 to 0.
    package let remainingShare: Double

    /// The opacity of the photo, from 0 to 1. It rises faster than the photo moves, so that most of
    /// the way is visible.
    package var opacity: Double { 1 - remainingShare * remainingShare }

    /// The rectangle of the photo at this instant. At share 1, it has the proportions of the photo
    /// and lies in the middle of the start rectangle.
    ///
    /// - Parameter place: the rectangle of the photo at its place.
    package func rect(to place: Rect) -> Rect {
      guard remainingShare > 0, !place.isEmpty else { return place }
      let first = ContentFit.fit.rect(content: place.size, in: start)
      func part(_ from: Double, _ to: Double) -> Double { to + remainingShare * (from - to) }
      return Rect(
        x: part(first.minX, place.minX), y: part(first.minY, place.minY),
        width: part(first.width, place.width), height: part(first.height, place.height))
    }
  }
}
