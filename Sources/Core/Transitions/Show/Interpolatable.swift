package import Geometry

/// A value that can be interpolated linearly, as the tracks of a transition require.
package protocol Interpolatable: Hashable, Sendable {
  /// The sum of this value and `k` times `other`.
  func adding(_ other: Self, times k: Double) -> Self
}

extension Interpolatable {
  /// The linear interpolation between this value, at `share` 0, and `other`, at `share` 1, exact at
  /// both; extrapolated outside 0…1.
  package func mixed(with other: Self, share: Double) -> Self {
    if share == 0 || self == other { return self }
    if share == 1 { return other }
    return adding(self, times: -share).adding(other, times: share)
  }
}

extension Double: Interpolatable {
  /// `self` + `other`·`k`.
  package func adding(_ other: Double, times k: Double) -> Double { self + other * k }
}

extension Rect: Interpolatable {
  /// `self` + `other`·`k` for each of x, y, width and height.
  package func adding(_ other: Rect, times k: Double) -> Rect {
    Rect(
      x: minX + other.minX * k, y: minY + other.minY * k, width: width + other.width * k,
      height: height + other.height * k)
  }
}
