/// The sizes of thumbnails in the desktop's shared cache. A thumbnail is fitted into a square; the
/// raw value is the side of the square in pixels.
///
/// - Source: Thumbnail Managing Standard 0.9.
public enum ThumbnailSize: Int, Hashable, Sendable, CaseIterable, Comparable {
  case normal = 128
  case large = 256
  case xLarge = 512
  case xxLarge = 1024

  /// The smallest size of at least `side` pixels, else the largest size.
  public init(covering side: Int) {
    self = Self.allCases.first { $0.side >= side } ?? .xxLarge
  }

  /// The length of each side of the square box in pixels.
  public var side: Int { rawValue }

  /// The name of the subfolder for thumbnails of this size.
  var folder: String {
    switch self {
    case .normal: "normal"
    case .large: "large"
    case .xLarge: "x-large"
    case .xxLarge: "xx-large"
    }
  }

  public static func < (a: ThumbnailSize, b: ThumbnailSize) -> Bool { a.side < b.side }
}
