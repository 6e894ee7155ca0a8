public import Geometry
import RealModule

/// The law by which a drag that reaches the edge of a zoomed picture goes on into paging.
///
/// The scrolled distance is a function of the drag's distance beyond the edge alone, so a hand that
/// goes back returns into panning on the same way. Its slope is 1 at the edge and 1 again beyond the
/// resistance, and smooth between: position and velocity are continuous.
public struct EdgePassing: Hashable, Sendable {
  /// The length of the resistance beyond the edge, in points: long enough to be felt, and shorter
  /// than a hand moves to turn a page.
  public static let resistance = 120.0
  /// The smallest share of the hand's speed that the pages have, in the middle of the resistance.
  public static let minimumSlope = 0.3

  /// The axis of paging.
  public let axis: Axis
  /// True when a page is beyond the left or upper edge.
  let before: Bool
  /// True when a page is beyond the right or lower edge.
  let after: Bool
  /// True when the drag began at the left or upper edge, where there is no resistance then.
  ///
  /// - Source: PhotoSwipe's rule of drags that begin at an edge.
  let beganBefore: Bool
  /// True when the drag began at the right or lower edge.
  let beganAfter: Bool

  /// True when the drag beyond an edge on the side of `overflow` scrolls pages.
  func passes(_ overflow: Double) -> Bool {
    overflow > 0 ? before : overflow < 0 ? after : false
  }

  private func isFree(_ overflow: Double) -> Bool { overflow > 0 ? beganBefore : beganAfter }

  /// The distance that the pages are scrolled for a drag `overflow` points beyond the edge.
  func scrolled(overflow: Double) -> Double {
    guard !isFree(overflow) else { return overflow }
    let length = Self.resistance
    let way = min(abs(overflow), length)
    // The integral of 1 − (1 − m)·sin²(π·x/length).
    let lost = way / 2 - length / (4 * .pi) * Double.sin(2 * .pi * way / length)
    let result = abs(overflow) - (1 - Self.minimumSlope) * lost
    return overflow < 0 ? -result : result
  }

  /// The pages' speed over the hand's at `overflow`.
  func slope(overflow: Double) -> Double {
    guard !isFree(overflow), abs(overflow) < Self.resistance else { return 1 }
    let wave = Double.sin(.pi * overflow / Self.resistance)
    return 1 - (1 - Self.minimumSlope) * wave * wave
  }

  /// True when the resistance is overcome: a release may turn the page.
  func isPast(overflow: Double) -> Bool {
    overflow != 0 && (isFree(overflow) || abs(overflow) >= Self.resistance)
  }
}
