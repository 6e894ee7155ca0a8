public import Drawing
public import Geometry
public import PhotoBrowser
public import Views

/// A view that shows a picture, filling its bounds: what a program lets fly, or puts on a page of its
/// own.
public final class PictureView: View {
  /// What it shows.
  public var picture: Picture {
    didSet { setNeedsDisplay() }
  }

  /// Makes a view.
  public init(_ picture: Picture) {
    self.picture = picture
    super.init()
    isInteractive = false
  }

  /// Draws the picture, its middle where there is more than the bounds hold.
  public override func draw(in canvas: Canvas, damage: Rect) {
    let place = ContentFit.fill.rect(content: picture.naturalSize.size, in: bounds)
    canvas.drawCropped(picture.bitmaps, in: place, clip: bounds)
  }
}
