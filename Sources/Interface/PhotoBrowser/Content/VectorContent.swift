public import Drawing
public import Geometry
public import Pixels

/// A picture without pixels of its own, drawn elsewhere: asks for those it needs.
///
/// It has a coarse picture of the whole from the beginning. At rest it asks for the part that is seen,
/// in the very pixels of the screen; what there is stays until that comes, and while it moves.
public final class VectorContent: ZoomableContent {
  /// How much more than what is seen is asked for on every side, as a share of it: a little way can
  /// be gone without asking.
  private static let margin = 0.125

  /// Its own size.
  public let contentSize: Size
  /// True when nothing behind it is seen through it.
  public private(set) var isOpaque: Bool
  /// Called when a part is wanted; one that was asked for before is not wanted any more.
  public var onNeed: ((PictureRegion) -> Void)?
  /// Called when it looks different.
  public var onChange: (() -> Void)?

  private var pixels = ContentPixels()
  private var asked: PictureRegion?
  /// What is wider than this in all cannot be drawn, or not in time.
  private var mostWidth = Int.max
  private var place: ContentPlace?

  /// Makes a content of which `whole` is there.
  public init(_ whole: Picture) {
    contentSize = whole.naturalSize.size
    isOpaque = whole.isOpaque
    pixels.whole = whole.bitmaps
  }

  /// Shown as a picture would be.
  public var isOnSquares: Bool { true }

  /// The whole in the sizes there are.
  public var whole: Picture? {
    Picture(
      pixels.whole,
      naturalSize: PixelSize(width: Int(contentSize.width), height: Int(contentSize.height)))
  }

  /// Takes another picture of the whole instead of the one there was.
  public func show(whole bitmap: Bitmap) {
    pixels.whole = [bitmap]
    isOpaque = bitmap.isOpaque
    onChange?()
  }

  /// Takes the pixels of a part; one that is not wanted any more is better than none.
  public func show(_ bitmap: Bitmap, of region: PictureRegion) {
    guard bitmap.size == region.size else { return }
    if asked == region { asked = nil }
    pixels.part = (region, bitmap)
    onChange?()
  }

  /// The part that was asked for will not come: one of half as many pixels each way is asked for.
  public func fail(_ region: PictureRegion) {
    mostWidth = min(mostWidth, region.whole.width / 2)
    guard asked == region else { return }
    asked = nil
    if let place { rest(at: place) }
  }

  /// Draws what there is.
  public func draw(in canvas: Canvas, at place: ContentPlace) {
    var place = place
    place.filter = .bilinear
    pixels.draw(in: canvas, at: place, isOpaque: isOpaque)
  }

  /// Asks for what is missing.
  public func rest(at place: ContentPlace) {
    self.place = place
    let reduction = reduction(at: place)
    guard let seen = PictureRegion(place, reduction: reduction), !pixels.hold(seen),
      asked?.contains(seen) != true,
      let region = PictureRegion(place, margin: Self.margin, reduction: reduction)
    else { return }
    asked = region
    onNeed?(region)
  }

  /// How many of the screen's pixels have to be one, for there are limits to what can be drawn.
  private func reduction(at place: ContentPlace) -> Double {
    var reduction = 1.0
    while place.rect.width > Double(mostWidth) * reduction, mostWidth > 0 { reduction *= 2 }
    return reduction
  }
}
