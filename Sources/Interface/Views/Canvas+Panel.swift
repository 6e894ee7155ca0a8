package import Drawing
package import Geometry

extension Canvas {
  /// Draws the background of a menu, card or tooltip in the rectangle `panel`: a shadow, a fill and
  /// an outline.
  ///
  /// - Parameters:
  ///   - radius: The corner radius, in device pixels.
  ///   - blur: The blur radius of the shadow, in device pixels.
  ///   - drop: The distance by which the shadow is moved down, in device pixels. Default: 0.
  ///   - scale: The UI scale, which determines the width of the outline.
  package func drawPanel(
    _ panel: Rect, radius: Double, blur: Double, drop: Double = 0, scale: Double
  ) {
    shadow(
      around: panel.offset(by: Vector(dx: 0, dy: drop)), radius: radius, blur: blur, Chrome.shadow)
    fillRounded(panel, radius: radius, Chrome.panel)
    strokeRounded(panel, radius: radius, width: Chrome.lineWidth(at: scale), Chrome.panelEdge)
  }
}
