extension TransitionPlan {
  /// One property of a flight, a number or a rectangle, as a function of progress, from its value
  /// at the thumbnail (progress 0) to its value at the page (progress 1).
  public struct Track<Value: Hashable & Sendable>: Hashable, Sendable {
    /// The value of the property at the thumbnail.
    public var start: Value
    /// The value of the property at the page.
    public var end: Value
    /// The range of progress in which the value changes; it is constant before and after it.
    public var span: ClosedRange<Double>

    /// Creates a track whose value changes in the range `span` of progress, by default during the
    /// whole flight.
    public init(_ start: Value, _ end: Value, during span: ClosedRange<Double> = 0...1) {
      self.start = start
      self.end = end
      self.span = span
    }

    /// Creates a track whose value does not change.
    public init(_ value: Value) { self.init(value, value) }

    private func easedShare(at progress: Double) -> (value: Double, slope: Double) {
      guard span != 0...1 else { return (progress, 1) }
      let length = span.upperBound - span.lowerBound
      let u = (progress - span.lowerBound) / max(length, 1e-9)
      guard u > 0 else { return (0, 0) }
      guard u < 1 else { return (1, 0) }
      return (u * u * (3 - 2 * u), 6 * u * (1 - u) / length)
    }
  }
}

extension TransitionPlan.Track where Value: Interpolatable {
  /// The value at `progress`. A value that changes during the whole flight is linear in progress,
  /// also beyond 0…1 when a spring overshoots. A value that changes in a part of it eases in and
  /// out, so its slope has no jump.
  package func value(at progress: Double) -> Value {
    start.mixed(with: end, share: easedShare(at: progress).value)
  }

  /// The derivative of the value with respect to progress.
  package func slope(at progress: Double) -> Value {
    let slope = easedShare(at: progress).slope
    // `adding` is the only operation of the protocol, so zero is written as start − start.
    return start.adding(start, times: -1).adding(end, times: slope).adding(start, times: -slope)
  }
}
