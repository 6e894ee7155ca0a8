/// The geometry of the thumb of a scroll bar: its length, and its position for each scroll offset.
public struct ScrollThumb: Hashable, Sendable {
  /// The length of the track of the scroll bar, in device pixels.
  public let trackLength: Double
  /// The length of the thumb along the track, in device pixels.
  public let length: Double
  /// The scroll offset at the end of the content, in device pixels.
  private let maxOffset: Double

  /// Makes the thumb for the heights of content and viewport, at least `shortest` and at most
  /// `track` device pixels long; nil when all content fits into the viewport.
  public init?(extent: GridExtent, track: Double, shortest: Double) {
    guard extent.maxOffset > 0, track > 0 else { return nil }
    trackLength = track
    maxOffset = extent.maxOffset
    let proportional = (track * extent.viewportHeight / extent.contentHeight).rounded()
    length = min(track, max(shortest, proportional))
  }

  /// The distance of the thumb from the beginning of the track at a scroll offset; both in device
  /// pixels.
  public func top(atOffset offset: Double) -> Double {
    (trackLength - length) * min(max(0, offset / maxOffset), 1)
  }

  /// The scroll offset for a thumb at the distance `top` from the beginning of the track; both in
  /// device pixels.
  public func offset(atTop top: Double) -> Double {
    guard trackLength > length else { return 0 }
    return min(max(0, top / (trackLength - length)), 1) * maxOffset
  }
}
