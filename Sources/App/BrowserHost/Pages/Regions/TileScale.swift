/// The comparison of the scales for which tiles are requested.
enum TileScale {
  /// The relative difference below which two scales count as equal: a settled picture is moved to
  /// whole pixels, which changes its scale slightly.
  private static let tolerance = 0.001

  /// Whether tiles requested at the scale `last` serve the scale `scale`, too; false if `last` is
  /// 0.
  static func isSame(_ scale: Double, as last: Double) -> Bool {
    abs(scale / last - 1) < tolerance
  }
}
