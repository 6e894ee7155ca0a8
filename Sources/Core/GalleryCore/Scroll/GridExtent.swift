/// The heights of the content and of the viewport of a grid, in device pixels.
public struct GridExtent: Hashable, Sendable {
  /// The height of the content in device pixels.
  public var content: Double
  /// The height of the viewport in device pixels.
  public var viewport: Double

  /// Makes an extent; a height that is negative or not finite becomes 0.
  public init(content: Double, viewport: Double) {
    self.content = content.isFinite ? max(0, content) : 0
    self.viewport = viewport.isFinite ? max(0, viewport) : 0
  }

  /// The scroll offset at which the end of the content is visible, in device pixels; 0 when all
  /// content fits.
  public var end: Double { max(0, content - viewport) }
  /// The range of scroll offsets of a grid at rest, without overscroll.
  public var range: ClosedRange<Double> { 0...end }

  /// `offset` rounded to a whole pixel and clamped to ``range``; 0 for a number that is not finite.
  public func clamped(_ offset: Double) -> Double {
    offset.isFinite ? min(max(0, offset.rounded()), end) : 0
  }
}
