import DecoderWire
public import Pixels

/// A request for the picture of a file, at the size of a page, at natural size, or for a region of
/// it.
public struct ImageRequest: Hashable, Sendable {
  /// The use of the picture, which decides its size and whether previews are shown.
  public enum Purpose: Hashable, Sendable {
    /// A visible page: a preview first when that is faster, then the picture fitted into `target`.
    case page
    /// The whole picture at its natural size, for zooming; `target` is ignored.
    case natural
    /// A page that is decoded in advance: the picture fitted into `target`, without preview.
    case prefetch
    /// A page passed during fast paging: a preview only, or the picture of a format without fast
    /// previews.
    case fastPaging
    /// A region of a vector picture that is drawn with the size `whole`. `target` is the size of
    /// the region, and `x`, `y` is its top left corner in the drawn picture; all in pixels. The
    /// result is not cached.
    case region(whole: PixelSize, x: Int, y: Int)

    /// Whether the request receives previews and incomplete pictures before the exact one.
    var showsPreviews: Bool { self == .page }
    /// Whether the request ends with its first preview.
    var endsWithPreview: Bool { self == .fastPaging }
  }
  /// The path of the picture file.
  public var path: FilePathBytes
  /// The box in device pixels that the picture is fitted into without enlarging it; zero for a
  /// natural size.
  public var target: PixelSize
  /// The use of the picture. Default: `.page`.
  public var purpose: Purpose
  /// The urgency, from the position of the page. Default: `.visible`.
  public var priority: ImagePriority

  /// The requested region of a vector picture; nil for a whole picture.
  var region: RegionRequest? {
    guard case .region(let whole, let x, let y) = purpose else { return nil }
    return RegionRequest(whole: whole, x: x, y: y)
  }

  /// Makes a request for the picture of the file at `path`. Default: that of a visible page.
  public init(
    path: FilePathBytes, target: PixelSize, purpose: Purpose = .page,
    priority: ImagePriority = .visible
  ) {
    self.path = path
    self.target = purpose == .natural ? .zero : target
    self.purpose = purpose
    self.priority = priority
  }
}
