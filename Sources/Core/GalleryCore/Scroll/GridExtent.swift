/// How much there is, and how much of it is seen at a time; in device pixels.
public struct GridExtent: Hashable, Sendable {
  /// The height of all there is.
  public var content: Double
  /// The height of the viewport.
  public var viewport: Double

  /// Makes an extent; what is negative or not finite is nothing.
  public init(content: Double, viewport: Double) {
    self.content = content.isFinite ? max(0, content) : 0
    self.viewport = viewport.isFinite ? max(0, viewport) : 0
  }

  /// The offset at which the end is seen; 0 when everything fits.
  public var end: Double { max(0, content - viewport) }
  /// The offsets a grid can rest at.
  public var range: ClosedRange<Double> { 0...end }

  /// `offset` moved into ``range``, and on a whole pixel.
  public func clamped(_ offset: Double) -> Double {
    offset.isFinite ? min(max(0, offset.rounded()), end) : 0
  }
}
