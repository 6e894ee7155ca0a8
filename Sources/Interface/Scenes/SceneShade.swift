import Drawing
import Geometry
import Transitions
import Views

/// The view between two overlapping scenes that darkens the one behind and draws the shadow of the
/// one in front.
final class SceneShade: View {
  private var dimOpacity = 0.0
  private var shadowOpacity = 0.0
  /// The distance in pixels of the front scene from its resting position, positive to the right.
  private var frontOffset = 0.0

  private enum SceneShadeStyle {
    /// The width of the front scene's shadow, in points.
    static let shadowWidth = 20.0
    /// The opacity of the front scene's shadow at the scene's edge.
    static let maxShadowOpacity = 0.4
  }

  override init(frame: Rect = .zero) {
    super.init(frame: frame)
    isInteractive = false
  }

  func show(
    _ state: SceneTransitionPlan.State, front: SceneTransitionPlan.Appearance, in bounds: Rect
  ) {
    frame = bounds
    let frontOffset = front.translation.dx.rounded()
    guard
      dimOpacity != state.dim || shadowOpacity != state.shadow || frontOffset != self.frontOffset
    else {
      return
    }
    dimOpacity = state.dim
    shadowOpacity = state.shadow
    self.frontOffset = frontOffset
    isHidden = dimOpacity <= 0 && shadowOpacity <= 0
    setNeedsDisplay()
  }

  override func draw(in canvas: Canvas, damage: Rect) {
    // The area under the front scene need not be darkened.
    let start = frontOffset < 0 ? bounds.width + frontOffset : 0
    let open =
      frontOffset == 0
      ? bounds : Rect(x: start, y: 0, width: abs(frontOffset), height: bounds.height)
    if let part = open.intersection(bounds) {
      canvas.fill(part, Color(white: 0, alpha: dimOpacity))
    }
    guard shadowOpacity > 0, frontOffset != 0 else { return }
    let reach = (SceneShadeStyle.shadowWidth * uiScale).rounded()
    for column in 0..<Int(reach) {
      let share = 1 - (Double(column) + 0.5) / reach
      canvas.fill(
        Rect(
          x: frontOffset < 0 ? start + Double(column) : frontOffset - 1 - Double(column), y: 0,
          width: 1,
          height: bounds.height),
        Color(white: 0, alpha: SceneShadeStyle.maxShadowOpacity * shadowOpacity * share * share))
    }
  }
}
