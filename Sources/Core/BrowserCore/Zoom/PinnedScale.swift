/// The scale that a picture keeps when its viewport changes, because people use that scale to check
/// sharpness: 100, 200 or 300 % of the picture's pixels.
struct PinnedScale: Hashable, Sendable {
  /// The maximum relative difference of two scales that count as equal.
  static let scaleTolerance = 0.001
  /// The scales that commands select by number, in device pixels per picture pixel.
  private static let absoluteScales: [Double] = [1, 2, 3]

  /// The scale that was kept last, in device pixels per picture pixel. nil, or a value other than
  /// the target scale, stands for a zoom that is relative to fit.
  private var scale: Double?

  /// Records the scale that was kept, in device pixels per picture pixel; nil after a zoom.
  mutating func set(_ scale: Double?) { self.scale = scale }

  /// The scale that a picture at the scale `target`, which is `ratio` times fit, keeps when its
  /// viewport changes: `target` itself if it was kept before, or if it is 100, 200 or 300 % and not
  /// fit; nil for any other scale.
  func scaleToKeep(at target: Double, ratio: Double) -> Double? {
    func isNear(_ scale: Double) -> Bool { abs(target / scale - 1) < Self.scaleTolerance }
    if let scale, isNear(scale) { return scale }
    guard abs(ratio - 1) >= Self.scaleTolerance else { return nil }
    return Self.absoluteScales.first(where: isNear)
  }
}
