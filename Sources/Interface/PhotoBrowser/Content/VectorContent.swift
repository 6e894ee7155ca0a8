package import Drawing
package import Geometry
package import Pixels

/// A picture without a fixed resolution, such as an SVG, as a zoomable content that the host
/// renders.
///
/// A coarse picture of the whole exists from the beginning. At rest the content requests the
/// visible region in the pixels of the screen; the coarse pixels, or those of an earlier region,
/// are shown until the new ones arrive, and while the picture moves.
package final class VectorContent: ZoomableContent {
  /// The margin of a requested region on every side, as a share of the visible size, so that small
  /// movements need no new request.
  private static let marginShare = 0.125

  /// The natural size of the picture.
  package let contentSize: Size
  /// True when nothing behind the picture shows through it.
  package private(set) var isOpaque: Bool
  /// A closure called when a region is to be rendered; the request replaces any earlier one.
  package var onRegionRequest: ((PictureRegion) -> Void)?
  /// The closure to be called when the appearance has changed; set by the cell that shows the
  /// content.
  package var onChange: (() -> Void)?

  private var pixels = ContentPixels()
  private var requestedRegion: PictureRegion?
  /// The maximum width, in pixels, at which the whole picture would be rendered; it limits the
  /// resolution of regions, and is halved after every failure to render one.
  private var maxWholeWidth = Int.max
  private var placement: ContentPlacement?

  /// Makes a content that shows the coarse picture `whole`.
  package init(_ whole: Picture) {
    contentSize = whole.naturalSize.size
    isOpaque = whole.isOpaque
    pixels.wholeBitmaps = whole.bitmaps
  }

  /// True: transparent areas can show the checkerboard.
  package var showsCheckerboard: Bool { true }

  /// The coarse picture of the whole; nil without bitmaps.
  package var whole: Picture? {
    Picture(
      pixels.wholeBitmaps,
      naturalSize: PixelSize(width: Int(contentSize.width), height: Int(contentSize.height)))
  }

  /// Replaces the coarse picture of the whole.
  package func show(whole bitmap: Bitmap) {
    pixels.wholeBitmaps = [bitmap]
    isOpaque = bitmap.isOpaque
    onChange?()
  }

  /// Adopts the rendered pixels of a region, also of one that is not wanted any more.
  package func show(_ bitmap: Bitmap, of region: PictureRegion) {
    guard bitmap.size == region.size else { return }
    if requestedRegion == region { requestedRegion = nil }
    pixels.renderedPart = (region, bitmap)
    onChange?()
  }

  /// Reports that a region could not be rendered; the content requests the region again with half
  /// the resolution.
  package func renderingDidFail(of region: PictureRegion) {
    maxWholeWidth = min(maxWholeWidth, region.whole.width / 2)
    guard requestedRegion == region else { return }
    requestedRegion = nil
    if let placement { rest(at: placement) }
  }

  /// Forgets the requested region that has not arrived, because the request was cancelled.
  package func forgetRequest() { requestedRegion = nil }

  package func draw(in canvas: Canvas, at placement: ContentPlacement) {
    var placement = placement
    placement.filter = .bilinear
    pixels.draw(in: canvas, at: placement, isOpaque: isOpaque)
  }

  /// Requests the visible region if no sharp enough pixels of it exist.
  package func rest(at placement: ContentPlacement) {
    self.placement = placement
    let reduction = reduction(at: placement)
    guard let seen = PictureRegion(placement, reduction: reduction), !pixels.contains(seen),
      requestedRegion?.contains(seen) != true,
      let region = PictureRegion(placement, margin: Self.marginShare, reduction: reduction)
    else { return }
    requestedRegion = region
    onRegionRequest?(region)
  }

  /// The number of screen pixels per pixel of a region in each direction: 1, or a power of two if
  /// the whole picture would otherwise be wider than ``maxWholeWidth``.
  private func reduction(at placement: ContentPlacement) -> Double {
    var reduction = 1.0
    while placement.rect.width > Double(maxWholeWidth) * reduction, maxWholeWidth > 0 {
      reduction *= 2
    }
    return reduction
  }
}
