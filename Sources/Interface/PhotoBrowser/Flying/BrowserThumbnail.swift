public import Geometry
public import Pixels
import Transitions
public import Views

/// A thumbnail of the host, out of which the picture of a page flies and to which it returns.
public struct BrowserThumbnail {
  /// The assumed ratio of a picture's width to that of its thumbnail's bitmap, when the size of the
  /// picture is unknown.
  static let assumedReduction = 16.0
  /// The distance of two edges, in device pixels, below which they lie on the same pixels.
  private static let edgeTolerance = 0.5
  /// The distance between picture and thumbnail at which ``rendering`` begins to show, as a share
  /// of the thumbnail's shorter side.
  private static let renderingFadeDistanceShare = 0.25

  /// The rectangle of the thumbnail, in the browser's coordinates.
  public var frame: Rect
  /// The part of the picture that the thumbnail shows, if it is cropped.
  public var alignment: ContentAlignment
  /// The corner radius of the thumbnail, in device pixels.
  public var cornerRadius: Double
  /// The bitmap of the whole picture, not cropped; nil when there is none.
  public var bitmap: Bitmap?
  /// The upright size of the picture in its own pixels; nil when it is unknown, so that the
  /// proportions of ``bitmap`` are used.
  public var naturalSize: Size?
  /// The pixels of the thumbnail as it is drawn, in the size of ``frame``; nil if it is drawn by
  /// `Canvas.drawCropped` from ``bitmap``. A flight begins and ends with these pixels.
  public var rendering: Bitmap?
  /// A view of the host that flies in place of the bitmap, if the animator supports that; nil for
  /// none. Default: nil.
  public var flyingView: View?

  /// Makes a thumbnail in the rectangle `frame`, in the browser's coordinates. Default: cropped
  /// about its centre, with square corners, and without a bitmap.
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

  /// The geometry of the thumbnail for animators.
  var geometry: TransitionPlan.Context.Thumbnail {
    TransitionPlan.Context.Thumbnail(
      frame: frame, alignment: alignment, cornerRadius: cornerRadius,
      bitmapSize: bitmap?.size.size)
  }

  /// The size of the picture in its own pixels; when only its proportions are known, an estimate
  /// much larger than the thumbnail; nil without a bitmap.
  var contentSize: Size? { naturalSize ?? bitmap.map { $0.size.size * Self.assumedReduction } }

  /// The bitmap as a picture of low resolution; nil without a bitmap.
  var picture: Picture? {
    guard let bitmap, let size = contentSize else { return nil }
    return Picture(
      bitmap,
      naturalSize: PixelSize(width: max(1, Int(size.width)), height: max(1, Int(size.height))))
  }

  /// The opacity of ``rendering`` while the picture is at `clip`, on its way from or to ``frame``:
  /// 1 when both cover the same device pixels, 0 beyond a quarter of the thumbnail's shorter side,
  /// and 0 without a rendering.
  package func renderingOpacity(in clip: Rect) -> Double {
    let goal = frame.snapped
    guard let rendering, rendering.size.size == goal.size else { return 0 }
    let distance = max(
      abs(clip.minX - goal.minX), abs(clip.minY - goal.minY), abs(clip.maxX - goal.maxX),
      abs(clip.maxY - goal.maxY))
    if distance < Self.edgeTolerance { return 1 }
    return max(0, 1 - distance / (Self.renderingFadeDistanceShare * min(goal.width, goal.height)))
  }
}
