/// The horizontal or the vertical axis.
public enum Axis: Hashable, Sendable, CaseIterable {
  /// The axis from left to right.
  case horizontal
  /// The axis from top to bottom.
  case vertical

  /// The axis perpendicular to this one.
  public var cross: Axis { self == .horizontal ? .vertical : .horizontal }
}
