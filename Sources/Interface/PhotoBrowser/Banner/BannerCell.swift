public import Drawing
public import Geometry
import Pixels
public import Views

extension BannerView {
  /// A page of a ``BannerView`` whose picture covers the page; parts beyond its edges are cropped.
  /// The picture cannot be zoomed.
  ///
  /// - Source: JXPhotoBrowser 4.1, the light cell.
  public final class Cell: View, BrowserCell {
    /// The picture of the page; nil for none.
    public var picture: Picture? {
      didSet { setNeedsDisplay() }
    }

    public init() { super.init(frame: .zero) }

    public func prepareForReuse() { picture = nil }

    public override func draw(in canvas: Canvas, damage: Rect) {
      guard let picture else { return }
      let size = picture.naturalSize.size
      let scale = max(bounds.width / size.width, bounds.height / size.height)
      guard scale.isFinite else { return }
      canvas.drawCropped(
        picture.bitmaps, in: Rect(center: bounds.center, size: size * scale), clip: bounds)
    }
  }
}
