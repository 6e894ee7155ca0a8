package import Drawing
package import Geometry

extension Canvas {
  /// Draws what menus, cards and labels lie on: a shadow, the panel and the line around it.
  ///
  /// - Parameters:
  ///   - radius: of the corners, in device pixels.
  ///   - blur: of the shadow, in device pixels.
  ///   - drop: how far below the panel the shadow lies, in device pixels. Default 0.
  ///   - scale: of chrome.
  package func drawPanel(
    _ panel: Rect, radius: Double, blur: Double, drop: Double = 0, scale: Double
  ) {
    shadow(
      around: panel.offset(by: Vector(dx: 0, dy: drop)), radius: radius, blur: blur, Chrome.shadow)
    fillRounded(panel, radius: radius, Chrome.panel)
    strokeRounded(panel, radius: radius, width: Chrome.lineWidth(at: scale), Chrome.panelEdge)
  }
}
