package import Imaging

/// Which colours pictures are shown in.
nonisolated public enum PictureColors: String, CaseIterable, Sendable {
  /// Those of the monitor the window is on, by its ICC profile; sRGB where it has none.
  case display
  /// sRGB, whatever monitor it is.
  case standard
  /// The numbers of the files, whatever their profiles say.
  case untouched

  /// What the pipeline is told.
  ///
  /// - Parameter profile: that of the monitor; asked for only where it matters.
  package func imageColor(profile: @autoclosure () -> [UInt8]?) -> ImageColor {
    switch self {
    case .display: profile().flatMap(DisplayProfile.init).map(ImageColor.display) ?? .standard
    case .standard: .standard
    case .untouched: .untouched
    }
  }
}
