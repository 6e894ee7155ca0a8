/// The numbers that an option of the command line takes, and the preference with the same name.
nonisolated struct NumberRange: Hashable, Sendable {
  /// The name of the option with its hyphens.
  let option: String
  /// The smallest and the largest number.
  let numbers: ClosedRange<Double>

  /// The range of `--spacing`, the gap between pages in pixels.
  static let spacing = NumberRange(option: "--spacing", numbers: 0...1000)
  /// The range of `--max-scale`, the maximum zoom relative to fit.
  static let maxScale = NumberRange(option: "--max-scale", numbers: 1...10_000)
  /// The range of `--animation-speed`, the factor by which animations are faster than usual.
  static let animationSpeed = NumberRange(option: "--animation-speed", numbers: 0.01...100)
  /// The range of `--max-seconds`, the maximum time in seconds for decoding a picture.
  static let maxSeconds = NumberRange(
    option: "--max-seconds", numbers: 0.001...PictureLimits.maxDecodingTime)
}
