import Drawing
import Geometry
import Views

/// The sign in the middle of a clip that stands still. Decoration: a tap on it is the page's.
final class ClipGlyph: View {
  /// - Source: Lantern, LBJMediaBrowser: 50; a little more, for fingers.
  static let side = 64.0
  private static let iconShare = 0.5
  private static let disc = Color(white: 0, alpha: 0.5)

  /// What is drawn.
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
    canvas.fill(circle, Self.disc)
    icon.draw(
      in: canvas, Rect(center: bounds.center, size: bounds.size * Self.iconShare), .white)
  }
}
