/// The nominal sizes of mouse cursors, in device pixels.
nonisolated enum CursorSize {
  /// The accepted sizes; larger cursors exceed those of every theme.
  static let limits = 1...512

  /// The size of the cursors in a window whose UI scale is a multiple of the desktop's, for which
  /// `size` is meant. Other sizes than `size` are inside ``limits``.
  ///
  /// - Parameter factor: the UI scale of the window relative to that of the desktop.
  static func scaled(_ size: Int, by factor: Double) -> Int {
    guard factor.isFinite, factor > 0, factor != 1 else { return size }
    let scaled = (Double(size) * factor).rounded()
    return Int(min(max(scaled, Double(limits.lowerBound)), Double(limits.upperBound)))
  }
}
