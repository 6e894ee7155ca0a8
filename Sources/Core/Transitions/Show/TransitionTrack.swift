/// One property of a transition as a function of progress: from its value at the thumbnail, 0, to
/// its value at the page, 1.
public struct TransitionTrack<Value: Interpolatable>: Hashable, Sendable {
  /// The value at the thumbnail.
  public var start: Value
  /// The value at the page.
  public var end: Value
  /// The part of the way on which it changes.
  public var span: ClosedRange<Double>

  /// Makes a track over the whole way, or a part of it.
  public init(_ start: Value, _ end: Value, during span: ClosedRange<Double> = 0...1) {
    self.start = start
    self.end = end
    self.span = span
  }

  /// Makes a track that does not change.
  public init(_ value: Value) { self.init(value, value) }

  /// The value at `progress`. Over the whole way it follows progress evenly, also beyond the ends,
  /// where a spring leads it; over a part it eases in and out, so that nothing has a corner.
  public func value(at progress: Double) -> Value {
    start.mixed(with: end, share: share(at: progress).value)
  }

  /// How the value changes with progress.
  public func slope(at progress: Double) -> Value {
    let slope = share(at: progress).slope
    // Zero has no other spelling for all kinds of values.
    return start.adding(start, times: -1).adding(end, times: slope).adding(start, times: -slope)
  }

  private func share(at progress: Double) -> (value: Double, slope: Double) {
    guard span != 0...1 else { return (progress, 1) }
    let length = span.upperBound - span.lowerBound
    let u = (progress - span.lowerBound) / max(length, 1e-9)
    guard u > 0 else { return (0, 0) }
    guard u < 1 else { return (1, 0) }
    return (u * u * (3 - 2 * u), 6 * u * (1 - u) / length)
  }
}
