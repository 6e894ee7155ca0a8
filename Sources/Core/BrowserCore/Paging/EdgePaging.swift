package import Geometry
import RealModule

/// The rule by which a drag beyond the edge of a zoomed picture scrolls the pages.
///
/// The scrolled distance is a function of the drag's distance beyond the edge alone, so a drag that
/// turns back returns into panning along the same path. Its slope is 1 at the edge and 1 again
/// after the resistance, and smooth between: position and velocity are continuous.
package struct EdgePaging: Hashable, Sendable {
  /// The usual length of the resistance beyond the edge, in points: long enough to be noticed, and
  /// shorter than a drag that turns a page.
  package static let usualResistance = 120.0
  /// The minimum ratio of the pages' speed to the drag's speed, reached in the middle of the
  /// resistance.
  package static let minimumSlope = 0.3

  /// The axis of paging.
  package let axis: Axis
  /// True when there is another page beyond the picture's left or upper edge.
  let before: Bool
  /// True when there is another page beyond the picture's right or lower edge.
  let after: Bool
  /// True when the picture was at its left or upper edge as the drag began; there is no resistance
  /// at that edge then.
  ///
  /// - Source: PhotoSwipe's rule of drags that begin at an edge.
  let beganBefore: Bool
  /// True when the picture was at its right or lower edge as the drag began; there is no resistance
  /// at that edge then.
  let beganAfter: Bool
  /// The length of the resistance beyond the edge, in device pixels.
  let resistance: Double

  /// True when a drag beyond the edge on the side of `overflow` scrolls the pages: positive is the
  /// left or upper edge.
  func passes(_ overflow: Double) -> Bool {
    overflow > 0 ? before : overflow < 0 ? after : false
  }

  private func isFree(_ overflow: Double) -> Bool { overflow > 0 ? beganBefore : beganAfter }

  /// The distance by which the pages are scrolled for a drag that is `overflow` beyond the edge,
  /// both in device pixels.
  func scrolled(overflow: Double) -> Double {
    guard !isFree(overflow) else { return overflow }
    let length = resistance
    let distance = min(abs(overflow), length)
    // The integral of 1 − (1 − m)·sin²(π·x/length).
    let lost = distance / 2 - length / (4 * .pi) * Double.sin(2 * .pi * distance / length)
    let result = abs(overflow) - (1 - Self.minimumSlope) * lost
    return overflow < 0 ? -result : result
  }

  /// The ratio of the pages' speed to the drag's speed at `overflow`.
  func slope(overflow: Double) -> Double {
    guard !isFree(overflow), abs(overflow) < resistance else { return 1 }
    let wave = Double.sin(.pi * overflow / resistance)
    return 1 - (1 - Self.minimumSlope) * wave * wave
  }

  /// True when the drag is past the resistance, so that a release may turn the page.
  func isPast(overflow: Double) -> Bool {
    overflow != 0 && (isFree(overflow) || abs(overflow) >= resistance)
  }
}
