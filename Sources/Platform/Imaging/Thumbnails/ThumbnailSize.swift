/// The sizes the shared thumbnail cache knows, each a box a thumbnail fits into.
///
/// - Source: Thumbnail Managing Standard 0.9.
public enum ThumbnailSize: Int, Hashable, Sendable, CaseIterable, Comparable {
  /// 128 pixels.
  case normal = 128
  /// 256 pixels.
  case large = 256
  /// 512 pixels.
  case xLarge = 512
  /// 1024 pixels.
  case xxLarge = 1024

  /// The smallest that has `side` pixels, the largest when none has.
  public init(covering side: Int) {
    self = Self.allCases.first { $0.side >= side } ?? .xxLarge
  }

  /// Pixels of the box, each way.
  public var side: Int { rawValue }

  /// The folder of the cache it has.
  var folder: String {
    switch self {
    case .normal: "normal"
    case .large: "large"
    case .xLarge: "x-large"
    case .xxLarge: "xx-large"
    }
  }

  /// Orders them by their side.
  public static func < (a: ThumbnailSize, b: ThumbnailSize) -> Bool { a.side < b.side }
}
