import Drawing
import Geometry
import Views

/// The play or pause sign in the middle of a video. The sign takes no input itself; taps on it
/// reach the page.
final class ClipGlyph: View {
  /// The diameter of the sign, in points.
  ///
  /// - Source: Lantern, LBJMediaBrowser: 50; enlarged for touch.
  static let side = 64.0
  private static let iconShare = 0.5
  private static var discColor: Color { Chrome.OverPhoto.veil(0.5) }

  var icon = ClipIcon.play {
    didSet { if icon != oldValue { setNeedsDisplay() } }
  }

  init() {
    super.init()
    isInteractive = false
  }

  override func draw(in canvas: Canvas, damage: Rect) {
    var circle = Path()
    circle.add(circle: bounds.center, radius: bounds.width / 2)
    canvas.fill(circle, Self.discColor)
    icon.draw(
      in: canvas, Rect(center: bounds.center, size: bounds.size * Self.iconShare), .white)
  }
}
