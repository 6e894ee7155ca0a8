package import Drawing
package import Geometry

extension Canvas {
  /// Draws the panel behind menus, cards and tooltips: a shadow, the filled panel and its outline.
  ///
  /// - Parameters:
  ///   - radius: the corner radius, in device pixels.
  ///   - blur: the blur radius of the shadow, in device pixels.
  ///   - drop: the distance of the shadow below the panel, in device pixels. Default: 0.
  ///   - scale: the UI scale, which sets the width of the outline.
  package func drawPanel(
    _ panel: Rect, radius: Double, blur: Double, drop: Double = 0, scale: Double
  ) {
    shadow(
      around: panel.offset(by: Vector(dx: 0, dy: drop)), radius: radius, blur: blur, Chrome.shadow)
    fillRounded(panel, radius: radius, Chrome.panel)
    strokeRounded(panel, radius: radius, width: Chrome.lineWidth(at: scale), Chrome.panelEdge)
  }
}
