package import Geometry
import RealModule

/// The rule by which a drag beyond the edge of a zoomed picture scrolls the pages.
///
/// The scrolled distance depends only on the distance of the drag beyond the edge, so a drag that
/// turns back returns into panning along the same path. The slope of the scrolled distance is 1 at
/// the edge and 1 again after the resistance, and smooth between them: position and velocity are
/// continuous.
package struct EdgePaging: Hashable, Sendable {
  /// The usual distance beyond a picture's edge along which the pages resist a drag, in points:
  /// long enough to be noticed, and shorter than a drag that turns a page.
  package static let usualResistanceLength = 120.0
  /// The minimum ratio of the pages' speed to the drag's speed, reached half-way through the
  /// resistance at a picture's edge.
  package static let minSpeedRatio = 0.3

  /// The axis along which pages are turned.
  package let axis: Axis
  /// True when there is another page beyond the picture's left or upper edge.
  let hasPageAtMinEdge: Bool
  /// True when there is another page beyond the picture's right or lower edge.
  let hasPageAtMaxEdge: Bool
  /// True when the picture was at its left or upper edge as the drag began; that edge has no
  /// resistance for this drag.
  ///
  /// - Source: PhotoSwipe's rule of drags that begin at an edge.
  let beganAtMinEdge: Bool
  /// True when the picture was at its right or lower edge as the drag began; that edge has no
  /// resistance for this drag.
  let beganAtMaxEdge: Bool
  /// The distance beyond the picture's edge along which the pages resist the drag, in device
  /// pixels.
  let resistanceLength: Double

  /// True when a drag beyond a picture's edge scrolls the pages. A positive `overflow` stands for
  /// the left or upper edge, a negative one for the right or lower edge.
  func scrollsPages(_ overflow: Double) -> Bool {
    overflow > 0 ? hasPageAtMinEdge : overflow < 0 ? hasPageAtMaxEdge : false
  }

  private func isWithoutResistance(_ overflow: Double) -> Bool {
    overflow > 0 ? beganAtMinEdge : beganAtMaxEdge
  }

  /// The distance by which the pages are scrolled by a drag that is `overflow` beyond the picture's
  /// edge, both in device pixels.
  func scrollDistance(overflow: Double) -> Double {
    guard !isWithoutResistance(overflow) else { return overflow }
    let length = resistanceLength
    let distance = min(abs(overflow), length)
    // The slope is 1 − (1 − m)·sin²(π·x/length), with the minimum slope m. `lost` is the integral
    // of sin²(π·x/length) from 0 to `distance`.
    let lost = distance / 2 - length / (4 * .pi) * Double.sin(2 * .pi * distance / length)
    let result = abs(overflow) - (1 - Self.minSpeedRatio) * lost
    return overflow < 0 ? -result : result
  }

  /// The ratio of the pages' speed to the drag's speed when the drag is `overflow` device pixels
  /// beyond the picture's edge.
  func speedRatio(overflow: Double) -> Double {
    guard !isWithoutResistance(overflow), abs(overflow) < resistanceLength else { return 1 }
    let wave = Double.sin(.pi * overflow / resistanceLength)
    return 1 - (1 - Self.minSpeedRatio) * wave * wave
  }

  /// True when the drag is beyond the resistance at the picture's edge, so that a release may turn
  /// the page.
  func isBeyondResistance(overflow: Double) -> Bool {
    overflow != 0 && (isWithoutResistance(overflow) || abs(overflow) >= resistanceLength)
  }
}
