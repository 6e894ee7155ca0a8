/// One of the two directions of the plane.
public enum Axis: Hashable, Sendable, CaseIterable {
  /// Left to right.
  case horizontal
  /// Top to bottom.
  case vertical

  /// The other direction.
  public var cross: Axis { self == .horizontal ? .vertical : .horizontal }
}
