public import Geometry
public import Pixels
public import Transitions
public import Views

/// A thumbnail as its host shows it: where a page's picture flies from and to.
public struct BrowserThumbnail {
  /// How much larger than its thumbnail a picture is believed to be.
  static let reduction = 16.0
  /// The distance of two edges, in points, below which they lie on the same pixels.
  private static let samePixels = 0.5
  /// The distance at which ``rendering`` begins to show, as a share of the thumbnail's shorter side.
  private static let renderingReach = 0.25

  /// Its rectangle, in the browser's points.
  public var frame: Rect
  /// Which part of the picture it shows.
  public var alignment: TransitionContext.Alignment
  /// The radius of its corners, in points.
  public var cornerRadius: Double
  /// The whole, uncropped thumbnail, if it is at hand.
  public var bitmap: Bitmap?
  /// The picture's own size, upright; only the bitmap's proportions are known when nil.
  public var naturalSize: Size?
  /// The thumbnail's very pixels, as large as ``frame``, if it is drawn otherwise than
  /// ``bitmap`` through `Canvas.drawCropped`: a flight begins and ends with them.
  public var rendering: Bitmap?
  /// A view of the host's own that flies from ``frame``; only for animators that want one.
  public var flyingView: View?

  /// Makes a thumbnail; the middle of the picture, square corners and nothing else unless told.
  public init(
    frame: Rect, alignment: TransitionContext.Alignment = .center, cornerRadius: Double = 0,
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

  /// Its place as animators see it.
  var place: TransitionContext.Thumbnail {
    TransitionContext.Thumbnail(
      frame: frame, alignment: alignment, cornerRadius: cornerRadius,
      bitmapSize: bitmap?.size.size)
  }

  /// The picture's size; where only its proportions are known, of something much larger than a
  /// thumbnail, which is what thumbnails are of.
  var contentSize: Size? { naturalSize ?? bitmap.map { $0.size.size * Self.reduction } }

  /// The bitmap as a picture that waits for its betters.
  var picture: Picture? {
    guard let bitmap, let size = contentSize else { return nil }
    return Picture(
      bitmap,
      naturalSize: PixelSize(width: max(1, Int(size.width)), height: max(1, Int(size.height))))
  }

  /// The opacity of ``rendering`` in a rectangle on its way from or to ``frame``: 1 where both cover
  /// the same pixels, 0 from a quarter of the shorter side on and without a rendering.
  package func renderingShare(in clip: Rect) -> Double {
    let goal = frame.snapped
    guard let rendering, rendering.size.size == goal.size else { return 0 }
    let distance = max(
      abs(clip.minX - goal.minX), abs(clip.minY - goal.minY), abs(clip.maxX - goal.maxX),
      abs(clip.maxY - goal.maxY))
    if distance < Self.samePixels { return 1 }
    return max(0, 1 - distance / (Self.renderingReach * min(goal.width, goal.height)))
  }
}
