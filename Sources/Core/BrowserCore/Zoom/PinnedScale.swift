/// The scale of a picture that is kept in another viewport, because people use it to check
/// sharpness: 100, 200 or 300 % of the picture's pixels.
struct PinnedScale: Hashable, Sendable {
  /// The maximum relative difference of two scales that count as equal.
  static let sameScale = 0.001
  /// The scales that commands select by number, in window pixels per picture pixel.
  private static let absoluteScales: [Double] = [1, 2, 3]

  /// The scale that was kept last; nil, or any value other than the target scale, for a zoom that
  /// is relative to fit.
  private var scale: Double?

  /// Sets the scale that was kept; nil after a zoom.
  mutating func set(_ scale: Double?) { self.scale = scale }

  /// The scale to be kept of a picture at the scale `target`, which is `ratio` times fit: `target`
  /// itself if it is the one that was kept last, or is 100, 200 or 300 % and differs from fit; nil
  /// for any other.
  func kept(at target: Double, ratio: Double) -> Double? {
    func isNear(_ scale: Double) -> Bool { abs(target / scale - 1) < Self.sameScale }
    if let scale, isNear(scale) { return scale }
    guard abs(ratio - 1) >= Self.sameScale else { return nil }
    return Self.absoluteScales.first(where: isNear)
  }
}
