package import Imaging

/// The colours to which pictures are converted for display.
nonisolated package enum TargetColors: String, CaseIterable, Sendable {
  /// The colours of the window's monitor, by its ICC profile; sRGB where it has none.
  case display
  /// sRGB, regardless of the monitor.
  case standard
  /// The unconverted pixel values of the files; their ICC profiles are ignored.
  case untouched

  /// The colour conversion for the pipeline.
  ///
  /// - Parameter profile: the ICC profile of the monitor; only evaluated for ``display``.
  package func imageColor(profile: @autoclosure () -> [UInt8]?) -> ImageColor {
    switch self {
    case .display: profile().flatMap(DisplayProfile.init).map(ImageColor.display) ?? .standard
    case .standard: .standard
    case .untouched: .untouched
    }
  }
}
