public import Drawing
public import Geometry
public import PhotoBrowser
public import Views

/// A view with a picture that covers its bounds and is cropped by them, for example on a page of a
/// host or in flight.
public final class PictureView: View {
  public var picture: Picture {
    didSet { setNeedsDisplay() }
  }

  public init(_ picture: Picture) {
    self.picture = picture
    super.init()
    isInteractive = false
  }

  /// Draws the picture scaled to cover the bounds; parts beyond the bounds are cropped evenly on
  /// both sides.
  public override func draw(in canvas: Canvas, damage: Rect) {
    let rect = ContentFit.fill.rect(content: picture.naturalSize.size, in: bounds)
    canvas.drawCropped(picture.bitmaps, in: rect, clip: bounds)
  }
}
