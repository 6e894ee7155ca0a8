public import Drawing
public import Geometry
import Pixels
public import Views

/// A page that its picture fills, cut off where it does not fit: for a ``BannerView``. It cannot be
/// zoomed.
///
/// - Source: JXPhotoBrowser 4.1, the light cell.
public final class BannerCell: View, BrowserCell {
  /// What is shown; nil for nothing yet.
  public var picture: Picture? {
    didSet { setNeedsDisplay() }
  }

  /// Makes an empty cell.
  public init() { super.init(frame: .zero) }

  /// Forgets the picture.
  public func prepareForReuse() { picture = nil }

  /// Draws the picture.
  public override func draw(in canvas: Canvas, damage: Rect) {
    guard let picture else { return }
    let size = picture.naturalSize.size
    let scale = max(bounds.width / size.width, bounds.height / size.height)
    guard scale.isFinite else { return }
    canvas.drawCropped(
      picture.bitmaps, in: Rect(center: bounds.center, size: size * scale), clip: bounds)
  }
}
