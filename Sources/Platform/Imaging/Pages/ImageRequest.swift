import DecoderWire
public import Pixels

/// A request for one picture.
public struct ImageRequest: Hashable, Sendable {
  /// The use of the picture, which decides about previews and size.
  public enum Purpose: Hashable, Sendable {
    /// A visible page: a preview first when it is quick, then the picture at the target's size.
    case page
    /// The whole picture at its natural size, for zooming; the target is ignored.
    case natural
    /// A prefetched page: the picture at the target's size, without preview.
    case prefetch
    /// A page passed during fast paging: only a preview, or the picture when there is no preview.
    case fastPaging
    /// A region of a vector picture that is rendered with a size of `whole`: the region has the
    /// target's size and its top left corner at `x`, `y`, in pixels. The result is not cached.
    case region(whole: PixelSize, x: Int, y: Int)

    /// Whether previews are shown until the picture is there.
    var showsPreviews: Bool { self == .page }
    /// Whether a preview is enough.
    var endsWithPreview: Bool { self == .fastPaging }
  }
  /// The path of the file.
  public var path: FilePathBytes
  /// The box in device pixels that the picture is fitted into. Pictures are never enlarged.
  public var target: PixelSize
  /// The use of the picture.
  public var purpose: Purpose
  /// The urgency. Default: `.visible`.
  public var priority: ImagePriority

  /// The requested region; nil for the whole picture.
  var region: RegionRequest? {
    guard case .region(let whole, let x, let y) = purpose else { return nil }
    return RegionRequest(whole: whole, x: x, y: y)
  }

  /// Makes a request. Defaults: a visible page.
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
