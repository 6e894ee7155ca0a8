public import Geometry
public import Pixels
import Transitions
public import Views

/// A thumbnail of the host, from which the picture of a page flies and to which it returns.
public struct BrowserThumbnail {
  /// The assumed ratio of a picture's size to the size of its thumbnail's bitmap.
  static let reduction = 16.0
  /// The distance of two edges, in device pixels, below which they lie on the same pixels.
  private static let edgeTolerance = 0.5
  /// The distance at which ``rendering`` begins to show, as a share of the thumbnail's shorter
  /// side.
  private static let renderingRange = 0.25

  /// The rectangle of the thumbnail, in the browser's coordinates.
  public var frame: Rect
  /// The part of the picture that a cropped thumbnail shows.
  public var alignment: ContentAlignment
  /// The corner radius, in device pixels.
  public var cornerRadius: Double
  /// The bitmap of the whole, uncropped picture; nil when there is none.
  public var bitmap: Bitmap?
  /// The upright size of the picture in pixels. Nil if unknown: the proportions of ``bitmap`` are
  /// used.
  public var naturalSize: Size?
  /// The rendered pixels of the thumbnail, as large as ``frame``. Needed only if it is not drawn
  /// with `Canvas.drawCropped` from ``bitmap``; a flight begins and ends with these pixels.
  public var rendering: Bitmap?
  /// A view of the host that flies instead of the bitmap; used only by animators that support it.
  public var flyingView: View?

  /// Makes a thumbnail. Default: centred crop, square corners, no bitmap.
  public init(
    frame: Rect, alignment: ContentAlignment = .center, cornerRadius: Double = 0,
    bitmap: Bitmap? = nil, naturalSize: Size? = nil, rendering: Bitmap? = nil,
    flyingView: View? = nil
  ) {
    self.frame = frame
    self.alignment = alignment
    self.cornerRadius = cornerRadius
    self.bitmap = bitmap
    self.naturalSize = naturalSize
    self.rendering = rendering
    self.flyingView = flyingView
  }

  /// The geometry of the thumbnail, as animators use it.
  var geometry: TransitionPlan.Context.Thumbnail {
    TransitionPlan.Context.Thumbnail(
      frame: frame, alignment: alignment, cornerRadius: cornerRadius,
      bitmapSize: bitmap?.size.size)
  }

  /// The size of the picture; when only its proportions are known, an estimate much larger than the
  /// thumbnail.
  var contentSize: Size? { naturalSize ?? bitmap.map { $0.size.size * Self.reduction } }

  /// The bitmap as a picture of low resolution.
  var picture: Picture? {
    guard let bitmap, let size = contentSize else { return nil }
    return Picture(
      bitmap,
      naturalSize: PixelSize(width: max(1, Int(size.width)), height: max(1, Int(size.height))))
  }

  /// The opacity of ``rendering`` in a rectangle on its way from or to ``frame``: 1 where both
  /// cover the same pixels, 0 beyond a quarter of the shorter side, and 0 if there is no rendering.
  package func renderingShare(in clip: Rect) -> Double {
    let goal = frame.snapped
    guard let rendering, rendering.size.size == goal.size else { return 0 }
    let distance = max(
      abs(clip.minX - goal.minX), abs(clip.minY - goal.minY), abs(clip.maxX - goal.maxX),
      abs(clip.maxY - goal.maxY))
    if distance < Self.edgeTolerance { return 1 }
    return max(0, 1 - distance / (Self.renderingRange * min(goal.width, goal.height)))
  }
}
