/// The part of a scroll bar that is held: how long it is, and which offset its place means.
public struct ScrollThumb: Hashable, Sendable {
  /// The length of the lane it moves in.
  public let track: Double
  /// Its own length.
  public let length: Double
  /// The offset at the lane's end.
  private let end: Double

  /// Makes the thumb for an extent; nil when everything fits.
  public init?(extent: GridExtent, track: Double, shortest: Double) {
    guard extent.end > 0, track > 0 else { return nil }
    self.track = track
    end = extent.end
    length = min(track, max(shortest, (track * extent.viewport / extent.content).rounded()))
  }

  /// How far the thumb is from the lane's beginning at an offset.
  public func top(atOffset offset: Double) -> Double {
    (track - length) * min(max(0, offset / end), 1)
  }

  /// The offset a thumb means that is `top` from the lane's beginning.
  public func offset(atTop top: Double) -> Double {
    guard track > length else { return 0 }
    return min(max(0, top / (track - length)), 1) * end
  }
}
