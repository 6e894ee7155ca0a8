public import Geometry

/// Values between two of which there are others: what a track can lead through.
public protocol Interpolatable: Hashable, Sendable {
  /// This value and `k` times the other one.
  func adding(_ other: Self, times k: Double) -> Self
}

extension Interpolatable {
  /// The value at `share` of the way to `other`; exactly the two at 0 and 1, beyond them outside.
  public func mixed(with other: Self, share: Double) -> Self {
    if share == 0 || self == other { return self }
    if share == 1 { return other }
    return adding(self, times: -share).adding(other, times: share)
  }
}

extension Double: Interpolatable {
  /// The sum.
  public func adding(_ other: Double, times k: Double) -> Double { self + other * k }
}

extension Rect: Interpolatable {
  /// The sum, edge by edge.
  public func adding(_ other: Rect, times k: Double) -> Rect {
    Rect(
      x: minX + other.minX * k, y: minY + other.minY * k, width: width + other.width * k,
      height: height + other.height * k)
  }
}
