/// The heights of the content and of the viewport of a grid, in device pixels.
public struct GridExtent: Hashable, Sendable {
  /// The height of the content in device pixels.
  public var contentHeight: Double
  /// The height of the viewport in device pixels.
  public var viewportHeight: Double

  /// Makes an extent; a height that is negative or not finite becomes 0.
  public init(contentHeight: Double, viewportHeight: Double) {
    self.contentHeight = contentHeight.isFinite ? max(0, contentHeight) : 0
    self.viewportHeight = viewportHeight.isFinite ? max(0, viewportHeight) : 0
  }

  /// The scroll offset at which the end of the content is visible, in device pixels; 0 when all
  /// content fits.
  public var maxOffset: Double { max(0, contentHeight - viewportHeight) }
  /// The range of scroll offsets of a grid at rest, without overscroll.
  public var offsetRange: ClosedRange<Double> { 0...maxOffset }

  /// `offset` rounded to a whole pixel and clamped to ``offsetRange``; 0 for a number that
  /// is not finite.
  public func clamped(_ offset: Double) -> Double {
    offset.isFinite ? min(max(0, offset.rounded()), maxOffset) : 0
  }
}
