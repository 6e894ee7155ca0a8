public import Pixels

/// One wish for one picture.
public struct ImageRequest: Hashable, Sendable {
  /// What the picture is for.
  public enum Purpose: Hashable, Sendable {
    /// A page: something recognisable first when that is quick, then exactly the target's size.
    case page
    /// The whole picture at its natural size, to zoom in; the target is ignored.
    case natural
    /// A page that will be seen soon: exactly the target's size, no preview.
    case prefetch
    /// A page that is only passed: something recognisable, and nothing more.
    case glance
    /// A part of a picture without pixels, of the target's size, `x` and `y` in a whole of so many
    /// pixels. Nothing of it is kept.
    case region(whole: PixelSize, x: Int, y: Int)
  }
  /// The file.
  public var path: FilePathBytes
  /// The box, in device pixels, the picture will be fitted into. It is never enlarged.
  public var target: PixelSize
  /// What it is for.
  public var purpose: Purpose
  /// How soon it is needed. Default `.visible`.
  public var priority: ImagePriority

  /// True when it is for a part of a picture.
  var isPart: Bool { if case .region = purpose { true } else { false } }

  /// Makes a request; it is for a visible page unless said otherwise.
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
