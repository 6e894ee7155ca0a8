package import Drawing
package import Geometry

/// The top or bottom edge of a vertically scrolling area.
package enum ScrollEdge: Hashable, Sendable, CaseIterable {
  case top
  case bottom

  /// The sign of a change of the scroll offset that shows more of the content beyond this edge.
  var direction: Double { self == .top ? -1 : 1 }
}

extension Canvas {
  /// Draws the gradient in which content fades out at an edge.
  ///
  /// - Parameters:
  ///   - area: The rectangle of the gradient, which is opaque at the edge and transparent at the
  ///     opposite side.
  ///   - solidHeight: The height of the fully opaque part at the edge, in pixels. Default: 0.
  ///   - color: The colour of the background behind the content.
  package func drawScrollFade(
    at edge: ScrollEdge, in area: Rect, solidHeight: Double = 0, _ color: Color
  ) {
    let solid = min(solidHeight, area.height)
    let fade = area.height - solid
    let (opaque, clear) = (color, color.opacity(0))
    switch edge {
    case .top:
      fill(Rect(x: area.minX, y: area.minY, width: area.width, height: solid), color)
      fillGradient(
        Rect(x: area.minX, y: area.minY + solid, width: area.width, height: fade), top: opaque,
        bottom: clear)
    case .bottom:
      fillGradient(
        Rect(x: area.minX, y: area.minY, width: area.width, height: fade), top: clear,
        bottom: opaque)
      fill(Rect(x: area.minX, y: area.maxY - solid, width: area.width, height: solid), color)
    }
  }

  /// Draws a flat angle around `center`, at the UI scale `scale`, that points out of the scrolled
  /// area at an edge.
  func drawScrollChevron(at edge: ScrollEdge, center: Point, scale: Double, _ color: Color) {
    let reach = Size(width: 6, height: 3) * scale
    let tip = edge == .top ? -reach.height : reach.height
    var path = Path()
    path.move(center.x - reach.width, center.y - tip)
    path.line(center.x, center.y + tip)
    path.line(center.x + reach.width, center.y - tip)
    stroke(path, width: 1.75 * scale, style: .round, color)
  }
}
