/// The horizontal or the vertical axis.
public enum Axis: Hashable, Sendable, CaseIterable {
  /// Left to right.
  case horizontal
  /// Top to bottom.
  case vertical

  /// The axis perpendicular to this one.
  public var cross: Axis { self == .horizontal ? .vertical : .horizontal }
}
