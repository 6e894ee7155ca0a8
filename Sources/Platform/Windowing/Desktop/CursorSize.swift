/// The nominal sizes of mouse cursors, in device pixels.
nonisolated enum CursorSize {
  /// The accepted sizes; larger cursors exceed those of every theme.
  static let limits = 1...512

  /// The nominal size of the cursors in a window, from the size `size` at the UI scale of the
  /// desktop. A result that differs from `size` is inside ``limits``.
  static func scaled(_ size: Int, by factor: Double) -> Int {
    guard factor.isFinite, factor > 0, factor != 1 else { return size }
    let scaled = (Double(size) * factor).rounded()
    return Int(min(max(scaled, Double(limits.lowerBound)), Double(limits.upperBound)))
  }
}
